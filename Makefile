# The verbs of this project; `make help` lists them. CI calls these too.
#
# Everything is built with the tag egl, the window build as well, so that the
# OpenGL binding is compiled once. `headless` leaves the window out.

SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build

GO     := $(or $(shell command -v go),$(wildcard /usr/local/go/bin/go),go)
GOFMT   = $(shell $(GO) env GOROOT)/bin/gofmt
COMMIT := $(shell git describe --always --dirty 2>/dev/null || echo unknown)
VERSION = $(shell sed -n 's/^## \([0-9.]*\)$$/\1/p' CHANGELOG.md | head -n 1)
STAMP  := -ldflags "-X hooke/run.commit=$(COMMIT)"

MACHINE     ?= $(shell nproc)core
RACE        ?= ./run/... ./cpu/... ./lab/ensemble/... ./lab/sweep/... ./control ./control/metrics ./control/gait/... ./lab/optimize/... ./viewer/session/... ./cli/terminal ./engine ./gpu/glx ./gpu/table \
               ./mesh/fill ./mesh ./model ./order ./physics ./files/safefile ./shaders ./sim/serve ./viewer/draw/offscreen
FUZZTIME    ?= 30s
BENCH       ?= 56k,1M
# Under -trimpath the cache hands cgo's files on with the folder of whoever compiled them first, which may be gone; cgocall would open it.
VET         := $(GO) vet $(if $(findstring -trimpath,$(GOFLAGS)),-cgocall=false)
DEADCODE    := golang.org/x/tools/cmd/deadcode@v0.52.0
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2 # 2026.2.2

export GO
export CGO_ENABLED := 1

.PHONY: help demo build headless library wheel test-wheel test-python gpu-report test test-first test-second test-long test-outside format vet lint race pictures bench bench-record fuzz fuzz-long generate clean

help: ## list the verbs
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 12

demo: ## set the machine up, build, show a lattice of a million springs
	@scripts/setup.sh build run
	@$(MAKE) --no-print-directory build
	@scripts/demo.sh ./hooke

build: ## ./hooke, with the window
	$(GO) build -tags egl $(STAMP) -o hooke .

headless: ## ./hooke-headless, which links libc alone
	$(GO) build -tags "headless egl" $(STAMP) -o hooke-headless .

library: ## out/lib: libhooke.so for C and other languages, with hooke.h and hooke.hpp
	$(GO) build -trimpath -tags "headless egl" -buildmode=c-shared -ldflags "-s -w -X hooke/run.commit=$(COMMIT)" -o out/lib/libhooke.so ./capi
	rm -f out/lib/libhooke.h # what the Go tool writes, with none of the functions of hooke.h
	cp capi/hooke.h capi/hooke.hpp out/lib/
	scripts/check-headless.sh out/lib/libhooke.so

wheel: ## out/wheel: the Python package hooke, for glibc 2.28 and newer ones (zig is fetched; else for this machine's)
	COMMIT="$(COMMIT)" scripts/wheel.sh $(VERSION)

test-wheel: wheel ## install the wheel on fresh Debian 11 and 12 without compiler and OpenGL; root and debootstrap make them
	scripts/test-wheel.sh

