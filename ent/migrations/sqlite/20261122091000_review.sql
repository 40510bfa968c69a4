-- +goose Up
-- add column "may_be" to table: "entities"
ALTER TABLE `entities` ADD COLUMN `may_be` integer NULL;
-- nothing ever wrote this table
DROP TABLE `glossaries`;
CREATE TABLE `glossaries` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `heard` text NOT NULL, `heard_key` text NOT NULL, `type` text NOT NULL DEFAULT (''), `sentence` text NOT NULL DEFAULT (''), `blocked` bool NOT NULL DEFAULT (false), `meant` text NOT NULL DEFAULT (''), `meant_type` text NOT NULL DEFAULT (''), `entity_id` integer NOT NULL DEFAULT (0), `about_id` integer NOT NULL DEFAULT (0), `actor` text NOT NULL DEFAULT (''), `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `channel_id` integer NOT NULL, CONSTRAINT `glossaries_channels_glossary` FOREIGN KEY (`channel_id`) REFERENCES `channels` (`id`) ON DELETE CASCADE);
-- create index "glossary_channel_id_heard_key_type_sentence" to table: "glossaries"
CREATE UNIQUE INDEX `glossary_channel_id_heard_key_type_sentence` ON `glossaries` (`channel_id`, `heard_key`, `type`, `sentence`);
-- create index "glossary_updated_at" to table: "glossaries"
CREATE INDEX `glossary_updated_at` ON `glossaries` (`updated_at`);
-- create index "mention_doubtful" to table: "mentions"
CREATE INDEX `mention_doubtful` ON `mentions` (`entity_id`) WHERE confidence < 0.6;
-- drop index "report_state_created_at" from table: "reports"
DROP INDEX `report_state_created_at`;
-- modify "reports" table
ALTER TABLE `reports` ADD COLUMN `closed_by` text NOT NULL DEFAULT ('');
-- create index "report_state_item_type_item_id" to table: "reports"
CREATE INDEX `report_state_item_type_item_id` ON `reports` (`state`, `item_type`, `item_id`);
-- create index "report_user_id_created_at" to table: "reports"
CREATE INDEX `report_user_id_created_at` ON `reports` (`user_id`, `created_at`);
-- create "doubts" table
CREATE TABLE `doubts` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `ref` text NOT NULL, `kind` text NOT NULL, `type` text NOT NULL, `name` text NOT NULL, `entity_id` integer NOT NULL DEFAULT (0), `mentions` integer NOT NULL, `episodes` integer NOT NULL, `example_id` integer NOT NULL, `updated_at` datetime NOT NULL, `channel_id` integer NOT NULL, CONSTRAINT `doubts_channels_doubts` FOREIGN KEY (`channel_id`) REFERENCES `channels` (`id`) ON DELETE CASCADE);
-- create index "doubt_channel_id_ref" to table: "doubts"
CREATE UNIQUE INDEX `doubt_channel_id_ref` ON `doubts` (`channel_id`, `ref`);
-- create index "doubt_kind_mentions_episodes_id" to table: "doubts"
CREATE INDEX `doubt_kind_mentions_episodes_id` ON `doubts` (`kind`, `mentions`, `episodes`, `id`);
-- create index "doubt_channel_id_kind" to table: "doubts"
CREATE INDEX `doubt_channel_id_kind` ON `doubts` (`channel_id`, `kind`);
-- create index "doubt_entity_id" to table: "doubts"
CREATE INDEX `doubt_entity_id` ON `doubts` (`entity_id`);
-- create "rulings" table
CREATE TABLE `rulings` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `decision` text NOT NULL, `scope` text NOT NULL, `kind` text NOT NULL, `doubt_id` integer NOT NULL DEFAULT (0), `mention_id` integer NOT NULL DEFAULT (0), `type` text NOT NULL, `name` text NOT NULL, `meant_type` text NOT NULL DEFAULT (''), `meant` text NOT NULL DEFAULT (''), `target_id` integer NOT NULL DEFAULT (0), `mentions` integer NOT NULL, `episodes` integer NOT NULL, `reason` text NOT NULL DEFAULT (''), `inverse` blob NULL, `actor` text NOT NULL, `created_at` datetime NOT NULL, `undone_at` datetime NULL, `channel_id` integer NOT NULL, CONSTRAINT `rulings_channels_rulings` FOREIGN KEY (`channel_id`) REFERENCES `channels` (`id`) ON DELETE CASCADE);
-- create index "ruling_doubt_id" to table: "rulings"
CREATE INDEX `ruling_doubt_id` ON `rulings` (`doubt_id`);
-- create index "ruling_mention_id" to table: "rulings"
CREATE INDEX `ruling_mention_id` ON `rulings` (`mention_id`);
-- create index "ruling_channel_id_id" to table: "rulings"
CREATE INDEX `ruling_channel_id_id` ON `rulings` (`channel_id`, `id`);
-- create "unproven" table
CREATE TABLE `unproven` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `channel_id` integer NOT NULL, `run_id` integer NOT NULL, `transcript_id` integer NOT NULL, `type` text NOT NULL, `key` text NOT NULL, `name` text NOT NULL, `claim` json NOT NULL, `episode_id` integer NOT NULL, CONSTRAINT `unproven_episodes_unproven` FOREIGN KEY (`episode_id`) REFERENCES `episodes` (`id`) ON DELETE CASCADE);
-- create index "unproven_episode_id_type_key" to table: "unproven"
CREATE UNIQUE INDEX `unproven_episode_id_type_key` ON `unproven` (`episode_id`, `type`, `key`);
-- create index "unproven_channel_id_type_key" to table: "unproven"
CREATE INDEX `unproven_channel_id_type_key` ON `unproven` (`channel_id`, `type`, `key`);
-- what waits for a reviewer already
INSERT INTO doubts (channel_id, ref, kind, type, name, entity_id, mentions, episodes, example_id, updated_at)
SELECT e.channel_id, 'entity/' || m.entity_id, 'low', n.type, n.name, m.entity_id, COUNT(*), COUNT(DISTINCT m.episode_id), MAX(m.id), CURRENT_TIMESTAMP
FROM mentions m JOIN episodes e ON e.id = m.episode_id JOIN entities n ON n.id = m.entity_id
WHERE m.confidence < 0.6 AND e.is_processed AND e.visibility = 'public' AND e.channel_id IS NOT NULL AND n.merged_into IS NULL
GROUP BY e.channel_id, m.entity_id, n.type, n.name;

-- +goose Down
-- reverse: create index "unproven_channel_id_type_key" to table: "unproven"
DROP INDEX `unproven_channel_id_type_key`;
-- reverse: create index "unproven_episode_id_type_key" to table: "unproven"
DROP INDEX `unproven_episode_id_type_key`;
-- reverse: create "unproven" table
DROP TABLE `unproven`;
-- reverse: create index "ruling_channel_id_id" to table: "rulings"
DROP INDEX `ruling_channel_id_id`;
-- reverse: create index "ruling_mention_id" to table: "rulings"
DROP INDEX `ruling_mention_id`;
-- reverse: create index "ruling_doubt_id" to table: "rulings"
DROP INDEX `ruling_doubt_id`;
-- reverse: create "rulings" table
DROP TABLE `rulings`;
-- reverse: create index "doubt_entity_id" to table: "doubts"
DROP INDEX `doubt_entity_id`;
-- reverse: create index "doubt_channel_id_kind" to table: "doubts"
DROP INDEX `doubt_channel_id_kind`;
-- reverse: create index "doubt_kind_mentions_episodes_id" to table: "doubts"
DROP INDEX `doubt_kind_mentions_episodes_id`;
-- reverse: create index "doubt_channel_id_ref" to table: "doubts"
DROP INDEX `doubt_channel_id_ref`;
-- reverse: create "doubts" table
DROP TABLE `doubts`;
-- reverse: create index "report_user_id_created_at" to table: "reports"
DROP INDEX `report_user_id_created_at`;
-- reverse: create index "report_state_item_type_item_id" to table: "reports"
DROP INDEX `report_state_item_type_item_id`;
-- reverse: modify "reports" table
ALTER TABLE `reports` DROP COLUMN `closed_by`;
CREATE INDEX `report_state_created_at` ON `reports` (`state`, `created_at`);
-- reverse: create index "glossary_updated_at" to table: "glossaries"
DROP INDEX `glossary_updated_at`;
-- reverse: create index "glossary_channel_id_heard_key_type_sentence" to table: "glossaries"
DROP INDEX `glossary_channel_id_heard_key_type_sentence`;
-- reverse: drop "glossaries" table
DROP TABLE `glossaries`;
CREATE TABLE `glossaries` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `heard` text NOT NULL, `meant` text NOT NULL, `created_at` datetime NOT NULL, `channel_id` integer NOT NULL, CONSTRAINT `glossaries_channels_glossary` FOREIGN KEY (`channel_id`) REFERENCES `channels` (`id`) ON DELETE CASCADE);
CREATE UNIQUE INDEX `glossary_channel_id_heard` ON `glossaries` (`channel_id`, `heard`);
-- reverse: add column "may_be" to table: "entities"
ALTER TABLE `entities` DROP COLUMN `may_be`;
