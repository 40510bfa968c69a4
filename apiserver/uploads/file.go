package uploads

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"mentionary/internal/audio"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source/upload"
	"mentionary/internal/transcript"
)

// Limits of the upload route.
const (
	maxInfo          = 4 << 20 // bytes of a metadata file
	maxField         = 4 << 10 // bytes of a text field
	maxParts         = 10
	maxUploadRequest = upload.MaxFileBytes + maxInfo + 1<<20 // with everything around them
	uploadTime       = 5 * time.Minute                       // from the first byte to the last
	maxUploadTitle   = 300                                   // characters
	maxUploadName    = 120                                   // bytes of a channel's name are at most four times as many
)

// file is what an upload request carries.
type file struct {
	name, title, channel, language string
	hash                           string // hex SHA-256 of the file
	atMost                         int    // bytes of the request, -1 when it does not say
	raw                            string // of the file, until it is taken apart
	size                           int
	text                           *transcript.Transcript // nil until it is taken apart
	info                           *upload.Info
	sound                          *sound // of a file of audio, which is kept while it arrives; it has no raw and no text
}

// keeper keeps audio while it arrives.
type keeper func(f *file, format audio.Format, from io.Reader) (*sound, error)

func (f *file) takeApart() error {
	text, err := upload.ParseText(f.name, f.raw)
	if err != nil {
		return err
	}
	f.raw = ""
	if tag := upload.Language(f.language); tag != "" {
		text.Language = tag
	}
	f.text = &text
	return nil
}

// readFile reads a request. What is audio by its content goes to keep.
func readFile(r *http.Request, keep keeper) (file, error) {
	f := file{atMost: int(r.ContentLength)}
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case err != nil:
		return f, fault.New(fault.Unsupported,
			"Please say what you are sending with the header Content-Type: multipart/form-data, or application/octet-stream for a bare file.")
	case kind == "multipart/form-data":
		err = f.readParts(multipart.NewReader(r.Body, params["boundary"]), keep)
	default:
		err = f.readBare(r, keep)
	}
	if err != nil {
		return f, err
	}
	if f.hash == "" {
		return f, fault.New(fault.BadInput, "The request contains no file. Please choose a file.").WithField("file")
	}
	return f, nil
}

func (f *file) readBare(r *http.Request, keep keeper) error {
	name, err := url.PathUnescape(r.Header.Get("X-File-Name"))
	if err != nil {
		return fault.New(fault.BadInput, "The header X-File-Name must be percent-encoded.").WithField("X-File-Name")
	}
	q := r.URL.Query()
	f.title, f.channel, f.language = q.Get("title"), q.Get("channel"), q.Get("language")
	return f.readContent(name, r.Body, keep)
}

func (f *file) readParts(parts *multipart.Reader, keep keeper) error {
	for range maxParts {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return broken(err)
		}
		if err := f.readPart(part, keep); err != nil {
			return err
		}
	}
	return fault.New(fault.BadInput, "The request has too many parts. Please send one file at a time.")
}

func (f *file) readPart(part *multipart.Part, keep keeper) error {
	switch part.FormName() {
	case "file":
		if f.hash != "" {
			return fault.New(fault.BadInput, "Please send one file at a time.").WithField("file")
		}
		return f.readContent(part.FileName(), part, keep)
	case "info":
		const tooLarge = "The metadata file is larger than 4 MiB. Please leave it out."
		info, err := upload.ParseInfo(&capped{from: part, left: maxInfo, sentence: tooLarge})
		if err == nil && info.Playlist {
			err = fault.New(fault.BadInput, "The metadata file describes a playlist, not an episode. Please leave it out.").WithField("info")
		}
		f.info = &info
		return err
	case "title":
		return readField(part, &f.title)
	case "channel":
		return readField(part, &f.channel)
	case "language":
		return readField(part, &f.language)
	}
	return nil // unknown parts are skipped
}

