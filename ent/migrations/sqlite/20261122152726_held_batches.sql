-- +goose Up
-- By hand: a new column needs no copy of the table.
ALTER TABLE `batches` ADD COLUMN `held` text NOT NULL DEFAULT ('');

-- +goose Down
ALTER TABLE `batches` DROP COLUMN `held`;
