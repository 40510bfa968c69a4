# Mentionary. `make` or `make help` lists what there is.
SHELL      := /bin/bash
GO_TOOL    := go tool -modfile=tools/go.mod
LINT       := go tool -modfile=tools/lint/go.mod golangci-lint
ENT        := sql/upsert,sql/execquery,sql/lock,sql/versioned-migration
SLIM       := -tags slim
RACE       := $(SLIM) -race -gcflags='modernc.org/...=-race=false'
VERSION    ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS    := -s -w -X mentionary/internal/app.Version=$(VERSION)
WEB_FILES  := $(shell find webapp/src webapp/public webapp/build -type f) webapp/index.html webapp/vite.config.ts webapp/tsconfig.json
export GOFLAGS ?= -buildvcs=false
export PGTEST_PORT ?= 54329
export MENTIONARY_TEST_POSTGRES ?= postgres://mentionary@127.0.0.1:$(PGTEST_PORT)/postgres?sslmode=disable

.PHONY: help run build slim web test test-go test-web test-process test-deploy compose compose-env e2e check lint format generate proto ent openapi plan fresh histories bench bench-scale bench-links bench-steps bench-speech eval vuln tidy clean first-build FORCE
.DEFAULT_GOAL := help

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

run: first-build bin/mentionary ## build everything and serve it on http://localhost:8080 with the demo library
	bin/mentionary run

first-build:
	@[ -e bin/mentionary ] || echo "The first build takes about ten minutes on two cores: it compiles a whole Temporal server. Later ones take seconds."

build: first-build bin/mentionary bin/mentionary-slim ## build both programs: with and without the embedded Temporal

bin/mentionary: webapp/dist/index.html FORCE
	tools/gobuild.sh $@ -ldflags '$(LDFLAGS)' ./cmd/mentionary

bin/mentionary-slim: webapp/dist/index.html FORCE
	tools/gobuild.sh $@ $(SLIM) -ldflags '$(LDFLAGS)' ./cmd/mentionary

FORCE:

web: webapp/dist/index.html ## build the web pages

webapp/node_modules/.package-lock.json: webapp/package.json webapp/package-lock.json
	@# Errors only: protoc-gen-es asks for Node 22 and runs on 20, and whoever starts the program need not know.
	cd webapp && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

webapp/dist/index.html: webapp/node_modules/.package-lock.json $(WEB_FILES)
	cd webapp && npx vite build
	@touch $@

test: ## everything CI runs: checks, Go on both databases with the race detector, web, browser
	tools/setup.sh
	$(MAKE) check
	$(MAKE) test-go
	$(MAKE) test-web
	$(MAKE) test-process
	$(MAKE) test-deploy
	$(MAKE) e2e

# -timeout ends what hangs; Go's ten minutes also end what is only slow on a busy machine. What takes longest begins first, so that the
# rest runs beside it and not before it. The linter has vetted already.
test-go: ## Go tests with the race detector, on SQLite and PostgreSQL
	tools/postgres.sh start
	go test $(RACE) -vet=off -timeout 30m ./internal/store ./apiserver ./activities ./bench/scale ./...
	go test ./internal/devstack/temporal

test-process: build ## tests of real processes on loopback: kill -9, lost workflow store, separate processes, import
	tools/postgres.sh start
	MENTIONARY_BIN=$(CURDIR)/bin/mentionary MENTIONARY_SLIM_BIN=$(CURDIR)/bin/mentionary-slim go test -tags slim,e2e -timeout 30m ./e2e

test-web: webapp/node_modules/.package-lock.json ## unit tests of the web pages
	cd webapp && npx tsc --noEmit && npx vitest run

test-deploy: ## image, compose, chart, dashboards and alerts, without a container engine
	cd deploy/check && go vet ./... && go test -count=1 ./...

compose: compose-env ## everything an organization runs, in containers on this machine
	docker compose -f deploy/compose.yaml up --build

compose-env: ## make the passwords, keys and certificates of deploy/compose.yaml
	deploy/compose/init.sh

e2e: bin/mentionary ## browser tests against the real program
	tools/e2e.sh

check: fresh lint ## formatting, lint, import rules, generated code

