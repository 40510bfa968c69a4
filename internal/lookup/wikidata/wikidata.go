package wikidata

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/lookup"
	"mentionary/internal/match"
	"mentionary/internal/mention"
)

// Base is Wikidata's address.
const Base = "https://www.wikidata.org"

const (
	searchHits = 10              // looked at; those of another name are left out
	maxItems   = 5               // read in full for one subject
	maxRelated = 50              // items that are named in one call
	climbs     = 2               // steps up from a class that the table does not have
	maxClasses = 20_000          // remembered
	lagWait    = 5 * time.Second // least patience with a lagging server
	wholeItem  = "info|labels|descriptions|aliases|claims|sitelinks"
)

// languages in which names are read, best first; mul is for all languages.
var languages = []string{"en", "mul", "de"}

// Resolver asks Wikidata. Use New. Safe for concurrent use.
type Resolver struct {
	asker *lookup.Asker

	mu      sync.Mutex
	classes map[string][]string // what classes outside the table mean, once it was asked
}

// New returns a resolver that asks with asker.
func New(asker *lookup.Asker) *Resolver {
	return &Resolver{asker: asker, classes: map[string][]string{}}
}

// Catalogue implements lookup.Resolver.
func (*Resolver) Catalogue() string { return lookup.Wikidata }

// Knows implements lookup.Resolver.
func (*Resolver) Knows(lookup.Subject) bool { return true }

// Candidates implements lookup.Resolver. It makes one call when nothing has the name, else three to seven.
func (r *Resolver) Candidates(ctx context.Context, s lookup.Subject) ([]lookup.Record, error) {
	ids, err := r.search(ctx, s)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	items, err := r.items(ctx, ids, wholeItem)
	if err != nil {
		return nil, err
	}
	if items, err = r.works(ctx, items); err != nil {
		return nil, err
	}
	if err := r.classify(ctx, items); err != nil {
		return nil, err
	}
	items = slices.DeleteFunc(items, func(i *item) bool { return !lookup.Possible(s, i.record()) })
	if s.Type == mention.Book {
		if err := r.readEditions(ctx, items); err != nil {
			return nil, err
		}
	}
	if err := r.nameRelated(ctx, items); err != nil {
		return nil, err
	}
	out := make([]lookup.Record, 0, len(items))
	for _, i := range items {
		out = append(out, i.record())
	}
	return out, nil
}

// search returns the ids that the subject's own links prove, and of the items that a search for its name finds those that have it.
func (r *Resolver) search(ctx context.Context, s lookup.Subject) ([]string, error) {
	var ids []string
	for _, a := range s.Authorities {
		if id, ok := strings.CutPrefix(a, "wikidata:"); ok && validID(id) {
			ids = append(ids, id)
		}
	}
	language := "en"
	if s.Language == "de" {
		language = "de"
	}
	var found struct {
		Search []struct {
			ID      string   `json:"id"`
			Label   string   `json:"label"`
			Aliases []string `json:"aliases"`
			Match   struct {
				Text string `json:"text"`
			} `json:"match"`
		} `json:"search"`
	}
	err := r.call(ctx, url.Values{
		"action": {"wbsearchentities"}, "search": {s.Name}, "language": {language}, "uselang": {"en"}, "type": {"item"},
		"limit": {strconv.Itoa(searchHits)},
	}, &found)
	if err != nil {
		return nil, err
	}
	want := match.Key(s.Type, s.Name)
	for _, h := range found.Search[:min(len(found.Search), searchHits)] {
		names := append([]string{h.Label, h.Match.Text}, h.Aliases...)
		same := slices.ContainsFunc(names, func(n string) bool {
			title, _, _ := strings.Cut(n, ":")
			return match.Key(s.Type, n) == want || s.Type == mention.Book && match.Key(s.Type, title) == want
		})
		if same && validID(h.ID) && !slices.Contains(ids, h.ID) {
			ids = append(ids, h.ID)
		}
	}
	return ids[:min(len(ids), maxItems)], nil
}

// items reads items. Those that are missing or of another shape are left out; a merged one is the item that it became.
func (r *Resolver) items(ctx context.Context, ids []string, props string) ([]*item, error) {
	var found struct {
		Entities map[string]json.RawMessage `json:"entities"`
	}
	err := r.call(ctx, url.Values{
		"action": {"wbgetentities"}, "ids": {strings.Join(ids, "|")}, "props": {props}, "languages": {strings.Join(languages, "|")},
		"sitefilter": {"enwiki|dewiki"},
	}, &found)
	if err != nil {
		return nil, err
	}
	var out []*item
	for _, id := range ids {
		var i item
		if json.Unmarshal(found.Entities[id], &i) != nil || i.Missing != nil || !validID(i.ID) ||
			slices.ContainsFunc(out, func(o *item) bool { return o.ID == i.ID }) {
			continue
		}
		out = append(out, &i)
	}
	return out, nil
}

