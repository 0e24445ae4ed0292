"""Exact values."""

from lalao.solve.memo import Solver

__all__ = ["Solver"]
