-- +goose Up
-- disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- create "new_jobs" table
CREATE TABLE `new_jobs` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `key` text NOT NULL, `idempotency_key` text NULL, `request_id` text NOT NULL DEFAULT (''), `kind` text NOT NULL, `input` text NOT NULL, `ref` json NOT NULL, `selection` json NOT NULL, `upload_ids` json NULL, `title` text NOT NULL DEFAULT (''), `state` text NOT NULL DEFAULT ('queued'), `paused` bool NOT NULL DEFAULT (false), `cancelling` bool NOT NULL DEFAULT (false), `listed` bool NOT NULL DEFAULT (false), `cursor` text NOT NULL DEFAULT (''), `error_class` text NOT NULL DEFAULT (''), `error_text` text NOT NULL DEFAULT (''), `error_stage` text NOT NULL DEFAULT (''), `next_attempt_at` datetime NULL, `attempt` integer NOT NULL DEFAULT (0), `items_total` integer NOT NULL DEFAULT (0), `items_done` integer NOT NULL DEFAULT (0), `items_failed` integer NOT NULL DEFAULT (0), `incarnation` integer NOT NULL DEFAULT (1), `version` integer NOT NULL DEFAULT (1), `started_at` datetime NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `finished_at` datetime NULL, `user_id` integer NULL, CONSTRAINT `jobs_users_jobs` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE SET NULL);
-- copy rows from old table "jobs" to new temporary table "new_jobs"
INSERT INTO `new_jobs` (`id`, `key`, `idempotency_key`, `kind`, `input`, `ref`, `selection`, `upload_ids`, `title`, `state`, `paused`, `cancelling`, `listed`, `cursor`, `error_class`, `error_text`, `error_stage`, `next_attempt_at`, `attempt`, `items_total`, `items_done`, `items_failed`, `incarnation`, `version`, `started_at`, `created_at`, `updated_at`, `finished_at`, `user_id`) SELECT `id`, `key`, `idempotency_key`, `kind`, `input`, `ref`, `selection`, `upload_ids`, `title`, `state`, `paused`, `cancelling`, `listed`, `cursor`, `error_class`, `error_text`, `error_stage`, `next_attempt_at`, `attempt`, `items_total`, `items_done`, `items_failed`, `incarnation`, `version`, `started_at`, `created_at`, `updated_at`, `finished_at`, `user_id` FROM `jobs`;
-- drop "jobs" table after copying rows
DROP TABLE `jobs`;
-- rename temporary table "new_jobs" to "jobs"
ALTER TABLE `new_jobs` RENAME TO `jobs`;
-- create index "jobs_key_key" to table: "jobs"
CREATE UNIQUE INDEX `jobs_key_key` ON `jobs` (`key`);
-- create index "job_user_id_id" to table: "jobs"
CREATE INDEX `job_user_id_id` ON `jobs` (`user_id`, `id`);
-- create index "job_user_id_idempotency_key" to table: "jobs"
CREATE UNIQUE INDEX `job_user_id_idempotency_key` ON `jobs` (`user_id`, `idempotency_key`);
-- create index "job_state_updated_at" to table: "jobs"
CREATE INDEX `job_state_updated_at` ON `jobs` (`state`, `updated_at`);
-- create index "job_updated_at" to table: "jobs"
CREATE INDEX `job_updated_at` ON `jobs` (`updated_at`);
-- create index "job_created_at_id" to table: "jobs"
CREATE INDEX `job_created_at_id` ON `jobs` (`created_at`, `id`);
-- create index "job_state_created_at" to table: "jobs"
CREATE INDEX `job_state_created_at` ON `jobs` (`state`, `created_at`);
-- create index "run_updated_at" to table: "runs"
CREATE INDEX `run_updated_at` ON `runs` (`updated_at`);
-- create index "run_created_at_id" to table: "runs"
CREATE INDEX `run_created_at_id` ON `runs` (`created_at`, `id`);
-- create index "run_state_created_at" to table: "runs"
CREATE INDEX `run_state_created_at` ON `runs` (`state`, `created_at`);
-- create "attempts" table
CREATE TABLE `attempts` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `execution` text NOT NULL, `attempt` integer NOT NULL, `stage` text NOT NULL, `chunk` integer NULL, `error_class` text NOT NULL DEFAULT (''), `text` text NOT NULL DEFAULT (''), `scheduled_at` datetime NOT NULL, `started_at` datetime NOT NULL, `ended_at` datetime NULL, `retry_at` datetime NULL, `run_id` integer NOT NULL, CONSTRAINT `attempts_runs_attempts` FOREIGN KEY (`run_id`) REFERENCES `runs` (`id`) ON DELETE CASCADE);
-- create index "attempt_run_id_execution_attempt" to table: "attempts"
CREATE UNIQUE INDEX `attempt_run_id_execution_attempt` ON `attempts` (`run_id`, `execution`, `attempt`);
-- create index "attempt_run_id_started_at" to table: "attempts"
CREATE INDEX `attempt_run_id_started_at` ON `attempts` (`run_id`, `started_at`);
-- create index "attempt_started_at" to table: "attempts"
CREATE INDEX `attempt_started_at` ON `attempts` (`started_at`);
-- enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;

-- +goose Down
-- reverse: create index "attempt_started_at" to table: "attempts"
DROP INDEX `attempt_started_at`;
-- reverse: create index "attempt_run_id_started_at" to table: "attempts"
DROP INDEX `attempt_run_id_started_at`;
-- reverse: create index "attempt_run_id_execution_attempt" to table: "attempts"
DROP INDEX `attempt_run_id_execution_attempt`;
-- reverse: create "attempts" table
DROP TABLE `attempts`;
-- reverse: create index "run_state_created_at" to table: "runs"
DROP INDEX `run_state_created_at`;
-- reverse: create index "run_created_at_id" to table: "runs"
DROP INDEX `run_created_at_id`;
-- reverse: create index "run_updated_at" to table: "runs"
DROP INDEX `run_updated_at`;
-- reverse: create index "job_state_created_at" to table: "jobs"
DROP INDEX `job_state_created_at`;
-- reverse: create index "job_created_at_id" to table: "jobs"
DROP INDEX `job_created_at_id`;
-- reverse: create index "job_updated_at" to table: "jobs"
DROP INDEX `job_updated_at`;
-- reverse: create index "job_state_updated_at" to table: "jobs"
DROP INDEX `job_state_updated_at`;
-- reverse: create index "job_user_id_idempotency_key" to table: "jobs"
DROP INDEX `job_user_id_idempotency_key`;
-- reverse: create index "job_user_id_id" to table: "jobs"
DROP INDEX `job_user_id_id`;
-- reverse: create index "jobs_key_key" to table: "jobs"
DROP INDEX `jobs_key_key`;
-- reverse: create "new_jobs" table
DROP TABLE `new_jobs`;
