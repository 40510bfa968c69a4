-- +goose Up
-- modify "transcripts" table
ALTER TABLE "transcripts" ALTER COLUMN "cues" DROP NOT NULL, ADD COLUMN "packed" bytea NULL;
-- drop index "upload_content_hash" from table: "uploads"
DROP INDEX "upload_content_hash";
-- modify "uploads" table
ALTER TABLE "uploads" ALTER COLUMN "cues" DROP NOT NULL, ADD COLUMN "packed" bytea NULL, ADD COLUMN "transcript_id" bigint NULL, ADD CONSTRAINT "uploads_transcripts_uploads" FOREIGN KEY ("transcript_id") REFERENCES "transcripts" ("id") ON UPDATE NO ACTION ON DELETE SET NULL;
-- create index "upload_transcript_id" to table: "uploads"
CREATE INDEX "upload_transcript_id" ON "uploads" ("transcript_id");
-- create index "upload_user_id_content_hash" to table: "uploads"
CREATE INDEX "upload_user_id_content_hash" ON "uploads" ("user_id", "content_hash");

-- +goose Down
-- reverse: create index "upload_user_id_content_hash" to table: "uploads"
DROP INDEX "upload_user_id_content_hash";
-- reverse: create index "upload_transcript_id" to table: "uploads"
DROP INDEX "upload_transcript_id";
-- reverse: modify "uploads" table
ALTER TABLE "uploads" DROP CONSTRAINT "uploads_transcripts_uploads", DROP COLUMN "transcript_id", DROP COLUMN "packed", ALTER COLUMN "cues" SET NOT NULL;
-- reverse: drop index "upload_content_hash" from table: "uploads"
CREATE INDEX "upload_content_hash" ON "uploads" ("content_hash");
-- reverse: modify "transcripts" table
ALTER TABLE "transcripts" DROP COLUMN "packed", ALTER COLUMN "cues" SET NOT NULL;
