package upload

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strings"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/transcript"
)

// Limits of the metadata of one episode.
const (
	maxTitleRunes       = 300
	maxNameRunes        = 200
	maxDescriptionRunes = 20_000
	maxChapters         = 500
	maxLanguages        = 500
)

// Info is what a metadata file of yt-dlp (*.info.json) says.
type Info struct {
	Episode   media.Episode
	Manual    []string // languages with captions somebody wrote, as yt-dlp names them
	Automatic []string // languages with automatic captions
	Playlist  bool     // it describes a playlist or channel, not an episode
}

// Origin says who made the captions in the language, as yt-dlp names it.
func (i Info) Origin(language string) transcript.Origin {
	for _, l := range i.Manual {
		if l == language {
			return transcript.Captions
		}
	}
	for _, l := range i.Automatic {
		if l == language {
			return transcript.Automatic
		}
	}
	return transcript.Uploaded
}

// infoFile holds the fields we read of yt-dlp's metadata.
type infoFile struct {
	Type            string      `json:"_type"`
	ID              string      `json:"id"`
	Extractor       string      `json:"extractor"`
	Title           string      `json:"title"`
	Description     string      `json:"description"`
	Duration        float64     `json:"duration"`
	ViewCount       *float64    `json:"view_count"`
	UploadDate      string      `json:"upload_date"`
	Timestamp       float64     `json:"timestamp"`
	WebpageURL      string      `json:"webpage_url"`
	Thumbnail       string      `json:"thumbnail"`
	Channel         string      `json:"channel"`
	ChannelID       string      `json:"channel_id"`
	ChannelURL      string      `json:"channel_url"`
	Followers       *float64    `json:"channel_follower_count"`
	Uploader        string      `json:"uploader"`
	Series          string      `json:"series"`
	Language        string      `json:"language"`
	Chapters        chapterList `json:"chapters"`
	Subtitles       languageSet `json:"subtitles"`
	AutomaticTracks languageSet `json:"automatic_captions"`
}

// ParseInfo reads a metadata file of yt-dlp. Only addresses built from ids, or plain http(s) ones, come out of it. An
// episode of a site that we know has its platform and id; every other one is an Upload whose ExternalID the caller sets.
// Errors are faults like those of Parse.
func ParseInfo(r io.Reader) (Info, error) {
	data, err := ReadFile(r, 0)
	if err != nil {
		return Info{}, err
	}
	if _, ok := checkNesting(data); !ok {
		return Info{}, fault.New(fault.BadInput, "The metadata file is nested too deep.")
	}
	var f infoFile
	if err := json.Unmarshal([]byte(data), &f); err != nil {
		return Info{}, fault.Wrap(fault.BadInput, err, "The metadata file is not the JSON that yt-dlp writes.")
	}
	if f.Type == "playlist" || f.Type == "multi_video" {
		return Info{Playlist: true}, nil
	}
	if f.ID == "" && f.Title == "" {
		return Info{}, fault.New(fault.BadInput, "The metadata file names neither an id nor a title.")
	}
	return Info{Episode: f.episode(), Manual: f.Subtitles, Automatic: f.AutomaticTracks}, nil
}

func (f infoFile) episode() media.Episode {
	e := media.Episode{
		Platform:     media.Upload,
		Title:        transcript.CleanText(f.Title, maxTitleRunes),
		Description:  transcript.CleanParagraphs(f.Description, maxDescriptionRunes),
		ThumbnailURL: source.CleanURL("", f.Thumbnail),
		PageURL:      source.CleanURL("", f.WebpageURL),
		Duration:     time.Duration(toMillis(f.Duration)) * time.Millisecond,
		ViewCount:    count(f.ViewCount),
		PublishedAt:  f.published(),
		Language:     Language(f.Language),
		Channel: media.Channel{
			Platform:        media.Upload,
			Name:            transcript.CleanText(firstText(f.Channel, f.Uploader, f.Series), maxNameRunes),
			URL:             source.CleanURL("", f.ChannelURL),
			SubscriberCount: count(f.Followers),
		},
	}
	e.Channel.ExternalID = strings.ToLower(e.Channel.Name)
	e.Links = source.PlainLinks(e.Description)
	for _, c := range f.Chapters {
		e.Chapters = append(e.Chapters, media.Chapter{
			Start: time.Duration(toMillis(c.Start)) * time.Millisecond, Title: transcript.CleanText(c.Title, maxNameRunes),
		})
	}
	source.Describe(&e, f.Extractor, f.ID, f.ChannelID)
	return e
}

func (f infoFile) published() time.Time {
	if f.Timestamp > 0 && f.Timestamp < math.MaxInt32 {
		return time.Unix(int64(f.Timestamp), 0).UTC()
	}
	t, err := time.Parse("20060102", f.UploadDate)
	if err != nil {
		return time.Time{} // unknown
	}
	return t
}

func firstText(values ...string) string {
	for _, v := range values {
		if !blank(v) {
			return v
		}
	}
	return ""
}

func count(n *float64) *float64 {
	if n == nil || *n < 0 || *n > 1e12 || *n != *n {
		return nil
	}
	return n
}

// chapterList is a JSON array of chapters that stops at maxChapters instead of allocating what a hostile file asks for.
type chapterList []chapter

type chapter struct {
	Start float64 `json:"start_time"`
	Title string  `json:"title"`
}

// UnmarshalJSON implements json.Unmarshaler.
func (l *chapterList) UnmarshalJSON(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	if open, err := dec.Token(); err != nil || open != json.Delim('[') {
		return nil // null or another type: no chapters
	}
	for dec.More() && len(*l) < maxChapters {
		var c chapter
		if err := dec.Decode(&c); err != nil {
			return err
		}
		*l = append(*l, c)
	}
	return nil
}

// languageSet holds the keys of a JSON object, at most maxLanguages.
type languageSet []string

// UnmarshalJSON implements json.Unmarshaler.
func (l *languageSet) UnmarshalJSON(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return nil // null or another type: no languages
	}
	for dec.More() && len(*l) < maxLanguages {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		var skip json.RawMessage
		if err := dec.Decode(&skip); err != nil {
			return err
		}
		if name, _ := key.(string); name != "live_chat" && len(name) <= 40 {
			*l = append(*l, name)
		}
	}
	return nil
}
