"""From a raw voice to a clip: the same tone, the same loudness, no click, no clipping, whoever speaks."""