// works puts the work in the place of its editions, which it keeps: what is said of the work holds for a translation.
func (r *Resolver) works(ctx context.Context, items []*item) ([]*item, error) {
	byID, ids := map[string]*item{}, []string(nil)
	for _, i := range items {
		byID[i.ID] = i
	}
	for _, i := range items {
		if of := i.items(editionOf); len(of) == 1 && byID[of[0]] == nil && !slices.Contains(ids, of[0]) {
			ids = append(ids, of[0])
		}
	}
	if len(ids) > 0 {
		works, err := r.items(ctx, ids, wholeItem)
		if err != nil {
			return nil, err
		}
		for _, w := range works {
			byID[w.ID] = w
		}
	}
	var out []*item
	for _, i := range items {
		if of := i.items(editionOf); len(of) == 1 && byID[of[0]] != nil {
			work := byID[of[0]]
			work.editions = append(work.editions, i)
			i = work
		}
		if !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	return out, nil
}

// classify finds out what the classes of items mean, for those that the table does not have by what they are subclasses of.
func (r *Resolver) classify(ctx context.Context, items []*item) error {
	unknown := map[string]bool{}
	for _, i := range items {
		for _, c := range i.items(instanceOf) {
			if _, ok := r.meaning(c); !ok {
				unknown[c] = true
			}
		}
	}
	if err := r.learn(ctx, unknown); err != nil {
		return err
	}
	for _, i := range items {
		for _, c := range i.items(instanceOf) {
			m, _ := r.meaning(c)
			i.meanings = append(i.meanings, m)
		}
	}
	return nil
}

// meaning is what items of a class may be; ok is false when nobody knows yet.
func (r *Resolver) meaning(class string) (means []string, ok bool) {
	if m, ok := known()[class]; ok {
		return m, true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	m, ok := r.classes[class]
	return m, ok
}

// learn climbs from classes to those of the table, and remembers what they mean; nothing when no path is short enough.
func (r *Resolver) learn(ctx context.Context, classes map[string]bool) error {
	above := map[string][]string{} // the classes where the climb from each stands
	for c := range classes {
		above[c] = []string{c}
	}
	means := map[string][]string{}
	for range climbs {
		var ask []string
		for _, at := range above {
			for _, c := range at {
				if !slices.Contains(ask, c) && len(ask) < maxRelated {
					ask = append(ask, c)
				}
			}
		}
		if len(ask) == 0 {
			break
		}
		slices.Sort(ask)
		found, err := r.items(ctx, ask, "claims")
		if err != nil {
			return err
		}
		parents := map[string][]string{}
		for _, i := range found {
			parents[i.ID] = i.items(subclassOf)
		}
		for c, at := range above {
			var next []string
			for _, a := range at {
				next = append(next, parents[a]...)
			}
			for _, p := range next {
				m, _ := r.meaning(p)
				means[c] = append(means[c], m...)
			}
			if above[c] = next; len(means[c]) > 0 {
				delete(above, c)
			}
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.classes) > maxClasses {
		clear(r.classes)
	}
	for c := range classes {
		r.classes[c] = means[c]
	}
	return nil
}

// nameRelated gives items the names of the items that they name.
func (r *Resolver) nameRelated(ctx context.Context, items []*item) error {
	var ids []string
	for _, p := range slices.Concat(related, topics) {
		for _, i := range items {
			for _, id := range i.items(p) {
				if !slices.Contains(ids, id) && len(ids) < maxRelated {
					ids = append(ids, id)
				}
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	found, err := r.items(ctx, ids, "labels")
	if err != nil {
		return err
	}
	names := map[string]string{}
	for _, f := range found {
		names[f.ID] = f.name()
	}
	for _, i := range items {
		i.names = names
	}
	return nil
}

// call asks the API. Errors come with status 200; a lagging server wants patience.
func (r *Resolver) call(ctx context.Context, query url.Values, into any) error {
	query.Set("format", "json")
	query.Set("formatversion", "2")
	query.Set("maxlag", "5")
	answer, err := r.asker.Ask(ctx, "/w/api.php", query)
	if err != nil {
		return err
	}
	var failed struct {
		Error *struct {
			Code string `json:"code"`
		} `json:"error"`
		Errors []struct {
			Code string `json:"code"`
		} `json:"errors"`
	}
	if err := answer.Decode(&failed); err != nil {
		return err
	}
	var code string
	switch {
	case failed.Error != nil:
		code = failed.Error.Code
	case len(failed.Errors) > 0:
		code = failed.Errors[0].Code
	default:
		return answer.Decode(into)
	}
	if code == "maxlag" || code == "ratelimited" || code == "readonly" || strings.HasPrefix(code, "internal_api_error") {
		return answer.Later(lagWait)
	}
	return fault.Newf(fault.Unsupported, "Wikidata refused the question (%s).", code)
}
