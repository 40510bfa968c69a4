-- +goose Up
-- disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- create "new_alias" table
CREATE TABLE `new_alias` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `type` text NOT NULL, `key` text NOT NULL, `name` text NOT NULL, `source` text NOT NULL DEFAULT (''), `channel_id` integer NOT NULL DEFAULT (0), `confirmed` bool NOT NULL DEFAULT (false), `told` bool NOT NULL DEFAULT (false), `created_at` datetime NOT NULL, `entity_id` integer NOT NULL, CONSTRAINT `alias_entities_aliases` FOREIGN KEY (`entity_id`) REFERENCES `entities` (`id`) ON DELETE CASCADE);
-- copy rows from old table "alias" to new temporary table "new_alias"
INSERT INTO `new_alias` (`id`, `type`, `key`, `name`, `source`, `channel_id`, `confirmed`, `created_at`, `entity_id`) SELECT `id`, `type`, `key`, `name`, `source`, `channel_id`, `confirmed`, `created_at`, `entity_id` FROM `alias`;
-- drop "alias" table after copying rows
DROP TABLE `alias`;
-- rename temporary table "new_alias" to "alias"
ALTER TABLE `new_alias` RENAME TO `alias`;
-- create index "alias_entity_id_key" to table: "alias"
CREATE UNIQUE INDEX `alias_entity_id_key` ON `alias` (`entity_id`, `key`);
-- create index "alias_type_key" to table: "alias"
CREATE INDEX `alias_type_key` ON `alias` (`type`, `key`);
-- create "new_entities" table
CREATE TABLE `new_entities` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `type` text NOT NULL, `key` text NOT NULL, `disambiguator` text NOT NULL DEFAULT (''), `name` text NOT NULL, `slug` text NOT NULL DEFAULT (''), `sort_key` text NOT NULL DEFAULT (''), `description` text NOT NULL DEFAULT (''), `author` text NOT NULL DEFAULT (''), `company` text NOT NULL DEFAULT (''), `country` text NOT NULL DEFAULT (''), `title` text NOT NULL DEFAULT (''), `field` text NOT NULL DEFAULT (''), `category` text NOT NULL DEFAULT (''), `sources` json NULL, `locks` json NULL, `mention_count` integer NOT NULL DEFAULT (0), `episode_count` integer NOT NULL DEFAULT (0), `latest_episode_id` integer NOT NULL DEFAULT (0), `recommender_count` integer NOT NULL DEFAULT (0), `talked_count` integer NOT NULL DEFAULT (0), `merged_into` integer NULL, `hidden` bool NOT NULL DEFAULT (false), `told` text NOT NULL DEFAULT (''), `may_be` integer NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL);
-- copy rows from old table "entities" to new temporary table "new_entities"
INSERT INTO `new_entities` (`id`, `type`, `key`, `disambiguator`, `name`, `slug`, `sort_key`, `description`, `author`, `company`, `country`, `title`, `field`, `category`, `sources`, `locks`, `mention_count`, `episode_count`, `latest_episode_id`, `recommender_count`, `talked_count`, `merged_into`, `hidden`, `may_be`, `created_at`, `updated_at`) SELECT `id`, `type`, `key`, `disambiguator`, `name`, `slug`, `sort_key`, `description`, `author`, `company`, `country`, `title`, `field`, `category`, `sources`, `locks`, `mention_count`, `episode_count`, `latest_episode_id`, `recommender_count`, `talked_count`, `merged_into`, `hidden`, `may_be`, `created_at`, `updated_at` FROM `entities`;
-- drop "entities" table after copying rows
DROP TABLE `entities`;
-- rename temporary table "new_entities" to "entities"
ALTER TABLE `new_entities` RENAME TO `entities`;
-- create index "entity_type_key_disambiguator" to table: "entities"
CREATE UNIQUE INDEX `entity_type_key_disambiguator` ON `entities` (`type`, `key`, `disambiguator`);
-- create index "entity_type_mention_count_sort_key_id" to table: "entities"
CREATE INDEX `entity_type_mention_count_sort_key_id` ON `entities` (`type`, `mention_count`, `sort_key`, `id`);
-- create index "entity_type_recommender_count_sort_key_id" to table: "entities"
CREATE INDEX `entity_type_recommender_count_sort_key_id` ON `entities` (`type`, `recommender_count`, `sort_key`, `id`);
-- create index "entity_type_talked_count_sort_key_id" to table: "entities"
CREATE INDEX `entity_type_talked_count_sort_key_id` ON `entities` (`type`, `talked_count`, `sort_key`, `id`);
-- create index "entity_mention_count_sort_key_id" to table: "entities"
CREATE INDEX `entity_mention_count_sort_key_id` ON `entities` (`mention_count`, `sort_key`, `id`);
-- create index "entity_type_sort_key_id" to table: "entities"
CREATE INDEX `entity_type_sort_key_id` ON `entities` (`type`, `sort_key`, `id`);
-- create index "entity_merged_into" to table: "entities"
CREATE INDEX `entity_merged_into` ON `entities` (`merged_into`);
-- create "rereadings" table
CREATE TABLE `rereadings` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `state` text NOT NULL DEFAULT ('live'), `reason` text NOT NULL DEFAULT (''), `round` integer NOT NULL DEFAULT (1), `looked_at` integer NOT NULL DEFAULT (0), `read` integer NOT NULL DEFAULT (0), `changed` integer NOT NULL DEFAULT (0), `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `finished_at` datetime NULL);
-- create index "rereading_one_live" to table: "rereadings"
CREATE UNIQUE INDEX `rereading_one_live` ON `rereadings` (`state`) WHERE state = 'live';
-- create "rereading_episodes" table
CREATE TABLE `rereading_episodes` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `round` integer NOT NULL, `episode_id` integer NOT NULL, `outcome` text NOT NULL DEFAULT ('waiting'), `rereading_id` integer NOT NULL, CONSTRAINT `rereading_episodes_rereadings_episodes` FOREIGN KEY (`rereading_id`) REFERENCES `rereadings` (`id`) ON DELETE CASCADE);
-- create index "rereadingepisode_rereading_id_round_episode_id" to table: "rereading_episodes"
CREATE UNIQUE INDEX `rereadingepisode_rereading_id_round_episode_id` ON `rereading_episodes` (`rereading_id`, `round`, `episode_id`);
-- create index "rereading_waiting" to table: "rereading_episodes"
CREATE INDEX `rereading_waiting` ON `rereading_episodes` (`rereading_id`, `round`) WHERE outcome = 'waiting';
-- enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;

-- +goose Down
-- reverse: create index "rereading_waiting" to table: "rereading_episodes"
DROP INDEX `rereading_waiting`;
-- reverse: create index "rereadingepisode_rereading_id_round_episode_id" to table: "rereading_episodes"
DROP INDEX `rereadingepisode_rereading_id_round_episode_id`;
-- reverse: create "rereading_episodes" table
DROP TABLE `rereading_episodes`;
-- reverse: create index "rereading_one_live" to table: "rereadings"
DROP INDEX `rereading_one_live`;
-- reverse: create "rereadings" table
DROP TABLE `rereadings`;
-- reverse: create index "entity_merged_into" to table: "entities"
DROP INDEX `entity_merged_into`;
-- reverse: create index "entity_type_sort_key_id" to table: "entities"
DROP INDEX `entity_type_sort_key_id`;
-- reverse: create index "entity_mention_count_sort_key_id" to table: "entities"
DROP INDEX `entity_mention_count_sort_key_id`;
-- reverse: create index "entity_type_talked_count_sort_key_id" to table: "entities"
DROP INDEX `entity_type_talked_count_sort_key_id`;
-- reverse: create index "entity_type_recommender_count_sort_key_id" to table: "entities"
DROP INDEX `entity_type_recommender_count_sort_key_id`;
-- reverse: create index "entity_type_mention_count_sort_key_id" to table: "entities"
DROP INDEX `entity_type_mention_count_sort_key_id`;
-- reverse: create index "entity_type_key_disambiguator" to table: "entities"
DROP INDEX `entity_type_key_disambiguator`;
-- reverse: create "new_entities" table
DROP TABLE `new_entities`;
-- reverse: create index "alias_type_key" to table: "alias"
DROP INDEX `alias_type_key`;
-- reverse: create index "alias_entity_id_key" to table: "alias"
DROP INDEX `alias_entity_id_key`;
-- reverse: create "new_alias" table
DROP TABLE `new_alias`;
