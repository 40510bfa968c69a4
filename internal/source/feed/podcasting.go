package feed

import (
	"maps"
	"slices"
	"strings"

	"github.com/mmcdole/gofeed"
	ext "github.com/mmcdole/gofeed/extensions"

	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/transcript"
)

const maxTranscripts = 20

// podcast is what the Podcasting 2.0 elements say about an item.
type podcast struct {
	transcripts []media.TranscriptRef
	chaptersURL string
	chapters    []media.Chapter // written into the feed itself (Podlove Simple Chapters)
	people      []media.Person
}

// podcastOf collects them under every prefix, because feeds bind the namespace to prefixes of their own and the library
// keeps those. People of the show stand in for items that name none.
func podcastOf(base string, f *gofeed.Feed, it *gofeed.Item) podcast {
	var p podcast
	for _, e := range elements(it.Extensions, "transcript") {
		if address := source.CleanURL(base, e.Attrs["url"]); address != "" && len(p.transcripts) < maxTranscripts {
			p.transcripts = append(p.transcripts, media.TranscriptRef{
				URL:      address,
				Type:     strings.ToLower(strings.TrimSpace(e.Attrs["type"])),
				Language: languageOf(e.Attrs["language"]),
				Rel:      strings.ToLower(strings.TrimSpace(e.Attrs["rel"])),
			})
		}
	}
	for _, e := range elements(it.Extensions, "chapters") {
		if address := source.CleanURL(base, e.Attrs["url"]); address != "" && p.chaptersURL == "" {
			p.chaptersURL = address
		}
		for _, c := range e.Children["chapter"] {
			p.chapters = appendChapter(p.chapters, base, c.Attrs["start"], c.Attrs["title"], c.Attrs["href"])
		}
	}
	p.people = people(base, it.Extensions)
	if len(p.people) == 0 {
		p.people = people(base, f.Extensions)
	}
	return p
}

func people(base string, all ext.Extensions) []media.Person {
	var found []media.Person
	for _, e := range elements(all, "person") {
		name := line(e.Value)
		if name == "" || len(found) == source.MaxPeople {
			continue
		}
		role := strings.ToLower(transcript.CleanText(e.Attrs["role"], 100))
		if role == "" {
			role = "host" // what the specification says a missing role means
		}
		found = append(found, media.Person{Name: name, Role: role, URL: source.CleanURL(base, e.Attrs["href"])})
	}
	return found
}

// elements returns the extension elements of the name under all prefixes, in the order of the prefixes.
func elements(all ext.Extensions, name string) []ext.Extension {
	var found []ext.Extension
	for _, prefix := range slices.Sorted(maps.Keys(all)) {
		found = append(found, all[prefix][name]...)
	}
	return found
}

// appendChapter adds a chapter unless it says nothing, steps back or is one too many.
func appendChapter(chapters []media.Chapter, base, start, title, address string) []media.Chapter {
	at, ok := source.ClockTime(start)
	title = line(title)
	address = source.CleanURL(base, address)
	if !ok || title == "" && address == "" || len(chapters) == source.MaxChapters ||
		len(chapters) > 0 && at < chapters[len(chapters)-1].Start {
		return chapters
	}
	return append(chapters, media.Chapter{Start: at, Title: title, URL: address})
}

// withChapterLinks adds the chapters' addresses to a copy of the links.
func withChapterLinks(links []media.Link, chapters []media.Chapter) []media.Link {
	all := slices.Clone(links)
	for _, c := range chapters {
		known := slices.ContainsFunc(all, func(l media.Link) bool { return l.URL == c.URL })
		if c.URL != "" && !known && len(all) < source.MaxLinks {
			all = append(all, media.Link{URL: c.URL, Text: c.Title})
		}
	}
	return all
}
