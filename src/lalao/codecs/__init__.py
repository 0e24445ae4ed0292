"""Conversions between readable games and kernels: the only package that imports both."""
