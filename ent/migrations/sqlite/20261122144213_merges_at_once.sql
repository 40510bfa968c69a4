-- +goose Up
-- add column "group_id" to table: "merges"
-- By hand: a new column needs no copy of the table.
ALTER TABLE `merges` ADD COLUMN `group_id` integer NOT NULL DEFAULT (0);
-- create index "merge_group_id" to table: "merges"
CREATE INDEX `merge_group_id` ON `merges` (`group_id`);

-- +goose Down
-- reverse: create index "merge_group_id" to table: "merges"
DROP INDEX `merge_group_id`;
-- reverse: add column "group_id" to table: "merges"
ALTER TABLE `merges` DROP COLUMN `group_id`;
