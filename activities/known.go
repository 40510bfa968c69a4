package activities

import (
	"context"
	"sync"

	"mentionary/internal/extract"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
)

// KnownNames keeps the directory's names for the catalogue pass. They are read once; afterwards what changed in the catalogue is.
type KnownNames struct {
	Store *store.Store

	mu      sync.Mutex
	version int64
	names   *extract.Names
	joining *extract.Names           // whose lists are being joined, nil: none
	joins   sync.WaitGroup           // who joins them
	later   []catalogue.ChangedNames // what changed meanwhile
}

// Names returns all published names, prepared once for all episodes.
func (k *KnownNames) Names(ctx context.Context) (*extract.Names, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	version, err := k.Store.CatalogueVersion(ctx)
	if err != nil {
		return nil, err
	}
	if k.names == nil {
		return k.readAll(ctx)
	}
	if version == k.version {
		return k.names, nil
	}
	changed, err := k.Store.Catalogue.ChangedNames(ctx, k.version)
	if err != nil {
		return nil, err
	}
	if changed.All || k.names.Len() > extract.MaxKnown/4*5 {
		return k.readAll(ctx)
	}
	k.apply(changed)
	return k.names, nil
}

func (k *KnownNames) readAll(ctx context.Context) (*extract.Names, error) {
	names, version, err := k.Store.Catalogue.KnownNames(ctx)
	if err != nil {
		return nil, err
	}
	k.names, k.version, k.joining, k.later = names, version, nil, nil
	return k.names, nil
}

// apply changes the names, and has their lists joined when they are many: nobody waits for that.
func (k *KnownNames) apply(changed catalogue.ChangedNames) {
	k.version = changed.Version
	if len(changed.IDs) == 0 {
		return
	}
	k.names = k.names.With(changed.IDs, changed.Known)
	switch {
	case k.joining != nil:
		k.later = append(k.later, changed)
	case k.names.Scattered():
		scattered := k.names
		k.joining = scattered
		k.joins.Go(func() { k.join(scattered) })
	}
}

// join joins the lists of names and applies what changed meanwhile, unless all names were read anew.
func (k *KnownNames) join(scattered *extract.Names) {
	names := scattered.Joined()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.joining != scattered {
		return
	}
	for _, c := range k.later {
		names = names.With(c.IDs, c.Known)
	}
	k.names, k.joining, k.later = names, nil, nil
}
