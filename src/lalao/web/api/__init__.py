"""The HTTP API: parse, query, answer."""
