package database

import (
	"context"
	"fmt"

	"mentionary/ent/db"
)

// Kept is a figure of the public directory that every writing transaction keeps true.
type Kept struct {
	What     string `sql:"what"` // KeptEntities or KeptEpisodes
	Type     string `sql:"type"` // of entities
	Entries  int    `sql:"entries"`
	Mentions int    `sql:"mentions"`
	Episodes int    `sql:"episodes"` // the sum of the entities' episode counts
}

// What totals count.
const (
	KeptEntities = "entities" // those that the directory lists, by type
	KeptEpisodes = "episodes" // public ones that were analyzed
)

// totalsObjects are the table of totals and the triggers that keep it, whoever writes. SQLite has one writer, which changes the figures
// in place. On PostgreSQL writers that changed the same row would wait for each other, and for ever in another order: there each
// adds rows of differences, and now and then one of them folds those that nobody else has in hand.
func (d *DB) totalsObjects() derived {
	fill := `INSERT INTO totals (what, type, entries, mentions, episodes) ` + liveTotals
	if d.Postgres() {
		return derived{create: append([]string{totalsTable, fill}, postgresTotals()...), drop: []string{
			"DROP TRIGGER IF EXISTS totals_insert ON entities", "DROP TRIGGER IF EXISTS totals_update ON entities",
			"DROP TRIGGER IF EXISTS totals_delete ON entities", "DROP TRIGGER IF EXISTS totals_insert ON episodes",
			"DROP TRIGGER IF EXISTS totals_update ON episodes", "DROP TRIGGER IF EXISTS totals_delete ON episodes",
			"DROP FUNCTION IF EXISTS totals_change()", "DROP TABLE IF EXISTS totals",
		}}
	}
	create := []string{totalsTable, fill}
	drop := []string{"DROP TABLE IF EXISTS totals"}
	for _, of := range []struct{ what, table, columns string }{
		{KeptEntities, "entities", "type, mention_count, episode_count, hidden, merged_into"},
		{KeptEpisodes, "episodes", "is_processed, visibility"},
	} {
		plus, minus := sqliteTotal(of.what, "new", "+"), sqliteTotal(of.what, "old", "-")
		for _, on := range []struct{ event, when, do string }{
			{"insert", "INSERT", plus}, {"delete", "DELETE", minus}, {"update", "UPDATE OF " + of.columns, minus + plus},
		} {
			name := "totals_" + of.table + "_" + on.event
			create = append(create, "CREATE TRIGGER "+name+" AFTER "+on.when+" ON "+of.table+" BEGIN "+on.do+"END")
			drop = append(drop, "DROP TRIGGER IF EXISTS "+name)
		}
	}
	return derived{create: create, drop: drop}
}

const totalsTable = `CREATE TABLE totals (what varchar NOT NULL, type varchar NOT NULL, entries bigint NOT NULL, mentions bigint NOT NULL,
	episodes bigint NOT NULL)`

// liveTotals counts everything: what the kept figures have to be.
var liveTotals = `SELECT 'entities' AS what, type, COUNT(*) AS entries, CAST(SUM(mention_count) AS BIGINT) AS mentions,
	CAST(SUM(episode_count) AS BIGINT) AS episodes FROM entities WHERE ` + ListedEntity("") + ` GROUP BY type
	UNION ALL SELECT 'episodes', '', COUNT(*), 0, 0 FROM episodes WHERE ` + PublicEpisode

// sqliteTotal adds or takes away a row, if it counts.
func sqliteTotal(what, row, sign string) string {
	if what == KeptEpisodes {
		return "UPDATE totals SET entries = entries " + sign + " 1 WHERE what = 'episodes' AND " + row + ".is_processed AND " + row +
			".visibility = 'public'; "
	}
	counts := ListedEntity(row + ".")
	add := ""
	if sign == "+" {
		add = "INSERT INTO totals SELECT 'entities', new.type, 0, 0, 0 WHERE " + counts +
			" AND NOT EXISTS (SELECT 1 FROM totals WHERE what = 'entities' AND type = new.type); "
	}
	return add + fmt.Sprintf("UPDATE totals SET entries = entries %[2]s 1, mentions = mentions %[2]s %[1]s.mention_count, "+
		"episodes = episodes %[2]s %[1]s.episode_count WHERE what = 'entities' AND type = %[1]s.type AND %[3]s; ", row, sign, counts)
}

// foldAbove is how many rows of differences there may be before one writer folds them.
const foldAbove = 200

