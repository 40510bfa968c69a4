-- +goose Up
-- By hand: new columns need no copy of the table.
ALTER TABLE `episodes` ADD COLUMN `copy_of` integer NULL;
ALTER TABLE `episodes` ADD COLUMN `given` bool NOT NULL DEFAULT false;
ALTER TABLE `episodes` ADD COLUMN `refused_at` datetime NULL;
-- What readers gave before is labeled too.
UPDATE `episodes` SET `given` = true WHERE `is_processed` AND `platform` <> 'upload' AND `transcript_id` IN (SELECT `id` FROM `transcripts` WHERE `origin` = 'uploaded');

-- +goose Down
ALTER TABLE `episodes` DROP COLUMN `refused_at`;
ALTER TABLE `episodes` DROP COLUMN `given`;
ALTER TABLE `episodes` DROP COLUMN `copy_of`;
