"""The features that few boxes have, a folder each: what it keeps, its pages and menus, what it hears."""
