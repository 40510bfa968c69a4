package demo

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// directoryPath is below what the demo library answers in the shape of the iTunes Search API, about its own shows. A program whose
// setting points there can be tried, and tested, without asking anybody.
const directoryPath = "/directory"

// DirectoryURL is the address of that directory, for a Handler mounted at base.
func DirectoryURL(base string) string { return cleanBase(base) + directoryPath }

// directoryEntry is a show or an episode as iTunes lists it.
type directoryEntry struct {
	Kind     string    `json:"kind"`
	ShowID   int       `json:"collectionId"`
	Show     string    `json:"collectionName"`
	Author   string    `json:"artistName,omitempty"`
	Feed     string    `json:"feedUrl"`
	Picture  string    `json:"artworkUrl600"`
	Count    int       `json:"trackCount,omitempty"`
	Released time.Time `json:"releaseDate"`
	TrackID  int       `json:"trackId"`
	Track    string    `json:"trackName"`
	GUID     string    `json:"episodeGuid,omitempty"`
}

// directory answers searches by words of a show's title or author, and lookups by its number: 1001 for the first, and so on.
func directory(base string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		words := strings.Fields(strings.ToLower(r.URL.Query().Get("term")))
		id, _ := strconv.Atoi(r.URL.Query().Get("id"))
		results := []directoryEntry{}
		for i, s := range library() {
			number := 1001 + i
			if id == number || len(words) > 0 && hasWords(s.Title+" "+s.Author, words) {
				results = append(results, s.entry(base, number))
			}
			if id == number && r.URL.Query().Get("entity") == "podcastEpisode" {
				results = append(results, s.episodeEntries(base, number)...)
			}
		}
		body, err := json.Marshal(map[string]any{"resultCount": len(results), "results": results})
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		// Like iTunes: a script by its type, behind empty lines.
		send(w, r, document("text/javascript; charset=utf-8", append([]byte("\n\n\n"), body...)))
	})
}

func hasWords(text string, words []string) bool {
	text = strings.ToLower(text)
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

func (s *show) entry(base string, number int) directoryEntry {
	return directoryEntry{
		Kind: "podcast", ShowID: number, Show: s.Title, Author: s.Author, Feed: base + s.feedPath(), Picture: base + s.coverPath(),
		Count: len(s.Episodes), Released: s.Episodes[0].Published, TrackID: number, Track: s.Title,
	}
}

// episodeEntries are numbered from the newest: 100101, 100102 and so on for the first show.
func (s *show) episodeEntries(base string, number int) []directoryEntry {
	var out []directoryEntry
	for i, e := range s.Episodes {
		out = append(out, directoryEntry{
			Kind: "podcast-episode", ShowID: number, Show: s.Title, Feed: base + s.feedPath(), Picture: base + s.coverPath(),
			Released: e.Published, TrackID: 100*number + 1 + i, Track: e.Title, GUID: e.guid(),
		})
	}
	return out
}

// guid tells the episode from all others for good.
func (e *episode) guid() string { return "mentionary-demo:" + e.path() }
