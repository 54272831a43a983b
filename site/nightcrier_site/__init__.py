"""The box in a tab of a browser: contains what builds its folder, and what runs inside the tab."""
