-- +goose Up
-- create "alias" table
CREATE TABLE `alias` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `type` text NOT NULL, `key` text NOT NULL, `name` text NOT NULL, `source` text NOT NULL DEFAULT (''), `created_at` datetime NOT NULL, `entity_id` integer NOT NULL, CONSTRAINT `alias_entities_aliases` FOREIGN KEY (`entity_id`) REFERENCES `entities` (`id`) ON DELETE CASCADE);
-- create index "alias_entity_id_key" to table: "alias"
CREATE UNIQUE INDEX `alias_entity_id_key` ON `alias` (`entity_id`, `key`);
-- create index "alias_type_key" to table: "alias"
CREATE INDEX `alias_type_key` ON `alias` (`type`, `key`);
-- create "audits" table
CREATE TABLE `audits` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `actor` text NOT NULL, `session_id` integer NOT NULL DEFAULT (0), `operation` text NOT NULL, `object` text NOT NULL, `before` json NULL, `after` json NULL, `created_at` datetime NOT NULL);
-- create index "audit_created_at" to table: "audits"
CREATE INDEX `audit_created_at` ON `audits` (`created_at`);
-- create index "audit_object" to table: "audits"
CREATE INDEX `audit_object` ON `audits` (`object`);
-- create "batches" table
CREATE TABLE `batches` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `key` text NOT NULL, `user_id` integer NULL, `inputs` json NOT NULL, `job_ids` json NULL, `state` text NOT NULL DEFAULT ('queued'), `paused` bool NOT NULL DEFAULT (false), `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL);
-- create index "batches_key_key" to table: "batches"
CREATE UNIQUE INDEX `batches_key_key` ON `batches` (`key`);
-- create "blocks" table
CREATE TABLE `blocks` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `type` text NOT NULL, `key` text NOT NULL, `entity_id` integer NOT NULL, CONSTRAINT `blocks_entities_blocks` FOREIGN KEY (`entity_id`) REFERENCES `entities` (`id`) ON DELETE CASCADE);
-- create index "block_entity_id_key" to table: "blocks"
CREATE UNIQUE INDEX `block_entity_id_key` ON `blocks` (`entity_id`, `key`);
-- create index "block_type_key" to table: "blocks"
CREATE INDEX `block_type_key` ON `blocks` (`type`, `key`);
-- create "budgets" table
CREATE TABLE `budgets` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `scope` text NOT NULL, `tokens_per_day` integer NOT NULL, `updated_at` datetime NOT NULL);
-- create index "budgets_scope_key" to table: "budgets"
CREATE UNIQUE INDEX `budgets_scope_key` ON `budgets` (`scope`);
-- create "candidates" table
CREATE TABLE `candidates` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `chunk` integer NOT NULL, `chunk_hash` text NOT NULL, `recipe` text NOT NULL, `candidates` json NOT NULL, `created_at` datetime NOT NULL, `run_id` integer NOT NULL, CONSTRAINT `candidates_runs_candidates` FOREIGN KEY (`run_id`) REFERENCES `runs` (`id`) ON DELETE CASCADE);
-- create index "candidate_run_id_chunk" to table: "candidates"
CREATE UNIQUE INDEX `candidate_run_id_chunk` ON `candidates` (`run_id`, `chunk`);
-- create index "candidate_chunk_hash_recipe" to table: "candidates"
CREATE INDEX `candidate_chunk_hash_recipe` ON `candidates` (`chunk_hash`, `recipe`);
-- create "channels" table
CREATE TABLE `channels` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `platform` text NOT NULL, `external_id` text NOT NULL, `public_id` text NOT NULL, `name` text NOT NULL DEFAULT (''), `sort_key` text NOT NULL DEFAULT (''), `description` text NOT NULL DEFAULT (''), `thumbnail_url` text NOT NULL DEFAULT (''), `url` text NOT NULL DEFAULT (''), `author` text NOT NULL DEFAULT (''), `language` text NOT NULL DEFAULT (''), `subscriber_count` real NULL, `episode_count` integer NOT NULL DEFAULT (0), `entity_count` integer NOT NULL DEFAULT (0), `mention_count` integer NOT NULL DEFAULT (0), `latest_at` datetime NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL);
-- create index "channels_public_id_key" to table: "channels"
CREATE UNIQUE INDEX `channels_public_id_key` ON `channels` (`public_id`);
-- create index "channel_platform_external_id" to table: "channels"
CREATE UNIQUE INDEX `channel_platform_external_id` ON `channels` (`platform`, `external_id`);
-- create index "channel_entity_count_id" to table: "channels"
CREATE INDEX `channel_entity_count_id` ON `channels` (`entity_count`, `id`);
-- create index "channel_mention_count_id" to table: "channels"
CREATE INDEX `channel_mention_count_id` ON `channels` (`mention_count`, `id`);
-- create index "channel_sort_key_id" to table: "channels"
CREATE INDEX `channel_sort_key_id` ON `channels` (`sort_key`, `id`);
-- create "channel_entities" table
CREATE TABLE `channel_entities` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `type` text NOT NULL, `mention_count` integer NOT NULL, `episode_count` integer NOT NULL, `channel_id` integer NOT NULL, `entity_id` integer NOT NULL, CONSTRAINT `channel_entities_channels_entities` FOREIGN KEY (`channel_id`) REFERENCES `channels` (`id`) ON DELETE CASCADE, CONSTRAINT `channel_entities_entities_channels` FOREIGN KEY (`entity_id`) REFERENCES `entities` (`id`) ON DELETE CASCADE);
-- create index "channelentity_channel_id_entity_id" to table: "channel_entities"
CREATE UNIQUE INDEX `channelentity_channel_id_entity_id` ON `channel_entities` (`channel_id`, `entity_id`);
-- create index "channelentity_channel_id_type_mention_count" to table: "channel_entities"
CREATE INDEX `channelentity_channel_id_type_mention_count` ON `channel_entities` (`channel_id`, `type`, `mention_count`);
-- create index "channelentity_entity_id" to table: "channel_entities"
CREATE INDEX `channelentity_entity_id` ON `channel_entities` (`entity_id`);
-- create "chapters" table
CREATE TABLE `chapters` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `number` integer NOT NULL, `start_ms` integer NOT NULL, `title` text NOT NULL, `url` text NOT NULL DEFAULT (''), `episode_id` integer NOT NULL, CONSTRAINT `chapters_episodes_chapters` FOREIGN KEY (`episode_id`) REFERENCES `episodes` (`id`) ON DELETE CASCADE);
-- create index "chapter_episode_id_number" to table: "chapters"
CREATE UNIQUE INDEX `chapter_episode_id_number` ON `chapters` (`episode_id`, `number`);
-- create "distinct_pairs" table
CREATE TABLE `distinct_pairs` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `low_id` integer NOT NULL, `high_id` integer NOT NULL, `actor` text NOT NULL DEFAULT (''), `created_at` datetime NOT NULL);
-- create index "distinctpair_low_id_high_id" to table: "distinct_pairs"
CREATE UNIQUE INDEX `distinctpair_low_id_high_id` ON `distinct_pairs` (`low_id`, `high_id`);
-- create "entities" table
CREATE TABLE `entities` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `type` text NOT NULL, `key` text NOT NULL, `disambiguator` text NOT NULL DEFAULT (''), `name` text NOT NULL, `slug` text NOT NULL DEFAULT (''), `sort_key` text NOT NULL DEFAULT (''), `description` text NOT NULL DEFAULT (''), `author` text NOT NULL DEFAULT (''), `company` text NOT NULL DEFAULT (''), `country` text NOT NULL DEFAULT (''), `title` text NOT NULL DEFAULT (''), `field` text NOT NULL DEFAULT (''), `category` text NOT NULL DEFAULT (''), `sources` json NULL, `locks` json NULL, `mention_count` integer NOT NULL DEFAULT (0), `episode_count` integer NOT NULL DEFAULT (0), `latest_episode_id` integer NOT NULL DEFAULT (0), `merged_into` integer NULL, `hidden` bool NOT NULL DEFAULT (false), `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL);
-- create index "entity_type_key_disambiguator" to table: "entities"
CREATE UNIQUE INDEX `entity_type_key_disambiguator` ON `entities` (`type`, `key`, `disambiguator`);
-- create index "entity_type_mention_count_sort_key_id" to table: "entities"
CREATE INDEX `entity_type_mention_count_sort_key_id` ON `entities` (`type`, `mention_count`, `sort_key`, `id`);
-- create index "entity_mention_count_sort_key_id" to table: "entities"
CREATE INDEX `entity_mention_count_sort_key_id` ON `entities` (`mention_count`, `sort_key`, `id`);
-- create index "entity_type_sort_key_id" to table: "entities"
CREATE INDEX `entity_type_sort_key_id` ON `entities` (`type`, `sort_key`, `id`);
-- create index "entity_merged_into" to table: "entities"
CREATE INDEX `entity_merged_into` ON `entities` (`merged_into`);
-- create "episodes" table
CREATE TABLE `episodes` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `platform` text NOT NULL, `external_id` text NOT NULL, `video_id` text NOT NULL, `visibility` text NOT NULL DEFAULT ('public'), `title` text NOT NULL DEFAULT (''), `description` text NOT NULL DEFAULT (''), `thumbnail_url` text NOT NULL DEFAULT (''), `page_url` text NOT NULL DEFAULT (''), `media_url` text NOT NULL DEFAULT (''), `duration` integer NOT NULL DEFAULT (0), `view_count` real NULL, `published_at` datetime NULL, `language` text NOT NULL DEFAULT (''), `people` json NULL, `links` json NULL, `transcript_refs` json NULL, `transcript_id` integer NULL, `is_processed` bool NOT NULL DEFAULT (false), `processed_at` datetime NULL, `type_counts` json NULL, `mention_count` integer NOT NULL DEFAULT (0), `entity_count` integer NOT NULL DEFAULT (0), `fetched_at` datetime NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `channel_id` integer NULL, `owner_id` integer NULL, CONSTRAINT `episodes_channels_episodes` FOREIGN KEY (`channel_id`) REFERENCES `channels` (`id`) ON DELETE SET NULL, CONSTRAINT `episodes_users_episodes` FOREIGN KEY (`owner_id`) REFERENCES `users` (`id`) ON DELETE SET NULL);
-- create index "episodes_video_id_key" to table: "episodes"
CREATE UNIQUE INDEX `episodes_video_id_key` ON `episodes` (`video_id`);
-- create index "episode_platform_external_id" to table: "episodes"
CREATE UNIQUE INDEX `episode_platform_external_id` ON `episodes` (`platform`, `external_id`);
-- create index "episode_is_processed_visibility_processed_at_id" to table: "episodes"
CREATE INDEX `episode_is_processed_visibility_processed_at_id` ON `episodes` (`is_processed`, `visibility`, `processed_at`, `id`);
-- create index "episode_is_processed_visibility_published_at_id" to table: "episodes"
CREATE INDEX `episode_is_processed_visibility_published_at_id` ON `episodes` (`is_processed`, `visibility`, `published_at`, `id`);
-- create index "episode_channel_id_published_at" to table: "episodes"
CREATE INDEX `episode_channel_id_published_at` ON `episodes` (`channel_id`, `published_at`);
-- create index "episode_owner_id" to table: "episodes"
CREATE INDEX `episode_owner_id` ON `episodes` (`owner_id`);
-- create "episode_entities" table
CREATE TABLE `episode_entities` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `type` text NOT NULL, `mention_count` integer NOT NULL, `first_ms` integer NOT NULL, `claims` json NULL, `entity_id` integer NOT NULL, `episode_id` integer NOT NULL, CONSTRAINT `episode_entities_entities_episodes` FOREIGN KEY (`entity_id`) REFERENCES `entities` (`id`) ON DELETE CASCADE, CONSTRAINT `episode_entities_episodes_entities` FOREIGN KEY (`episode_id`) REFERENCES `episodes` (`id`) ON DELETE CASCADE);
-- create index "episodeentity_episode_id_entity_id" to table: "episode_entities"
CREATE UNIQUE INDEX `episodeentity_episode_id_entity_id` ON `episode_entities` (`episode_id`, `entity_id`);
-- create index "episodeentity_entity_id_mention_count" to table: "episode_entities"
CREATE INDEX `episodeentity_entity_id_mention_count` ON `episode_entities` (`entity_id`, `mention_count`);
-- create index "episodeentity_type_episode_id" to table: "episode_entities"
CREATE INDEX `episodeentity_type_episode_id` ON `episode_entities` (`type`, `episode_id`);
-- create "events" table
CREATE TABLE `events` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `type` text NOT NULL, `visitor` text NOT NULL DEFAULT (''), `created_at` datetime NOT NULL);
-- create index "event_created_at" to table: "events"
CREATE INDEX `event_created_at` ON `events` (`created_at`);
-- create index "event_type_created_at" to table: "events"
CREATE INDEX `event_type_created_at` ON `events` (`type`, `created_at`);
-- create "favorites" table
CREATE TABLE `favorites` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `item_type` text NOT NULL, `item_id` integer NOT NULL, `created_at` datetime NOT NULL, `user_id` integer NOT NULL, CONSTRAINT `favorites_users_favorites` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- create index "favorite_user_id_item_type_item_id" to table: "favorites"
CREATE UNIQUE INDEX `favorite_user_id_item_type_item_id` ON `favorites` (`user_id`, `item_type`, `item_id`);
-- create index "favorite_item_type_item_id" to table: "favorites"
CREATE INDEX `favorite_item_type_item_id` ON `favorites` (`item_type`, `item_id`);
-- create "follows" table
CREATE TABLE `follows` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `created_at` datetime NOT NULL, `channel_id` integer NOT NULL, `user_id` integer NOT NULL, CONSTRAINT `follows_channels_follows` FOREIGN KEY (`channel_id`) REFERENCES `channels` (`id`) ON DELETE CASCADE, CONSTRAINT `follows_users_follows` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- create index "follow_user_id_channel_id" to table: "follows"
CREATE UNIQUE INDEX `follow_user_id_channel_id` ON `follows` (`user_id`, `channel_id`);
-- create index "follow_channel_id" to table: "follows"
CREATE INDEX `follow_channel_id` ON `follows` (`channel_id`);
-- create "glossaries" table
CREATE TABLE `glossaries` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `heard` text NOT NULL, `meant` text NOT NULL, `created_at` datetime NOT NULL, `channel_id` integer NOT NULL, CONSTRAINT `glossaries_channels_glossary` FOREIGN KEY (`channel_id`) REFERENCES `channels` (`id`) ON DELETE CASCADE);
-- create index "glossary_channel_id_heard" to table: "glossaries"
CREATE UNIQUE INDEX `glossary_channel_id_heard` ON `glossaries` (`channel_id`, `heard`);
-- create "host_paces" table
CREATE TABLE `host_paces` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `host` text NOT NULL, `next_at` datetime NOT NULL);
-- create index "host_paces_host_key" to table: "host_paces"
CREATE UNIQUE INDEX `host_paces_host_key` ON `host_paces` (`host`);
-- create "installations" table
CREATE TABLE `installations` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `name` text NOT NULL, `value` text NOT NULL, `updated_at` datetime NOT NULL);
-- create index "installations_name_key" to table: "installations"
CREATE UNIQUE INDEX `installations_name_key` ON `installations` (`name`);
-- create "jobs" table
CREATE TABLE `jobs` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `key` text NOT NULL, `idempotency_key` text NULL, `kind` text NOT NULL, `input` text NOT NULL, `ref` json NOT NULL, `selection` json NOT NULL, `upload_ids` json NULL, `title` text NOT NULL DEFAULT (''), `state` text NOT NULL DEFAULT ('queued'), `paused` bool NOT NULL DEFAULT (false), `cancelling` bool NOT NULL DEFAULT (false), `listed` bool NOT NULL DEFAULT (false), `cursor` text NOT NULL DEFAULT (''), `error_class` text NOT NULL DEFAULT (''), `error_text` text NOT NULL DEFAULT (''), `next_attempt_at` datetime NULL, `attempt` integer NOT NULL DEFAULT (0), `items_total` integer NOT NULL DEFAULT (0), `items_done` integer NOT NULL DEFAULT (0), `items_failed` integer NOT NULL DEFAULT (0), `incarnation` integer NOT NULL DEFAULT (1), `version` integer NOT NULL DEFAULT (1), `started_at` datetime NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `finished_at` datetime NULL, `user_id` integer NULL, CONSTRAINT `jobs_users_jobs` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE SET NULL);
-- create index "jobs_key_key" to table: "jobs"
CREATE UNIQUE INDEX `jobs_key_key` ON `jobs` (`key`);
-- create index "job_user_id_id" to table: "jobs"
CREATE INDEX `job_user_id_id` ON `jobs` (`user_id`, `id`);
-- create index "job_user_id_idempotency_key" to table: "jobs"
CREATE UNIQUE INDEX `job_user_id_idempotency_key` ON `jobs` (`user_id`, `idempotency_key`);
-- create index "job_state_updated_at" to table: "jobs"
CREATE INDEX `job_state_updated_at` ON `jobs` (`state`, `updated_at`);
-- create index "job_updated_at" to table: "jobs"
CREATE INDEX `job_updated_at` ON `jobs` (`updated_at`);
-- create "job_items" table
CREATE TABLE `job_items` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `item_key` text NOT NULL, `position` integer NOT NULL, `ref` json NOT NULL, `title` text NOT NULL DEFAULT (''), `state` text NOT NULL DEFAULT ('pending'), `episode_id` integer NULL, `run_id` integer NULL, `error_class` text NOT NULL DEFAULT (''), `error_text` text NOT NULL DEFAULT (''), `from_stage` text NOT NULL DEFAULT (''), `version` integer NOT NULL DEFAULT (1), `updated_at` datetime NOT NULL, `job_id` integer NOT NULL, CONSTRAINT `job_items_jobs_items` FOREIGN KEY (`job_id`) REFERENCES `jobs` (`id`) ON DELETE CASCADE);
-- create index "jobitem_job_id_item_key" to table: "job_items"
CREATE UNIQUE INDEX `jobitem_job_id_item_key` ON `job_items` (`job_id`, `item_key`);
-- create index "jobitem_job_id_state_position" to table: "job_items"
CREATE INDEX `jobitem_job_id_state_position` ON `job_items` (`job_id`, `state`, `position`);
-- create index "jobitem_job_id_position" to table: "job_items"
CREATE INDEX `jobitem_job_id_position` ON `job_items` (`job_id`, `position`);
-- create index "jobitem_run_id" to table: "job_items"
CREATE INDEX `jobitem_run_id` ON `job_items` (`run_id`);
-- create index "jobitem_episode_id" to table: "job_items"
CREATE INDEX `jobitem_episode_id` ON `job_items` (`episode_id`);
-- create "links" table
CREATE TABLE `links` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `kind` text NOT NULL, `url` text NOT NULL, `source` text NOT NULL, `channel_id` integer NOT NULL DEFAULT (0), `state` text NOT NULL DEFAULT ('unchecked'), `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `entity_id` integer NOT NULL, CONSTRAINT `links_entities_links` FOREIGN KEY (`entity_id`) REFERENCES `entities` (`id`) ON DELETE CASCADE);
-- create index "link_entity_id_url_channel_id" to table: "links"
CREATE UNIQUE INDEX `link_entity_id_url_channel_id` ON `links` (`entity_id`, `url`, `channel_id`);
-- create index "link_url" to table: "links"
CREATE INDEX `link_url` ON `links` (`url`);
-- create "link_checks" table
CREATE TABLE `link_checks` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `url` text NOT NULL, `state` text NOT NULL, `reason` text NOT NULL DEFAULT (''), `final_url` text NOT NULL DEFAULT (''), `failures` integer NOT NULL DEFAULT (0), `checked_at` datetime NOT NULL);
-- create index "link_checks_url_key" to table: "link_checks"
CREATE UNIQUE INDEX `link_checks_url_key` ON `link_checks` (`url`);
-- create "mentions" table
CREATE TABLE `mentions` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `run_id` integer NOT NULL, `transcript_id` integer NOT NULL, `start` integer NOT NULL, `end` integer NOT NULL, `quote_start` integer NOT NULL, `quote_end` integer NOT NULL, `cue` integer NOT NULL, `start_ms` integer NOT NULL, `end_ms` integer NOT NULL, `surface` text NOT NULL, `quote` text NOT NULL, `speaker` text NOT NULL DEFAULT (''), `context` text NOT NULL DEFAULT ('editorial'), `stance` text NOT NULL DEFAULT ('passing'), `claims` json NULL, `signals` json NULL, `confidence` real NOT NULL, `entity_id` integer NOT NULL, `episode_id` integer NOT NULL, CONSTRAINT `mentions_entities_mentions` FOREIGN KEY (`entity_id`) REFERENCES `entities` (`id`) ON DELETE CASCADE, CONSTRAINT `mentions_episodes_mentions` FOREIGN KEY (`episode_id`) REFERENCES `episodes` (`id`) ON DELETE CASCADE);
-- create index "mention_episode_id_entity_id_start" to table: "mentions"
CREATE UNIQUE INDEX `mention_episode_id_entity_id_start` ON `mentions` (`episode_id`, `entity_id`, `start`);
-- create index "mention_entity_id_episode_id" to table: "mentions"
CREATE INDEX `mention_entity_id_episode_id` ON `mentions` (`entity_id`, `episode_id`);
-- create index "mention_run_id" to table: "mentions"
CREATE INDEX `mention_run_id` ON `mentions` (`run_id`);
-- create "merges" table
CREATE TABLE `merges` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `type` text NOT NULL, `survivor_id` integer NOT NULL, `merged_id` integer NOT NULL, `inverse` json NOT NULL, `reasons` json NULL, `actor` text NOT NULL DEFAULT (''), `created_at` datetime NOT NULL, `undone_at` datetime NULL);
-- create index "merge_survivor_id" to table: "merges"
CREATE INDEX `merge_survivor_id` ON `merges` (`survivor_id`);
-- create index "merge_merged_id" to table: "merges"
CREATE INDEX `merge_merged_id` ON `merges` (`merged_id`);
-- create index "merge_created_at" to table: "merges"
CREATE INDEX `merge_created_at` ON `merges` (`created_at`);
-- create "passes" table
CREATE TABLE `passes` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `kind` text NOT NULL, `type` text NOT NULL, `number` integer NOT NULL, `state` text NOT NULL DEFAULT ('live'), `done` integer NOT NULL DEFAULT (0), `total` integer NOT NULL DEFAULT (0), `actor` text NOT NULL DEFAULT (''), `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `finished_at` datetime NULL);
-- create index "pass_kind_type_number" to table: "passes"
CREATE UNIQUE INDEX `pass_kind_type_number` ON `passes` (`kind`, `type`, `number`);
-- create index "pass_one_live" to table: "passes"
CREATE UNIQUE INDEX `pass_one_live` ON `passes` (`kind`, `type`) WHERE state = 'live';
-- create "pass_results" table
CREATE TABLE `pass_results` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `entity_id` integer NOT NULL, `outcome` text NOT NULL, `detail` json NULL, `pass_id` integer NOT NULL, CONSTRAINT `pass_results_passes_results` FOREIGN KEY (`pass_id`) REFERENCES `passes` (`id`) ON DELETE CASCADE);
-- create index "passresult_pass_id_entity_id" to table: "pass_results"
CREATE UNIQUE INDEX `passresult_pass_id_entity_id` ON `pass_results` (`pass_id`, `entity_id`);
-- create "passages" table
CREATE TABLE `passages` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `number` integer NOT NULL, `first_cue` integer NOT NULL, `last_cue` integer NOT NULL, `start_ms` integer NOT NULL, `end_ms` integer NOT NULL, `text` text NOT NULL, `transcript_id` integer NOT NULL, CONSTRAINT `passages_transcripts_passages` FOREIGN KEY (`transcript_id`) REFERENCES `transcripts` (`id`) ON DELETE CASCADE);
-- create index "passage_transcript_id_number" to table: "passages"
CREATE UNIQUE INDEX `passage_transcript_id_number` ON `passages` (`transcript_id`, `number`);
-- create "pictures" table
CREATE TABLE `pictures` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `key` text NOT NULL, `source` text NOT NULL, `data` blob NOT NULL, `width` integer NOT NULL, `height` integer NOT NULL, `created_at` datetime NOT NULL);
-- create index "pictures_source_key" to table: "pictures"
CREATE UNIQUE INDEX `pictures_source_key` ON `pictures` (`source`);
-- create index "picture_key" to table: "pictures"
CREATE INDEX `picture_key` ON `pictures` (`key`);
-- create "reports" table
CREATE TABLE `reports` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `user_id` integer NULL, `item_type` text NOT NULL, `item_id` integer NOT NULL, `reason` text NOT NULL, `text` text NOT NULL DEFAULT (''), `state` text NOT NULL DEFAULT ('open'), `created_at` datetime NOT NULL, `closed_at` datetime NULL);
-- create index "report_user_id_item_type_item_id" to table: "reports"
CREATE UNIQUE INDEX `report_user_id_item_type_item_id` ON `reports` (`user_id`, `item_type`, `item_id`);
-- create index "report_state_created_at" to table: "reports"
CREATE INDEX `report_state_created_at` ON `reports` (`state`, `created_at`);
-- create "runs" table
CREATE TABLE `runs` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `number` integer NOT NULL, `key` text NOT NULL, `extractor` text NOT NULL, `model` text NOT NULL DEFAULT (''), `prompt_version` text NOT NULL DEFAULT (''), `schema_version` text NOT NULL DEFAULT (''), `from_stage` text NOT NULL DEFAULT (''), `state` text NOT NULL DEFAULT ('live'), `transcript_id` integer NULL, `payer_id` integer NULL, `error_class` text NOT NULL DEFAULT (''), `error_text` text NOT NULL DEFAULT (''), `rejected` integer NOT NULL DEFAULT (0), `unreachable_since` datetime NULL, `version` integer NOT NULL DEFAULT (1), `started_at` datetime NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `finished_at` datetime NULL, `episode_id` integer NOT NULL, CONSTRAINT `runs_episodes_runs` FOREIGN KEY (`episode_id`) REFERENCES `episodes` (`id`) ON DELETE CASCADE);
-- create index "runs_key_key" to table: "runs"
CREATE UNIQUE INDEX `runs_key_key` ON `runs` (`key`);
-- create index "run_episode_id_number" to table: "runs"
CREATE UNIQUE INDEX `run_episode_id_number` ON `runs` (`episode_id`, `number`);
-- create index "run_one_live" to table: "runs"
CREATE UNIQUE INDEX `run_one_live` ON `runs` (`episode_id`) WHERE state = 'live';
-- create index "run_state_updated_at" to table: "runs"
CREATE INDEX `run_state_updated_at` ON `runs` (`state`, `updated_at`);
-- create "run_steps" table
CREATE TABLE `run_steps` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `stage` text NOT NULL, `state` text NOT NULL DEFAULT ('waiting'), `done` integer NOT NULL DEFAULT (0), `total` integer NOT NULL DEFAULT (0), `attempt` integer NOT NULL DEFAULT (0), `next_attempt_at` datetime NULL, `error_class` text NOT NULL DEFAULT (''), `text` text NOT NULL DEFAULT (''), `started_at` datetime NULL, `finished_at` datetime NULL, `run_id` integer NOT NULL, CONSTRAINT `run_steps_runs_steps` FOREIGN KEY (`run_id`) REFERENCES `runs` (`id`) ON DELETE CASCADE);
-- create index "runstep_run_id_stage" to table: "run_steps"
CREATE UNIQUE INDEX `runstep_run_id_stage` ON `run_steps` (`run_id`, `stage`);
-- create "sessions" table
CREATE TABLE `sessions` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `token_hash` blob NOT NULL, `agent` text NOT NULL DEFAULT (''), `created_at` datetime NOT NULL, `signed_in_at` datetime NOT NULL, `seen_at` datetime NOT NULL, `expires_at` datetime NOT NULL, `user_id` integer NOT NULL, CONSTRAINT `sessions_users_sessions` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- create index "sessions_token_hash_key" to table: "sessions"
CREATE UNIQUE INDEX `sessions_token_hash_key` ON `sessions` (`token_hash`);
-- create index "session_user_id" to table: "sessions"
CREATE INDEX `session_user_id` ON `sessions` (`user_id`);
-- create index "session_expires_at" to table: "sessions"
CREATE INDEX `session_expires_at` ON `sessions` (`expires_at`);
-- create "stamps" table
CREATE TABLE `stamps` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `scope` text NOT NULL, `version` integer NOT NULL DEFAULT (0));
-- create index "stamps_scope_key" to table: "stamps"
CREATE UNIQUE INDEX `stamps_scope_key` ON `stamps` (`scope`);
-- create "tokens" table
CREATE TABLE `tokens` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `hash` blob NOT NULL, `name` text NOT NULL, `scopes` json NOT NULL, `created_at` datetime NOT NULL, `used_at` datetime NULL, `expires_at` datetime NULL, `revoked_at` datetime NULL, `user_id` integer NOT NULL, CONSTRAINT `tokens_users_tokens` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- create index "tokens_hash_key" to table: "tokens"
CREATE UNIQUE INDEX `tokens_hash_key` ON `tokens` (`hash`);
-- create index "token_user_id" to table: "tokens"
CREATE INDEX `token_user_id` ON `tokens` (`user_id`);
-- create "transcripts" table
CREATE TABLE `transcripts` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `content_hash` text NOT NULL, `origin` text NOT NULL, `language` text NOT NULL DEFAULT (''), `cues` json NOT NULL, `words` integer NOT NULL DEFAULT (0), `provided_by` integer NULL, `created_at` datetime NOT NULL, `episode_id` integer NOT NULL, CONSTRAINT `transcripts_episodes_transcripts` FOREIGN KEY (`episode_id`) REFERENCES `episodes` (`id`) ON DELETE CASCADE);
-- create index "transcript_episode_id_content_hash" to table: "transcripts"
CREATE UNIQUE INDEX `transcript_episode_id_content_hash` ON `transcripts` (`episode_id`, `content_hash`);
-- create "uploads" table
CREATE TABLE `uploads` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `key` text NOT NULL, `file_name` text NOT NULL, `content_hash` text NOT NULL, `size` integer NOT NULL, `episode` json NOT NULL, `language` text NOT NULL DEFAULT (''), `cues` json NOT NULL, `created_at` datetime NOT NULL, `used_at` datetime NULL, `user_id` integer NOT NULL, CONSTRAINT `uploads_users_uploads` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- create index "uploads_key_key" to table: "uploads"
CREATE UNIQUE INDEX `uploads_key_key` ON `uploads` (`key`);
-- create index "upload_user_id_created_at" to table: "uploads"
CREATE INDEX `upload_user_id_created_at` ON `uploads` (`user_id`, `created_at`);
-- create index "upload_content_hash" to table: "uploads"
CREATE INDEX `upload_content_hash` ON `uploads` (`content_hash`);
-- create "usages" table
CREATE TABLE `usages` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `run_id` integer NOT NULL, `chunk` integer NOT NULL, `user_id` integer NULL, `day` text NOT NULL, `model` text NOT NULL DEFAULT (''), `reserved` integer NOT NULL DEFAULT (0), `prompt_tokens` integer NOT NULL DEFAULT (0), `cached_tokens` integer NOT NULL DEFAULT (0), `completion_tokens` integer NOT NULL DEFAULT (0), `reasoning_tokens` integer NOT NULL DEFAULT (0), `calls` integer NOT NULL DEFAULT (0), `settled` bool NOT NULL DEFAULT (false), `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL);
-- create index "usage_run_id_chunk" to table: "usages"
CREATE UNIQUE INDEX `usage_run_id_chunk` ON `usages` (`run_id`, `chunk`);
-- create index "usage_user_id_day" to table: "usages"
CREATE INDEX `usage_user_id_day` ON `usages` (`user_id`, `day`);
-- create index "usage_day" to table: "usages"
CREATE INDEX `usage_day` ON `usages` (`day`);
-- create index "usage_settled_created_at" to table: "usages"
CREATE INDEX `usage_settled_created_at` ON `usages` (`settled`, `created_at`);
-- create "users" table
CREATE TABLE `users` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `issuer` text NOT NULL, `subject` text NOT NULL, `public_id` text NOT NULL, `email` text NOT NULL DEFAULT (''), `first_name` text NOT NULL DEFAULT (''), `last_name` text NOT NULL DEFAULT (''), `display_name` text NOT NULL DEFAULT (''), `picture` text NOT NULL DEFAULT (''), `role` text NOT NULL DEFAULT ('user'), `is_active` bool NOT NULL DEFAULT (true), `published` bool NOT NULL DEFAULT (false), `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL);
-- create index "users_public_id_key" to table: "users"
CREATE UNIQUE INDEX `users_public_id_key` ON `users` (`public_id`);
-- create index "user_issuer_subject" to table: "users"
CREATE UNIQUE INDEX `user_issuer_subject` ON `users` (`issuer`, `subject`);
-- create index "user_created_at" to table: "users"
CREATE INDEX `user_created_at` ON `users` (`created_at`);
-- create "wants" table
CREATE TABLE `wants` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `item_id` integer NOT NULL, `created_at` datetime NOT NULL, `job_id` integer NOT NULL, `run_id` integer NOT NULL, CONSTRAINT `wants_jobs_wants` FOREIGN KEY (`job_id`) REFERENCES `jobs` (`id`) ON DELETE CASCADE, CONSTRAINT `wants_runs_wants` FOREIGN KEY (`run_id`) REFERENCES `runs` (`id`) ON DELETE CASCADE);
-- create index "want_job_id_run_id" to table: "wants"
CREATE UNIQUE INDEX `want_job_id_run_id` ON `wants` (`job_id`, `run_id`);
-- create index "want_run_id" to table: "wants"
CREATE INDEX `want_run_id` ON `wants` (`run_id`);

