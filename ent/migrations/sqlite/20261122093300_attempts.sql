-- +goose Up
-- add column "request_id" to table: "jobs"
ALTER TABLE `jobs` ADD COLUMN `request_id` text NOT NULL DEFAULT ('');
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
-- reverse: add column "request_id" to table: "jobs"
ALTER TABLE `jobs` DROP COLUMN `request_id`;
