package store

import (
	"context"

	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/people"
	"mentionary/internal/store/publish"
	"mentionary/internal/store/rereading"
	"mentionary/internal/store/review"
)

// Store answers questions about the product's data and changes it, room by room.
type Store struct {
	*database.DB
	Catalogue *catalogue.Store
	Jobs      *jobs.Store
	Publish   *publish.Store
	Curate    *curate.Store
	Review    *review.Store
	Rereading *rereading.Store
	People    *people.Store
}

// Viewer is who asks.
type Viewer = database.Viewer

// AnyReader is the UserID of somebody who is signed in and owns nothing.
const AnyReader = database.AnyReader

// Actor is who changes something, for the audit.
type Actor = database.Actor

// Open opens the database that target names: a postgres:// address, or the path of an SQLite file. It does not migrate.
func Open(ctx context.Context, target string, opts ...database.Option) (*Store, error) {
	d, err := database.Open(ctx, target, opts...)
	if err != nil {
		return nil, err
	}
	return over(d), nil
}

// OpenReadOnly opens the database that target names for looking only: an SQLite file is neither made nor changed.
func OpenReadOnly(ctx context.Context, target string, opts ...database.Option) (*Store, error) {
	d, err := database.OpenReadOnly(ctx, target, opts...)
	if err != nil {
		return nil, err
	}
	return over(d), nil
}

// over returns the rooms over one database.
func over(d *database.DB) *Store {
	c := catalogue.New(d)
	j := jobs.New(d, c)
	p := publish.New(d, c, j)
	k := curate.New(d, c, p)
	return &Store{
		DB: d, Catalogue: c, Jobs: j, Publish: p, Curate: k, Review: review.New(d, c, p, k), Rereading: rereading.New(d, p, k),
		People: people.New(d, j),
	}
}
