package ytdlp

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"mentionary/internal/fault"
)

// hosts are the names a video address may have.
var hosts = []string{"youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com", "youtu.be", "www.youtube-nocookie.com"}

var videoID = regexp.MustCompile(`^[A-Za-z0-9_-]{11}$`)

// videoAddress reads the video id of an address on one of the hosts and builds the address that yt-dlp gets.
func videoAddress(address string) (id, clean string, err error) {
	refused := fault.New(fault.Unsupported, "This is not the address of a YouTube video. Use one like https://www.youtube.com/watch?v=….")
	u, parseErr := url.Parse(strings.TrimSpace(address))
	if parseErr != nil || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.Port() != "" ||
		!slices.Contains(hosts, strings.ToLower(u.Hostname())) {
		return "", "", refused
	}
	id = u.Query().Get("v")
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	switch {
	case strings.EqualFold(u.Hostname(), "youtu.be"):
		id = parts[0]
	case len(parts) == 2 && slices.Contains([]string{"shorts", "live", "embed", "v"}, parts[0]):
		id = parts[1]
	}
	if !videoID.MatchString(id) {
		return "", "", refused
	}
	return id, "https://www.youtube.com/watch?v=" + id, nil
}
