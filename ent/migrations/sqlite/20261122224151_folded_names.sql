-- +goose Up
-- By hand: new columns need no copy of the tables.
ALTER TABLE `alias` ADD COLUMN `folded` text NOT NULL DEFAULT ('');
DROP INDEX `channelentity_channel_id_type_mention_count`;
DROP INDEX `channel_entity_count_id`;
DROP INDEX `channel_mention_count_id`;
DROP INDEX `channel_sort_key_id`;
ALTER TABLE `channels` ADD COLUMN `folded` text NOT NULL DEFAULT ('');
ALTER TABLE `channels` ADD COLUMN `type_counts` json NULL;
DROP INDEX `entity_mention_count_sort_key_id`;
DROP INDEX `entity_type_mention_count_sort_key_id`;
DROP INDEX `entity_type_recommender_count_sort_key_id`;
DROP INDEX `entity_type_sort_key_id`;
DROP INDEX `entity_type_talked_count_sort_key_id`;
ALTER TABLE `entities` ADD COLUMN `folded` text NOT NULL DEFAULT ('');
DROP INDEX `episodeentity_entity_id_mention_count`;
DROP INDEX `episode_is_processed_visibility_processed_at_id`;
DROP INDEX `episode_is_processed_visibility_published_at_id`;
ALTER TABLE `episodes` ADD COLUMN `folded` text NOT NULL DEFAULT ('');
-- Names are folded, and the indexes that are dropped here made anew, by Migrate. Channels are counted as publishing counts them.
UPDATE channels SET type_counts = (SELECT json_group_object(t.type, t.n) FROM (SELECT ce.type, COUNT(*) AS n FROM channel_entities ce
	WHERE ce.channel_id = channels.id GROUP BY ce.type) t);

-- +goose Down
ALTER TABLE `episodes` DROP COLUMN `folded`;
CREATE INDEX `episode_is_processed_visibility_published_at_id` ON `episodes` (`is_processed`, `visibility`, `published_at`, `id`);
CREATE INDEX `episode_is_processed_visibility_processed_at_id` ON `episodes` (`is_processed`, `visibility`, `processed_at`, `id`);
CREATE INDEX `episodeentity_entity_id_mention_count` ON `episode_entities` (`entity_id`, `mention_count`);
ALTER TABLE `entities` DROP COLUMN `folded`;
CREATE INDEX `entity_type_talked_count_sort_key_id` ON `entities` (`type`, `talked_count`, `sort_key`, `id`);
CREATE INDEX `entity_type_sort_key_id` ON `entities` (`type`, `sort_key`, `id`);
CREATE INDEX `entity_type_recommender_count_sort_key_id` ON `entities` (`type`, `recommender_count`, `sort_key`, `id`);
CREATE INDEX `entity_type_mention_count_sort_key_id` ON `entities` (`type`, `mention_count`, `sort_key`, `id`);
CREATE INDEX `entity_mention_count_sort_key_id` ON `entities` (`mention_count`, `sort_key`, `id`);
ALTER TABLE `channels` DROP COLUMN `type_counts`;
ALTER TABLE `channels` DROP COLUMN `folded`;
CREATE INDEX `channel_sort_key_id` ON `channels` (`sort_key`, `id`);
CREATE INDEX `channel_mention_count_id` ON `channels` (`mention_count`, `id`);
CREATE INDEX `channel_entity_count_id` ON `channels` (`entity_count`, `id`);
CREATE INDEX `channelentity_channel_id_type_mention_count` ON `channel_entities` (`channel_id`, `type`, `mention_count`);
ALTER TABLE `alias` DROP COLUMN `folded`;