-- +goose Down
-- reverse: create index "want_run_id" to table: "wants"
DROP INDEX `want_run_id`;
-- reverse: create index "want_job_id_run_id" to table: "wants"
DROP INDEX `want_job_id_run_id`;
-- reverse: create "wants" table
DROP TABLE `wants`;
-- reverse: create index "user_created_at" to table: "users"
DROP INDEX `user_created_at`;
-- reverse: create index "user_issuer_subject" to table: "users"
DROP INDEX `user_issuer_subject`;
-- reverse: create index "users_public_id_key" to table: "users"
DROP INDEX `users_public_id_key`;
-- reverse: create "users" table
DROP TABLE `users`;
-- reverse: create index "usage_settled_created_at" to table: "usages"
DROP INDEX `usage_settled_created_at`;
-- reverse: create index "usage_day" to table: "usages"
DROP INDEX `usage_day`;
-- reverse: create index "usage_user_id_day" to table: "usages"
DROP INDEX `usage_user_id_day`;
-- reverse: create index "usage_run_id_chunk" to table: "usages"
DROP INDEX `usage_run_id_chunk`;
-- reverse: create "usages" table
DROP TABLE `usages`;
-- reverse: create index "upload_content_hash" to table: "uploads"
DROP INDEX `upload_content_hash`;
-- reverse: create index "upload_user_id_created_at" to table: "uploads"
DROP INDEX `upload_user_id_created_at`;
-- reverse: create index "uploads_key_key" to table: "uploads"
DROP INDEX `uploads_key_key`;
-- reverse: create "uploads" table
DROP TABLE `uploads`;
-- reverse: create index "transcript_episode_id_content_hash" to table: "transcripts"
DROP INDEX `transcript_episode_id_content_hash`;
-- reverse: create "transcripts" table
DROP TABLE `transcripts`;
-- reverse: create index "token_user_id" to table: "tokens"
DROP INDEX `token_user_id`;
-- reverse: create index "tokens_hash_key" to table: "tokens"
DROP INDEX `tokens_hash_key`;
-- reverse: create "tokens" table
DROP TABLE `tokens`;
-- reverse: create index "stamps_scope_key" to table: "stamps"
DROP INDEX `stamps_scope_key`;
-- reverse: create "stamps" table
DROP TABLE `stamps`;
-- reverse: create index "session_expires_at" to table: "sessions"
DROP INDEX `session_expires_at`;
-- reverse: create index "session_user_id" to table: "sessions"
DROP INDEX `session_user_id`;
-- reverse: create index "sessions_token_hash_key" to table: "sessions"
DROP INDEX `sessions_token_hash_key`;
-- reverse: create "sessions" table
DROP TABLE `sessions`;
-- reverse: create index "runstep_run_id_stage" to table: "run_steps"
DROP INDEX `runstep_run_id_stage`;
-- reverse: create "run_steps" table
DROP TABLE `run_steps`;
-- reverse: create index "run_state_updated_at" to table: "runs"
DROP INDEX `run_state_updated_at`;
-- reverse: create index "run_one_live" to table: "runs"
DROP INDEX `run_one_live`;
-- reverse: create index "run_episode_id_number" to table: "runs"
DROP INDEX `run_episode_id_number`;
-- reverse: create index "runs_key_key" to table: "runs"
DROP INDEX `runs_key_key`;
-- reverse: create "runs" table
DROP TABLE `runs`;
-- reverse: create index "report_state_created_at" to table: "reports"
DROP INDEX `report_state_created_at`;
-- reverse: create index "report_user_id_item_type_item_id" to table: "reports"
DROP INDEX `report_user_id_item_type_item_id`;
-- reverse: create "reports" table
DROP TABLE `reports`;
-- reverse: create index "picture_key" to table: "pictures"
DROP INDEX `picture_key`;
-- reverse: create index "pictures_source_key" to table: "pictures"
DROP INDEX `pictures_source_key`;
-- reverse: create "pictures" table
DROP TABLE `pictures`;
-- reverse: create index "passage_transcript_id_number" to table: "passages"
DROP INDEX `passage_transcript_id_number`;
-- reverse: create "passages" table
DROP TABLE `passages`;
-- reverse: create index "passresult_pass_id_entity_id" to table: "pass_results"
DROP INDEX `passresult_pass_id_entity_id`;
-- reverse: create "pass_results" table
DROP TABLE `pass_results`;
-- reverse: create index "pass_one_live" to table: "passes"
DROP INDEX `pass_one_live`;
-- reverse: create index "pass_kind_type_number" to table: "passes"
DROP INDEX `pass_kind_type_number`;
-- reverse: create "passes" table
DROP TABLE `passes`;
-- reverse: create index "merge_created_at" to table: "merges"
DROP INDEX `merge_created_at`;
-- reverse: create index "merge_merged_id" to table: "merges"
DROP INDEX `merge_merged_id`;
-- reverse: create index "merge_survivor_id" to table: "merges"
DROP INDEX `merge_survivor_id`;
-- reverse: create "merges" table
DROP TABLE `merges`;
-- reverse: create index "mention_run_id" to table: "mentions"
DROP INDEX `mention_run_id`;
-- reverse: create index "mention_entity_id_episode_id" to table: "mentions"
DROP INDEX `mention_entity_id_episode_id`;
-- reverse: create index "mention_episode_id_entity_id_start" to table: "mentions"
DROP INDEX `mention_episode_id_entity_id_start`;
-- reverse: create "mentions" table
DROP TABLE `mentions`;
-- reverse: create index "link_checks_url_key" to table: "link_checks"
DROP INDEX `link_checks_url_key`;
-- reverse: create "link_checks" table
DROP TABLE `link_checks`;
-- reverse: create index "link_url" to table: "links"
DROP INDEX `link_url`;
-- reverse: create index "link_entity_id_url_channel_id" to table: "links"
DROP INDEX `link_entity_id_url_channel_id`;
-- reverse: create "links" table
DROP TABLE `links`;
-- reverse: create index "jobitem_episode_id" to table: "job_items"
DROP INDEX `jobitem_episode_id`;
-- reverse: create index "jobitem_run_id" to table: "job_items"
DROP INDEX `jobitem_run_id`;
-- reverse: create index "jobitem_job_id_position" to table: "job_items"
DROP INDEX `jobitem_job_id_position`;
-- reverse: create index "jobitem_job_id_state_position" to table: "job_items"
DROP INDEX `jobitem_job_id_state_position`;
-- reverse: create index "jobitem_job_id_item_key" to table: "job_items"
DROP INDEX `jobitem_job_id_item_key`;
-- reverse: create "job_items" table
DROP TABLE `job_items`;
-- reverse: create index "job_updated_at" to table: "jobs"
DROP INDEX `job_updated_at`;
-- reverse: create index "job_state_updated_at" to table: "jobs"
DROP INDEX `job_state_updated_at`;
-- reverse: create index "job_user_id_idempotency_key" to table: "jobs"
DROP INDEX `job_user_id_idempotency_key`;
-- reverse: create index "job_user_id_id" to table: "jobs"
DROP INDEX `job_user_id_id`;
-- reverse: create index "jobs_key_key" to table: "jobs"
DROP INDEX `jobs_key_key`;
-- reverse: create "jobs" table
DROP TABLE `jobs`;
-- reverse: create index "installations_name_key" to table: "installations"
DROP INDEX `installations_name_key`;
-- reverse: create "installations" table
DROP TABLE `installations`;
-- reverse: create index "host_paces_host_key" to table: "host_paces"
DROP INDEX `host_paces_host_key`;
-- reverse: create "host_paces" table
DROP TABLE `host_paces`;
-- reverse: create index "glossary_channel_id_heard" to table: "glossaries"
DROP INDEX `glossary_channel_id_heard`;
-- reverse: create "glossaries" table
DROP TABLE `glossaries`;
-- reverse: create index "follow_channel_id" to table: "follows"
DROP INDEX `follow_channel_id`;
-- reverse: create index "follow_user_id_channel_id" to table: "follows"
DROP INDEX `follow_user_id_channel_id`;
-- reverse: create "follows" table
DROP TABLE `follows`;
-- reverse: create index "favorite_item_type_item_id" to table: "favorites"
DROP INDEX `favorite_item_type_item_id`;
-- reverse: create index "favorite_user_id_item_type_item_id" to table: "favorites"
DROP INDEX `favorite_user_id_item_type_item_id`;
-- reverse: create "favorites" table
DROP TABLE `favorites`;
-- reverse: create index "event_type_created_at" to table: "events"
DROP INDEX `event_type_created_at`;
-- reverse: create index "event_created_at" to table: "events"
DROP INDEX `event_created_at`;
-- reverse: create "events" table
DROP TABLE `events`;
-- reverse: create index "episodeentity_type_episode_id" to table: "episode_entities"
DROP INDEX `episodeentity_type_episode_id`;
-- reverse: create index "episodeentity_entity_id_mention_count" to table: "episode_entities"
DROP INDEX `episodeentity_entity_id_mention_count`;
-- reverse: create index "episodeentity_episode_id_entity_id" to table: "episode_entities"
DROP INDEX `episodeentity_episode_id_entity_id`;
-- reverse: create "episode_entities" table
DROP TABLE `episode_entities`;
-- reverse: create index "episode_owner_id" to table: "episodes"
DROP INDEX `episode_owner_id`;
-- reverse: create index "episode_channel_id_published_at" to table: "episodes"
DROP INDEX `episode_channel_id_published_at`;
-- reverse: create index "episode_is_processed_visibility_published_at_id" to table: "episodes"
DROP INDEX `episode_is_processed_visibility_published_at_id`;
-- reverse: create index "episode_is_processed_visibility_processed_at_id" to table: "episodes"
DROP INDEX `episode_is_processed_visibility_processed_at_id`;
-- reverse: create index "episode_platform_external_id" to table: "episodes"
DROP INDEX `episode_platform_external_id`;
-- reverse: create index "episodes_video_id_key" to table: "episodes"
DROP INDEX `episodes_video_id_key`;
-- reverse: create "episodes" table
DROP TABLE `episodes`;
-- reverse: create index "entity_merged_into" to table: "entities"
DROP INDEX `entity_merged_into`;
-- reverse: create index "entity_type_sort_key_id" to table: "entities"
DROP INDEX `entity_type_sort_key_id`;
-- reverse: create index "entity_mention_count_sort_key_id" to table: "entities"
DROP INDEX `entity_mention_count_sort_key_id`;
-- reverse: create index "entity_type_mention_count_sort_key_id" to table: "entities"
DROP INDEX `entity_type_mention_count_sort_key_id`;
-- reverse: create index "entity_type_key_disambiguator" to table: "entities"
DROP INDEX `entity_type_key_disambiguator`;
-- reverse: create "entities" table
DROP TABLE `entities`;
-- reverse: create index "distinctpair_low_id_high_id" to table: "distinct_pairs"
DROP INDEX `distinctpair_low_id_high_id`;
-- reverse: create "distinct_pairs" table
DROP TABLE `distinct_pairs`;
-- reverse: create index "chapter_episode_id_number" to table: "chapters"
DROP INDEX `chapter_episode_id_number`;
-- reverse: create "chapters" table
DROP TABLE `chapters`;
-- reverse: create index "channelentity_entity_id" to table: "channel_entities"
DROP INDEX `channelentity_entity_id`;
-- reverse: create index "channelentity_channel_id_type_mention_count" to table: "channel_entities"
DROP INDEX `channelentity_channel_id_type_mention_count`;
-- reverse: create index "channelentity_channel_id_entity_id" to table: "channel_entities"
DROP INDEX `channelentity_channel_id_entity_id`;
-- reverse: create "channel_entities" table
DROP TABLE `channel_entities`;
-- reverse: create index "channel_sort_key_id" to table: "channels"
DROP INDEX `channel_sort_key_id`;
-- reverse: create index "channel_mention_count_id" to table: "channels"
DROP INDEX `channel_mention_count_id`;
-- reverse: create index "channel_entity_count_id" to table: "channels"
DROP INDEX `channel_entity_count_id`;
-- reverse: create index "channel_platform_external_id" to table: "channels"
DROP INDEX `channel_platform_external_id`;
-- reverse: create index "channels_public_id_key" to table: "channels"
DROP INDEX `channels_public_id_key`;
-- reverse: create "channels" table
DROP TABLE `channels`;
-- reverse: create index "candidate_chunk_hash_recipe" to table: "candidates"
DROP INDEX `candidate_chunk_hash_recipe`;
-- reverse: create index "candidate_run_id_chunk" to table: "candidates"
DROP INDEX `candidate_run_id_chunk`;
-- reverse: create "candidates" table
DROP TABLE `candidates`;
-- reverse: create index "budgets_scope_key" to table: "budgets"
DROP INDEX `budgets_scope_key`;
-- reverse: create "budgets" table
DROP TABLE `budgets`;
-- reverse: create index "block_type_key" to table: "blocks"
DROP INDEX `block_type_key`;
-- reverse: create index "block_entity_id_key" to table: "blocks"
DROP INDEX `block_entity_id_key`;
-- reverse: create "blocks" table
DROP TABLE `blocks`;
-- reverse: create index "batches_key_key" to table: "batches"
DROP INDEX `batches_key_key`;
-- reverse: create "batches" table
DROP TABLE `batches`;
-- reverse: create index "audit_object" to table: "audits"
DROP INDEX `audit_object`;
-- reverse: create index "audit_created_at" to table: "audits"
DROP INDEX `audit_created_at`;
-- reverse: create "audits" table
DROP TABLE `audits`;
-- reverse: create index "alias_type_key" to table: "alias"
DROP INDEX `alias_type_key`;
-- reverse: create index "alias_entity_id_key" to table: "alias"
DROP INDEX `alias_entity_id_key`;
-- reverse: create "alias" table
DROP TABLE `alias`;
