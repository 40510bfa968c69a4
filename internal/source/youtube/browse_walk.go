package youtube

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"mentionary/internal/media"
	"mentionary/internal/source"
)

const (
	maxWalkDepth = 64
	maxListed    = 200 // videos of one answer; the site sends up to 100
)

// walker goes through a browse answer.
type walker struct {
	episodes []media.Episode
	ages     []time.Duration
	next     string
	ageGate  bool
}

// The three shapes in which the site writes a listed video.
type (
	videoItem struct {
		VideoID       string `json:"videoId"`
		Title         text   `json:"title"`
		LengthSeconds string `json:"lengthSeconds"` // playlists
		LengthText    text   `json:"lengthText"`    // channels
		Published     text   `json:"publishedTimeText"`
		Info          text   `json:"videoInfo"`
		Byline        struct {
			Runs []struct {
				Text     string `json:"text"`
				Endpoint struct {
					Browse struct {
						ID string `json:"browseId"`
					} `json:"browseEndpoint"`
				} `json:"navigationEndpoint"`
			} `json:"runs"`
		} `json:"shortBylineText"`
		Playable *bool     `json:"isPlayable"` // playlists; false for private and removed videos
		Upcoming *struct{} `json:"upcomingEventData"`
	}
	lockupItem struct {
		ID       string `json:"contentId"`
		Type     string `json:"contentType"`
		Metadata struct {
			Model struct {
				Title struct {
					Content string `json:"content"`
				} `json:"title"`
			} `json:"lockupMetadataViewModel"`
		} `json:"metadata"`
	}
)

// walk visits maps and lists in depth, maps in the order of their keys so that an answer always reads the same.
func (w *walker) walk(node any, depth int) {
	if depth > maxWalkDepth {
		return
	}
	switch n := node.(type) {
	case []any:
		for _, child := range n {
			w.walk(child, depth+1)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(n)) {
			child := n[key]
			switch key {
			case "playlistVideoRenderer", "videoRenderer":
				w.video(child)
			case "lockupViewModel":
				w.lockup(child)
			case "channelAgeGateRenderer":
				w.ageGate = true
			case "engagementPanelSectionListRenderer", "panels", "header", "sidebar", "topbar":
				// other lists with continuations of their own
			case "continuationItems", "contents", "items":
				w.list(child, depth+1)
			default:
				w.walk(child, depth+1)
			}
		}
	}
}

// list visits a list. The token that continues it is its last element, after the videos; chips and filters have others.
func (w *walker) list(node any, depth int) {
	before := len(w.episodes)
	w.walk(node, depth)
	elements, _ := node.([]any)
	if len(elements) == 0 || len(w.episodes) == before {
		return
	}
	if last, ok := elements[len(elements)-1].(map[string]any); ok {
		if token := continuation(last["continuationItemRenderer"]); token != "" {
			w.next = token
		}
	}
}

// continuation finds the token, which stands alone or in a list of commands.
func continuation(node any) string {
	switch n := node.(type) {
	case []any:
		for _, child := range n {
			if token := continuation(child); token != "" {
				return token
			}
		}
	case map[string]any:
		if command, ok := n["continuationCommand"].(map[string]any); ok {
			if token, _ := command["token"].(string); token != "" && len(token) <= maxCursor {
				return token
			}
		}
		for _, key := range []string{"continuationEndpoint", "commandExecutorCommand", "commands"} {
			if token := continuation(n[key]); token != "" {
				return token
			}
		}
	}
	return ""
}

func (w *walker) video(node any) {
	var v videoItem
	if !remarshal(node, &v) || !source.IsVideoID(v.VideoID) || v.Playable != nil && !*v.Playable || v.Upcoming != nil {
		return
	}
	ep := newEpisode(v.VideoID, v.Title.String(), "")
	ep.Duration, _ = source.ClockTime(v.LengthSeconds)
	if v.LengthSeconds == "" {
		ep.Duration, _ = source.ClockTime(v.LengthText.String())
	}
	if len(v.Byline.Runs) > 0 {
		ep.Channel = newChannel(v.Byline.Runs[0].Endpoint.Browse.ID, v.Byline.Runs[0].Text)
	}
	w.add(ep, ageOf(v.Published.String()+" "+v.Info.String()))
}

var lockupLength = regexp.MustCompile(`^(?:\d{1,3}:)?\d{1,2}:\d{2}$`)

func (w *walker) lockup(node any) {
	var l lockupItem
	if !remarshal(node, &l) || l.Type != "LOCKUP_CONTENT_TYPE_VIDEO" || !source.IsVideoID(l.ID) {
		return
	}
	ep := newEpisode(l.ID, l.Metadata.Model.Title.Content, "")
	age := time.Duration(-1)
	for _, said := range leaves(node, 0, nil) {
		if lockupLength.MatchString(said) {
			ep.Duration, _ = source.ClockTime(said)
		}
		if a := ageOf(said); a >= 0 {
			age = a
		}
	}
	w.add(ep, age)
}

// leaves returns the strings named "text" or "content" below the node, where length and age stand.
func leaves(node any, depth int, found []string) []string {
	if depth > maxWalkDepth {
		return found
	}
	switch n := node.(type) {
	case []any:
		for _, child := range n {
			found = leaves(child, depth+1, found)
		}
	case map[string]any:
		for key, child := range n {
			if s, ok := child.(string); ok && (key == "text" || key == "content") {
				found = append(found, strings.TrimSpace(s))
				continue
			}
			if key != "title" { // a title may look like an age: "3 days ago I quit"
				found = leaves(child, depth+1, found)
			}
		}
	}
	return found
}

func (w *walker) add(ep media.Episode, age time.Duration) {
	for _, known := range w.episodes {
		if known.ExternalID == ep.ExternalID {
			return
		}
	}
	if len(w.episodes) < maxListed {
		w.episodes = append(w.episodes, ep)
		w.ages = append(w.ages, age)
	}
}

// remarshal reads a part of the tree into a struct.
func remarshal(node, into any) bool {
	body, err := json.Marshal(node)
	return err == nil && json.Unmarshal(body, into) == nil
}
