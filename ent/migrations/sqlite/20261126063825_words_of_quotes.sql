-- +goose Up
-- add column "quote_words" to table: "episode_entities"
ALTER TABLE `episode_entities` ADD COLUMN `quote_words` integer NOT NULL DEFAULT (0);
-- add column "words_ahead" to table: "episode_entities"
ALTER TABLE `episode_entities` ADD COLUMN `words_ahead` integer NOT NULL DEFAULT (2147483647);

-- Databases from before: their quotes are counted as catalogue.QuoteWords and WordsAhead count them.
UPDATE episode_entities SET quote_words = COALESCE((
  SELECT 1 + length(substr(m.quote, 1, 240)) - length(replace(substr(m.quote, 1, 240), ' ', '')) FROM mentions m
  WHERE m.episode_id = episode_entities.episode_id AND m.entity_id = episode_entities.entity_id AND m.confidence >= 0.6
    AND m.context = CASE WHEN episode_entities.type = 'sponsor' THEN 'ad' ELSE 'editorial' END
  ORDER BY m.telling + 0 DESC, m.confidence DESC, m.start LIMIT 1), 0);
UPDATE episode_entities SET words_ahead = places.ahead FROM (
  SELECT id, SUM(quote_words) OVER (PARTITION BY episode_id ORDER BY turn, mention_count DESC, first_ms, id) - quote_words AS ahead
  FROM (SELECT id, episode_id, mention_count, first_ms, quote_words,
    (ROW_NUMBER() OVER (PARTITION BY episode_id, type ORDER BY mention_count DESC, first_ms, id) - 1)
      / CASE WHEN type IN ('book', 'sponsor') THEN 4 ELSE 1 END AS turn
    FROM episode_entities) turns) places
  WHERE places.id = episode_entities.id;

-- +goose Down
-- reverse: add column "words_ahead" to table: "episode_entities"
ALTER TABLE `episode_entities` DROP COLUMN `words_ahead`;
-- reverse: add column "quote_words" to table: "episode_entities"
ALTER TABLE `episode_entities` DROP COLUMN `quote_words`;
