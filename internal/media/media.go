package media

import (
	"cmp"
	"slices"
	"time"
)

// Platform says where a channel or an episode lives. The words are stored: never rename one.
type Platform string

// The platforms.
const (
	YouTube Platform = "youtube"
	Feed    Platform = "feed"   // a podcast feed (RSS or Atom)
	Upload  Platform = "upload" // a file or an archive folder somebody gave
)

// InputKind says what a submission names.
type InputKind string

// The kinds of input.
const (
	KindVideo    InputKind = "video"    // one video or one episode
	KindChannel  InputKind = "channel"  // a video channel or handle
	KindPlaylist InputKind = "playlist" // a playlist
	KindFeed     InputKind = "feed"     // a podcast feed
	KindUpload   InputKind = "upload"   // uploaded files
)

// Values lists the words, which the schema takes from here.
func (InputKind) Values() []string {
	return []string{string(KindVideo), string(KindChannel), string(KindPlaylist), string(KindFeed), string(KindUpload)}
}

// Collection reports whether the kind holds many episodes.
func (k InputKind) Collection() bool {
	return k == KindChannel || k == KindPlaylist || k == KindFeed || k == KindUpload
}

// Ref names a thing at its source by the source's own id.
type Ref struct {
	Platform   Platform
	Kind       InputKind
	ExternalID string // video id, channel id or @handle, playlist id, feed address, upload id
	ItemID     string // for KindVideo of a feed: the item's guid; empty otherwise
	URL        string // canonical address built by us from the ids
}

// ListedID is what tells an episode from the others of its listing: an item's guid, a video's id.
func (r Ref) ListedID() string { return cmp.Or(r.ItemID, r.ExternalID) }

// Channel is a show: a video channel or a podcast.
type Channel struct {
	Platform        Platform
	ExternalID      string
	Name            string
	Description     string
	ThumbnailURL    string
	URL             string
	Author          string
	Language        string   // BCP 47, empty when unknown
	SubscriberCount *float64 // nil when unknown
}

// Episode is one video or podcast episode with what its source says about it.
type Episode struct {
	Platform     Platform
	ExternalID   string // unique within the platform: video id, or feed address + "#" + guid, or upload key
	Title        string
	Description  string // plain text, paragraphs separated by blank lines
	ThumbnailURL string
	PageURL      string // where people watch or listen
	MediaURL     string // direct audio or video file, empty when unknown
	Duration     time.Duration
	ViewCount    *float64 // nil when unknown
	PublishedAt  time.Time
	Language     string // BCP 47, empty when unknown
	Channel      Channel
	Chapters     []Chapter
	People       []Person
	Links        []Link // addresses the creator put into description, show notes and chapters, in order
	Transcripts  []TranscriptRef
}

// Chapter is a titled part of an episode.
type Chapter struct {
	Start time.Duration
	Title string
	URL   string
}

// Person is somebody the source names as taking part.
type Person struct {
	Name string
	Role string // "host", "guest", ... lower case
	URL  string
}

// Link is an address the creator published with the text it stood on.
type Link struct {
	URL  string
	Text string
}

// TranscriptRef is a transcript the source offers.
type TranscriptRef struct {
	URL      string
	Type     string // MIME type as announced
	Language string
	Rel      string // "captions" or empty, as announced
}

// SelectMode says which episodes of a collection are wanted.
type SelectMode string

// The modes of SPEC.md section 3.
const (
	SelectRecent    SelectMode = "recent"
	SelectDateRange SelectMode = "dateRange"
	SelectAll       SelectMode = "all"
	SelectChosen    SelectMode = "chosen" // single episodes, by their ids
)

// Limits of a selection (SPEC.md section 5).
const (
	DefaultEpisodeCount = 10
	MaxEpisodeCount     = 100
	DefaultDays         = 30
	MaxDays             = 365
	PlaylistDefault     = 100
	MaxChosen           = 100

	// One job takes so many episodes at most, the newest ones.
	MaxDatedEpisodes = 1_000  // SelectDateRange
	MaxAllEpisodes   = 10_000 // SelectAll
)

// Selection says which episodes of a collection a job takes.
type Selection struct {
	Mode  SelectMode
	Count int // SelectRecent: 1 to 100
	Days  int // SelectDateRange: 1 to 365

	Chosen []string `json:",omitempty"` // SelectChosen: Ref.ListedID of each, at most MaxChosen
	Listen bool     `json:",omitempty"` // the audio is to be heard, whatever transcript there is
}

// Equal reports whether two selections take the same episodes.
func (s Selection) Equal(other Selection) bool {
	return s.Mode == other.Mode && s.Count == other.Count && s.Days == other.Days && s.Listen == other.Listen &&
		slices.Equal(s.Chosen, other.Chosen)
}

// Takes reports whether the selection takes a listed episode by its id; how many it takes in all and since when is not asked.
func (s Selection) Takes(r Ref) bool {
	return s.Mode != SelectChosen || slices.Contains(s.Chosen, r.ListedID())
}

// MaxEpisodes is how many episodes the selection takes at most.
func (s Selection) MaxEpisodes() int {
	switch {
	case s.Mode == SelectRecent && s.Count > 0:
		return s.Count
	case s.Mode == SelectDateRange:
		return MaxDatedEpisodes
	case s.Mode == SelectChosen:
		return len(s.Chosen)
	default:
		return MaxAllEpisodes
	}
}

// DefaultSelection is what a submission without config means: the first 100 of a playlist, the 10 most recent of
// channels and feeds, everything of an upload.
func DefaultSelection(k InputKind) Selection {
	switch k {
	case KindPlaylist:
		return Selection{Mode: SelectRecent, Count: PlaylistDefault}
	case KindUpload, KindVideo:
		return Selection{Mode: SelectAll}
	default:
		return Selection{Mode: SelectRecent, Count: DefaultEpisodeCount}
	}
}
