-- +goose Up
-- Steps that were under way when their run ended were closed as not needed, whatever had happened.
UPDATE run_steps SET state = 'done' WHERE state = 'skipped' AND stage = 'extract' AND total > 0 AND done = total;
UPDATE run_steps SET state = 'cancelled', text = '', error_class = '' WHERE state = 'skipped' AND started_at IS NOT NULL
  AND text <> 'A transcript was given' AND run_id IN (SELECT id FROM runs WHERE state = 'cancelled');
UPDATE run_steps SET state = 'failed', error_class = '', text = 'Some parts of the transcript could not be read.' WHERE state = 'skipped'
  AND stage = 'extract' AND started_at IS NOT NULL AND run_id IN (SELECT id FROM runs WHERE state = 'partial');
UPDATE run_steps SET state = 'failed', error_class = '', text = 'This could not be finished. The episode is published without it.' WHERE state = 'skipped'
  AND stage IN ('links', 'check') AND started_at IS NOT NULL AND run_id IN (SELECT id FROM runs WHERE state IN ('done', 'partial'));
-- Those that were not reached.
UPDATE run_steps SET state = 'waiting', finished_at = NULL WHERE state = 'skipped' AND started_at IS NULL AND finished_at IS NOT NULL
  AND run_id IN (SELECT id FROM runs WHERE state IN ('failed', 'cancelled', 'needs_transcript'));

-- +goose Down
