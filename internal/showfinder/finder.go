package showfinder

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"mentionary/internal/fault"
)

const (
	keptAnswers = 1_000         // answers, of all directories together
	keptFor     = 6 * time.Hour // a show is rarely named anew
	maxShows    = 20            // of one answer
)

// Directory lists shows by their names.
type Directory interface {
	// Name is what people read for it.
	Name() string
	// Search returns the shows that fit the words, best first; none is no error. Errors are faults.
	Search(ctx context.Context, words string) ([]Show, error)
}

// Finder asks directories. Use New. Safe for concurrent use.
type Finder struct {
	directories []Directory
	now         func() time.Time
	kept        *lru.Cache[string, answer]
}

// answer is what a directory answered, and when.
type answer struct {
	shows []Show
	at    time.Time
}

// New returns a finder that asks the directories; the first is believed most.
func New(now func() time.Time, directories ...Directory) *Finder {
	kept, err := lru.New[string, answer](keptAnswers)
	if err != nil { // for a size below one only
		panic(err)
	}
	return &Finder{directories: directories, now: now, kept: kept}
}

// Found is what directories know of some words.
type Found struct {
	Shows  []Show   // best first, each once
	Silent []string // names of the directories that did not answer
}

// Find asks all directories at once. One that does not answer is named and hides no other. It is an Unsupported fault when this
// installation asks none; when ctx ends, its error is returned.
func (f *Finder) Find(ctx context.Context, words string) (Found, error) {
	words = strings.Join(strings.Fields(words), " ")
	if len(f.directories) == 0 {
		return Found{}, fault.New(fault.Unsupported, "This installation asks no podcast directory. Please enter the address of the show.").
			WithField("q")
	}
	lists := make([][]Show, len(f.directories))
	failed := make([]error, len(f.directories))
	var all sync.WaitGroup
	for i, d := range f.directories {
		all.Go(func() { lists[i], failed[i] = f.ask(ctx, d, words) })
	}
	all.Wait()
	if ctx.Err() != nil {
		return Found{}, ctx.Err()
	}
	found := Found{Shows: merged(lists, words)}
	for i, err := range failed {
		if err != nil {
			found.Silent = append(found.Silent, f.directories[i].Name())
		}
	}
	return found, nil
}

// ask asks a directory, unless it has answered the same words not long ago.
func (f *Finder) ask(ctx context.Context, d Directory, words string) ([]Show, error) {
	key := d.Name() + "\n" + strings.ToLower(words)
	if known, ok := f.kept.Get(key); ok && f.now().Sub(known.at) < keptFor {
		return known.shows, nil
	}
	listed, err := d.Search(ctx, words)
	if err != nil {
		return nil, err
	}
	var shows []Show
	for _, s := range listed {
		if s, ok := s.Clean(f.now()); ok && len(shows) < maxShows {
			s.Directory = d.Name()
			shows = append(shows, s)
		}
	}
	f.kept.Add(key, answer{shows, f.now()})
	return shows, nil
}

// merged makes one list: the first of each directory, then the second of each, and so on. What several list stands once. Shows
// that are called exactly what was typed come first.
func merged(lists [][]Show, words string) []Show {
	at := map[string]int{}
	var out []Show
	for rank := range maxShows {
		for _, list := range lists {
			if rank >= len(list) {
				continue
			}
			s := list[rank]
			if i, known := at[s.place()]; known {
				out[i] = out[i].filled(s)
				continue
			}
			at[s.place()] = len(out)
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b Show) int { return exact(b, words) - exact(a, words) })
	return out[:min(len(out), maxShows)]
}

func exact(s Show, words string) int {
	if strings.EqualFold(s.Title, words) {
		return 1
	}
	return 0
}
