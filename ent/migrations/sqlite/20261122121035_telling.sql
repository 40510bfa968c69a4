-- +goose Up
-- add column "telling" to table: "mentions"
ALTER TABLE `mentions` ADD COLUMN `telling` integer NOT NULL DEFAULT (0);

-- +goose Down
-- reverse: add column "telling" to table: "mentions"
ALTER TABLE `mentions` DROP COLUMN `telling`;
