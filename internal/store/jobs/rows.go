package jobs

import (
	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
)

// setText sets a text column unless there is nothing to say: empty values never replace what is known.
func setText[U any](text string, set func(string) U) {
	if text != "" {
		set(text)
	}
}

// setOrClear sets a column that names a row, or clears it.
func setOrClear[U any](id *int, set func(int) U, clear func() U) {
	if id != nil {
		set(*id)
	} else {
		clear()
	}
}

// sameID reports whether two columns name the same row, or neither names one.
func sameID(a, b *int) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

// total sums a column, to 0 where there are no rows.
func total(column, name string) db.AggregateFunc {
	return db.As(func(s *sql.Selector) string { return "COALESCE(SUM(" + s.C(column) + "), 0)" }, name)
}
