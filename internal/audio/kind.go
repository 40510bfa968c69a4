package audio

import (
	"io"
	"os"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"mentionary/internal/fault"
)

// HeadBytes are enough of a file to tell its kind.
const HeadBytes = 4096

// formats are what servers take, by the media types that content is told apart as.
var formats = map[string]Format{
	"audio/mpeg": MP3, "audio/mp4": M4A, "audio/x-m4a": M4A, "video/mp4": M4A, "video/x-m4v": M4A, "video/quicktime": M4A,
	"audio/ogg": OGG, "video/ogg": OGG, "application/ogg": OGG, "audio/wav": WAV, "audio/flac": FLAC, "video/webm": WebM, "audio/webm": WebM,
}

// strangers are what addresses of audio lead to instead, the special ones first.
var strangers = []struct{ kind, name string }{
	{"text/html", "a web page"},
	{"application/json", "data (JSON)"},
	{"application/vnd.apple.mpegurl", "a playlist"},
	{"application/xspf+xml", "a playlist"},
	{"application/rss+xml", "a feed"},
	{"application/atom+xml", "a feed"},
	{"text/xml", "data (XML)"},
	{"image/", "a picture"},
	{"application/pdf", "a PDF document"},
	{"application/zip", "an archive"},
	{"application/gzip", "an archive"},
	{"text/plain", "text"},
	{"video/", "a video of a kind that speech servers do not take"},
	{"audio/", "audio of a kind that speech servers do not take"},
}

// Kind tells what begins like head, else what it is instead, for a sentence. Content decides: what somebody calls it does not
// matter.
func Kind(head []byte) (format Format, stranger string) {
	found := mimetype.Detect(head)
	for m := found; m != nil && !strings.HasPrefix(bare(found), "image/"); m = m.Parent() { // some pictures are MP4 inside
		if f, ok := formats[bare(m)]; ok {
			return f, ""
		}
	}
	if looksLikeMP3(head) { // junk in front of the first frame
		return MP3, ""
	}
	what := "a kind of file that is not known"
	for _, s := range strangers {
		if isKind(found, s.kind) {
			what = s.name
			break
		}
	}
	if isPlaylist(head) {
		what = "a playlist"
	}
	return "", what
}

// leadsElsewhere is for an address that leads to something else than audio.
func leadsElsewhere(what string) error {
	return fault.Newf(fault.Unsupported, "The address of the audio leads to %s. Check the address, or add a transcript.", what)
}

// isPlaylist knows the lists of addresses that are plain text.
func isPlaylist(head []byte) bool {
	text := strings.ToLower(strings.TrimSpace(strings.TrimPrefix(string(head[:min(len(head), 64)]), "\ufeff")))
	return strings.HasPrefix(text, "#extm3u") || strings.HasPrefix(text, "[playlist]")
}

func isKind(found *mimetype.MIME, kind string) bool {
	for m := found; m != nil; m = m.Parent() {
		if bare(m) == kind || strings.HasSuffix(kind, "/") && strings.HasPrefix(bare(m), kind) {
			return true
		}
	}
	return false
}

// bare is a media type without parameters.
func bare(m *mimetype.MIME) string {
	kind, _, _ := strings.Cut(m.String(), ";")
	return kind
}

// headOf reads the beginning of a file, for Kind.
func headOf(f *os.File) ([]byte, error) {
	head := make([]byte, HeadBytes)
	n, err := f.ReadAt(head, 0)
	if err == io.EOF {
		err = nil
	}
	return head[:n], err
}
