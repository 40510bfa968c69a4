-- +goose Up
-- create index "audit_actor" to table: "audits"
CREATE INDEX "audit_actor" ON "audits" ("actor");
-- create index "audit_operation" to table: "audits"
CREATE INDEX "audit_operation" ON "audits" ("operation");
-- create index "job_created_at_state" to table: "jobs"
CREATE INDEX "job_created_at_state" ON "jobs" ("created_at", "state");

-- +goose Down
-- reverse: create index "job_created_at_state" to table: "jobs"
DROP INDEX "job_created_at_state";
-- reverse: create index "audit_operation" to table: "audits"
DROP INDEX "audit_operation";
-- reverse: create index "audit_actor" to table: "audits"
DROP INDEX "audit_actor";
