-- +goose Up
-- create "editions" table
CREATE TABLE `editions` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `catalogue` text NOT NULL, `work` text NOT NULL, `record` text NOT NULL DEFAULT (''), `language` text NOT NULL DEFAULT (''), `title` text NOT NULL, `year` integer NOT NULL DEFAULT (0), `original` bool NOT NULL DEFAULT (false), `reasons` json NULL, `decision` text NOT NULL DEFAULT ('none'), `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `entity_id` integer NOT NULL, CONSTRAINT `editions_entities_editions` FOREIGN KEY (`entity_id`) REFERENCES `entities` (`id`) ON DELETE CASCADE);
-- create index "edition_entity_id_catalogue_work" to table: "editions"
CREATE UNIQUE INDEX `edition_entity_id_catalogue_work` ON `editions` (`entity_id`, `catalogue`, `work`);
-- create index "edition_catalogue_work" to table: "editions"
CREATE INDEX `edition_catalogue_work` ON `editions` (`catalogue`, `work`);

-- +goose Down
-- reverse: create index "edition_catalogue_work" to table: "editions"
DROP INDEX `edition_catalogue_work`;
-- reverse: create index "edition_entity_id_catalogue_work" to table: "editions"
DROP INDEX `edition_entity_id_catalogue_work`;
-- reverse: create "editions" table
DROP TABLE `editions`;
