-- +goose Up
-- By hand: new columns need no copy of the table.
CREATE INDEX `batchitem_job_id` ON `batch_items` (`job_id`);
ALTER TABLE `glossaries` ADD COLUMN `ruling_id` integer NOT NULL DEFAULT (0);
ALTER TABLE `rulings` ADD COLUMN `entity_id` integer NOT NULL DEFAULT (0);
ALTER TABLE `rulings` ADD COLUMN `after_change` integer NOT NULL DEFAULT (0);
ALTER TABLE `rulings` ADD COLUMN `after_merge` integer NOT NULL DEFAULT (0);
CREATE INDEX `ruling_entity_id` ON `rulings` (`entity_id`);
CREATE INDEX `ruling_target_id` ON `rulings` (`target_id`);

-- +goose Down
DROP INDEX `ruling_target_id`;
DROP INDEX `ruling_entity_id`;
ALTER TABLE `rulings` DROP COLUMN `after_merge`;
ALTER TABLE `rulings` DROP COLUMN `after_change`;
ALTER TABLE `rulings` DROP COLUMN `entity_id`;
ALTER TABLE `glossaries` DROP COLUMN `ruling_id`;
DROP INDEX `batchitem_job_id`;
