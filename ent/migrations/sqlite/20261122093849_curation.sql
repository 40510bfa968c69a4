-- +goose Up
-- disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- create "new_links" table
CREATE TABLE `new_links` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `kind` text NOT NULL, `url` text NOT NULL, `source` text NOT NULL, `channel_id` integer NOT NULL DEFAULT (0), `state` text NOT NULL DEFAULT ('unchecked'), `decision` text NOT NULL DEFAULT ('none'), `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `entity_id` integer NOT NULL, CONSTRAINT `links_entities_links` FOREIGN KEY (`entity_id`) REFERENCES `entities` (`id`) ON DELETE CASCADE);
-- copy rows from old table "links" to new temporary table "new_links"
INSERT INTO `new_links` (`id`, `kind`, `url`, `source`, `channel_id`, `state`, `created_at`, `updated_at`, `entity_id`) SELECT `id`, `kind`, `url`, `source`, `channel_id`, `state`, `created_at`, `updated_at`, `entity_id` FROM `links`;
-- drop "links" table after copying rows
DROP TABLE `links`;
-- rename temporary table "new_links" to "links"
ALTER TABLE `new_links` RENAME TO `links`;
-- create index "link_entity_id_url_channel_id" to table: "links"
CREATE UNIQUE INDEX `link_entity_id_url_channel_id` ON `links` (`entity_id`, `url`, `channel_id`);
-- create index "link_url" to table: "links"
CREATE INDEX `link_url` ON `links` (`url`);
-- create "changes" table
CREATE TABLE `changes` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `kind` text NOT NULL, `entity_id` integer NOT NULL, `other_id` integer NOT NULL DEFAULT (0), `merge_id` integer NOT NULL DEFAULT (0), `after_merge` integer NOT NULL DEFAULT (0), `before` json NULL, `after` json NULL, `inverse` json NOT NULL, `actor` text NOT NULL DEFAULT (''), `created_at` datetime NOT NULL, `undone_at` datetime NULL);
-- create index "change_entity_id" to table: "changes"
CREATE INDEX `change_entity_id` ON `changes` (`entity_id`);
-- create index "change_other_id" to table: "changes"
CREATE INDEX `change_other_id` ON `changes` (`other_id`);
-- create index "change_merge_id" to table: "changes"
CREATE INDEX `change_merge_id` ON `changes` (`merge_id`);
-- create "name_decisions" table
CREATE TABLE `name_decisions` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `type` text NOT NULL, `key` text NOT NULL, `entity_id` integer NOT NULL, CONSTRAINT `name_decisions_entities_name_decisions` FOREIGN KEY (`entity_id`) REFERENCES `entities` (`id`) ON DELETE CASCADE);
-- create index "namedecision_type_key_entity_id" to table: "name_decisions"
CREATE UNIQUE INDEX `namedecision_type_key_entity_id` ON `name_decisions` (`type`, `key`, `entity_id`);
-- create index "namedecision_entity_id" to table: "name_decisions"
CREATE INDEX `namedecision_entity_id` ON `name_decisions` (`entity_id`);
-- enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;

-- +goose Down
-- reverse: create index "namedecision_entity_id" to table: "name_decisions"
DROP INDEX `namedecision_entity_id`;
-- reverse: create index "namedecision_type_key_entity_id" to table: "name_decisions"
DROP INDEX `namedecision_type_key_entity_id`;
-- reverse: create "name_decisions" table
DROP TABLE `name_decisions`;
-- reverse: create index "change_merge_id" to table: "changes"
DROP INDEX `change_merge_id`;
-- reverse: create index "change_other_id" to table: "changes"
DROP INDEX `change_other_id`;
-- reverse: create index "change_entity_id" to table: "changes"
DROP INDEX `change_entity_id`;
-- reverse: create "changes" table
DROP TABLE `changes`;
-- reverse: create index "link_url" to table: "links"
DROP INDEX `link_url`;
-- reverse: create index "link_entity_id_url_channel_id" to table: "links"
DROP INDEX `link_entity_id_url_channel_id`;
-- reverse: create "new_links" table
DROP TABLE `new_links`;
