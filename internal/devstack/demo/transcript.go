package demo

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// transcript renders the script in the format the episode publishes.
func (e *episode) transcript() (contentType string, body []byte) {
	switch e.Format {
	case formatSRT:
		return "application/x-subrip", renderSRT(e.script.cues)
	case formatJSON:
		return "application/json", renderSegments(e.script.cues)
	case formatCaptions:
		return "text/vtt", renderCaptions(e.script.cues, e.show.Language)
	default:
		return "text/vtt", renderVTT(e.script.cues)
	}
}

var vttEscape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// renderVTT writes WebVTT with the speaker as the voice of each cue.
func renderVTT(cues []cue) []byte {
	var b strings.Builder
	b.WriteString("WEBVTT\n")
	for _, c := range cues {
		fmt.Fprintf(&b, "\n%s --> %s\n<v %s>%s\n",
			clock(c.start, "."), clock(c.end, "."), vttEscape.Replace(c.speaker), vttEscape.Replace(c.text()))
	}
	return []byte(b.String())
}

// renderSRT writes SubRip; the speaker is named where a turn begins.
func renderSRT(cues []cue) []byte {
	var b strings.Builder
	for i, c := range cues {
		text := c.text()
		if c.turn {
			text = c.speaker + ": " + text
		}
		fmt.Fprintf(&b, "%d\n%s --> %s\n%s\n\n", i+1, clock(c.start, ","), clock(c.end, ","), text)
	}
	return []byte(b.String())
}

// segments is the JSON transcript of the podcast namespace; times in seconds.
type segments struct {
	Version  string    `json:"version"`
	Segments []segment `json:"segments"`
}

type segment struct {
	Speaker   string  `json:"speaker"`
	StartTime float64 `json:"startTime"`
	EndTime   float64 `json:"endTime"`
	Body      string  `json:"body"`
}

func renderSegments(cues []cue) []byte {
	doc := segments{Version: "1.0.0"}
	for _, c := range cues {
		doc.Segments = append(doc.Segments, segment{c.speaker, c.start.Seconds(), c.end.Seconds(), c.text()})
	}
	return mustJSON(doc)
}

// chapterList is the JSON chapters format of Podcasting 2.0.
type chapterList struct {
	Version  string         `json:"version"`
	Chapters []chapterEntry `json:"chapters"`
}

type chapterEntry struct {
	StartTime float64 `json:"startTime"`
	Title     string  `json:"title"`
	URL       string  `json:"url,omitempty"`
}

func renderChapters(chapters []chapter) []byte {
	doc := chapterList{Version: "1.2.0"}
	for _, c := range chapters {
		doc.Chapters = append(doc.Chapters, chapterEntry{c.start.Seconds(), c.title, c.url})
	}
	return mustJSON(doc)
}

// mustJSON encodes the plain structs above, which cannot fail to encode.
func mustJSON(v any) []byte {
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		panic(fmt.Sprintf("demo: encode %T: %v", v, err))
	}
	return append(data, '\n')
}

// clock writes hh:mm:ss.mmm with the decimal mark of the format.
func clock(d time.Duration, mark string) string {
	ms := d.Milliseconds()
	return fmt.Sprintf("%02d:%02d:%02d%s%03d", ms/3_600_000, ms/60_000%60, ms/1000%60, mark, ms%1000)
}
