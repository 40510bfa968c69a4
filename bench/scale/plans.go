package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"mentionary/internal/store"
	"mentionary/internal/store/database"
)

// large are the tables that grow with the directory.
var large = []string{
	"alias", "blocks", "channel_entities", "entities", "episode_entities", "episodes", "links", "mentions", "passages", "transcripts",
}

// planned is what a database would do for a statement that reads more than it shows.
type planned struct {
	Call      string
	Faults    []string // "scans entities", "sorts"
	Statement string
	Plan      string
}

// ofAPage is a statement about rows that were chosen before: a page of them is sorted in no time.
var ofAPage = regexp.MustCompile("id[`\"]? IN \\((\\?|\\$\\d|\\d)")

// sorting says why calls may sort.
var sorting = map[string]string{
	"12 books found":           "what was found is ranked, at most 1,001 names",
	"its 100 episodes":         "those of one entity, by a date that only episodes have",
	"its 50 mentions":          "those of one entity, by a date that only episodes have",
	"its overview":             "shows, months and company of one entity",
	"what an episode mentions": "what one episode mentions",
}

// fewRows is how many rows SQLite, which knows their number, may rightly scan.
const fewRows = 200

// readPlans asks the public lists once and returns the plans of those statements that scan a large table or sort what they found.
func readPlans(ctx context.Context, target string) (out []planned, err error) {
	sent := &sentStatements{}
	s, err := store.Open(ctx, target, database.WithStatements(sent.note))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	plain, err := openPlain(target)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, plain.Close()) }()
	plain.SetMaxOpenConns(1) // settings hold for a connection
	explain := explainSQLite
	if database.IsPostgres(target) {
		explain = explainPostgres
		if _, err := plain.ExecContext(ctx, hardToAvoid); err != nil {
			return nil, err
		}
	}
	deep, err := deepToken(ctx, s)
	if err != nil {
		return nil, err
	}
	for _, c := range calls(deep) {
		sent.take()
		if err := c.ask(ctx, s); err != nil && !errors.Is(err, errNothing) {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		for _, statement := range sent.take() {
			plan, faults, err := explain(ctx, plain, statement)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", c.name, statement, err)
			}
			faults = slices.DeleteFunc(faults, func(fault string) bool {
				return ofAPage.MatchString(statement) || fault == sorts && (sorting[c.name] != "" || !readsLarge(statement))
			})
			if len(faults) > 0 {
				out = append(out, planned{c.name, faults, statement, plan})
			}
		}
	}
	return out, nil
}

// sorts is the fault of a statement that sorts what it found.
const sorts = "sorts"

// readsLarge reports whether a statement reads a large table.
func readsLarge(statement string) bool {
	return slices.ContainsFunc(named.FindAllStringSubmatch(statement, -1), func(m []string) bool { return slices.Contains(large, m[1]) })
}

// sentStatements collects the distinct questions that a store sends.
type sentStatements struct {
	mu  sync.Mutex
	all []string
}

// sentForm is how ent tells a statement: the text before its arguments.
var sentForm = regexp.MustCompile(`(?s)query=(.*) args=\[`)

func (s *sentStatements) note(told string) {
	m := sentForm.FindStringSubmatch(told)
	if m == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if text := strings.TrimSpace(m[1]); !slices.Contains(s.all, text) {
		s.all = append(s.all, text)
	}
}

func (s *sentStatements) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.all
	s.all = nil
	return out
}

// Tables and what a statement calls them.
var named = regexp.MustCompile("(?i)(?:FROM|JOIN)\\s+[`\"]?(\\w+)[`\"]?(?:(?:\\s+AS)?\\s+[`\"]?(\\w+))?")

// Steps of SQLite's plans: "SCAN e USING INDEX x", "USE TEMP B-TREE FOR ORDER BY".
var scanStep = regexp.MustCompile(`^SCAN (\w+)(?: USING (?:COVERING )?INDEX)?`)

// explainSQLite reads what SQLite would do. It needs no arguments for that.
func explainSQLite(ctx context.Context, db *sql.DB, statement string) (plan string, faults []string, err error) {
	tables := map[string]string{}
	for _, m := range named.FindAllStringSubmatch(statement, -1) {
		tables[m[1]], tables[m[2]] = m[1], m[1]
	}
	limited := strings.Contains(strings.ToUpper(statement), "LIMIT")
	rows, err := db.QueryContext(ctx, "EXPLAIN QUERY PLAN "+statement, make([]any, strings.Count(statement, "?"))...)
	if err != nil {
		return "", nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	var steps, scanned []string
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			return "", nil, err
		}
		steps = append(steps, step)
		m := scanStep.FindStringSubmatch(step)
		switch {
		case m != nil && slices.Contains(large, tables[m[1]]) && !(limited && strings.Contains(step, "INDEX")):
			scanned = append(scanned, tables[m[1]])
		case strings.Contains(step, "FOR ORDER BY") || strings.Contains(step, "TERMS OF ORDER BY"):
			faults = append(faults, sorts)
		}
	}
	if err := rows.Close(); err != nil {
		return "", nil, err
	}
	for _, table := range scanned {
		var n int
		if err := db.QueryRowContext(ctx, "SELECT COUNT(*) FROM "+table).Scan(&n); err != nil {
			return "", nil, err
		}
		if n > fewRows {
			faults = append(faults, "scans "+table)
		}
	}
	return strings.Join(steps, "\n"), faults, rows.Err()
}

// hardToAvoid makes PostgreSQL scan and sort only where no index could do instead, also in a small directory.
const hardToAvoid = `SET enable_seqscan = off; SET enable_sort = off; SET enable_incremental_sort = off;
	SET plan_cache_mode = force_generic_plan`

var placeholder = regexp.MustCompile(`\$\d+`)

// node is a step of a plan of PostgreSQL.
type node struct {
	Type  string `json:"Node Type"`
	Table string `json:"Relation Name"`
	Plans []node `json:"Plans"`
}

// explainPostgres reads what PostgreSQL would do, whatever the arguments.
func explainPostgres(ctx context.Context, db *sql.DB, statement string) (plan string, faults []string, err error) {
	if _, err := db.ExecContext(ctx, "PREPARE asked AS "+statement); err != nil {
		return "", nil, err
	}
	defer func() {
		_, e := db.ExecContext(ctx, "DEALLOCATE asked")
		err = errors.Join(err, e)
	}()
	distinct := map[string]bool{}
	for _, p := range placeholder.FindAllString(statement, -1) {
		distinct[p] = true
	}
	arguments := ""
	if len(distinct) > 0 {
		arguments = "(" + strings.TrimSuffix(strings.Repeat("NULL,", len(distinct)), ",") + ")"
	}
	if err := db.QueryRowContext(ctx, "EXPLAIN (FORMAT JSON) EXECUTE asked"+arguments).Scan(&plan); err != nil {
		return "", nil, err
	}
	var told []struct{ Plan node }
	if err := json.Unmarshal([]byte(plan), &told); err != nil {
		return "", nil, err
	}
	var look func(node)
	look = func(n node) {
		switch {
		case n.Type == "Seq Scan" && slices.Contains(large, n.Table):
			faults = append(faults, "scans "+n.Table)
		case n.Type == "Sort" || n.Type == "Incremental Sort":
			faults = append(faults, sorts)
		}
		for _, p := range n.Plans {
			look(p)
		}
	}
	look(told[0].Plan)
	return plan, faults, nil
}