test-python: wheel headless ## the Python package in a fresh virtual environment (NumPy and others are fetched), the C library, their pages
	rm -rf out/venv out/python-runs
	/usr/bin/python3 -m venv out/venv
	out/venv/bin/pip install --quiet numpy meshio trimesh networkx types-networkx matplotlib scipy mypy gymnasium out/wheel/*.whl
	@for scene in walker cube rope crawler cloth; do \
	  ./hooke-headless run $$scene --engine cpu --steps 157 --out out/python-runs/$$scene >out/python-runs.txt; \
	done
	./hooke-headless render out/python-runs/crawler --out out/python-runs/crawler.glb --show surface >out/python-runs.txt
	out/venv/bin/mypy --strict --disable-error-code import-untyped --cache-dir out/mypy python/hooke
	for test in python/tests/test_*.py; do out/venv/bin/python -B $$test out/python-runs || exit 1; done
	@# The tests of the library find a Python with NumPy in the environment, and are not left out.
	PATH=$(CURDIR)/out/venv/bin:$$PATH HOOKE_LONG=1 $(GO) test -tags egl -count=1 ./capi ./sim

gpu-report: headless ## out/gpu-report: the program and scripts that measure a machine with a GPU
	mkdir -p out/gpu-report
	cp hooke-headless scripts/gpu-common.sh scripts/gpu-report.sh scripts/gpu-rates.sh out/gpu-report/
	@echo "copy out/gpu-report to the machine (linux/$$($(GO) env GOARCH), no display needed) and run ./gpu-report.sh there: 9 minutes at most; ./gpu-rates.sh compares with CUDA in 4"

# A GL context that cannot be made is a failure (HOOKE_GPU=require). Nothing is
# taken from the cache of tests (-count=1): it does not notice a changed driver.
test: ## set the machine up, then all checks and tests, on software OpenGL too
	@scripts/setup.sh build run test
	@$(MAKE) --no-print-directory format vet build headless
	scripts/check-headless.sh hooke-headless
	@# The gate must be able to fail: the window build has to be refused.
	@status=0; scripts/check-headless.sh hooke 2>/dev/null || status=$$?; \
	  if ((status != 1)); then echo "check-headless lets the window build pass (exit $$status)" >&2; exit 1; fi
	@$(MAKE) --no-print-directory --keep-going --jobs=2 test-first test-second

test-first:
	@# One package more than there are cores: tests of windows and of killed programs wait much of their time. The longest ones begin first.
	@# All packages were vetted above. llvmpipe would wake threads for each of many small dispatches.
	HOOKE_GPU=require LP_NUM_THREADS=0 $(GO) test -tags egl -vet=off -count=1 -p $$(($$(nproc) + 1)) -timeout 40m ./gpu ./cli ./cpu ./viewer/session ./...

test-second: ## short suites on a second OpenGL driver, zink over lavapipe, which is asynchronous
	scripts/second-driver.sh

test-long: lint ## staticcheck and the tests again, in their long forms: minutes instead of seconds
	HOOKE_GPU=require HOOKE_LONG=1 $(GO) test -tags egl -count=1 -timeout 60m ./...

test-outside: ## what hooke writes, read by meshio, NumPy, trimesh, VTK, HDF5, assimp, Gmsh, USD, a validator of glTF and LAMMPS; sweeps by GNU parallel, MPI, Ray and Dask; all are installed
	@scripts/setup.sh build run outside
	@# Debian has no trimesh, USD and validator of glTF, and an old VTK; where PyPI and npm cannot be reached the tests that need them fail and say so.
	@/usr/bin/python3 -m pip install --quiet --no-deps --target out/outside trimesh==5.2.0 vtk==9.7.2 h5py usd-core==26.11 || true
	@npm install --silent --prefix out/outside gltf-validator@2.0.0-dev.3.10 || true
	@/usr/bin/python3 -m pip install --quiet --target out/cluster ray==2.60.0 'dask[distributed]==2026.8.0' || true
	HOOKE_GPU=require HOOKE_OUTSIDE=1 NODE_PATH=$(CURDIR)/out/outside/node_modules PYTHONPATH=$(CURDIR)/out/outside:$(CURDIR)/out/cluster $(GO) test -tags egl -count=1 -timeout 10m -run 'Outside' ./cli

format:
	@unformatted=$$($(GOFMT) -l .); \
	  if [[ -n $$unformatted ]]; then echo "not formatted; run gofmt -w on:" >&2; echo "$$unformatted" >&2; exit 1; fi

vet:
	$(VET) -tags egl ./...

lint: format vet ## formatting, go vet on both builds, staticcheck, functions that nothing calls
	@# The tag leaves out the window, which cli alone opens.
	$(VET) -tags "headless egl" ./cli ./capi
	$(GO) run $(STATICCHECK) -tags egl ./...
	@# Public API that the program has no use for is called by a test or an example.
	@# The tool does not know that C calls the functions of capi. With -trimpath it would read files of cgo from where they were compiled first.
	@unused=$$(GOFLAGS= $(GO) run $(DEADCODE) -test -tags egl ./... | { grep -v '^capi/' || true; }); \
	  if [[ -n $$unused ]]; then echo "nothing calls, not even a test:" >&2; echo "$$unused" >&2; exit 1; fi

race: ## the race detector on what works in several threads: minutes
	HOOKE_GPU=require $(GO) test -tags egl -race -count=1 -timeout 40m $(RACE)

pictures: build ## docs/pictures, the pictures of the documents, anew
	scripts/pictures.sh ./hooke

bench: build ## speed and error of every engine; BENCH=56k,1M chooses the sizes
	./hooke bench --springs $(BENCH)

bench-record: build ## measure everything on an idle machine; record it, draw it, and put it into the documents
	scripts/bench-record.sh ./hooke $(MACHINE)

# Tables with secret hashes never cover quite the same code twice, so that inputs
# would be minimized for a minute each: 100 tries are enough.
fuzz: ## every fuzz target for FUZZTIME (30s) each
	@grep -rE --include='*_test.go' -o '^func Fuzz[A-Za-z0-9_]*' . | while IFS=: read -r file function; do \
	  echo "$$file: $${function#func }"; \
	  $(GO) test -tags egl -run '^$$' -fuzz "^$${function#func }\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 100x "$$(dirname "$$file")" </dev/null; \
	done

MINUTES ?= 60
fuzz-long: ## every fuzz target in turn, MINUTES (60) in all; inputs are kept, executions counted
	@scripts/fuzz-long.sh $(MINUTES)

generate: ## write generated files anew
	$(GO) generate -tags egl ./...
	HOOKE_GPU=require $(GO) test -tags egl -run '^TestSupport' ./engine -update

clean: ## remove what build, headless and demo wrote
	rm -rf hooke hooke-headless out
