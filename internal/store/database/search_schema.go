package database

import (
	"context"
	"slices"
	"strings"

	"mentionary/internal/wording"
)

// SearchTable is a table whose text search finds.
type SearchTable struct {
	Table  string
	Inside string   // the name: found by its words, inside words, and misspelled
	More   []string // further columns that are found by their words
	// Apart keeps what PostgreSQL searches in a table beside it: its rows change often, and PostgreSQL writes a changed row into all
	// indexes of its table anew.
	Apart bool
	// UnspacedOnly limits that to texts in scripts without spaces between words: for long texts, where the index of
	// trigrams would be several times the text.
	UnspacedOnly bool
}

func searchTables() []SearchTable {
	return []SearchTable{
		{
			Table: "entities", Inside: "name", Apart: true,
			More: []string{"author", "company", "country", "title", "field", "category", "description"},
		},
		{Table: "alias", Inside: "name"},
		{Table: "episodes", Inside: "title", More: []string{"description"}},
		{Table: "channels", Inside: "name", More: []string{"author", "description"}},
		{Table: "passages", Inside: "text", UnspacedOnly: true},
	}
}

// SearchTableOf is the search table of a table that is searched.
func SearchTableOf(table string) SearchTable {
	all := searchTables()
	return all[slices.IndexFunc(all, func(x SearchTable) bool { return x.Table == table })]
}

// Name is the column in which names are looked for inside words: folded, but for long texts.
func (t SearchTable) Name() string {
	if t.UnspacedOnly {
		return t.Inside
	}
	return "folded"
}

// words are the columns of the word index.
func (t SearchTable) words() []string { return append([]string{t.Inside}, t.More...) }

// SearchedTable is the table whose folded texts are searched, by id.
func (d *DB) SearchedTable(t SearchTable) string {
	if d.Postgres() {
		return t.postgresTable()
	}
	return t.Table
}

func (t SearchTable) postgresTable() string {
	if t.Apart {
		return "search_" + t.Table + "_texts"
	}
	return t.Table
}

// WordIndex is the name of the index of words.
func (t SearchTable) WordIndex() string { return "search_" + t.Table }

// TrigramIndex is the name of the index of trigrams.
func (t SearchTable) TrigramIndex() string { return "search_" + t.Table + "_trigram" }

// Characters of scripts without spaces between words: Thai, Lao, Burmese, Khmer, Chinese, Japanese.
const unspacedRanges = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"

// HasTrigrams reports whether the database can compare texts by trigrams. Once it can, it is not asked again.
func (d *DB) HasTrigrams(ctx context.Context) (bool, error) {
	if !d.Postgres() || d.trigrams.Load() {
		return true, nil
	}
	var n int
	err := d.roDB.QueryRowContext(ctx, "SELECT COUNT(*) FROM pg_extension WHERE extname = 'pg_trgm'").Scan(&n)
	d.trigrams.Store(n > 0)
	return n > 0, err
}

func (d *DB) searchStatements(trigrams bool) []string {
	var out []string
	if d.Postgres() {
		out = append(out, foldFunction())
	}
	out = append(out, d.nameIndexes().create...)
	for _, t := range searchTables() {
		if d.Postgres() {
			out = append(out, t.postgresIndexes(trigrams)...)
		} else {
			out = append(out, t.sqliteTables()...)
		}
	}
	return out
}

func (d *DB) dropStatements() []string {
	out := d.nameIndexes().drop
	for _, t := range searchTables() {
		if d.Postgres() {
			out = append(out, "DROP INDEX IF EXISTS "+t.WordIndex(), "DROP INDEX IF EXISTS "+t.TrigramIndex())
			if t.Apart {
				texts := t.postgresTable()
				out = append(out, "DROP TRIGGER IF EXISTS "+texts+" ON "+t.Table, "DROP FUNCTION IF EXISTS "+texts+"()", "DROP TABLE IF EXISTS "+texts)
			}
			continue
		}
		for _, event := range []string{"insert", "update", "delete"} {
			out = append(out, "DROP TRIGGER IF EXISTS "+t.WordIndex()+"_"+event, "DROP TRIGGER IF EXISTS "+t.TrigramIndex()+"_"+event)
		}
		out = append(out, "DROP TABLE IF EXISTS "+t.WordIndex(), "DROP TABLE IF EXISTS "+t.TrigramIndex())
	}
	if d.Postgres() {
		out = append(out, "DROP FUNCTION IF EXISTS search_fold(text)")
	}
	return out
}

