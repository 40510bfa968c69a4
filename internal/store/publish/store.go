package publish

import (
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
)

// Store is the room's questions and writes.
type Store struct {
	*database.DB
	catalogue *catalogue.Store
	jobs      *jobs.Store
}

// New returns the room over a database and the rooms below it.
func New(db *database.DB, catalogue *catalogue.Store, jobs *jobs.Store) *Store {
	return &Store{DB: db, catalogue: catalogue, jobs: jobs}
}