// postgresTotals sees each statement once, with all rows that it changed.
func postgresTotals() []string {
	differences := func(entities bool, row, sign string) string {
		if entities {
			return "SELECT 'entities'::varchar AS what, type, " + sign + "1 AS n, " + sign + "mention_count AS m, " +
				sign + "episode_count AS e FROM " + row + " WHERE " + ListedEntity("")
		}
		return "SELECT 'episodes'::varchar AS what, ''::varchar AS type, " + sign + "1 AS n, 0 AS m, 0 AS e FROM " + row +
			" WHERE " + PublicEpisode
	}
	add := func(from string) string {
		return "INSERT INTO totals SELECT what, type, SUM(n), SUM(m), SUM(e) FROM (" + from +
			") d GROUP BY what, type HAVING SUM(n) <> 0 OR SUM(m) <> 0 OR SUM(e) <> 0; "
	}
	body := "BEGIN "
	for _, entities := range []bool{true, false} {
		table := map[bool]string{true: KeptEntities, false: KeptEpisodes}[entities]
		plus, minus := differences(entities, "new_rows", "+"), differences(entities, "old_rows", "-")
		body += "IF TG_TABLE_NAME = '" + table + "' THEN IF TG_OP = 'INSERT' THEN " + add(plus) + "ELSIF TG_OP = 'DELETE' THEN " + add(minus) +
			"ELSE " + add(plus+" UNION ALL "+minus) + "END IF; END IF; "
	}
	body += fmt.Sprintf(`IF (SELECT COUNT(*) FROM totals) > %d THEN
		WITH gone AS (DELETE FROM totals WHERE ctid IN (SELECT ctid FROM totals FOR UPDATE SKIP LOCKED) RETURNING *)
		INSERT INTO totals SELECT what, type, SUM(entries), SUM(mentions), SUM(episodes) FROM gone GROUP BY what, type;
		END IF; RETURN NULL; END`, foldAbove)
	out := []string{"CREATE FUNCTION totals_change() RETURNS trigger LANGUAGE plpgsql AS $totals$ " + body + " $totals$"}
	for _, table := range []string{"entities", "episodes"} {
		for _, on := range []struct{ event, rows string }{ // in one order: the statements tell which objects a database has
			{"insert", "NEW TABLE AS new_rows"}, {"delete", "OLD TABLE AS old_rows"}, {"update", "OLD TABLE AS old_rows NEW TABLE AS new_rows"},
		} {
			out = append(out, "CREATE TRIGGER totals_"+on.event+" AFTER "+on.event+" ON "+table+" REFERENCING "+on.rows+
				" FOR EACH STATEMENT EXECUTE FUNCTION totals_change()")
		}
	}
	return out
}

// TypeCountsOfChannel counts what a row of channels mentions, by type, as the column keeps it: in SQLite a text, in the order of types.
func (d *DB) TypeCountsOfChannel() string {
	object := "json_group_object(t.type, t.n)"
	if d.Postgres() {
		object = "COALESCE(jsonb_object_agg(t.type, t.n), '{}')"
	}
	return `(SELECT ` + object + ` FROM (SELECT ce.type, COUNT(*) AS n FROM channel_entities ce
		WHERE ce.channel_id = channels.id GROUP BY ce.type ORDER BY ce.type) t)`
}

// KeptTotals returns the figures as they are kept.
func (d *DB) KeptTotals(ctx context.Context, tx *db.Tx) ([]Kept, error) {
	return Query[Kept](ctx, d, tx, `SELECT what, type, CAST(SUM(entries) AS BIGINT) AS entries, CAST(SUM(mentions) AS BIGINT) AS mentions,
		CAST(SUM(episodes) AS BIGINT) AS episodes FROM totals GROUP BY what, type HAVING SUM(entries) <> 0 ORDER BY what, type`)
}

// ProveTotals counts everything and returns the figures that are kept otherwise, as they have to be: none, unless somebody wrote past
// the triggers.
func (d *DB) ProveTotals(ctx context.Context) ([]Kept, error) {
	return Read(ctx, d, func(ctx context.Context, tx *db.Tx) ([]Kept, error) {
		kept, err := d.KeptTotals(ctx, tx)
		if err != nil {
			return nil, err
		}
		live, err := Query[Kept](ctx, d, tx, liveTotals)
		if err != nil {
			return nil, err
		}
		have, wrong := map[Kept]bool{}, []Kept{}
		at := map[string]Kept{}
		for _, k := range kept {
			have[k], at[k.What+k.Type] = true, Kept{What: k.What, Type: k.Type}
		}
		for _, l := range live {
			delete(at, l.What+l.Type)
			if l.Entries > 0 && !have[l] || l.Entries == 0 && have[l] {
				wrong = append(wrong, l)
			}
		}
		for _, none := range at { // kept, and there is none
			wrong = append(wrong, none)
		}
		return wrong, nil
	})
}

// MendTotals counts everything anew.
func (d *DB) MendTotals(ctx context.Context) error {
	return d.fillAnew(ctx, "totals", "INSERT INTO totals (what, type, entries, mentions, episodes) "+liveTotals)
}

// fillAnew empties a table of figures that triggers keep, and fills it from what they are the figures of.
func (d *DB) fillAnew(ctx context.Context, table, fill string) error {
	return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if d.Postgres() { // writers wait, so that none is counted twice or not at all
			if err := d.Exec(ctx, tx, "LOCK TABLE "+table+" IN EXCLUSIVE MODE"); err != nil {
				return err
			}
		}
		return d.runAll(ctx, tx, []string{"DELETE FROM " + table, fill})
	})
}
