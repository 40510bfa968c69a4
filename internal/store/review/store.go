package review

import (
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/database"
	"mentionary/internal/store/publish"
)

// Store is the room's questions and writes.
type Store struct {
	*database.DB
	catalogue *catalogue.Store
	publish   *publish.Store
	curate    *curate.Store
}

// New returns the room over a database and the rooms below it.
func New(db *database.DB, catalogue *catalogue.Store, publish *publish.Store, curate *curate.Store) *Store {
	return &Store{DB: db, catalogue: catalogue, publish: publish, curate: curate}
}
