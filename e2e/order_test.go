//go:build e2e

package e2e_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/eval"
)

// ownShow serves our twelve annotated episodes as one show.
func ownShow(t *testing.T, answers func(n int) (time.Duration, int)) *podcast {
	t.Helper()
	own, err := eval.OwnEpisodes()
	require.NoError(t, err)
	show := newPodcast(t, "Our Own", len(own), answers)
	show.vtt = func(n int) string {
		var b strings.Builder
		b.WriteString("WEBVTT\n")
		for i, p := range own[n-1].Paragraphs {
			at := func(ms int) string { return fmt.Sprintf("%02d:%02d.%03d", ms/60_000, ms/1000%60, ms%1000) }
			fmt.Fprintf(&b, "\n%s --> %s\n%s\n", at(i*5000), at(i*5000+4500), p.Text)
		}
		return b.String()
	}
	return show
}

// settled waits until all jobs have ended and earlier episodes were read again with what later ones taught.
func (m *machine) settled(show *podcast) {
	m.t.Helper()
	eventually(m.t, 4*time.Minute, func() string {
		for _, j := range ask[[]job](m.operator(), http.MethodGet, "/api/jobs?all=true", nil) {
			if !j.closed() {
				return j.String()
			}
		}
		db := m.database()
		if n := db.count(`SELECT COUNT(*) FROM rereadings WHERE state = 'live'`); n > 0 {
			return "earlier episodes are being read again"
		}
		if n := db.count(news); n > 0 || db.count(`SELECT COUNT(*) FROM rereadings WHERE state = 'done'`) == 0 {
			return fmt.Sprintf("%d names are news", n)
		}
		return ""
	})
	require.Equal(m.t, show.count, m.database().count(`SELECT COUNT(*) FROM episodes e JOIN channels c ON c.id = e.channel_id
		WHERE c.name = 'Our Own' AND e.is_processed`))
}

// news counts the names that earlier episodes were not told of.
const news = `SELECT (SELECT COUNT(*) FROM entities e WHERE e.told <> CASE WHEN e.merged_into IS NOT NULL OR e.hidden THEN '' ELSE
	e.type || ':' || e.episode_count || ':' || CASE WHEN e.mention_count > 0 THEN 'listed' ELSE '' END || ':' || e.name END)
	+ (SELECT COUNT(*) FROM alias WHERE told <> confirmed)`

// pausedForKills counts the tries of steps that ask other servers which came after a pause because the worker of the one before was killed.
const pausedForKills = `SELECT COUNT(*) FROM attempts a JOIN attempts b ON b.execution = a.execution AND b.attempt = a.attempt - 1
	WHERE a.stage IN ('episode', 'transcript', 'links', 'check') AND b.ended_at IS NULL`

// Killed twenty times at random moments, while episodes are analyzed and while they are read again, the program comes to the same
// directory as one that nothing disturbs: the demo library and our own episodes, every entity, name, mention and count.
func TestTwentyKillsPlayNoPart(t *testing.T) {
	const kills, early = 20, 12
	calm := newMachine(t, "MENTIONARY_DEMO=true")
	show := ownShow(t, nil)
	calm.env = append(calm.env, "MENTIONARY_FEED_ORIGINS="+show.origin)
	calm.start()
	calm.operator().submit(show.feed(), show.count)
	calm.settled(show)
	calm.stop()
	want := calm.database().dump()

	m := newMachine(t, "MENTIONARY_DEMO=true")
	slow := ownShow(t, func(n int) (time.Duration, int) { return time.Duration(1+n*7%5) * time.Second, http.StatusOK })
	m.env = append(m.env, "MENTIONARY_FEED_ORIGINS="+slow.origin)
	m.start()
	m.operator().submit(slow.feed(), slow.count)
	inside := 0
	for k := range kills {
		if k >= early { // the later ones while episodes are read again
			eventually(t, 2*time.Minute, func() string {
				db := m.database()
				if db.count(`SELECT COUNT(*) FROM rereadings WHERE state = 'live'`) > 0 {
					inside++
					return ""
				}
				if db.count(`SELECT COUNT(*) FROM rereadings WHERE state = 'done'`) > 0 {
					return ""
				}
				return "nothing is read again yet"
			})
		}
		pause := rand.N(1500 * time.Millisecond)
		if k >= early {
			pause = rand.N(300 * time.Millisecond)
		}
		time.Sleep(pause) // a random moment is what this is about
		m.kill()
		m.start()
	}
	m.settled(slow)
	m.stop()
	t.Logf("%d kills, %d of them while episodes were read again", kills, inside)
	require.Positive(t, inside, "some kills must come while episodes are read again")
	db := m.database()
	db.holdsTogether()
	require.Zero(t, db.count(pausedForKills), "a kill is no outage of the host that was asked")
	got := db.dump()
	require.Greater(t, len(got), 3000)
	require.Empty(t, onlyInOne(want, got))
}

