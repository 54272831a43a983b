"""What people write down for `nightcrier judge`, and what it prints."""
