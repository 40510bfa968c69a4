package database

import (
	"context"
	"slices"
	"strings"

	"mentionary/ent/db"
)

// scopeForgotten is the scope of the newest version whose changes of known names are no longer told.
const scopeForgotten = "known changes forgotten"

// ToldChanges is how many changes of names are told: whoever is behind by more reads all names.
const ToldChanges = 100_000

// knownChanges are the feed of entities whose names may have changed, and the triggers that keep it, whoever writes. Some changes are
// named: those of known names (type, name, confirmed aliases, whether the directory lists them). The others matter to searching alone: how
// often an entity is mentioned, and aliases that are not confirmed.
//
// A change gets its number when its transaction raises the version of the catalogue: that row stays locked until the commit, so that
// changes become visible in the order of their numbers, also on PostgreSQL. What is written without raising it has no number until
// somebody else does; readers take those as well.
func (d *DB) knownChanges() derived {
	create := []string{
		"CREATE TABLE known_changes (entity_id bigint NOT NULL, named boolean NOT NULL, version bigint)",
		"CREATE INDEX known_changes_version ON known_changes (version)",
	}
	drop := []string{"DROP TABLE IF EXISTS known_changes"}
	if d.Postgres() {
		create = append(create, postgresKnownChanges()...)
		drop = append(drop, "DROP TRIGGER IF EXISTS known_number ON stamps", "DROP FUNCTION IF EXISTS known_number()")
		for _, table := range []string{"entities", "alias"} {
			for _, event := range []string{"insert", "delete", "update"} {
				drop = append(drop, "DROP TRIGGER IF EXISTS known_"+event+" ON "+table)
			}
			drop = append(drop, "DROP FUNCTION IF EXISTS known_"+table+"()")
		}
	} else {
		for _, t := range sqliteKnownChanges() {
			create = append(create, "CREATE TRIGGER "+t.name+" AFTER "+t.when+" BEGIN "+t.do+"; END")
			drop = append(drop, "DROP TRIGGER IF EXISTS "+t.name)
		}
	}
	// Nobody told what changed before.
	create = append(create, `INSERT INTO stamps (scope, version) SELECT '`+scopeForgotten+`', COALESCE(MAX(version), 0) FROM stamps
		WHERE scope = '`+scopeCatalogue+`' ON CONFLICT (scope) DO UPDATE SET version = excluded.version`)
	return derived{create: create, drop: drop}
}

const (
	tellKnown   = "INSERT INTO known_changes (entity_id, named) "
	numberKnown = "UPDATE known_changes SET version = new.version WHERE version IS NULL"
)

// knownColumns are what a known name is made of, but for whether it is known.
var knownColumns = map[string][]string{"entities": {"type", "name"}, "alias": {"entity_id", "name"}}

// searchedColumns are all that makes a difference to names and to searching them.
var searchedColumns = map[string][]string{
	"entities": {"type", "name", "mention_count", "hidden", "merged_into"}, "alias": {"entity_id", "name", "confirmed"},
}

// isKnown is the condition of rows that are known names.
func isKnown(table, row string) string {
	if table == "alias" {
		return row + "confirmed"
	}
	return ListedEntity(row)
}

// isSearched is the condition of rows whose names are searched.
func isSearched(table, row string) string {
	if table == "alias" {
		return "TRUE"
	}
	return ListedEntity(row)
}

// knownOtherwise is the condition of a changed row that is known otherwise than before.
func knownOtherwise(table, before, after string) string {
	was, is := "("+isKnown(table, before)+")", "("+isKnown(table, after)+")"
	return "((" + was + " OR " + is + ") AND (" + was + " <> " + is + " OR " + differs(knownColumns[table], before, after) + "))"
}

// searchedOtherwise is the condition of a changed row that searching sees otherwise than before: also what is known otherwise.
func searchedOtherwise(table, before, after string) string {
	was, is := "("+isSearched(table, before)+")", "("+isSearched(table, after)+")"
	return "(" + was + " OR " + is + ") AND (" + differs(searchedColumns[table], before, after) + ")"
}

func differs(columns []string, before, after string) string {
	parts := make([]string, 0, len(columns))
	for _, column := range columns {
		parts = append(parts, before+column+" IS DISTINCT FROM "+after+column)
	}
	return strings.Join(parts, " OR ")
}

// idOf is the entity that a row of a table tells about.
var idOf = map[string]string{"entities": "id", "alias": "entity_id"}

type sqliteTrigger struct{ name, when, do string }

func sqliteKnownChanges() []sqliteTrigger {
	out := []sqliteTrigger{
		{"known_number_insert", "INSERT ON stamps WHEN new.scope = '" + scopeCatalogue + "'", numberKnown},
		{"known_number_update", "UPDATE ON stamps WHEN new.scope = '" + scopeCatalogue + "'", numberKnown},
	}
	for _, table := range []string{"entities", "alias"} {
		id, name := idOf[table], "known_"+table
		tell := func(row string) string { return tellKnown + "VALUES (" + row + id + ", " + isKnown(table, row) + ")" }
		named := ", " + knownOtherwise(table, "old.", "new.")
		out = append(out,
			sqliteTrigger{name + "_insert", "INSERT ON " + table + " WHEN " + isSearched(table, "new."), tell("new.")},
			sqliteTrigger{name + "_delete", "DELETE ON " + table + " WHEN " + isSearched(table, "old."), tell("old.")},
			sqliteTrigger{
				name + "_update",
				"UPDATE OF " + strings.Join(searchedColumns[table], ", ") + " ON " + table + " WHEN " + searchedOtherwise(table, "old.", "new."),
				tellKnown + "SELECT old." + id + named + " UNION SELECT new." + id + named,
			})
	}
	return out
}

