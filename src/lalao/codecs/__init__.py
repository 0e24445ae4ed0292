"""From readable games to kernels and back: the only place that knows both worlds."""
