-- +goose Up
-- modify "merges" table
ALTER TABLE "merges" ADD COLUMN "group_id" bigint NOT NULL DEFAULT 0;
-- create index "merge_group_id" to table: "merges"
CREATE INDEX "merge_group_id" ON "merges" ("group_id");

-- +goose Down
-- reverse: create index "merge_group_id" to table: "merges"
DROP INDEX "merge_group_id";
-- reverse: modify "merges" table
ALTER TABLE "merges" DROP COLUMN "group_id";
