-- +goose Up
-- disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- create "new_batches" table
CREATE TABLE `new_batches` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `key` text NOT NULL, `user_id` integer NULL, `idempotency_key` text NULL, `kind` text NOT NULL, `title` text NOT NULL, `selection` json NOT NULL, `state` text NOT NULL DEFAULT ('queued'), `paused` bool NOT NULL DEFAULT (false), `unheard` bool NOT NULL DEFAULT (false), `lines_total` integer NOT NULL, `lines_accepted` integer NOT NULL DEFAULT (0), `lines_failed` integer NOT NULL DEFAULT (0), `version` integer NOT NULL DEFAULT (1), `started_at` datetime NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `finished_at` datetime NULL, `recurring_id` integer NULL, CONSTRAINT `batches_recurring_batches_runs` FOREIGN KEY (`recurring_id`) REFERENCES `recurring_batches` (`id`) ON DELETE SET NULL);
-- copy rows from old table "batches" to new temporary table "new_batches"
INSERT INTO `new_batches` (`id`, `key`, `user_id`, `state`, `paused`, `created_at`, `updated_at`) SELECT `id`, `key`, `user_id`, `state`, `paused`, `created_at`, `updated_at` FROM `batches`;
-- drop "batches" table after copying rows
DROP TABLE `batches`;
-- rename temporary table "new_batches" to "batches"
ALTER TABLE `new_batches` RENAME TO `batches`;
-- create index "batches_key_key" to table: "batches"
CREATE UNIQUE INDEX `batches_key_key` ON `batches` (`key`);
-- create index "batch_user_id_idempotency_key" to table: "batches"
CREATE UNIQUE INDEX `batch_user_id_idempotency_key` ON `batches` (`user_id`, `idempotency_key`);
-- create index "batch_recurring_id_id" to table: "batches"
CREATE INDEX `batch_recurring_id_id` ON `batches` (`recurring_id`, `id`);
-- create index "batch_updated_at" to table: "batches"
CREATE INDEX `batch_updated_at` ON `batches` (`updated_at`);
-- create index "batch_finished_at_updated_at" to table: "batches"
CREATE INDEX `batch_finished_at_updated_at` ON `batches` (`finished_at`, `updated_at`);
-- create "batch_items" table
CREATE TABLE `batch_items` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `position` integer NOT NULL, `input` text NOT NULL, `kind` text NOT NULL DEFAULT (''), `state` text NOT NULL DEFAULT ('pending'), `job_id` integer NULL, `error_class` text NOT NULL DEFAULT (''), `error_text` text NOT NULL DEFAULT (''), `changed` integer NOT NULL DEFAULT (1), `finished_at` datetime NULL, `batch_id` integer NOT NULL, CONSTRAINT `batch_items_batches_items` FOREIGN KEY (`batch_id`) REFERENCES `batches` (`id`) ON DELETE CASCADE);
-- create index "batchitem_batch_id_position" to table: "batch_items"
CREATE UNIQUE INDEX `batchitem_batch_id_position` ON `batch_items` (`batch_id`, `position`);
-- create index "batchitem_batch_id_state_position" to table: "batch_items"
CREATE INDEX `batchitem_batch_id_state_position` ON `batch_items` (`batch_id`, `state`, `position`);
-- create index "batchitem_batch_id_changed" to table: "batch_items"
CREATE INDEX `batchitem_batch_id_changed` ON `batch_items` (`batch_id`, `changed`);
-- create "follow_schedules" table
CREATE TABLE `follow_schedules` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `paused` bool NOT NULL DEFAULT (false), `job_id` integer NULL, `looked_at` datetime NULL, `updated_at` datetime NOT NULL, `channel_id` integer NOT NULL, CONSTRAINT `follow_schedules_channels_follow_schedule` FOREIGN KEY (`channel_id`) REFERENCES `channels` (`id`) ON DELETE CASCADE);
-- create index "follow_schedules_channel_id_key" to table: "follow_schedules"
CREATE UNIQUE INDEX `follow_schedules_channel_id_key` ON `follow_schedules` (`channel_id`);
-- create "recurring_batches" table
CREATE TABLE `recurring_batches` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `key` text NOT NULL, `user_id` integer NULL, `title` text NOT NULL, `kind` text NOT NULL, `lines` json NOT NULL, `selection` json NOT NULL, `weekdays` json NOT NULL, `hour` integer NOT NULL, `minute` integer NOT NULL, `time_zone` text NOT NULL, `paused` bool NOT NULL DEFAULT (false), `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `ended_at` datetime NULL);
-- create index "recurring_batches_key_key" to table: "recurring_batches"
CREATE UNIQUE INDEX `recurring_batches_key_key` ON `recurring_batches` (`key`);
-- enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;

-- +goose Down
-- reverse: create index "recurring_batches_key_key" to table: "recurring_batches"
DROP INDEX `recurring_batches_key_key`;
-- reverse: create "recurring_batches" table
DROP TABLE `recurring_batches`;
-- reverse: create index "follow_schedules_channel_id_key" to table: "follow_schedules"
DROP INDEX `follow_schedules_channel_id_key`;
-- reverse: create "follow_schedules" table
DROP TABLE `follow_schedules`;
-- reverse: create index "batchitem_batch_id_changed" to table: "batch_items"
DROP INDEX `batchitem_batch_id_changed`;
-- reverse: create index "batchitem_batch_id_state_position" to table: "batch_items"
DROP INDEX `batchitem_batch_id_state_position`;
-- reverse: create index "batchitem_batch_id_position" to table: "batch_items"
DROP INDEX `batchitem_batch_id_position`;
-- reverse: create "batch_items" table
DROP TABLE `batch_items`;
-- reverse: create index "batch_finished_at_updated_at" to table: "batches"
DROP INDEX `batch_finished_at_updated_at`;
-- reverse: create index "batch_updated_at" to table: "batches"
DROP INDEX `batch_updated_at`;
-- reverse: create index "batch_recurring_id_id" to table: "batches"
DROP INDEX `batch_recurring_id_id`;
-- reverse: create index "batch_user_id_idempotency_key" to table: "batches"
DROP INDEX `batch_user_id_idempotency_key`;
-- reverse: create index "batches_key_key" to table: "batches"
DROP INDEX `batches_key_key`;
-- reverse: create "new_batches" table
DROP TABLE `new_batches`;
