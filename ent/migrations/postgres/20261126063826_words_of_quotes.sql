-- +goose Up
-- modify "episode_entities" table
ALTER TABLE "episode_entities" ADD COLUMN "quote_words" bigint NOT NULL DEFAULT 40;

-- Databases from before: their quotes are counted as catalogue.QuoteWords counts them.
UPDATE episode_entities SET quote_words = COALESCE((
  SELECT 1 + length(substr(m.quote, 1, 240)) - length(replace(substr(m.quote, 1, 240), ' ', '')) FROM mentions m
  WHERE m.episode_id = episode_entities.episode_id AND m.entity_id = episode_entities.entity_id AND m.confidence >= 0.6
    AND m.context = CASE WHEN episode_entities.type = 'sponsor' THEN 'ad' ELSE 'editorial' END
  ORDER BY m.telling + 0 DESC, m.confidence DESC, m.start LIMIT 1), 0);

-- +goose Down
-- reverse: modify "episode_entities" table
ALTER TABLE "episode_entities" DROP COLUMN "quote_words";
