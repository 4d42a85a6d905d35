# `make help` lists the targets. A target is the built thing itself, or a stamp inside it: removing the thing is enough
# to have it built again; prerequisites are the sources that it is really made of.

SHELL := /bin/bash
PYTHON ?= python3
NODE_DIR := bindings-node
WASM_DIR := bindings-wasm
WEB_DIR := web-demo

# INVARIANT: built things lie where other people's scripts look for them, whatever the environment says.
override CARGO_TARGET_DIR := $(CURDIR)/target
export CARGO_TARGET_DIR

# The files below folders, less what tools and builds leave there.
sources = $(shell find $(1) -type f -not -path '*/.*' -not -path '*/node_modules/*' -not -path '*/dist/*' \
	-not -path '*/pkg/*' -not -path '*/build/*' -not -path '*/__pycache__/*' -not -path '*/test/*' -not -path '*/tests/*' -not -path '*/screenshots/*' -not -name '*.node' 2>/dev/null)
PYTHON_PARTS := $(addprefix bindings-python/,Cargo.toml pyproject.toml README.md src python)
CORE := Cargo.toml Cargo.lock $(call sources,core)
say = @printf '\n== %s\n' $(1)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help key-cases prepare build cli python wasm node web drawer demo test bench clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

prepare: # the system's packages that are missing
	@.ci/prepare

build: prepare cli python wasm node web ## the binary, the packages for Python, Node and wasm, and the page

key-cases: # generated arguments with their keys, which the tests of Node and Python compare with (APPR-8)
	@cargo run --quiet --package callgate-tests --bin key-cases target/test-data/key-cases.jsonl

cli: target/release/callgate ## target/release/callgate

target/release/callgate: $(CORE)
	$(call say,'callgate: the command line (Rust$(comma) release; about a minute the first time)')
	cargo build --release -p callgate --features cli --bin callgate
	@touch $@

python: .venv/.package ## .venv/ with the package installed from its wheel

.venv/.tools: bindings-python/requirements.txt
	$(call say,'callgate: the Python environment .venv')
	$(PYTHON) -m venv .venv
	.venv/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@

.venv/.package: .venv/.tools $(CORE) LICENSE-MIT LICENSE-APACHE $(call sources,$(PYTHON_PARTS))
	$(call say,'callgate: the Python wheel$(comma) installed in .venv')
	rm -rf target/wheels
	.venv/bin/maturin build --release --quiet --manifest-path bindings-python/Cargo.toml --out target/wheels
	.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-index --no-deps --force-reinstall target/wheels/callgate-*.whl
	@touch $@

wasm: $(WASM_DIR)/pkg/index.js ## bindings-wasm/pkg/

$(WASM_DIR)/pkg/index.js: $(CORE) $(call sources,$(WASM_DIR) xtask)
	$(call say,'callgate: the WebAssembly package (the standard library is built too where no ready target is to be had)')
	cargo run --quiet --package xtask -- wasm
	@touch $@

node: $(NODE_DIR)/dist/index.mjs ## bindings-node/ importable from its own folder

$(NODE_DIR)/node_modules/.installed: $(NODE_DIR)/package.json $(NODE_DIR)/package-lock.json
	$(call say,'callgate: the packages that the Node part is built with')
	npm --prefix $(NODE_DIR) ci --no-audit --no-fund
	@touch $@

$(NODE_DIR)/dist/index.mjs: $(NODE_DIR)/node_modules/.installed $(WASM_DIR)/pkg/index.js $(CORE) $(call sources,$(NODE_DIR))
	$(call say,'callgate: the Node package (addon and TypeScript)')
	npm --prefix $(NODE_DIR) run build
	@touch $@

web: $(WEB_DIR)/dist/index.html ## web-demo/dist/, the permission drawer as static files

$(WEB_DIR)/node_modules/.installed: $(WEB_DIR)/package.json $(WEB_DIR)/package-lock.json
	$(call say,'callgate: the packages that the page is built with')
	npm --prefix $(WEB_DIR) ci --no-audit --no-fund
	@touch $@

EXAMPLE := $(addprefix tests/examples/support.,agent.json catalogs.json)

$(WEB_DIR)/dist/index.html: $(WEB_DIR)/node_modules/.installed $(WASM_DIR)/pkg/index.js $(EXAMPLE) $(call sources,$(WEB_DIR))
	$(call say,'callgate: the permission drawer')
	npm --prefix $(WEB_DIR) run build
	@touch $@

drawer: web ## the permission drawer in the browser, served from this machine alone
	@npm --prefix $(WEB_DIR) run --silent preview

test: prepare ## every suite, even after one failed; the last line counts them all
	@tests/run

demo: prepare cli python node ## the main job on a real document, shown step by step
	@.venv/bin/python tests/demo/demo.py

.venv/.bench-tools: bindings-python/bench/requirements.txt .venv/.tools
	.venv/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@

bench: python node .venv/.bench-tools ## measure everything, and write docs/benchmarks.md
	@.venv/bin/python tests/bench/report.py

clean: ## remove everything that was built
	rm -rf target .venv $(foreach dir,$(NODE_DIR) $(WASM_DIR) $(WEB_DIR),$(addprefix $(dir)/,build dist node_modules pkg screenshots))

comma := ,
