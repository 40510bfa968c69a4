package jobs

import (
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// Store is the room's questions and writes.
type Store struct {
	*database.DB
	catalogue *catalogue.Store
}

// New returns the room over a database and the rooms below it.
func New(db *database.DB, catalogue *catalogue.Store) *Store {
	return &Store{DB: db, catalogue: catalogue}
}