lint: third_party webapp/node_modules/.package-lock.json ## linters of Go, workflows, contract and web
	$(GO_TOOL) buf lint
	$(GO_TOOL) buf format -d --exit-code proto
	@test -z "$$($(GO_TOOL) gofumpt -l $$(git ls-files '*.go' | grep -vE '^(gen|ent/db)/'))" || { $(GO_TOOL) gofumpt -l $$(git ls-files '*.go' | grep -vE '^(gen|ent/db)/'); echo "run: make format"; exit 1; }
	$(GO_TOOL) workflowcheck ./workflows/...
	$(LINT) run --build-tags slim,e2e ./...
	cd webapp && npx prettier --check --log-level warn . && npx eslint --max-warnings=0 .

format: webapp/node_modules/.package-lock.json ## format Go, contract and web
	$(GO_TOOL) gofumpt -w $$(git ls-files -co --exclude-standard '*.go' | grep -vE '^(gen|ent/db)/')
	$(GO_TOOL) buf format -w proto
	cd webapp && npx prettier --write --log-level warn .

third_party: tools/protos.sh
	tools/protos.sh
	@touch $@

generate: proto ent openapi ## generate code from the contract and the data model

proto: third_party webapp/node_modules/.package-lock.json
	$(GO_TOOL) buf generate

ent:
	$(GO_TOOL) ent generate --feature $(ENT) --template dir=ent/template --target ent/db ./ent/schema

openapi: third_party
	$(GO_TOOL) buf build -o - --as-file-descriptor-set | go run $(SLIM) ./internal/restgate/openapi/cmd > docs/api/openapi.yaml.new
	mv docs/api/openapi.yaml.new docs/api/openapi.yaml

fresh: ## fail when generated code is not what the sources give
	@before=$$(git status --porcelain -- gen ent/db webapp/src/gen docs/api); $(MAKE) --no-print-directory generate >/dev/null; \
	 after=$$(git status --porcelain -- gen ent/db webapp/src/gen docs/api); \
	 if [ "$$before" != "$$after" ]; then echo "generated code is not fresh:"; echo "$$after"; exit 1; fi

plan: ent ## plan the next migration of both databases: make plan NAME=what_changes
	tools/postgres.sh start
	tools/postgres.sh scratch
	go run ./ent/plan $(NAME) "$$(tools/postgres.sh url scratch)"

histories: ## record workflow histories for the replay tests from the real embedded server
	go run ./workflows/record

bench: ## run the benchmarks
	go test $(SLIM) -run '^$$' -bench . -benchtime 1x ./internal/... ./workflows/...

bench-scale: ## the public lists and searches over a made-up directory on both databases, throughput beside pgbench: SIZE=100000; SCALE_DIR keeps it for the next run
	tools/postgres.sh start
	go run $(SLIM) ./bench/scale -size $(or $(SIZE),1000) -dir '$(SCALE_DIR)'

bench-links: ## how many links are checked in a second, beside a bare client: LINKS=100000 a round
	go run $(SLIM) ./bench/links -links $(or $(LINKS),100000)

bench-steps: build ## EPISODES=40 episodes of three hours, read by a model that answers at once: one by one and in one backfill
	tools/postgres.sh start
	MENTIONARY_BIN=$(CURDIR)/bin/mentionary MENTIONARY_SLIM_BIN=$(CURDIR)/bin/mentionary-slim MENTIONARY_LONG_EPISODES=$(or $(EPISODES),40) \
		go test -tags slim,e2e -count=1 -timeout 60m -v -run TestALongEpisode ./e2e

bench-speech: build ## memory and disk while HOURS=100 episodes of an hour are listened to
	tools/postgres.sh start
	MENTIONARY_BIN=$(CURDIR)/bin/mentionary MENTIONARY_SLIM_BIN=$(CURDIR)/bin/mentionary-slim MENTIONARY_BACKFILL_HOURS=$(or $(HOURS),100) \
		go test -tags slim,e2e -count=1 -timeout 90m -v -run TestABackfill ./e2e

eval: bin/mentionary ## measure what readers see: our own episodes, and with DATA=folder the measuring data; REPORT=file keeps it
	bin/mentionary eval $(if $(REPORT),--json $(REPORT)) $(DATA)

vuln: ## known vulnerabilities; VULNDB=folder or address of the database
	go run golang.org/x/vuln/cmd/govulncheck@v1.8.0 $(if $(VULNDB),-db $(VULNDB)) $(SLIM) ./...

tidy: ## tidy the module files
	go mod tidy
	cd tools && go mod tidy
	cd tools/lint && go mod tidy
	cd deploy/check && go mod tidy

clean: ## remove what was built
	rm -rf bin third_party .base webapp/dist/assets webapp/dist/index.html webapp/test-results
