package store_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/store/storetest"
)

// What former programs stored as not needed becomes what it was; what was not needed stays so.
func TestStepsStoredWronglyAreMended(t *testing.T) {
	t.Parallel()
	const begun, ended, nothing = "'2026-01-01 10:00:00'", "'2026-01-01 11:00:00'", "NULL"
	cases := []struct{ run, stage, done, total, text, started, finished, want string }{
		{"done", "extract", "3", "3", "chunk 3 of 3", begun, ended, "done"},
		{"partial", "extract", "2", "3", "chunk 2 of 3", begun, ended, "failed"},
		{"done", "check", "0", "4", "4 links to check", begun, ended, "failed"},
		{"cancelled", "extract", "1", "3", "chunk 1 of 3", begun, ended, "cancelled"},
		{"cancelled", "publish", "0", "0", "", nothing, ended, "waiting"},
		{"failed", "publish", "0", "0", "", nothing, ended, "waiting"},
		{"needs_transcript", "links", "0", "0", "", nothing, ended, "waiting"},
		{"done", "episode", "0", "0", "", nothing, nothing, "skipped"},
		{"failed", "transcript", "0", "0", "", nothing, nothing, "skipped"},
		{"done", "episode", "0", "0", "A transcript was given", begun, ended, "skipped"},
		{"cancelled", "episode", "0", "0", "A transcript was given", begun, ended, "skipped"},
	}
	for name, open := range map[string]storetest.Open{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn := storetest.Raw(t, open(t))
			exec := func(statement string) {
				t.Helper()
				_, err := conn.Exec(statement)
				require.NoError(t, err, statement)
			}
			exec(`INSERT INTO episodes (id, platform, external_id, video_id, created_at, updated_at) VALUES (1, 'youtube', 'a', 'a', ` + begun +
				`, ` + begun + `)`)
			for i, c := range cases {
				exec(fmt.Sprintf(`INSERT INTO runs (id, episode_id, number, key, extractor, state, created_at, updated_at)
					VALUES (%d, 1, %d, 'key %d', 'offline', '%s', %s, %s)`,
					i+1, i+1, i, c.run, begun, begun))
				exec(fmt.Sprintf(`INSERT INTO run_steps (id, run_id, stage, state, done, total, text, started_at, finished_at) VALUES (%d, %d,
					'%s', 'skipped', %s, %s, '%s', %s, %s)`,
					i+1, i+1, c.stage, c.done, c.total, c.text, c.started, c.finished))
			}
			for range 2 {
				for _, statement := range strings.SplitAfter(storetest.Up(t, name, "steps_by_what_happened"), ";\n") {
					exec(statement)
				}
				for i, c := range cases {
					var state string
					require.NoError(t, conn.QueryRow(fmt.Sprintf("SELECT state FROM run_steps WHERE id = %d", i+1)).Scan(&state))
					require.Equal(t, c.want, state, "%v", c)
				}
			}
		})
	}
}
