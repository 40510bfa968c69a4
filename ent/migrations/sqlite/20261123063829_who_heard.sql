-- +goose Up
-- add column "heard_by" to table: "transcripts"
ALTER TABLE `transcripts` ADD COLUMN `heard_by` text NOT NULL DEFAULT '';
-- create index "usage_heard" to table: "usages"
CREATE INDEX `usage_heard` ON `usages` (`model`, `updated_at`) WHERE heard_ms > 0;

-- +goose Down
-- reverse: create index "usage_heard" to table: "usages"
DROP INDEX `usage_heard`;
-- reverse: add column "heard_by" to table: "transcripts"
ALTER TABLE `transcripts` DROP COLUMN `heard_by`;
