-- +goose Up
-- modify "alias" table
ALTER TABLE "alias" ADD COLUMN "channel_id" bigint NOT NULL DEFAULT 0, ADD COLUMN "confirmed" boolean NOT NULL DEFAULT false;
-- A merge was decided; what was learned by likeness so far has to be confirmed.
UPDATE "alias" SET "confirmed" = true WHERE "source" LIKE 'merged %';

-- +goose Down
-- reverse: modify "alias" table
ALTER TABLE "alias" DROP COLUMN "confirmed", DROP COLUMN "channel_id";
