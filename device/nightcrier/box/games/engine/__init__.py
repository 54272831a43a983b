"""Leads games of hidden roles that people write as files: what such a file says, what it calls, and what is spoken."""
