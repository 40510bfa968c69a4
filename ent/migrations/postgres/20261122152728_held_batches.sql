-- +goose Up
-- modify "batches" table
ALTER TABLE "batches" ADD COLUMN "held" character varying NOT NULL DEFAULT '';

-- +goose Down
-- reverse: modify "batches" table
ALTER TABLE "batches" DROP COLUMN "held";