// postgresKnownChanges sees each statement once, with all rows that it changed.
func postgresKnownChanges() []string {
	out := []string{
		"CREATE FUNCTION known_number() RETURNS trigger LANGUAGE plpgsql AS $known$ BEGIN " + numberKnown + "; RETURN NULL; END $known$",
		"CREATE TRIGGER known_number AFTER INSERT OR UPDATE ON stamps FOR EACH ROW WHEN (NEW.scope = '" + scopeCatalogue +
			"') EXECUTE FUNCTION known_number()",
	}
	for _, table := range []string{"entities", "alias"} {
		id := idOf[table]
		of := func(row string) string {
			return "SELECT " + id + ", " + isKnown(table, "") + " FROM " + row + " WHERE " + isSearched(table, "")
		}
		changed := "SELECT DISTINCT unnest(ARRAY[o." + id + ", n." + id + "]), " + knownOtherwise(table, "o.", "n.") +
			" FROM old_rows o JOIN new_rows n ON n.id = o.id WHERE " + searchedOtherwise(table, "o.", "n.")
		out = append(out, "CREATE FUNCTION known_"+table+"() RETURNS trigger LANGUAGE plpgsql AS $known$ BEGIN "+
			"IF TG_OP = 'INSERT' THEN "+tellKnown+of("new_rows")+"; ELSIF TG_OP = 'DELETE' THEN "+tellKnown+of("old_rows")+"; ELSE "+
			tellKnown+changed+"; END IF; RETURN NULL; END $known$")
		for _, on := range []struct{ event, rows string }{
			{"insert", "NEW TABLE AS new_rows"}, {"delete", "OLD TABLE AS old_rows"}, {"update", "OLD TABLE AS old_rows NEW TABLE AS new_rows"},
		} {
			out = append(out, "CREATE TRIGGER known_"+on.event+" AFTER "+on.event+" ON "+table+" REFERENCING "+on.rows+
				" FOR EACH STATEMENT EXECUTE FUNCTION known_"+table+"()")
		}
	}
	return out
}

// KnownChanges returns the version of the catalogue that a reading transaction sees and the entities whose known names may have changed
// since another one, or all = true where that is too long ago to tell.
func (d *DB) KnownChanges(ctx context.Context, tx *db.Tx, since int64) (version int64, ids []int, all bool, err error) {
	if version, err = stampVersion(ctx, tx.Stamp, scopeCatalogue); err != nil {
		return 0, nil, false, err
	}
	forgotten, err := stampVersion(ctx, tx.Stamp, scopeForgotten)
	if err != nil {
		return 0, nil, false, err
	}
	if since < forgotten || since > version { // later than now: the database is one that was restored
		return version, nil, true, nil
	}
	ids, err = Query[int](ctx, d, tx, `SELECT entity_id FROM known_changes WHERE version > ? AND named UNION
		SELECT entity_id FROM known_changes WHERE version IS NULL AND named ORDER BY 1`, since)
	return version, ids, false, err
}

// SearchedChanges is KnownChanges for all that searching names sees. A version later than the transaction's is no reason to read all:
// another transaction, which began later, may have asked first.
func (d *DB) SearchedChanges(ctx context.Context, to Asked, since int64) (version int64, ids []int, all bool, err error) {
	type row struct {
		What string `sql:"what"`
		N    int64  `sql:"n"`
	}
	rows, err := Query[row](ctx, d, to, `SELECT scope AS what, version AS n FROM stamps WHERE scope IN (?, ?) UNION ALL
		SELECT '' AS what, entity_id AS n FROM known_changes WHERE version > ? UNION ALL
		SELECT '' AS what, entity_id AS n FROM known_changes WHERE version IS NULL`, scopeCatalogue, scopeForgotten, since)
	for _, r := range rows {
		switch r.What {
		case scopeCatalogue:
			version = r.N
		case scopeForgotten:
			all = since < r.N
		default:
			ids = append(ids, int(r.N))
		}
	}
	slices.Sort(ids)
	return version, slices.Compact(ids), all, err
}

// ForgetKnownChanges forgets changes of known names, the oldest first, until about as many are left as are to be kept.
func (d *DB) ForgetKnownChanges(ctx context.Context, kept int) error {
	return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		last, err := Query[int64](ctx, d, tx, `SELECT version FROM known_changes WHERE version IS NOT NULL
			ORDER BY version DESC LIMIT 1 OFFSET ?`, kept)
		if err != nil || len(last) == 0 {
			return err
		}
		if err := d.Exec(ctx, tx, "UPDATE stamps SET version = ? WHERE scope = ? AND version < ?", last[0], scopeForgotten, last[0]); err != nil {
			return err
		}
		return d.Exec(ctx, tx, "DELETE FROM known_changes WHERE version <= ?", last[0])
	})
}
