"""Tables of values: those shipped with the package."""