// sqliteTables makes FTS5 tables that read their text from the table itself, kept up to date by triggers.
func (t SearchTable) sqliteTables() []string {
	columns := strings.Join(t.words(), ", ")
	out := []string{
		"CREATE VIRTUAL TABLE " + t.WordIndex() + " USING fts5(" + columns + ", content='" + t.Table +
			"', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='2 3')",
		"CREATE VIRTUAL TABLE " + t.TrigramIndex() + " USING fts5(" + t.Name() + ", content='" + t.Table +
			"', content_rowid='id', tokenize='trigram remove_diacritics 1')",
	}
	for _, index := range []string{t.WordIndex(), t.TrigramIndex()} {
		// Without it the words of deleted texts stay in the index until it happens to be merged.
		out = append(out, "INSERT INTO "+index+"("+index+", rank) VALUES('secure-delete', 1)")
	}
	out = append(out, triggers(t.WordIndex(), t.Table, t.words(), "")...)
	out = append(out, triggers(t.TrigramIndex(), t.Table, []string{t.Name()}, t.SQLiteCondition())...)
	fill := "INSERT INTO " + t.TrigramIndex() + "(rowid, " + t.Name() + ") SELECT id, " + t.Name() + " FROM " + t.Table
	if c := t.SQLiteCondition(); c != "" {
		fill += " WHERE " + strings.ReplaceAll(c, "#", t.Table)
	}
	return append(out, "INSERT INTO "+t.WordIndex()+"("+t.WordIndex()+") VALUES('rebuild')", fill)
}

// SQLiteCondition limits which rows are in the trigram index; "#" stands for the row.
func (t SearchTable) SQLiteCondition() string {
	if !t.UnspacedOnly {
		return ""
	}
	return "#." + t.Inside + " GLOB '*[" + unspacedRanges + "]*'"
}

// triggers keep an FTS5 table true to its content. An entry is deleted by giving the text it was made from.
func triggers(index, table string, columns []string, condition string) []string {
	of := func(row string) string {
		values := make([]string, 0, len(columns))
		for _, c := range columns {
			values = append(values, row+"."+c)
		}
		return strings.Join(values, ", ")
	}
	when := func(row string) string {
		if condition == "" {
			return ""
		}
		return " WHERE " + strings.ReplaceAll(condition, "#", row)
	}
	list := strings.Join(columns, ", ")
	insert := "INSERT INTO " + index + "(rowid, " + list + ") SELECT new.id, " + of("new") + when("new") + "; "
	remove := "INSERT INTO " + index + "(" + index + ", rowid, " + list + ") SELECT 'delete', old.id, " + of("old") + when("old") + "; "
	changed := make([]string, 0, len(columns))
	for _, c := range columns {
		changed = append(changed, "old."+c+" IS NOT new."+c)
	}
	return []string{
		"CREATE TRIGGER " + index + "_insert AFTER INSERT ON " + table + " BEGIN " + insert + "END",
		"CREATE TRIGGER " + index + "_delete AFTER DELETE ON " + table + " BEGIN " + remove + "END",
		"CREATE TRIGGER " + index + "_update AFTER UPDATE OF " + list + " ON " + table + " WHEN " + strings.Join(changed, " OR ") +
			" BEGIN " + remove + insert + "END",
	}
}

// shortPending bounds the list in which GIN keeps new entries until it sorts them in: every search reads all of it. With the 4 MB that it
// has otherwise, what a hundred episodes brought made a search take five times as long. In kB; the least there is.
const shortPending = " WITH (gin_pending_list_limit = 64)"

// postgresIndexes makes indexes over folded text.
func (t SearchTable) postgresIndexes(trigrams bool) []string {
	var out []string
	if t.Apart {
		out = t.postgresTexts()
	}
	out = append(out, "CREATE INDEX "+t.WordIndex()+" ON "+t.postgresTable()+" USING gin (("+t.Vector()+"))"+shortPending)
	if !trigrams {
		return out
	}
	index := "CREATE INDEX " + t.TrigramIndex() + " ON " + t.postgresTable() + " USING gin (" + t.Name() + " gin_trgm_ops)" + shortPending
	if t.UnspacedOnly {
		index += " WHERE " + t.PostgresCondition("")
	}
	return append(out, index)
}

