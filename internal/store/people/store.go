package people

import (
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
)

// Store is the room's questions and writes.
type Store struct {
	*database.DB
	jobs *jobs.Store
}

// New returns the room over a database and the jobs of its people.
func New(db *database.DB, jobs *jobs.Store) *Store {
	return &Store{DB: db, jobs: jobs}
}

// page is a part of a list with the number of all.
type page[T any] struct {
	rows  []T
	total int
}
