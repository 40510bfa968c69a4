-- +goose Up
-- modify "mentions" table
ALTER TABLE "mentions" ADD COLUMN "telling" bigint NOT NULL DEFAULT 0;

-- +goose Down
-- reverse: modify "mentions" table
ALTER TABLE "mentions" DROP COLUMN "telling";
