package source

import (
	"time"

	"mentionary/internal/media"
)

// Since is when the episodes of a selection begin; the zero time does not limit.
func Since(s media.Selection, now time.Time) time.Time {
	if s.Mode != media.SelectDateRange {
		return time.Time{}
	}
	return now.AddDate(0, 0, -s.Days)
}

// Selected cuts a page to what a selection still takes after it took so many episodes, and says whether it is full then.
func Selected(s media.Selection, taken int, page []media.Episode) (episodes []media.Episode, full bool) {
	left := max(0, s.MaxEpisodes()-taken)
	for _, e := range page {
		if len(episodes) < left && s.Takes(RefOf(e)) {
			episodes = append(episodes, e)
		}
	}
	return episodes, len(episodes) == left
}
