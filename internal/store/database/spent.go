package database

import (
	"context"
	"fmt"

	"mentionary/ent/db"
)

// Spent is what somebody used of a day, summed up from the ledger of calls. Every writing transaction keeps it true.
type Spent struct {
	Day       string `sql:"day"`       // YYYY-MM-DD, UTC
	Person    int    `sql:"person"`    // who pays; 0: the system
	Tokens    int    `sql:"tokens"`    // of prompts and completions
	Reserved  int    `sql:"reserved"`  // tokens of calls under way
	Heard     int    `sql:"heard"`     // milliseconds of audio
	Listening int    `sql:"listening"` // milliseconds of pieces under way
}

// spentObjects are the table of sums and the triggers of the ledger that keep it, whoever writes. As with totals, SQLite's one writer
// changes a sum in place, and writers of PostgreSQL add differences, which one of them folds now and then.
func (d *DB) spentObjects() derived {
	create := []string{
		`CREATE TABLE spent (day varchar NOT NULL, person bigint NOT NULL, tokens bigint NOT NULL, reserved bigint NOT NULL,
			heard bigint NOT NULL, listening bigint NOT NULL)`,
		fillSpent,
	}
	drop := []string{"DROP TABLE IF EXISTS spent"}
	if d.Postgres() {
		create = append(create, "CREATE INDEX spent_day_person ON spent (day, person)", postgresSpent,
			"CREATE TRIGGER spent_change AFTER INSERT OR UPDATE OR DELETE ON usages FOR EACH ROW EXECUTE FUNCTION spent_change()")
		return derived{create: create, drop: append([]string{
			"DROP TRIGGER IF EXISTS spent_change ON usages", "DROP FUNCTION IF EXISTS spent_change()",
		}, drop...)}
	}
	create = append(create, "CREATE UNIQUE INDEX spent_day_person ON spent (day, person)")
	for _, on := range []struct{ event, do string }{
		{"insert", sqliteSpent("new", "+")}, {"update", sqliteSpent("old", "-") + sqliteSpent("new", "+")}, {"delete", sqliteSpent("old", "-")},
	} {
		create = append(create, "CREATE TRIGGER spent_"+on.event+" AFTER "+on.event+" ON usages BEGIN "+on.do+"END")
		drop = append(drop, "DROP TRIGGER IF EXISTS spent_"+on.event)
	}
	return derived{create: create, drop: drop}
}

// liveSpent sums the whole ledger up: what the kept sums have to be.
const liveSpent = `SELECT day, COALESCE(user_id, 0) AS person, CAST(SUM(prompt_tokens + completion_tokens) AS BIGINT) AS tokens,
	CAST(SUM(reserved) AS BIGINT) AS reserved, CAST(SUM(heard_ms) AS BIGINT) AS heard, CAST(SUM(reserved_ms) AS BIGINT) AS listening
	FROM usages GROUP BY day, COALESCE(user_id, 0)`

const fillSpent = "INSERT INTO spent (day, person, tokens, reserved, heard, listening) " + liveSpent

// sqliteSpent adds or takes away a row of the ledger.
func sqliteSpent(row, sign string) string {
	return fmt.Sprintf(`INSERT INTO spent (day, person, tokens, reserved, heard, listening)
		VALUES (%[1]s.day, COALESCE(%[1]s.user_id, 0), %[2]s(%[1]s.prompt_tokens + %[1]s.completion_tokens), %[2]s%[1]s.reserved,
			%[2]s%[1]s.heard_ms, %[2]s%[1]s.reserved_ms)
		ON CONFLICT (day, person) DO UPDATE SET tokens = tokens + excluded.tokens, reserved = reserved + excluded.reserved,
			heard = heard + excluded.heard, listening = listening + excluded.listening; `, row, sign)
}

