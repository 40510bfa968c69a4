package feed

import (
	"sync"
	"time"
)

// A feed is read again and again in a row: page after page, then episode by episode. The cache spares those fetches.
const (
	cachedFeeds = 8
	freshFor    = 5 * time.Minute
)

// cache keeps the last few feeds. Its documents are shared: nobody changes them after put.
type cache struct {
	now func() time.Time

	mu    sync.Mutex
	feeds map[string]cached
}

type cached struct {
	doc *document
	at  time.Time
}

func newCache(now func() time.Time) *cache {
	return &cache{now: now, feeds: map[string]cached{}}
}

// get returns the kept copy and whether it may be used without asking the site.
func (c *cache) get(address string) (*document, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	kept, ok := c.feeds[address]
	return kept.doc, ok && c.now().Sub(kept.at) < freshFor
}

// put keeps the document, in place of the oldest when the cache is full.
func (c *cache) put(address string, doc *document) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.feeds[address] = cached{doc: doc, at: c.now()}
	if len(c.feeds) <= cachedFeeds {
		return
	}
	oldest := address
	for a, kept := range c.feeds {
		if kept.at.Before(c.feeds[oldest].at) {
			oldest = a
		}
	}
	delete(c.feeds, oldest)
}
