package storetest

import (
	"database/sql"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"mentionary/internal/transcript"

	"github.com/stretchr/testify/require"
)

// rows writes what a person has in tables that no call of the store fills yet, and whatever an upload may bring along.
func (w *world) rows(l *life) {
	w.Helper()
	conn := Raw(w.T, w.s)
	theirs, items := w.job(l.mo, video("anything"))
	for _, statement := range []string{
		"INSERT INTO follows (user_id, channel_id, created_at) SELECT %[1]d, channel_id, CURRENT_TIMESTAMP FROM episodes WHERE id = %[2]d",
		"INSERT INTO reports (user_id, item_type, item_id, reason, text, state, created_at) VALUES (%[1]d, 'episode', %[2]d, 'wrong', 'text', " +
			"'open', CURRENT_TIMESTAMP)",
		`INSERT INTO batches (key, user_id, kind, title, selection, lines_total, created_at, updated_at) VALUES ('key', %[1]d, 'urls', 'input',
				'{}', 1, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)`,
		"INSERT INTO batch_items (batch_id, position, input) SELECT id, 1, 'input' FROM batches WHERE user_id = %[1]d",
		"INSERT INTO hearings (run_id, number, start_ms, end_ms, audio, created_at) SELECT id, 0, 0, 9, 'a', created_at FROM runs " +
			"WHERE episode_id = %[5]d",
		"INSERT INTO usages (run_id, chunk, user_id, day, model, created_at, updated_at) VALUES (%[3]d, 7, %[1]d, '2026-01-02', 'model', " +
			"CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)",
		"INSERT INTO audits (actor, session_id, operation, object, created_at) VALUES ('%[4]s', 1, 'changed', 'entity/1', CURRENT_TIMESTAMP)",
		"INSERT INTO chapters (episode_id, number, start_ms, title, url) VALUES (%[5]d, 1, 0, 'chapter', 'url')",
		"INSERT INTO alias (entity_id, type, key, name, source, created_at) VALUES (%[6]d, 'person', 'key', 'name', 'source', CURRENT_TIMESTAMP)",
		"INSERT INTO links (entity_id, kind, url, source, channel_id, state, created_at, updated_at) VALUES (%[6]d, 'other', 'url', 'claim', " +
			"0, 'unchecked', CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)",
		"INSERT INTO distinct_pairs (low_id, high_id, actor, created_at) VALUES (1, %[6]d, '', CURRENT_TIMESTAMP)",
		"INSERT INTO entities (type, key, name, merged_into, created_at, updated_at) VALUES ('person', 'privatepersona', 'Private Persona', " +
			"%[6]d, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)",
		"INSERT INTO merges (type, survivor_id, merged_id, inverse, reasons, actor, created_at) SELECT 'person', merged_into, id, '{}', '[]', " +
			"'mo', CURRENT_TIMESTAMP FROM entities WHERE merged_into = %[6]d",
		"INSERT INTO glossaries (channel_id, heard, heard_key, meant, created_at, updated_at) VALUES (%[7]d, 'heard', 'heard', 'meant', " +
			"CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)",
		"INSERT INTO doubts (channel_id, ref, kind, type, name, mentions, episodes, example_id, updated_at) VALUES (%[7]d, 'unproven/book/x', " +
			"'rejected', 'book', 'name', 1, 1, 1, CURRENT_TIMESTAMP)",
		"INSERT INTO rulings (channel_id, decision, scope, kind, type, name, mentions, episodes, actor, created_at) VALUES (%[7]d, 'wrong', " +
			"'channel', 'low', 'book', 'name', 1, 1, 'mo', CURRENT_TIMESTAMP)",
		"INSERT INTO unproven (episode_id, channel_id, run_id, transcript_id, type, key, name, claim) VALUES (%[5]d, %[7]d, %[3]d, 1, 'book', " +
			"'name', 'name', '{}')",
		"INSERT INTO changes (kind, entity_id, other_id, merge_id, after_merge, before, after, inverse, actor, created_at) VALUES " +
			"('edit', %[6]d, 0, 0, 0, '{}', '{}', '{}', 'mo', CURRENT_TIMESTAMP)",
		"INSERT INTO name_decisions (entity_id, type, key) VALUES (%[6]d, 'company', 'key')",
		// Somebody else works on the private episode too.
		"INSERT INTO wants (job_id, run_id, item_id, created_at) VALUES (%[8]d, %[3]d, %[9]d, CURRENT_TIMESTAMP)",
		"UPDATE job_items SET state = 'running', run_id = %[3]d WHERE id = %[9]d",
	} {
		_, err := conn.Exec(fill(statement, l.ann.ID, l.pub, l.private, l.ann.PublicID, l.episode, l.entity, l.channel, theirs.ID, items[0].ID))
		require.NoError(w, err, statement)
	}
}

