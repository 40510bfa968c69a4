package catalogue

import (
	"mentionary/internal/store/database"
)

// Store is the room's questions and writes.
type Store struct {
	*database.DB
	searched searchedNames
}

// New returns the room over a database and the rooms below it.
func New(db *database.DB) *Store {
	return &Store{DB: db}
}
