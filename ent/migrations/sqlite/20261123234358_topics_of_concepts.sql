-- +goose Up
-- add column "topic" to table: "entities"
ALTER TABLE `entities` ADD COLUMN `topic` text NOT NULL DEFAULT '';

-- +goose Down
-- reverse: add column "topic" to table: "entities"
ALTER TABLE `entities` DROP COLUMN `topic`;
