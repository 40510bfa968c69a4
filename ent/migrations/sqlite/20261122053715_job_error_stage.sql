-- +goose Up
-- By hand: a new column needs no copy of the table.
ALTER TABLE `jobs` ADD COLUMN `error_stage` text NOT NULL DEFAULT ('');
-- What waits now says which stage it waits for.
UPDATE `jobs` SET `error_stage` = COALESCE((
  SELECT st.`stage` FROM `job_items` it JOIN `run_steps` st ON st.`run_id` = it.`run_id`
  WHERE it.`job_id` = `jobs`.`id` AND it.`state` IN ('running', 'parked') AND st.`state` = 'retrying'
  ORDER BY st.`next_attempt_at` LIMIT 1
), '') WHERE `state` = 'waiting' AND `listed` AND `error_class` <> '';

-- +goose Down
ALTER TABLE `jobs` DROP COLUMN `error_stage`;
