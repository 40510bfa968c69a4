-- +goose Up
-- Nothing ever wrote this table: pacing is a matter of each process (outbound.Pacer).
DROP TABLE `host_paces`;

-- +goose Down
CREATE TABLE `host_paces` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `host` text NOT NULL, `next_at` datetime NOT NULL);
CREATE UNIQUE INDEX `host_paces_host_key` ON `host_paces` (`host`);
