package source

import (
	"context"
	"time"

	"mentionary/internal/media"
	"mentionary/internal/transcript"
)

// Page is one part of a collection's listing.
type Page struct {
	Channel  media.Channel // what the listing says about the channel; zero when it says nothing
	Title    string        // of the collection: playlist title, feed title
	Episodes []media.Episode
	Next     string // cursor of the next page, empty at the end
}

// Source is one provider. Implementations are safe for concurrent use.
type Source interface {
	// Platform names the provider's platform.
	Platform() media.Platform
	// List returns one page of a collection, newest first (a playlist in its own order), at most 50 episodes. since
	// limits the listing to episodes published at or after it; the zero time does not limit. For KindVideo it returns
	// that one episode.
	List(ctx context.Context, ref media.Ref, since time.Time, cursor string) (Page, error)
	// Episode fetches what the source says about one episode.
	Episode(ctx context.Context, ref media.Ref) (media.Episode, error)
	// Transcript fetches the best transcript the source has for the episode, original language first.
	// The second result is false when the source was asked and has none.
	Transcript(ctx context.Context, ep media.Episode) (transcript.Transcript, bool, error)
}
