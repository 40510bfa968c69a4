package activities

import (
	"context"
	"sync"

	"mentionary/internal/extract"
	"mentionary/internal/store"
)

// KnownNames keeps the directory's names for the catalogue pass, read again when the catalogue has changed.
type KnownNames struct {
	Store *store.Store

	mu      sync.Mutex
	version int64
	names   *extract.Names
}

// Names returns all published names, prepared once for all episodes that are read while the catalogue stays as it is.
func (k *KnownNames) Names(ctx context.Context) (*extract.Names, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	version, err := k.Store.CatalogueVersion(ctx)
	if err != nil {
		return nil, err
	}
	if k.names != nil && version == k.version {
		return k.names, nil
	}
	known, read, err := k.Store.Catalogue.KnownNames(ctx)
	if err != nil {
		return nil, err
	}
	k.names, k.version = extract.NewNames(known), read
	return k.names, nil
}
