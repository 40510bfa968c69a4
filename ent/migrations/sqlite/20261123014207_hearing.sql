-- +goose Up
-- add column "reserved_ms" to table: "usages"
ALTER TABLE `usages` ADD COLUMN `reserved_ms` integer NOT NULL DEFAULT (0);
-- add column "heard_ms" to table: "usages"
ALTER TABLE `usages` ADD COLUMN `heard_ms` integer NOT NULL DEFAULT (0);
-- create "hearings" table
CREATE TABLE `hearings` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `number` integer NOT NULL, `start_ms` integer NOT NULL, `end_ms` integer NOT NULL, `audio` text NOT NULL, `language` text NOT NULL DEFAULT (''), `packed` blob NULL, `spread` bool NOT NULL DEFAULT (false), `heard_at` datetime NULL, `created_at` datetime NOT NULL, `run_id` integer NOT NULL, CONSTRAINT `hearings_runs_hearings` FOREIGN KEY (`run_id`) REFERENCES `runs` (`id`) ON DELETE CASCADE);
-- create index "hearing_run_id_number" to table: "hearings"
CREATE UNIQUE INDEX `hearing_run_id_number` ON `hearings` (`run_id`, `number`);
-- create index "hearing_created_at" to table: "hearings"
CREATE INDEX `hearing_created_at` ON `hearings` (`created_at`);

-- +goose Down
-- reverse: create index "hearing_created_at" to table: "hearings"
DROP INDEX `hearing_created_at`;
-- reverse: create index "hearing_run_id_number" to table: "hearings"
DROP INDEX `hearing_run_id_number`;
-- reverse: create "hearings" table
DROP TABLE `hearings`;
-- reverse: add column "heard_ms" to table: "usages"
ALTER TABLE `usages` DROP COLUMN `heard_ms`;
-- reverse: add column "reserved_ms" to table: "usages"
ALTER TABLE `usages` DROP COLUMN `reserved_ms`;
