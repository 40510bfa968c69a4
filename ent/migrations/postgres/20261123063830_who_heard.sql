-- +goose Up
-- modify "transcripts" table
ALTER TABLE "transcripts" ADD COLUMN "heard_by" character varying NOT NULL DEFAULT '';
-- create index "usage_heard" to table: "usages"
CREATE INDEX "usage_heard" ON "usages" ("model", "updated_at") WHERE (heard_ms > 0);

-- +goose Down
-- reverse: create index "usage_heard" to table: "usages"
DROP INDEX "usage_heard";
-- reverse: modify "transcripts" table
ALTER TABLE "transcripts" DROP COLUMN "heard_by";
