-- +goose Up
-- drop index "episodeentity_type_episode_id" from table: "episode_entities"
DROP INDEX `episodeentity_type_episode_id`;

-- +goose Down
-- reverse: drop index "episodeentity_type_episode_id" from table: "episode_entities"
CREATE INDEX `episodeentity_type_episode_id` ON `episode_entities` (`type`, `episode_id`);
