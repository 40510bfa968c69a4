-- +goose Up
-- create index "batchitem_job_id" to table: "batch_items"
CREATE INDEX "batchitem_job_id" ON "batch_items" ("job_id");
-- modify "glossaries" table
ALTER TABLE "glossaries" ADD COLUMN "ruling_id" bigint NOT NULL DEFAULT 0;
-- modify "rulings" table
ALTER TABLE "rulings" ADD COLUMN "entity_id" bigint NOT NULL DEFAULT 0, ADD COLUMN "after_change" bigint NOT NULL DEFAULT 0, ADD COLUMN "after_merge" bigint NOT NULL DEFAULT 0;
-- create index "ruling_entity_id" to table: "rulings"
CREATE INDEX "ruling_entity_id" ON "rulings" ("entity_id");
-- create index "ruling_target_id" to table: "rulings"
CREATE INDEX "ruling_target_id" ON "rulings" ("target_id");

-- +goose Down
-- reverse: create index "ruling_target_id" to table: "rulings"
DROP INDEX "ruling_target_id";
-- reverse: create index "ruling_entity_id" to table: "rulings"
DROP INDEX "ruling_entity_id";
-- reverse: modify "rulings" table
ALTER TABLE "rulings" DROP COLUMN "after_merge", DROP COLUMN "after_change", DROP COLUMN "entity_id";
-- reverse: modify "glossaries" table
ALTER TABLE "glossaries" DROP COLUMN "ruling_id";
-- reverse: create index "batchitem_job_id" to table: "batch_items"
DROP INDEX "batchitem_job_id";
