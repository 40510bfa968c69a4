package demo

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
)

// Only the folders of the shows are embedded: planted.json is for tests.
//
//go:embed library/*/*
var files embed.FS

// shows is the order in which the demo library is presented.
var shows = []string{"marginalia-hour", "solder-and-salt", "slow-platform", "kurz-vor-feierabend"}

// format is how an episode publishes its transcript.
type format string

const (
	formatVTT      format = "vtt"      // WebVTT with a voice for every cue
	formatSRT      format = "srt"      // SubRip, the speaker named when it changes
	formatJSON     format = "json"     // podcast-namespace JSON segments
	formatCaptions format = "captions" // WebVTT as automatic captions roll: no case, no punctuation
)

// show is one podcast, as described by its show.json.
type show struct {
	slug        string
	Title       string     `json:"title"`
	GUID        string     `json:"guid"` // podcast:guid, the same at every address
	Author      string     `json:"author"`
	Language    string     `json:"language"` // BCP 47
	Category    string     `json:"category"`
	Description string     `json:"description"`
	Cover       cover      `json:"cover"`
	Episodes    []*episode `json:"episodes"` // newest first

	coverPNG func() []byte
}

// episode is one entry of a show.
type episode struct {
	show      *show
	Slug      string    `json:"slug"`
	Number    int       `json:"number"`
	Title     string    `json:"title"`
	Published time.Time `json:"published"`
	Format    format    `json:"format"`
	Chapters  bool      `json:"chapters"` // whether the chapters are published too
	Summary   string    `json:"summary"`
	People    []person  `json:"people"`

	notes  string // show notes as HTML
	script script
}

// person is a host or guest; scripts name them by first name.
type person struct {
	Name string `json:"name"`
	Role string `json:"role"` // host or guest
}

// library returns all shows. The files are part of the program and a test
// reads them all, so a mistake in them is a mistake in the program.
var library = sync.OnceValue(func() []*show {
	all := make([]*show, 0, len(shows))
	for _, slug := range shows {
		s, err := loadShow(slug)
		if err != nil {
			panic(fmt.Sprintf("demo library: %v", err))
		}
		all = append(all, s)
	}
	return all
})

func loadShow(slug string) (*show, error) {
	folder := path.Join("library", slug)
	data, err := files.ReadFile(path.Join(folder, "show.json"))
	if err != nil {
		return nil, err
	}
	s := &show{slug: slug}
	if err := json.Unmarshal(data, s); err != nil {
		return nil, fmt.Errorf("%s/show.json: %w", slug, err)
	}
	s.coverPNG = sync.OnceValue(s.Cover.png)
	for _, e := range s.Episodes {
		e.show = s
		if err := e.load(folder); err != nil {
			return nil, fmt.Errorf("%s/%s: %w", slug, e.Slug, err)
		}
	}
	slices.SortFunc(s.Episodes, func(a, b *episode) int { return b.Published.Compare(a.Published) })
	return s, nil
}

func (e *episode) load(folder string) error {
	if !slices.Contains([]format{formatVTT, formatSRT, formatJSON, formatCaptions}, e.Format) {
		return fmt.Errorf("unknown transcript format %q", e.Format)
	}
	notes, err := files.ReadFile(path.Join(folder, e.Slug+".html"))
	if err != nil {
		return err
	}
	e.notes = strings.TrimSpace(string(notes))
	text, err := files.ReadFile(path.Join(folder, e.Slug+".txt"))
	if err != nil {
		return err
	}
	e.script, err = parseScript(string(text), e.People)
	return err
}

// duration is the length of the recording the script stands for.
func (e *episode) duration() time.Duration {
	const outro = 3 * time.Second
	cues := e.script.cues
	return (cues[len(cues)-1].end + outro).Round(time.Second)
}

// Addresses of everything below the base address.
func (s *show) feedPath() string     { return "/feeds/" + s.slug + ".xml" }
func (s *show) pagePath() string     { return "/shows/" + s.slug }
func (s *show) coverPath() string    { return "/covers/" + s.slug + ".png" }
func (e *episode) path() string      { return e.show.slug + "/" + e.Slug }
func (e *episode) pagePath() string  { return "/episodes/" + e.path() }
func (e *episode) audioPath() string { return "/audio/" + e.path() + ".wav" }

func (e *episode) chaptersPath() string { return "/chapters/" + e.path() + ".json" }

func (e *episode) transcriptPath() string {
	extension := e.Format
	if extension == formatCaptions {
		extension = formatVTT
	}
	return "/transcripts/" + e.path() + "." + string(extension)
}
