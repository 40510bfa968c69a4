package podcasts

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"mentionary/internal/link"
	"mentionary/internal/lookup"
	"mentionary/internal/mention"
	"mentionary/internal/showfinder"
)

const maxShows = 20 // of one answer

// Resolver asks one directory. Use New. Safe for concurrent use.
type Resolver struct {
	name      string
	directory showfinder.Directory
	now       func() time.Time
}

// New returns a resolver that asks a directory; name is its stored word (lookup.ITunes, lookup.PodcastIndex).
func New(name string, directory showfinder.Directory, now func() time.Time) *Resolver {
	return &Resolver{name: name, directory: directory, now: now}
}

// Catalogue implements lookup.Resolver.
func (r *Resolver) Catalogue() string { return r.name }

// types are what a podcast may be in the directory, which has no type of its own for it.
var types = []mention.Type{mention.Product, mention.Company, mention.Concept, mention.Sponsor}

var spoken = regexp.MustCompile(`(?i)\bpodcasts?\b`)

// Knows implements lookup.Resolver. Only what is spoken of as a podcast is asked about: directories have a show of nearly every name.
func (r *Resolver) Knows(s lookup.Subject) bool {
	return slices.Contains(types, s.Type) && (spoken.MatchString(s.Name) || slices.ContainsFunc(s.Texts, spoken.MatchString))
}

// Candidates implements lookup.Resolver. It makes one call.
func (r *Resolver) Candidates(ctx context.Context, s lookup.Subject) ([]lookup.Record, error) {
	shows, err := r.directory.Search(ctx, s.Name)
	if err != nil {
		return nil, err
	}
	var out []lookup.Record
	seen := map[string]bool{}
	for _, listed := range shows[:min(len(shows), maxShows)] {
		show, ok := listed.Clean(r.now())
		if !ok || show.ID == "" || seen[show.ID] {
			continue
		}
		seen[show.ID] = true
		record := r.record(show)
		if calledPodcast(s) {
			record.Signs = []string{"called a podcast"}
		}
		out = append(out, record)
	}
	return out, nil
}

// calledPodcast reports whether a sentence that has the name calls it a podcast.
func calledPodcast(s lookup.Subject) bool {
	return slices.ContainsFunc(s.Texts, func(text string) bool {
		return spoken.MatchString(text) && strings.Contains(strings.ToLower(text), strings.ToLower(s.Name))
	})
}

// record is a show as lookup compares it.
func (r *Resolver) record(s showfinder.Show) lookup.Record {
	out := lookup.Record{
		ID: s.ID, Types: types, Name: s.Title, Names: shorter(s.Title), Topics: s.Topics,
		Facts: lookup.Facts{Description: "Podcast", Feed: s.Address, Links: []string{lookup.Address(r.name, s.ID)}},
	}
	if s.Author != "" {
		out.Related, out.Facts.Makers, out.Facts.Description = []string{s.Author}, []string{s.Author}, "Podcast by "+s.Author
	}
	if s.AppleID != "" && r.name != lookup.ITunes {
		out.Facts.Links = append(out.Facts.Links, lookup.Address(lookup.ITunes, s.AppleID))
	}
	if site, err := link.Canonical(s.Site); err == nil && s.Site != "" && link.KindOf(site) == link.Website {
		out.Facts.Links = append(out.Facts.Links, site)
	}
	out.Authorities = link.Authorities(out.Facts.Links)
	return out
}

var (
	tail   = regexp.MustCompile(`(?i)\s*(?:[:|]|\s[-–—]\s|\s(?:with|mit|by|von)\s).*$`)
	suffix = regexp.MustCompile(`(?i)\s+podcast$`)
)

// shorter are the names by which people call a show: without "with" its host, without the word podcast.
func shorter(title string) []string {
	out := []string{tail.ReplaceAllString(title, "")}
	for _, n := range []string{title, out[0]} {
		out = append(out, suffix.ReplaceAllString(n, ""))
	}
	return slices.DeleteFunc(out, func(n string) bool { return strings.TrimSpace(n) == "" || n == title })
}