// fill puts values into a statement of a test; it need not use all.
func fill(statement string, values ...any) string {
	for i, v := range values {
		for _, verb := range []string{"d", "s"} {
			statement = strings.ReplaceAll(statement, fmt.Sprintf("%%[%d]%s", i+1, verb), fmt.Sprint(v))
		}
	}
	return statement
}

// personal says which rows of a table are a person's, for every table that can hold words of theirs.
func personal(l *life) map[string]string {
	ann, episode := l.ann.ID, l.episode
	return map[string]string{
		"users": fmt.Sprintf("id = %d", ann), "sessions": fmt.Sprintf("user_id = %d", ann), "tokens": fmt.Sprintf("user_id = %d", ann),
		"reports": fmt.Sprintf("user_id = %d", ann), "batches": fmt.Sprintf("user_id = %d", ann),
		"batch_items": fmt.Sprintf("batch_id IN (SELECT id FROM batches WHERE user_id = %d)", ann), "uploads": fmt.Sprintf("user_id = %d", ann),
		"upload_parts": fmt.Sprintf("upload_id IN (SELECT id FROM uploads WHERE user_id = %d)", ann),
		"jobs":         fmt.Sprintf("user_id = %d", ann), "job_items": fmt.Sprintf("job_id IN (SELECT id FROM jobs WHERE user_id = %d)", ann),
		"episodes": fmt.Sprintf("id = %d", episode), "chapters": fmt.Sprintf("episode_id = %d", episode),
		"transcripts": fmt.Sprintf("episode_id = %d", episode), "mentions": fmt.Sprintf("episode_id = %d", episode),
		"passages":         fmt.Sprintf("transcript_id IN (SELECT id FROM transcripts WHERE episode_id = %d)", episode),
		"episode_entities": fmt.Sprintf("episode_id = %d", episode), "runs": fmt.Sprintf("episode_id = %d", episode),
		"run_steps":  fmt.Sprintf("run_id IN (SELECT id FROM runs WHERE episode_id = %d)", episode),
		"hearings":   fmt.Sprintf("run_id IN (SELECT id FROM runs WHERE episode_id = %d)", episode),
		"candidates": fmt.Sprintf("run_id IN (SELECT id FROM runs WHERE episode_id = %d)", episode),
		"entities":   fmt.Sprintf("id = %[1]d OR merged_into = %[1]d", l.entity), "merges": fmt.Sprintf("survivor_id = %d", l.entity),
		"changes": fmt.Sprintf("entity_id = %d", l.entity), "name_decisions": fmt.Sprintf("entity_id = %d", l.entity),
		"alias":  fmt.Sprintf("entity_id = %d", l.entity),
		"blocks": fmt.Sprintf("entity_id = %d", l.entity), "links": fmt.Sprintf("entity_id = %d", l.entity),
		"channels": fmt.Sprintf("id = %d", l.channel), "glossaries": fmt.Sprintf("channel_id = %d", l.channel),
		"doubts": fmt.Sprintf("channel_id = %d", l.channel), "rulings": fmt.Sprintf("channel_id = %d", l.channel),
		"unproven": fmt.Sprintf("episode_id = %d", episode),
	}
}

// impersonal lists the tables without words of people: numbers, our own words, random ids, hashes, what everybody sees, and the
// lists that an organization has submitted again and again.
var impersonal = []string{
	"attempts", "audits", "budgets", "channel_entities", "distinct_pairs", "editions", "events", "favorites", "follows", "follow_schedules",
	"goose_db_version",
	"installations", "known_changes",
	"link_checks", "lookups", "passes", "pass_results", "pictures", "recurring_batches", "rereadings", "rereading_episodes",
	"spent", "sqlite_sequence", "stamps", "totals", "usages", "wants",
}

// ours are the columns that hold words of ours only.
var ours = []string{
	"context", "decision", "error_class", "from_stage", "item_type", "kind", "origin", "platform", "role", "stage", "stance", "state", "type",
	"visibility",
}

// shapes says how a word is put into a JSON column.
var shapes = map[string]string{
	"batches.selection":     `{"x":"%s"}`,
	"candidates.candidates": `[{"Quote":"%s"}]`, "entities.sources": `{"author":"%s"}`, "entities.locks": `["%s"]`,
	"episode_entities.claims": `{"author":"%s"}`, "episodes.people": `[{"x":"%s"}]`, "episodes.links": `[{"x":"%s"}]`,
	"episodes.transcript_refs": `[{"x":"%s"}]`, "channels.type_counts": `{"%s":1}`, "episodes.type_counts": `{"%s":1}`,
	"job_items.ref": `{"x":"%s"}`, "jobs.ref": `{"x":"%s"}`,
	"jobs.selection": `{"x":"%s"}`, "merges.inverse": `{"x":"%s"}`, "merges.reasons": `["%s"]`, "changes.inverse": `{"x":"%s"}`,
	"changes.before": `{"x":"%s"}`, "changes.after": `{"x":"%s"}`, "jobs.upload_ids": `["%s"]`,
	"mentions.claims": `{"author":"%s"}`, "mentions.signals": `["%s"]`,
	"unproven.claim": `{"Name":"%s"}`,
	"tokens.scopes":  `["%s"]`, "transcripts.cues": `[{"text":"%s"}]`, "uploads.episode": `{"Title":"%s"}`, "uploads.cues": `"%s"`,
}

