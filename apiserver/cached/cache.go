package cached

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"golang.org/x/sync/singleflight"

	"mentionary/internal/reply"
)

const (
	// DefaultBytes bounds the kept answers of a process.
	DefaultBytes = 64 << 20
	// maxKey bounds the name of a question in bytes; longer ones are answered directly.
	maxKey = 4 << 10
	// fillTime bounds how long an answer for many is made when the one who asked first has gone away.
	fillTime = 30 * time.Second
)

// Asker is who sends a request, as far as answers differ.
type Asker struct {
	// Class names those who get the same answer to the same question. Empty: nobody else gets this one's.
	Class string
	// Public allows caches on the way to keep the answer: only for what everybody may see.
	Public bool
	// Request is handed on in the place of the one that came. For a class it must carry nothing of its sender.
	Request *http.Request
}

// Cache keeps answers. It is safe for concurrent use.
type Cache struct {
	keep     *keep
	versions *versions
	making   singleflight.Group
}

// New makes an empty cache of at most maxBytes (DefaultBytes when 0). now is the clock, time.Now when nil.
func New(source Source, maxBytes int64, now func() time.Time) *Cache {
	if maxBytes <= 0 {
		maxBytes = DefaultBytes
	}
	if now == nil {
		now = time.Now
	}
	return &Cache{keep: newKeep(maxBytes), versions: newVersions(source, now)}
}

// Handler answers reads (GET and HEAD) of next from the cache. key names the question, equal for equal ones; askerOf says
// whose question it is; observe is told of each request that shares its answer, and whether next was spared.
func (c *Cache) Handler(next http.Handler, key func(*http.Request) string, askerOf func(*http.Request) Asker,
	observe func(r *http.Request, spared bool),
) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asker := askerOf(r)
		a, rec, spared := c.shared(r, next, key, asker)
		if a != nil || rec != nil {
			observe(r, spared)
		}
		switch {
		case r.Context().Err() != nil:
			return // nobody listens any more
		case a == nil && rec == nil: // directly
			rec = record(next, asker.Request)
			a = ready(rec)
		}
		if a == nil {
			pass(w, rec)
			return
		}
		a.write(w, r, asker.Public)
	})
}

// shared returns what is kept, or makes it. What it made and others may not have, such as an error, it returns as it was
// recorded; two nils say that this request has to be answered directly. spared says that the handler was not asked.
func (c *Cache) shared(r *http.Request, next http.Handler, key func(*http.Request) string, asker Asker) (a *answer, rec *reply.Recorder,
	spared bool,
) {
	if asker.Class == "" {
		return nil, nil, false
	}
	question := asker.Class + " " + key(r)
	if len(question) > maxKey {
		return nil, nil, false
	}
	version, err := c.versions.current(r.Context(), demanded(r))
	if err != nil {
		return nil, nil, false
	}
	if a := c.keep.get(question, version); a != nil {
		return a, nil, true
	}
	return c.make(question, version, next, asker.Request)
}

// make lets one of those who ask the same at the same time ask the handler; the others wait for it. The answer is for
// them too, so it is made to the end when the first one goes away.
func (c *Cache) make(question string, version int64, next http.Handler, r *http.Request) (a *answer, rec *reply.Recorder, spared bool) {
	spared = true
	made, _, _ := c.making.Do(strconv.FormatInt(version, 10)+" "+question, func() (any, error) {
		spared = false
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), fillTime)
		defer cancel()
		rec = record(next, r.WithContext(ctx))
		made := ready(rec)
		if made != nil {
			c.keep.put(question, version, made)
		}
		return made, nil
	})
	a, _ = made.(*answer) // nil when there is none that others may have: they ask for themselves
	return a, rec, spared
}