// postgresSpent adds what a row of the ledger differs by, and folds the sum of its day and payer when that has many parts.
var postgresSpent = fmt.Sprintf(`CREATE FUNCTION spent_change() RETURNS trigger LANGUAGE plpgsql AS $spent$
	DECLARE of_day varchar; of_person bigint;
	BEGIN
		IF TG_OP <> 'INSERT' THEN
			of_day := OLD.day; of_person := COALESCE(OLD.user_id, 0);
			INSERT INTO spent VALUES (of_day, of_person, -OLD.prompt_tokens - OLD.completion_tokens, -OLD.reserved, -OLD.heard_ms, -OLD.reserved_ms);
		END IF;
		IF TG_OP <> 'DELETE' THEN
			of_day := NEW.day; of_person := COALESCE(NEW.user_id, 0);
			INSERT INTO spent VALUES (of_day, of_person, NEW.prompt_tokens + NEW.completion_tokens, NEW.reserved, NEW.heard_ms, NEW.reserved_ms);
		END IF;
		IF (SELECT COUNT(*) FROM spent WHERE day = of_day AND person = of_person) > %d THEN
			WITH gone AS (DELETE FROM spent WHERE ctid IN (SELECT ctid FROM spent WHERE day = of_day AND person = of_person
				FOR UPDATE SKIP LOCKED) RETURNING *)
			INSERT INTO spent SELECT day, person, SUM(tokens), SUM(reserved), SUM(heard), SUM(listening) FROM gone GROUP BY day, person;
		END IF;
		RETURN NULL;
	END $spent$`, foldAbove)

// SpentOn returns what somebody used of a day, or all together for nil.
func (d *DB) SpentOn(ctx context.Context, tx *db.Tx, day string, person *int) (Spent, error) {
	of, args := "", []any{day}
	if person != nil {
		of, args = " AND person = ?", append(args, *person)
	}
	rows, err := Query[Spent](ctx, d, tx, `SELECT CAST(COALESCE(SUM(tokens), 0) AS BIGINT) AS tokens,
		CAST(COALESCE(SUM(reserved), 0) AS BIGINT) AS reserved, CAST(COALESCE(SUM(heard), 0) AS BIGINT) AS heard,
		CAST(COALESCE(SUM(listening), 0) AS BIGINT) AS listening FROM spent WHERE day = ?`+of, args...)
	if err != nil {
		return Spent{}, err
	}
	return rows[0], nil
}

// ForgetSpent deletes the sums of somebody whose account was deleted: they come to nothing, because the ledger does not tell any more who
// it was.
func (d *DB) ForgetSpent(ctx context.Context, tx *db.Tx, person int) error {
	return d.Exec(ctx, tx, "DELETE FROM spent WHERE person = ?", person)
}

// ProveSpent sums the ledger up and returns the sums that are kept otherwise, as they have to be: none, unless somebody wrote past the
// triggers.
func (d *DB) ProveSpent(ctx context.Context) ([]Spent, error) {
	return Read(ctx, d, func(ctx context.Context, tx *db.Tx) ([]Spent, error) {
		kept, err := Query[Spent](ctx, d, tx, `SELECT day, person, CAST(SUM(tokens) AS BIGINT) AS tokens,
			CAST(SUM(reserved) AS BIGINT) AS reserved, CAST(SUM(heard) AS BIGINT) AS heard, CAST(SUM(listening) AS BIGINT) AS listening
			FROM spent GROUP BY day, person`)
		if err != nil {
			return nil, err
		}
		live, err := Query[Spent](ctx, d, tx, liveSpent)
		if err != nil {
			return nil, err
		}
		type key struct {
			day    string
			person int
		}
		have, out := map[key]Spent{}, []Spent{}
		for _, k := range kept {
			have[key{k.Day, k.Person}] = k
		}
		for _, l := range live {
			of := key{l.Day, l.Person}
			if k := have[of]; k != l {
				out = append(out, l)
			}
			delete(have, of)
		}
		for of, k := range have { // kept, and there is nothing in the ledger
			if none := (Spent{Day: of.day, Person: of.person}); k != none {
				out = append(out, none)
			}
		}
		return out, nil
	})
}

// MendSpent sums the ledger up anew.
func (d *DB) MendSpent(ctx context.Context) error { return d.fillAnew(ctx, "spent", fillSpent) }