// postgresTexts makes the table of what is searched, and the trigger that keeps it.
func (t SearchTable) postgresTexts() []string {
	texts := t.postgresTable()
	row := "SELECT n.id, n.folded, " + t.vectorOf("n.") + " FROM "
	event := "INSERT OR DELETE OR UPDATE OF folded, " + strings.Join(t.More, ", ")
	return []string{
		"CREATE TABLE " + texts + " (id bigint PRIMARY KEY, folded text NOT NULL, words tsvector NOT NULL)",
		"CREATE FUNCTION " + texts + "() RETURNS trigger LANGUAGE plpgsql AS $texts$ BEGIN " +
			"IF TG_OP <> 'INSERT' THEN DELETE FROM " + texts + " WHERE id = OLD.id; END IF; " +
			"IF TG_OP <> 'DELETE' THEN INSERT INTO " + texts + " " + row + "(SELECT NEW.*) n; END IF; RETURN NULL; END $texts$",
		"CREATE TRIGGER " + texts + " AFTER " + event + " ON " + t.Table + " FOR EACH ROW EXECUTE FUNCTION " + texts + "()",
		"INSERT INTO " + texts + " " + row + t.Table + " n", // after the trigger, which waits for writers
		"ANALYZE " + texts,
	}
}

// Vector is what PostgreSQL's word index holds of a row of its table. A question about it must need no more than the index tells: to make
// the expression anew for each row that is found costs more than all else.
func (t SearchTable) Vector() string {
	if t.Apart {
		return "words"
	}
	return t.vectorOf("")
}

// vectorOf makes the words of a row. Without the row's name it is as the index has it: PostgreSQL compares expressions.
func (t SearchTable) vectorOf(prefix string) string {
	if t.UnspacedOnly {
		return "to_tsvector('simple', search_fold(" + prefix + t.Inside + "))"
	}
	v := "to_tsvector('simple', " + prefix + "folded)"
	if len(t.More) > 0 {
		v += " || to_tsvector('simple', search_fold(" + prefix + strings.Join(t.More, " || ' ' || "+prefix) + "))"
	}
	return v
}

// PostgresCondition limits rows to those with text in a script without spaces; prefix names the row.
func (t SearchTable) PostgresCondition(prefix string) string {
	return prefix + t.Inside + " ~ '[" + unspacedRanges + "]'"
}

// foldFunction folds text as foldText does and makes spaces of punctuation, so that "sentry.io" is two words on both
// databases.
func foldFunction() string {
	table := wording.LatinFold()
	marked := make([]rune, 0, len(table))
	for r := range table {
		marked = append(marked, r)
	}
	slices.Sort(marked)
	var from, to strings.Builder
	for _, r := range marked {
		from.WriteRune(r)
		to.WriteRune(table[r])
	}
	const punctuation = "!\"#%&()*+,-./:;<=>?@[\\]^_`{|}~'’‘“”„«»–—…·、。！？「」"
	for _, r := range punctuation {
		from.WriteRune(r)
		to.WriteByte(' ')
	}
	return "CREATE FUNCTION search_fold(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $fold$ SELECT " +
		"translate(lower($1), $from$" +
		from.String() + "$from$, $to$" + to.String() + "$to$) $fold$"
}

// nameIndexes find names by their beginnings.
func (d *DB) nameIndexes() derived {
	listed := " WHERE " + ListedEntity("")
	drop := []string{"DROP INDEX IF EXISTS names_entities", "DROP INDEX IF EXISTS names_popular", "DROP INDEX IF EXISTS names_alias"}
	if d.Postgres() {
		return derived{create: []string{
			"CREATE INDEX names_entities ON entities (folded text_pattern_ops) INCLUDE (mention_count, id)" + listed,
			"CREATE INDEX names_alias ON alias (folded text_pattern_ops)",
		}, drop: drop}
	}
	return derived{create: []string{
		"CREATE INDEX names_entities ON entities (folded, mention_count)" + listed, "CREATE INDEX names_alias ON alias (folded)",
	}, drop: drop}
}
