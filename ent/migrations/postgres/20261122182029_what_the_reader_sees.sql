-- +goose Up
-- modify "entities" table
ALTER TABLE "entities" ADD COLUMN "recommender_count" bigint NOT NULL DEFAULT 0, ADD COLUMN "talked_count" bigint NOT NULL DEFAULT 0;
-- create index "entity_type_recommender_count_sort_key_id" to table: "entities"
CREATE INDEX "entity_type_recommender_count_sort_key_id" ON "entities" ("type", "recommender_count", "sort_key", "id");
-- create index "entity_type_talked_count_sort_key_id" to table: "entities"
CREATE INDEX "entity_type_talked_count_sort_key_id" ON "entities" ("type", "talked_count", "sort_key", "id");
-- modify "episode_entities" table
ALTER TABLE "episode_entities" ADD COLUMN "participant" boolean NOT NULL DEFAULT false;
-- create index "mention_most_telling" to table: "mentions"
CREATE INDEX "mention_most_telling" ON "mentions" ("entity_id", "telling" DESC, "confidence" DESC, "episode_id" DESC, "start");
-- create index "mention_recommended" to table: "mentions"
CREATE INDEX "mention_recommended" ON "mentions" ("entity_id") WHERE ((stance)::text = 'recommended'::text);
-- modify "passes" table
ALTER TABLE "passes" ADD COLUMN "reason" character varying NOT NULL DEFAULT '';
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

-- +goose Down
-- reverse: modify "passes" table
ALTER TABLE "passes" DROP COLUMN "reason";
-- reverse: create index "mention_recommended" to table: "mentions"
DROP INDEX "mention_recommended";
-- reverse: create index "mention_most_telling" to table: "mentions"
DROP INDEX "mention_most_telling";
-- reverse: modify "episode_entities" table
ALTER TABLE "episode_entities" DROP COLUMN "participant";
-- reverse: create index "entity_type_talked_count_sort_key_id" to table: "entities"
DROP INDEX "entity_type_talked_count_sort_key_id";
-- reverse: create index "entity_type_recommender_count_sort_key_id" to table: "entities"
DROP INDEX "entity_type_recommender_count_sort_key_id";
-- reverse: modify "entities" table
ALTER TABLE "entities" DROP COLUMN "talked_count", DROP COLUMN "recommender_count";
