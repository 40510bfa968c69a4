-- +goose Up
-- modify "passes" table
ALTER TABLE "passes" ADD COLUMN "after" bigint NULL;

-- +goose Down
-- reverse: modify "passes" table
ALTER TABLE "passes" DROP COLUMN "after";
