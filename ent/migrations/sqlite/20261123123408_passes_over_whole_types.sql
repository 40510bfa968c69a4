-- +goose Up
-- add column "after" to table: "passes"
ALTER TABLE `passes` ADD COLUMN `after` integer NULL;

-- +goose Down
-- reverse: add column "after" to table: "passes"
ALTER TABLE `passes` DROP COLUMN `after`;
