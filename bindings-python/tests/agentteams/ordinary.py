"""Test bodies as a user without privileges: what root may do anyway proves nothing about permissions."""

from __future__ import annotations

import os
import pwd
import shutil
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

# Whatever the bodies need is loaded before the rights to read it are gone.
import difflib  # noqa: F401  # isort: skip
from callgate.agentteams import __main__, proposal_runner  # noqa: F401  # isort: skip


def ordinary(body: Callable[[Path], None]) -> None:
    """Runs the body in a folder of its own: in a child that became `nobody` when this is root, else right here."""
    place = Path(tempfile.mkdtemp(prefix="callgate-ordinary-"))
    try:
        if os.geteuid() != 0:
            body(place)
            return
        nobody = pwd.getpwnam("nobody")
        os.chown(place, nobody.pw_uid, nobody.pw_gid)
        told_by, tell = os.pipe()
        child = os.fork()
        if child == 0:
            fault = ""
            try:
                os.setgroups([])
                os.setgid(nobody.pw_gid)
                os.setuid(nobody.pw_uid)
                os.chdir(place)
                body(place)
            except BaseException:
                fault = traceback.format_exc()
            os.write(tell, fault.encode()[-60_000:])
            os._exit(0)
        os.close(tell)
        with open(told_by) as told:
            fault = told.read()
        _, status = os.waitpid(child, 0)
        assert status == 0 and not fault, fault or f"the child ended with {status}"
    finally:
        shutil.rmtree(place, ignore_errors=True)
