"""Draws the case: measures, geometry, drawings for sawing and drilling, bodies to print. `./run case` makes all."""
