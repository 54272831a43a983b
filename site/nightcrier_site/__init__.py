"""The box in a tab of a browser: what builds its folder, and what runs inside the tab."""
