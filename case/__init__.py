"""The case of the box: measures, geometry, drawings to saw and drill by, bodies to print. `./run case` draws all."""
