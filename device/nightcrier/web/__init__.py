"""Serves pages: requests, passes, uploads and forms, used by the page of a box and by that of a hall."""
