-- +goose Up
-- modify "alias" table
ALTER TABLE "alias" ADD COLUMN "folded" text NOT NULL DEFAULT '';
-- drop index "channelentity_channel_id_type_mention_count" from table: "channel_entities"
DROP INDEX "channelentity_channel_id_type_mention_count";
-- drop index "channel_entity_count_id" from table: "channels"
DROP INDEX "channel_entity_count_id";
-- drop index "channel_mention_count_id" from table: "channels"
DROP INDEX "channel_mention_count_id";
-- drop index "channel_sort_key_id" from table: "channels"
DROP INDEX "channel_sort_key_id";
-- modify "channels" table
ALTER TABLE "channels" ADD COLUMN "folded" text NOT NULL DEFAULT '', ADD COLUMN "type_counts" jsonb NULL;
-- drop index "entity_mention_count_sort_key_id" from table: "entities"
DROP INDEX "entity_mention_count_sort_key_id";
-- drop index "entity_type_mention_count_sort_key_id" from table: "entities"
DROP INDEX "entity_type_mention_count_sort_key_id";
-- drop index "entity_type_recommender_count_sort_key_id" from table: "entities"
DROP INDEX "entity_type_recommender_count_sort_key_id";
-- drop index "entity_type_sort_key_id" from table: "entities"
DROP INDEX "entity_type_sort_key_id";
-- drop index "entity_type_talked_count_sort_key_id" from table: "entities"
DROP INDEX "entity_type_talked_count_sort_key_id";
-- modify "entities" table
ALTER TABLE "entities" ADD COLUMN "folded" text NOT NULL DEFAULT '';
-- drop index "episodeentity_entity_id_mention_count" from table: "episode_entities"
DROP INDEX "episodeentity_entity_id_mention_count";
-- drop index "episode_is_processed_visibility_processed_at_id" from table: "episodes"
DROP INDEX "episode_is_processed_visibility_processed_at_id";
-- drop index "episode_is_processed_visibility_published_at_id" from table: "episodes"
DROP INDEX "episode_is_processed_visibility_published_at_id";
-- modify "episodes" table
ALTER TABLE "episodes" ADD COLUMN "folded" text NOT NULL DEFAULT '';
-- Names are folded, and the indexes that are dropped here made anew, by Migrate. Channels are counted as publishing counts them.
UPDATE channels SET type_counts = (SELECT jsonb_object_agg(t.type, t.n) FROM (SELECT ce.type, COUNT(*) AS n FROM channel_entities ce
	WHERE ce.channel_id = channels.id GROUP BY ce.type) t);

-- +goose Down
-- reverse: modify "episodes" table
ALTER TABLE "episodes" DROP COLUMN "folded";
-- reverse: drop index "episode_is_processed_visibility_published_at_id" from table: "episodes"
CREATE INDEX "episode_is_processed_visibility_published_at_id" ON "episodes" ("is_processed", "visibility", "published_at", "id");
-- reverse: drop index "episode_is_processed_visibility_processed_at_id" from table: "episodes"
CREATE INDEX "episode_is_processed_visibility_processed_at_id" ON "episodes" ("is_processed", "visibility", "processed_at", "id");
-- reverse: drop index "episodeentity_entity_id_mention_count" from table: "episode_entities"
CREATE INDEX "episodeentity_entity_id_mention_count" ON "episode_entities" ("entity_id", "mention_count");
-- reverse: modify "entities" table
ALTER TABLE "entities" DROP COLUMN "folded";
-- reverse: drop index "entity_type_talked_count_sort_key_id" from table: "entities"
CREATE INDEX "entity_type_talked_count_sort_key_id" ON "entities" ("type", "talked_count", "sort_key", "id");
-- reverse: drop index "entity_type_sort_key_id" from table: "entities"
CREATE INDEX "entity_type_sort_key_id" ON "entities" ("type", "sort_key", "id");
-- reverse: drop index "entity_type_recommender_count_sort_key_id" from table: "entities"
CREATE INDEX "entity_type_recommender_count_sort_key_id" ON "entities" ("type", "recommender_count", "sort_key", "id");
-- reverse: drop index "entity_type_mention_count_sort_key_id" from table: "entities"
CREATE INDEX "entity_type_mention_count_sort_key_id" ON "entities" ("type", "mention_count", "sort_key", "id");
-- reverse: drop index "entity_mention_count_sort_key_id" from table: "entities"
CREATE INDEX "entity_mention_count_sort_key_id" ON "entities" ("mention_count", "sort_key", "id");
-- reverse: modify "channels" table
ALTER TABLE "channels" DROP COLUMN "type_counts", DROP COLUMN "folded";
-- reverse: drop index "channel_sort_key_id" from table: "channels"
CREATE INDEX "channel_sort_key_id" ON "channels" ("sort_key", "id");
-- reverse: drop index "channel_mention_count_id" from table: "channels"
CREATE INDEX "channel_mention_count_id" ON "channels" ("mention_count", "id");
-- reverse: drop index "channel_entity_count_id" from table: "channels"
CREATE INDEX "channel_entity_count_id" ON "channels" ("entity_count", "id");
-- reverse: drop index "channelentity_channel_id_type_mention_count" from table: "channel_entities"
CREATE INDEX "channelentity_channel_id_type_mention_count" ON "channel_entities" ("channel_id", "type", "mention_count");
-- reverse: modify "alias" table
ALTER TABLE "alias" DROP COLUMN "folded";
