package ytdlp

import (
	"net/url"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
)

// videoAddress reads the video id of an address, and returns the address that yt-dlp gets: one that is built from the id.
func videoAddress(address string) (id, clean string, err error) {
	ref, err := source.Recognize(address)
	if err == nil && ref.Kind == media.KindVideo {
		if u, err := url.Parse(address); err == nil && u.Port() == "" {
			return ref.ExternalID, ref.URL, nil
		}
	}
	return "", "", fault.New(fault.Unsupported, "This is not the address of a YouTube video. Use one like https://www.youtube.com/watch?v=….")
}
