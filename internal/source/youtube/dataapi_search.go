package youtube

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
)

// foundChannels is how many channels a search returns at most.
const foundChannels = 10

// FoundChannel is a channel that a search found.
type FoundChannel struct {
	Channel media.Channel
	Videos  int // 0 when unknown
}

type apiFoundChannel struct {
	ID struct {
		ChannelID string `json:"channelId"`
	} `json:"id"`
}

// FindChannels returns the channels that fit the words, best first: 101 units of the key. Faults: Unsupported without a key, and
// those of List.
func (s *Source) FindChannels(ctx context.Context, words string) ([]FoundChannel, error) {
	if s.api == nil {
		return nil, fault.New(fault.Unsupported, "Channels can be searched for with a key of the YouTube Data API only.")
	}
	return s.api.findChannels(ctx, words)
}

func (d *dataAPI) findChannels(ctx context.Context, words string) ([]FoundChannel, error) {
	query := url.Values{"part": {"id"}, "type": {"channel"}, "maxResults": {strconv.Itoa(foundChannels)}, "q": {words}}
	hits, err := call[apiFoundChannel](ctx, d, "search", query, "channel")
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, hit := range hits.Items {
		if source.IsChannelID(hit.ID.ChannelID) && len(ids) < foundChannels {
			ids = append(ids, hit.ID.ChannelID)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	described, err := call[apiChannel](ctx, d, "channels",
		url.Values{"part": {"snippet,statistics"}, "id": {strings.Join(ids, ",")}, "maxResults": {strconv.Itoa(foundChannels)}}, "channel")
	if err != nil {
		return nil, err
	}
	known := map[string]apiChannel{}
	for _, c := range described.Items {
		known[c.ID] = c
	}
	var out []FoundChannel
	for _, id := range ids { // the second answer is in no order
		if c, ok := known[id]; ok {
			videos, _ := strconv.Atoi(c.Statistics.VideoCount) // unreadable: unknown
			out = append(out, FoundChannel{Channel: c.channel(), Videos: videos})
		}
	}
	return out, nil
}
