"""The features that few boxes have, a folder each: what the feature keeps, its pages and menus, the news it follows."""
