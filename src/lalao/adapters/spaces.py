"""The observations of a match as a Gymnasium space."""

import numpy as np
from gymnasium import spaces

from lalao.adapters.steps import Match


def observation_space(match: Match) -> spaces.Dict:
    """Return the space of an agent's observations and of the mask of its legal actions."""
    board = spaces.Box(0, match.most, match.shape, np.float32)
    mask = spaces.Box(0, 1, (match.actions,), np.int8)
    return spaces.Dict({"observation": board, "action_mask": mask})
