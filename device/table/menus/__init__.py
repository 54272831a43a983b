"""The menus: rows of items, each made afresh from the house and the table."""
