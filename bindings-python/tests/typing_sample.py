import callgate

version: str = callgate.__version__
