"""Contains the features that only few boxes have. Each has a folder with its state, its pages and menus, and the news
to which it reacts."""
