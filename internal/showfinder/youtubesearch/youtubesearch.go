package youtubesearch

import (
	"context"

	"mentionary/internal/showfinder"
	"mentionary/internal/source/youtube"
)

// Channels finds channels; *youtube.Source does.
type Channels interface {
	FindChannels(ctx context.Context, words string) ([]youtube.FoundChannel, error)
}

// Directory is the video site. Use New. Safe for concurrent use.
type Directory struct{ channels Channels }

var _ showfinder.Directory = (*Directory)(nil)

// New returns the video site as a directory of channels.
func New(channels Channels) *Directory { return &Directory{channels: channels} }

// Name implements showfinder.Directory.
func (*Directory) Name() string { return "YouTube" }

// Search implements showfinder.Directory.
func (d *Directory) Search(ctx context.Context, words string) ([]showfinder.Show, error) {
	found, err := d.channels.FindChannels(ctx, words)
	if err != nil {
		return nil, err
	}
	shows := make([]showfinder.Show, 0, len(found))
	for _, c := range found {
		shows = append(shows, showfinder.Show{
			Title: c.Channel.Name, Address: c.Channel.URL, Picture: c.Channel.ThumbnailURL, Episodes: c.Videos,
		})
	}
	return shows, nil
}
