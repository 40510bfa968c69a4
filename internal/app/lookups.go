package app

import (
	"fmt"
	"time"

	"mentionary/activities"
	"mentionary/internal/lookup"
	"mentionary/internal/lookup/openlibrary"
	"mentionary/internal/lookup/podcasts"
	"mentionary/internal/lookup/wikidata"
	"mentionary/internal/outbound"
)

// lookups is who asks public catalogs: nobody where none is switched on. They are asked under a name of their own, which says
// whom to write to.
func (p *parts) lookups() (*activities.Lookups, error) {
	if p.offAir || len(p.cfg.Catalogs) == 0 {
		return nil, nil
	}
	out, err := outbound.New(outbound.Options{
		Version: Version, BaseURL: p.cfg.Base().String(), Contact: p.cfg.Contact, Observe: p.metrics.Outbound, Pacer: p.pacer,
	})
	if err != nil {
		return nil, err
	}
	var resolvers []lookup.Resolver
	for _, name := range p.cfg.Catalogs {
		switch name {
		case lookup.Wikidata:
			resolvers = append(resolvers, wikidata.New(&lookup.Asker{Fetcher: out, Pacer: p.pacer, Base: wikidata.Base}))
		case lookup.OpenLibrary:
			resolvers = append(resolvers, openlibrary.New(&lookup.Asker{Fetcher: out, Pacer: p.pacer, Base: openlibrary.Base}))
		case lookup.ITunes, lookup.PodcastIndex:
			if directory := p.shows.listed[name]; directory != nil {
				resolvers = append(resolvers, podcasts.New(name, directory, time.Now))
			}
		default:
			return nil, fmt.Errorf("there is no public catalog %q", name)
		}
	}
	return activities.NewLookups(p.store, time.Now, resolvers...), nil
}
