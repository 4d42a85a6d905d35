"""The peer of QUAL-6: the agent document as pydantic models, with the rules that models can hold."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator

Permission = Literal["allow", "ask", "deny"]
Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._-]{1,128}\z")]
Text = Annotated[str, StringConstraints(min_length=1, max_length=128, pattern=r"\S")]
TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
RESERVED = {"agenta-tools", "__proto__", "constructor", "prototype"}


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class NoCredentials(Strict):
    type: Literal["none"]


class SecretRefs(Strict):
    type: Literal["header_secret_refs"]
    headers: dict[str, Text]

    @field_validator("headers")
    @classmethod
    def header_names(cls, headers: dict[str, str]) -> dict[str, str]:
        return checked_headers(headers)


class Gateway(Strict):
    type: Literal["gateway"]
    namespace: Literal["custom", "standard", "builtin"]
    slug: Text | None = None
    provider: Text | None = None

    @model_validator(mode="after")
    def one_of_two(self) -> Gateway:
        wanted, refused = (self.slug, self.provider) if self.namespace == "custom" else (self.provider, self.slug)
        if wanted is None or refused is not None:
            raise ValueError("custom has a slug, standard and builtin have a provider")
        return self


class Http(Strict):
    type: Literal["http"]
    url: str
    headers: dict[str, str] = Field(default_factory=dict)
    credentials: Annotated[NoCredentials | SecretRefs, Field(discriminator="type")] | None = None

    @field_validator("url")
    @classmethod
    def absolute(cls, url: str) -> str:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
            raise ValueError("an absolute http or https URL without a user name")
        return url

    @field_validator("headers")
    @classmethod
    def header_names(cls, headers: dict[str, str]) -> dict[str, str]:
        return checked_headers(headers)

    @model_validator(mode="after")
    def no_header_twice(self) -> Http:
        if isinstance(self.credentials, SecretRefs):
            public = {name.lower() for name in self.headers}
            if any(name.lower() in public for name in self.credentials.headers):
                raise ValueError("a header is given twice")
        return self


def checked_headers(headers: dict[str, str]) -> dict[str, str]:
    if len({name.lower() for name in headers}) != len(headers):
        raise ValueError("a header is given twice")
    for name, value in headers.items():
        if not TOKEN.fullmatch(name):
            raise ValueError("a header name is an RFC 9110 token")
        if not value or any(character < " " or character == "\x7f" for character in value):
            raise ValueError("a header value is not empty and has no controls")
    return headers


class Filter(Strict):
    mode: Literal["all", "include"] = "all"
    names: list[Text] = Field(default_factory=list)

    @model_validator(mode="after")
    def names_fit_the_mode(self) -> Filter:
        if (self.mode == "include") != bool(self.names):
            raise ValueError("include has names, all has none")
        return self


class Policy(Strict):
    tools: Filter = Field(default_factory=Filter)
    permission: Permission | None = None
    tool_permissions: dict[Text, Permission] = Field(default_factory=dict)
    new_tool_permission: Permission | None = None

    @model_validator(mode="after")
    def no_hidden_entry(self) -> Policy:
        if self.tools.mode == "include" and not self.tool_permissions.keys() <= set(self.tools.names):
            raise ValueError("an entry is hidden by the filter")
        return self


class Server(Strict):
    name: Name
    connection: Annotated[Gateway | Http, Field(discriminator="type")] | None = None
    policy: Policy = Field(default_factory=Policy)

    @field_validator("name")
    @classmethod
    def not_reserved(cls, name: str) -> str:
        if name.lower() in RESERVED or name.lower().startswith("agenta-tools__"):
            raise ValueError("reserved")
        return name


class Rule(Strict):
    pattern: Text
    permission: Permission


class Permissions(Strict):
    default: Permission | Literal["allow_reads"] = "allow_reads"
    rules: list[Rule] = Field(default_factory=list)


class Runner(BaseModel):
    permissions: Permissions = Field(default_factory=Permissions)


class Agent(BaseModel):
    mcps: list[Server] = Field(default_factory=list)
    tools: list[dict[str, Any]] = Field(default_factory=list)
    runner: Runner = Field(default_factory=Runner)

    @field_validator("mcps")
    @classmethod
    def no_name_twice(cls, servers: list[Server]) -> list[Server]:
        if len({server.name for server in servers}) != len(servers):
            raise ValueError("two servers of one name")
        return servers
