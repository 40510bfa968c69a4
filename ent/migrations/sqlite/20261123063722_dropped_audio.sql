-- +goose Up
-- disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- create "new_uploads" table
CREATE TABLE `new_uploads` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `key` text NOT NULL, `file_name` text NOT NULL, `content_hash` text NOT NULL, `size` integer NOT NULL, `episode` json NOT NULL, `language` text NOT NULL DEFAULT (''), `cues` json NULL, `packed` blob NULL, `format` text NOT NULL DEFAULT (''), `created_at` datetime NOT NULL, `used_at` datetime NULL, `episode_id` integer NULL, `transcript_id` integer NULL, `user_id` integer NOT NULL, CONSTRAINT `uploads_episodes_sounds` FOREIGN KEY (`episode_id`) REFERENCES `episodes` (`id`) ON DELETE SET NULL, CONSTRAINT `uploads_transcripts_uploads` FOREIGN KEY (`transcript_id`) REFERENCES `transcripts` (`id`) ON DELETE SET NULL, CONSTRAINT `uploads_users_uploads` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- copy rows from old table "uploads" to new temporary table "new_uploads"
INSERT INTO `new_uploads` (`id`, `key`, `file_name`, `content_hash`, `size`, `episode`, `language`, `cues`, `packed`, `created_at`, `used_at`, `transcript_id`, `user_id`) SELECT `id`, `key`, `file_name`, `content_hash`, `size`, `episode`, `language`, `cues`, `packed`, `created_at`, `used_at`, `transcript_id`, `user_id` FROM `uploads`;
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
-- create index "upload_episode_id" to table: "uploads"
CREATE INDEX `upload_episode_id` ON `uploads` (`episode_id`);
-- create "upload_parts" table
CREATE TABLE `upload_parts` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `number` integer NOT NULL, `data` blob NOT NULL, `upload_id` integer NOT NULL, CONSTRAINT `upload_parts_uploads_parts` FOREIGN KEY (`upload_id`) REFERENCES `uploads` (`id`) ON DELETE CASCADE);
-- create index "uploadpart_upload_id_number" to table: "upload_parts"
CREATE UNIQUE INDEX `uploadpart_upload_id_number` ON `upload_parts` (`upload_id`, `number`);
-- enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;

-- +goose Down
-- reverse: create index "uploadpart_upload_id_number" to table: "upload_parts"
DROP INDEX `uploadpart_upload_id_number`;
-- reverse: create "upload_parts" table
DROP TABLE `upload_parts`;
-- reverse: create index "upload_episode_id" to table: "uploads"
DROP INDEX `upload_episode_id`;
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
