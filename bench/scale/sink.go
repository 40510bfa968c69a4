package main

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// loader writes rows into one database.
type loader interface {
	load(ctx context.Context, table string, columns []string, rows [][]any) error
}

// sink hands rows to several databases at once, in parts. Ids count from 1 in each table.
type sink struct {
	parts []chan part
	errs  chan error
	sizes map[string]int
}

type part struct {
	table   string
	columns []string
	rows    [][]any
}

// partRows is how many rows go together.
const partRows = 4000

func newSink(ctx context.Context, loaders ...loader) *sink {
	s := &sink{errs: make(chan error, len(loaders)), sizes: map[string]int{}}
	for _, l := range loaders {
		parts := make(chan part, 16)
		s.parts = append(s.parts, parts)
		go func() {
			var failed error
			for p := range parts {
				if failed == nil {
					if failed = l.load(ctx, p.table, p.columns, p.rows); failed != nil {
						failed = fmt.Errorf("%s: %w", p.table, failed)
					}
				}
			}
			s.errs <- failed
		}()
	}
	return s
}

// close waits until everything is written.
func (s *sink) close() error {
	for _, p := range s.parts {
		close(p)
	}
	var failed error
	for range s.parts {
		if err := <-s.errs; err != nil {
			failed = err
		}
	}
	return failed
}

// rowsOf are the rows of one table.
type rowsOf struct {
	sink *sink
	part part
}

func (s *sink) table(name string, columns ...string) *rowsOf {
	return &rowsOf{s, part{table: name, columns: append([]string{"id"}, columns...)}}
}

func (r *rowsOf) add(values ...any) {
	r.sink.sizes[r.part.table]++
	r.part.rows = append(r.part.rows, append([]any{r.sink.sizes[r.part.table]}, values...))
	if len(r.part.rows) == partRows {
		r.end()
	}
}

func (r *rowsOf) end() {
	for _, p := range r.sink.parts {
		p <- r.part
	}
	r.part.rows = nil
}

// toPostgres writes with COPY.
type toPostgres struct{ conn *pgx.Conn }

func (l toPostgres) load(ctx context.Context, table string, columns []string, rows [][]any) error {
	_, err := l.conn.CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromRows(rows))
	return err
}

// toSQLite writes with one prepared statement a table, in one transaction.
type toSQLite struct {
	tx       *sql.Tx
	prepared map[string]*sql.Stmt
}

// together is how many rows one statement writes.
const together = 20

func (l *toSQLite) load(ctx context.Context, table string, columns []string, rows [][]any) error {
	for len(rows) > 0 {
		n := min(together, len(rows))
		if n < together {
			n = 1
		}
		key := fmt.Sprintf("%s %d", table, n)
		if l.prepared[key] == nil {
			row := "(?" + strings.Repeat(",?", len(columns)-1) + ")"
			//nolint:gosec // names of our own tables and columns
			statement := fmt.Sprintf(`INSERT INTO %s ("%s") VALUES %s`, table, strings.Join(columns, `","`), row+strings.Repeat(","+row, n-1))
			prepared, err := l.tx.PrepareContext(ctx, statement) //nolint:sqlclosecheck // ends with its transaction
			if err != nil {
				return err
			}
			l.prepared[key] = prepared
		}
		var values []any
		for _, r := range rows[:n] {
			values = append(values, r...)
		}
		if _, err := l.prepared[key].ExecContext(ctx, values...); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}
