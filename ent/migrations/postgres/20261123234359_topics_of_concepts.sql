-- +goose Up
-- modify "entities" table
ALTER TABLE "entities" ADD COLUMN "topic" character varying NOT NULL DEFAULT '';

-- +goose Down
-- reverse: modify "entities" table
ALTER TABLE "entities" DROP COLUMN "topic";
