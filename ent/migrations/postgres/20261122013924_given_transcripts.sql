-- +goose Up
-- modify "episodes" table
ALTER TABLE "episodes" ADD COLUMN "copy_of" bigint NULL, ADD COLUMN "given" boolean NOT NULL DEFAULT false, ADD COLUMN "refused_at" timestamptz NULL;
-- What readers gave before is labeled too.
UPDATE "episodes" SET "given" = true WHERE "is_processed" AND "platform" <> 'upload' AND "transcript_id" IN (SELECT "id" FROM "transcripts" WHERE "origin" = 'uploaded');

-- +goose Down
-- reverse: modify "episodes" table
ALTER TABLE "episodes" DROP COLUMN "refused_at", DROP COLUMN "given", DROP COLUMN "copy_of";
