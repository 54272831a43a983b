"""A second program beside the box: its page in the home's network. It sees the public record, and sends wishes."""
