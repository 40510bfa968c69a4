-- +goose Up
-- By hand: new columns need no copy of the tables.
ALTER TABLE `entities` ADD COLUMN `recommender_count` integer NOT NULL DEFAULT (0);
ALTER TABLE `entities` ADD COLUMN `talked_count` integer NOT NULL DEFAULT (0);
ALTER TABLE `episode_entities` ADD COLUMN `participant` bool NOT NULL DEFAULT (false);
ALTER TABLE `passes` ADD COLUMN `reason` text NOT NULL DEFAULT ('');
-- create index "mention_recommended" to table: "mentions"
CREATE INDEX `mention_recommended` ON `mentions` (`entity_id`) WHERE stance = 'recommended';
-- create index "mention_most_telling" to table: "mentions"
CREATE INDEX `mention_most_telling` ON `mentions` (`entity_id`, `telling` DESC, `confidence` DESC, `episode_id` DESC, `start`);
-- Databases from before are counted here, as publishing counts (catalogue/counters.go): who takes part stands in the signals of mentions.
UPDATE episode_entities SET participant = true WHERE type = 'person' AND EXISTS (SELECT 1 FROM mentions m
	WHERE m.episode_id = episode_entities.episode_id AND m.entity_id = episode_entities.entity_id
	AND CAST(m.signals AS text) LIKE '%"participant"%');
UPDATE entities SET talked_count = (SELECT COALESCE(SUM(ee.mention_count), 0) FROM episode_entities ee
	JOIN episodes e ON e.id = ee.episode_id WHERE e.is_processed AND e.visibility = 'public' AND ee.entity_id = entities.id
	AND NOT ee.participant) WHERE mention_count > 0;
UPDATE entities SET recommender_count = (SELECT COUNT(*) FROM (SELECT DISTINCT e.channel_id, m.speaker FROM mentions m
	JOIN episodes e ON e.id = m.episode_id AND e.is_processed AND e.visibility = 'public'
	WHERE m.entity_id = entities.id AND m.stance = 'recommended' AND m.context = 'editorial' AND m.confidence >= 0.6) r)
	WHERE mention_count > 0 AND type <> 'sponsor';
-- create index "entity_type_recommender_count_sort_key_id" to table: "entities"
CREATE INDEX `entity_type_recommender_count_sort_key_id` ON `entities` (`type`, `recommender_count`, `sort_key`, `id`);
-- create index "entity_type_talked_count_sort_key_id" to table: "entities"
CREATE INDEX `entity_type_talked_count_sort_key_id` ON `entities` (`type`, `talked_count`, `sort_key`, `id`);

-- +goose Down
DROP INDEX `entity_type_talked_count_sort_key_id`;
DROP INDEX `entity_type_recommender_count_sort_key_id`;
DROP INDEX `mention_most_telling`;
DROP INDEX `mention_recommended`;
ALTER TABLE `passes` DROP COLUMN `reason`;
ALTER TABLE `episode_entities` DROP COLUMN `participant`;
ALTER TABLE `entities` DROP COLUMN `talked_count`;
ALTER TABLE `entities` DROP COLUMN `recommender_count`;
