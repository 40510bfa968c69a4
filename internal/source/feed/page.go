package feed

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/media"
)

// page cuts one page out of the feed. A cursor is "offset.hash": where the next page starts, and a hash of the item
// before it. The hash finds the place again when the feed has grown at the front between two pages.
func (d *document) page(since time.Time, cursor string) ([]media.Episode, string, error) {
	start, err := d.start(cursor)
	if err != nil {
		return nil, "", err
	}
	episodes := make([]media.Episode, 0, min(PageSize, len(d.items)-start))
	for i := start; i < len(d.items); i++ {
		ep := d.items[i].episode
		if ep.PublishedAt.Before(since) { // sorted: all others are older
			return episodes, "", nil
		}
		if len(episodes) == PageSize {
			return episodes, strconv.Itoa(i) + "." + shortHash(d.items[i-1].guid), nil
		}
		episodes = append(episodes, ep)
	}
	return episodes, "", nil
}

func (d *document) start(cursor string) (int, error) {
	if cursor == "" {
		return 0, nil
	}
	offset, hash, _ := strings.Cut(cursor, ".")
	n, err := strconv.Atoi(offset)
	if err != nil || n < 0 || hash == "" {
		return 0, fault.New(fault.BadInput, "This place in the list is not valid. Start again from the first page.")
	}
	for i, it := range d.items {
		if shortHash(it.guid) == hash {
			return i + 1, nil
		}
	}
	return min(n, len(d.items)), nil
}

func shortHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:8])
}
