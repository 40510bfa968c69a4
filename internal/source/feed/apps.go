package feed

import (
	"context"
	"strings"

	"mentionary/internal/fault"
)

// Apps knows what links of podcast apps stand for.
type Apps interface {
	// Feed returns what an address stands for. The second result is false for addresses of no app. Errors are faults whose
	// sentence says what to do.
	Feed(ctx context.Context, address string) (Pointed, bool, error)
}

// Pointed is what a link of a podcast app stands for: a feed, and the item by its guid or its title. Without both, or with the
// show's own title, it is the whole show.
type Pointed struct {
	Feed  string
	GUID  string
	Title string
}

// Asking returns the source, which from now on asks apps about addresses.
func (s *Source) Asking(apps Apps) *Source {
	s.apps = apps
	return s
}

// openPointed reads the feed that an app's link stands for, and finds its item.
func (s *Source) openPointed(ctx context.Context, p Pointed) (*document, *item, error) {
	doc, _, err := s.get(ctx, p.Feed)
	switch {
	case err != nil:
		return nil, nil, err
	case doc == nil:
		return nil, nil, notAFeed()
	case p.GUID == "" && (p.Title == "" || strings.EqualFold(p.Title, doc.channel.Name)):
		return doc, nil, nil
	}
	for i := range doc.items {
		it := &doc.items[i]
		if it.guid == p.GUID || p.GUID == "" && strings.EqualFold(it.episode.Title, p.Title) {
			return doc, it, nil
		}
	}
	return nil, nil, fault.Newf(fault.NotFound, "The feed %q does not list this episode. Type the show's name and choose it from its list.",
		doc.channel.Name).WithField("url")
}
