"""The compiled core."""

__all__ = ["__version__", "_host_json"]

__version__: str

def _host_json(value: object) -> tuple[bool, str]: ...
