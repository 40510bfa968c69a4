package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"mentionary/internal/store"
	"mentionary/internal/store/database"
)

// timing are the times of one thing.
type timing []time.Duration

// at is the time that a share of all did not exceed.
func (t timing) at(share float64) time.Duration {
	s := slices.Sorted(slices.Values(t))
	return s[min(len(s)-1, int(float64(len(s))*share))]
}

// How often a call is asked: until this time has passed, within these bounds.
const (
	leastTimes, mostTimes = 5, 40
	patience              = 2 * time.Second
	endless               = 10 * time.Second
)

// inTurns asks two things in turns, so that a noisy machine disturbs both alike. The first times are thrown away: they fill caches.
func inTurns(ctx context.Context, a, b func(context.Context) error) (ta, tb timing, err error) {
	begun := time.Now()
	for i := range mostTimes {
		for _, of := range []struct {
			ask func(context.Context) error
			all *timing
		}{{a, &ta}, {b, &tb}} {
			took, err := within(ctx, of.ask)
			if err != nil {
				return nil, nil, err
			}
			if i > 0 || took >= endless {
				*of.all = append(*of.all, took)
			}
		}
		if spent := time.Since(begun); i >= leastTimes && spent > patience || len(ta) > 0 && len(tb) > 0 && spent > endless {
			break
		}
	}
	return ta, tb, nil
}

// within asks once and returns how long it took; what takes endlessly is given up.
func within(ctx context.Context, ask func(context.Context) error) (time.Duration, error) {
	at := time.Now()
	asked, cancel := context.WithTimeout(ctx, endless)
	defer cancel()
	err := ask(asked)
	if asked.Err() != nil && ctx.Err() == nil {
		err = nil
	}
	return time.Since(at), err
}

// measured is a row of the table.
type measured struct {
	Name     string
	P50, P95 float64 // milliseconds
	Yard     float64 // p50 of the yard-stick, milliseconds; 0: it has none
	Recall   float64 // of a search; 0: it is none
	MB       int     // the most memory that Go had in use; 0: not looked at
	Goal     string
	Reached  bool
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// measureLists measures the public lists that only matches on one database; of a small directory, those that have something in them.
func measureLists(ctx context.Context, target string, small bool, only *regexp.Regexp) (out []measured, err error) {
	s, err := store.Open(ctx, target)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	plain, err := openPlain(target)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, plain.Close()) }()
	deep, err := deepToken(ctx, s)
	if err != nil {
		return nil, err
	}
	for _, c := range calls(deep) {
		if !only.MatchString(c.name) {
			continue
		}
		stmt, err := plain.PrepareContext(ctx, c.yard)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		own, yard, err := inTurns(ctx, func(ctx context.Context) error { return c.ask(ctx, s) },
			func(ctx context.Context) error { return readAll(ctx, stmt) })
		if errors.Is(err, errNothing) && small {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		m := measured{
			Name: c.name, P50: milliseconds(own.at(.5)), P95: milliseconds(own.at(.95)), Yard: milliseconds(yard.at(.5)),
			Goal: fmt.Sprintf("<= %.0fx + %.0f ms", c.times, overhead),
		}
		m.Reached = m.P50 <= c.times*m.Yard+overhead
		out = append(out, m)
	}
	return out, nil
}

// overhead is what a transaction and its round trips may take beside what the yard-stick takes, in milliseconds.
const overhead = 2.0

// openPlain opens a database without the store.
func openPlain(target string) (*sql.DB, error) {
	if database.IsPostgres(target) {
		return sql.Open("pgx", target)
	}
	return sql.Open("sqlite", "file:"+target+"?_pragma=query_only(1)&_pragma=busy_timeout(5000)")
}

// readAll reads every value of every row.
func readAll(ctx context.Context, stmt *sql.Stmt) (err error) {
	rows, err := stmt.QueryContext(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values := make([]any, len(columns))
	for i := range values {
		values[i] = new(any)
	}
	for rows.Next() {
		if err := rows.Scan(values...); err != nil {
			return err
		}
	}
	return rows.Err()
}