// plant writes a word of its own into every column that can hold something of a person, and returns where each went. A
// new table or JSON column fails here until somebody decides whether it can.
func (w *world) plant(l *life) map[string]string {
	w.Helper()
	conn := Raw(w.T, w.s)
	planted := map[string]string{}
	mine := personal(l)
	for _, table := range tables(w.T, conn, w.s.Dialect()) {
		where, ok := mine[table]
		if !ok {
			require.True(w, slices.Contains(impersonal, table) || strings.HasPrefix(table, "search_") || strings.HasPrefix(table, "sqlite_stat"),
				"can the table %s hold words of people? Say so in personal or impersonal", table)
			continue
		}
		ids := column(w.T, conn, "SELECT id FROM "+table+" WHERE "+where)
		require.NotEmpty(w, ids, "nothing of the person is in %s", table)
		for name, typ := range w.columns(conn, table) {
			place := table + "." + name
			if slices.Contains(ours, name) || place == "users.public_id" {
				continue
			}
			for _, id := range ids {
				word := canary()
				planted[word] = place
				_, err := conn.Exec(w.bind("UPDATE "+table+` SET "`+name+`" = ? WHERE id = `+id), w.planted(l, place, typ, word))
				require.NoError(w, err, place)
			}
		}
	}
	subject, issuer := column(w.T, conn, "SELECT subject FROM users WHERE "+mine["users"]),
		column(w.T, conn, "SELECT issuer FROM users WHERE "+mine["users"])
	require.NoError(w, w.s.People.EnsureRoleOnce(w.ctx, issuer[0], subject[0], "user"))
	return planted
}

// planted is the value of a column with a word in it.
func (w *world) planted(l *life, place, typ, word string) any {
	w.Helper()
	switch {
	case strings.HasSuffix(place, ".packed"):
		value, err := transcript.Packed{{Text: word}}.Value()
		require.NoError(w, err)
		return value
	case typ == "bytes":
		return []byte(word)
	case place == "uploads.cues":
		return fmt.Sprintf(shapes[place], base64.StdEncoding.EncodeToString([]byte(`[{"text":"`+word+`"}]`)))
	case typ == "json":
		require.Contains(w, shapes, place, "say how a word is put into this column")
		return fmt.Sprintf(shapes[place], word)
	case place == "channels.external_id":
		return "user:" + l.ann.PublicID + ":" + word
	}
	return word
}

// columns lists the columns of a table that hold text, JSON or bytes, with which.
func (w *world) columns(conn *sql.DB, table string) map[string]string {
	w.Helper()
	question := "SELECT name, type FROM pragma_table_info('" + table + "')"
	if w.s.Dialect() == "postgres" {
		question = "SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = '" +
			table + "'"
	}
	rows, err := conn.Query(question)
	require.NoError(w, err)
	defer func() { require.NoError(w, rows.Close()) }()
	out := map[string]string{}
	for rows.Next() {
		var name, typ string
		require.NoError(w, rows.Scan(&name, &typ))
		switch strings.ToLower(typ) {
		case "text", "character varying":
			out[name] = "text"
		case "json", "jsonb":
			out[name] = "json"
		case "blob", "bytea":
			out[name] = "bytes"
		case "integer", "bigint", "bool", "boolean", "real", "double precision", "datetime", "timestamptz", "timestamp with time zone":
		default:
			w.Fatalf("the type %s of %s.%s is not known to this test", typ, table, name)
		}
	}
	require.NoError(w, rows.Err())
	return out
}

// bind writes the parameter of a statement as the database wants it.
func (w *world) bind(statement string) string {
	if w.s.Dialect() != "postgres" {
		return statement
	}
	for n := 1; strings.Contains(statement, "?"); n++ {
		statement = strings.Replace(statement, "?", fmt.Sprint("$", n), 1)
	}
	return statement
}

// canary is a word that is nowhere else: 32 small letters.
func canary() string {
	b := make([]byte, 32)
	for i := range b {
		b[i] = byte('a' + rand.IntN(26))
	}
	return string(b)
}
