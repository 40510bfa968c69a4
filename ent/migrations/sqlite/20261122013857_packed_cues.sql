-- +goose Up
-- disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- create "new_transcripts" table
CREATE TABLE `new_transcripts` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `content_hash` text NOT NULL, `origin` text NOT NULL, `language` text NOT NULL DEFAULT (''), `cues` json NULL, `packed` blob NULL, `words` integer NOT NULL DEFAULT (0), `provided_by` integer NULL, `created_at` datetime NOT NULL, `episode_id` integer NOT NULL, CONSTRAINT `transcripts_episodes_transcripts` FOREIGN KEY (`episode_id`) REFERENCES `episodes` (`id`) ON DELETE CASCADE);
-- copy rows from old table "transcripts" to new temporary table "new_transcripts"
INSERT INTO `new_transcripts` (`id`, `content_hash`, `origin`, `language`, `cues`, `words`, `provided_by`, `created_at`, `episode_id`) SELECT `id`, `content_hash`, `origin`, `language`, `cues`, `words`, `provided_by`, `created_at`, `episode_id` FROM `transcripts`;
-- drop "transcripts" table after copying rows
DROP TABLE `transcripts`;
-- rename temporary table "new_transcripts" to "transcripts"
ALTER TABLE `new_transcripts` RENAME TO `transcripts`;
-- create index "transcript_episode_id_content_hash" to table: "transcripts"
CREATE UNIQUE INDEX `transcript_episode_id_content_hash` ON `transcripts` (`episode_id`, `content_hash`);
-- create "new_uploads" table
CREATE TABLE `new_uploads` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `key` text NOT NULL, `file_name` text NOT NULL, `content_hash` text NOT NULL, `size` integer NOT NULL, `episode` json NOT NULL, `language` text NOT NULL DEFAULT (''), `cues` json NULL, `packed` blob NULL, `created_at` datetime NOT NULL, `used_at` datetime NULL, `transcript_id` integer NULL, `user_id` integer NOT NULL, CONSTRAINT `uploads_transcripts_uploads` FOREIGN KEY (`transcript_id`) REFERENCES `transcripts` (`id`) ON DELETE SET NULL, CONSTRAINT `uploads_users_uploads` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- copy rows from old table "uploads" to new temporary table "new_uploads"
INSERT INTO `new_uploads` (`id`, `key`, `file_name`, `content_hash`, `size`, `episode`, `language`, `cues`, `created_at`, `used_at`, `user_id`) SELECT `id`, `key`, `file_name`, `content_hash`, `size`, `episode`, `language`, `cues`, `created_at`, `used_at`, `user_id` FROM `uploads`;
-- drop "uploads" table after copying rows
DROP TABLE `uploads`;
-- rename temporary table "new_uploads" to "uploads"
ALTER TABLE `new_uploads` RENAME TO `uploads`;
-- create index "uploads_key_key" to table: "uploads"
CREATE UNIQUE INDEX `uploads_key_key` ON `uploads` (`key`);
-- create index "upload_user_id_created_at" to table: "uploads"
CREATE INDEX `upload_user_id_created_at` ON `uploads` (`user_id`, `created_at`);
-- create index "upload_user_id_content_hash" to table: "uploads"
CREATE INDEX `upload_user_id_content_hash` ON `uploads` (`user_id`, `content_hash`);
-- create index "upload_transcript_id" to table: "uploads"
CREATE INDEX `upload_transcript_id` ON `uploads` (`transcript_id`);
-- enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;

-- +goose Down
-- reverse: create index "upload_transcript_id" to table: "uploads"
DROP INDEX `upload_transcript_id`;
-- reverse: create index "upload_user_id_content_hash" to table: "uploads"
DROP INDEX `upload_user_id_content_hash`;
-- reverse: create index "upload_user_id_created_at" to table: "uploads"
DROP INDEX `upload_user_id_created_at`;
-- reverse: create index "uploads_key_key" to table: "uploads"
DROP INDEX `uploads_key_key`;
-- reverse: create "new_uploads" table
DROP TABLE `new_uploads`;
-- reverse: create index "transcript_episode_id_content_hash" to table: "transcripts"
DROP INDEX `transcript_episode_id_content_hash`;
-- reverse: create "new_transcripts" table
DROP TABLE `new_transcripts`;