func readField(part io.Reader, into *string) error {
	raw, err := io.ReadAll(io.LimitReader(part, maxField))
	if err != nil {
		return broken(err)
	}
	*into = string(raw)
	return nil
}

func (f *file) readContent(name string, from io.Reader, keep keeper) error {
	// The file's name is for its extension and title only; no path is ever built from it.
	f.name = transcript.CleanText(path.Base(strings.ReplaceAll(name, `\`, "/")), maxUploadName)
	if f.name == "" || f.name == "." || f.name == "/" {
		f.name = "transcript"
	}
	head := make([]byte, audio.HeadBytes)
	n, _, err := fill(from, head)
	if err != nil {
		return broken(err)
	}
	from = io.MultiReader(bytes.NewReader(head[:n]), from)
	format, err := soundIn(f.name, head[:n])
	if err != nil {
		return err
	}
	if format != "" {
		if f.sound, err = keep(f, format, from); err != nil {
			return broken(err)
		}
		f.hash, f.size = f.sound.hash, f.sound.size
		return nil
	}
	sum := sha256.New()
	raw, err := upload.ReadFile(io.TeeReader(from, sum), f.atMost)
	if err != nil {
		return broken(err)
	}
	f.raw, f.hash, f.size = raw, hex.EncodeToString(sum.Sum(nil)), len(raw)
	return nil
}

// episode is what the file and its metadata say about the episode. What is named by its metadata as an episode of the
// video site keeps its id there, so that quotes lead to the moment in the video.
func (f *file) episode(owner string) media.Episode {
	var e media.Episode
	if f.info != nil {
		e = f.info.Episode
	} else {
		e.Platform = media.Upload
		e.Title, e.PublishedAt = upload.TitleOf(f.name)
	}
	if title := transcript.CleanText(f.title, maxUploadTitle); title != "" {
		e.Title = title
	}
	if e.Title == "" {
		e.Title, _ = upload.TitleOf(f.name)
	}
	if f.text != nil && e.Language == "" {
		e.Language = f.text.Language
	}
	if f.text != nil && e.Duration == 0 {
		e.Duration = lastSecond(*f.text)
	}
	switch {
	case f.sound == nil && e.Platform != media.Upload:
		return e
	case f.sound != nil: // what is in the file is heard, whatever the site has that its metadata names
		e.Language = cmp.Or(upload.Language(f.language), e.Language)
		if e.Platform != media.Upload {
			e.Channel = media.Channel{Name: e.Channel.Name}
		}
	}
	e.Platform, e.ExternalID = media.Upload, f.hash
	name := transcript.CleanText(f.channel, maxUploadName)
	if name == "" {
		name = transcript.CleanText(e.Channel.Name, maxUploadName)
	}
	key := strings.ToLower(name)
	if name == "" {
		name, key = "Uploads", "uploads"
	}
	e.Channel.Platform, e.Channel.ExternalID, e.Channel.Name = media.Upload, "user:"+owner+":"+key, name
	return e
}

// lastSecond is when the last cue ends.
func lastSecond(t transcript.Transcript) time.Duration {
	end := 0
	for _, c := range t.Cues {
		end = max(end, c.EndMS)
	}
	return time.Duration(end) * time.Millisecond
}

// broken says that a body ended early or was too large; faults of parsers pass.
func broken(err error) error {
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		return fault.Wrap(fault.TooLarge, err, upload.TooLarge)
	}
	if known := (*fault.Error)(nil); errors.As(err, &known) {
		return err
	}
	return fault.Wrap(fault.BadInput, err, "The upload ended before it was complete. Please send it again.")
}

// capped is a reader that fails with a sentence when there is more than left bytes.
type capped struct {
	from     io.Reader
	left     int
	sentence string
}

// Read implements io.Reader.
func (c *capped) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	if c.left -= n; c.left < 0 {
		return 0, fault.New(fault.TooLarge, c.sentence)
	}
	return n, err
}
