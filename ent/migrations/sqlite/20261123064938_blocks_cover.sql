-- +goose Up
-- drop index "block_type_key" from table: "blocks"
DROP INDEX `block_type_key`;
-- create index "block_type_key_entity_id" to table: "blocks"
CREATE INDEX `block_type_key_entity_id` ON `blocks` (`type`, `key`, `entity_id`);

-- +goose Down
-- reverse: create index "block_type_key_entity_id" to table: "blocks"
DROP INDEX `block_type_key_entity_id`;
-- reverse: drop index "block_type_key" from table: "blocks"
CREATE INDEX `block_type_key` ON `blocks` (`type`, `key`);
