package feed

import (
	"context"
	"encoding/json"
	"strings"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/outbound"
)

const maxChaptersBytes = 1 << 20

// chapters reads a chapter file of Podcasting 2.0.
func (s *Source) chapters(ctx context.Context, address string) ([]media.Chapter, error) {
	resp, err := s.fetch.Fetch(ctx, outbound.Request{
		URL: address, Accept: "application/json+chapters, application/json",
		MaxBytes: maxChaptersBytes,
	})
	if err != nil {
		return nil, err
	}
	return parseChapters(address, resp.Body)
}

func parseChapters(base string, body []byte) ([]media.Chapter, error) {
	var file struct {
		Chapters []struct {
			StartTime json.RawMessage `json:"startTime"` // a number by the specification, a string in some files
			Title     string          `json:"title"`
			URL       string          `json:"url"`
			TOC       *bool           `json:"toc"`
		} `json:"chapters"`
	}
	if err := json.Unmarshal(body, &file); err != nil {
		return nil, fault.Wrap(fault.Unsupported, err, "The chapter file of this episode cannot be read.")
	}
	var chapters []media.Chapter
	for _, c := range file.Chapters {
		title := c.Title
		if c.TOC != nil && !*c.TOC { // a silent marker: its picture and address count, its title does not show
			title = ""
		}
		chapters = appendChapter(chapters, base, strings.Trim(string(c.StartTime), `"`), title, c.URL)
	}
	return chapters, nil
}
