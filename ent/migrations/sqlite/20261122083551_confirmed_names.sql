-- +goose Up
-- By hand: new columns need no copy of the table, and its triggers stay.
ALTER TABLE `alias` ADD COLUMN `channel_id` integer NOT NULL DEFAULT (0);
ALTER TABLE `alias` ADD COLUMN `confirmed` bool NOT NULL DEFAULT (false);
-- A merge was decided; what was learned by likeness so far has to be confirmed.
UPDATE `alias` SET `confirmed` = true WHERE `source` LIKE 'merged %';

-- +goose Down
ALTER TABLE `alias` DROP COLUMN `confirmed`;
ALTER TABLE `alias` DROP COLUMN `channel_id`;
