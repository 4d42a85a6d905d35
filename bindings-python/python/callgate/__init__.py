"""callgate: one policy engine for the tool calls of AI agents."""

from callgate._native import __version__

__all__ = ["__version__"]