// onlyInOne returns the lines that only one of two dumps has.
func onlyInOne(a, b []string) []string {
	lines := map[string]int{}
	for _, l := range a {
		lines[l]++
	}
	for _, l := range b {
		lines[l]--
	}
	var out []string
	for l, n := range lines {
		if n != 0 {
			out = append(out, fmt.Sprintf("%+d %s", -n, l))
		}
	}
	slices.Sort(out)
	return out
}

// dump is everything that the directory says, without ids, times and addresses of the test's servers.
func (d *database) dump() []string {
	d.t.Helper()
	var out []string
	for what, query := range map[string]string{
		"entity": `SELECT e.type, e.name, e.key, e.description, e.author, e.company, e.country, e.title, e.field, e.category, e.mention_count,
			e.episode_count, e.recommender_count, e.talked_count, e.hidden, e.merged_into IS NULL FROM entities e`,
		"name": `SELECT e.type, e.name, a.key, a.name, a.confirmed FROM alias a JOIN entities e ON e.id = a.entity_id WHERE a.key <> e.key`,
		"mention": `SELECT c.name, p.title, e.type, e.name, m.start, m."end", m.surface, m.quote, m.context, m.stance, m.confidence, m.telling,
			m.claims, m.signals FROM mentions m JOIN entities e ON e.id = m.entity_id JOIN episodes p ON p.id = m.episode_id
			JOIN channels c ON c.id = p.channel_id`,
		"list": `SELECT c.name, p.title, e.type, e.name, l.mention_count, l.first_ms, l.participant, l.claims FROM episode_entities l
			JOIN entities e ON e.id = l.entity_id JOIN episodes p ON p.id = l.episode_id JOIN channels c ON c.id = p.channel_id`,
		"count": `SELECT c.name, e.type, e.name, x.mention_count, x.episode_count FROM channel_entities x
			JOIN entities e ON e.id = x.entity_id JOIN channels c ON c.id = x.channel_id`,
		"channel": `SELECT name, entity_count, mention_count, episode_count FROM channels`,
		"episode": `SELECT c.name, p.title, p.entity_count, p.mention_count, p.type_counts FROM episodes p
			JOIN channels c ON c.id = p.channel_id`,
	} {
		for _, row := range d.rows(query) {
			out = append(out, what+fmt.Sprintf("%q", row))
		}
	}
	slices.Sort(out)
	return out
}

// rows are the answers to a query as text.
func (d *database) rows(query string) (out [][]string) {
	d.t.Helper()
	rows, err := d.db.QueryContext(d.t.Context(), query)
	require.NoError(d.t, err, query)
	defer func() { require.NoError(d.t, rows.Close()) }()
	columns, err := rows.Columns()
	require.NoError(d.t, err)
	for rows.Next() {
		values, at := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			at[i] = &values[i]
		}
		require.NoError(d.t, rows.Scan(at...))
		row := make([]string, 0, len(values))
		for _, v := range values {
			row = append(row, inOneOrder(v))
		}
		out = append(out, row)
	}
	require.NoError(d.t, rows.Err())
	return out
}

// inOneOrder is a value in which the order of a list of words plays no part.
func inOneOrder(v any) string {
	text := fmt.Sprint(v)
	if b, ok := v.([]byte); ok {
		text = string(b)
	}
	var words []string
	if json.Unmarshal([]byte(text), &words) != nil {
		return text
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}
