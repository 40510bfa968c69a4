-- +goose Up
-- By hand: a new column needs no copy of the table.
ALTER TABLE `links` ADD COLUMN `catalogue` text NOT NULL DEFAULT ('');
-- create "lookups" table
CREATE TABLE `lookups` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `catalogue` text NOT NULL, `asked` text NOT NULL, `outcome` text NOT NULL, `record` text NOT NULL DEFAULT (''), `facts` json NULL, `former` json NULL, `reasons` json NULL, `candidates` json NULL, `asked_at` datetime NOT NULL, `entity_id` integer NOT NULL, CONSTRAINT `lookups_entities_lookups` FOREIGN KEY (`entity_id`) REFERENCES `entities` (`id`) ON DELETE CASCADE);
-- create index "lookup_entity_id_catalogue" to table: "lookups"
CREATE UNIQUE INDEX `lookup_entity_id_catalogue` ON `lookups` (`entity_id`, `catalogue`);

-- +goose Down
-- reverse: create index "lookup_entity_id_catalogue" to table: "lookups"
DROP INDEX `lookup_entity_id_catalogue`;
-- reverse: create "lookups" table
DROP TABLE `lookups`;
-- reverse: add the column
ALTER TABLE `links` DROP COLUMN `catalogue`;
