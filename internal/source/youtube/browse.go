package youtube

import (
	"context"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/transcript"
)

// videosTab asks a channel for its videos instead of its front page.
const videosTab = "EgZ2aWRlb3PyBgQKAjoA"

// listing is what a browse answer holds.
type listing struct {
	title    string
	channel  media.Channel // of a channel's answer
	episodes []media.Episode
	ages     []time.Duration // how long ago each episode was published, at least; -1 when not said
	next     string
}

// list returns a page of a channel or playlist. The cursor is the site's continuation token behind the number of videos
// to skip: the site answers up to 100 at once, a page holds 50.
func (l *lookup) list(ctx context.Context, ref media.Ref, since time.Time, cursor string) (source.Page, error) {
	skip, token := 0, ""
	if cursor != "" {
		number, rest, ok := strings.Cut(cursor, ":")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || n < 0 {
			return source.Page{}, fault.New(fault.BadInput, "This place in the list is not valid. Start again from the first page.")
		}
		skip, token = n, rest
	}
	r := appRequest{Continuation: token}
	if token == "" && ref.Kind == media.KindPlaylist {
		r.BrowseID = "VL" + ref.ExternalID
	} else if token == "" {
		id, err := l.channelID(ctx, ref.ExternalID)
		if err != nil {
			return source.Page{}, err
		}
		r.BrowseID, r.Params = id, videosTab
	}
	body, err := l.ask(ctx, "browse", webApp, r, string(ref.Kind))
	if err != nil {
		return source.Page{}, err
	}
	found, err := parseBrowse(body, string(ref.Kind))
	if err != nil {
		return source.Page{}, err
	}
	page := source.Page{Channel: found.channel, Title: found.title}
	if found.next != "" {
		page.Next = "0:" + found.next
	}
	for i, ep := range found.episodes {
		if i < skip {
			continue
		}
		if len(page.Episodes) == pageSize {
			page.Next = strconv.Itoa(i) + ":" + token
			break
		}
		if age := found.ages[i]; !since.IsZero() && age >= 0 && l.client.now().Add(-age).Before(since) {
			if ref.Kind == media.KindChannel {
				page.Next = "" // newest first: the rest is older
			}
			continue
		}
		if ref.Kind == media.KindChannel && ep.Channel.ExternalID == "" && source.IsChannelID(ref.ExternalID) {
			ep.Channel = newChannel(ref.ExternalID, "") // continuations do not name the channel again
		}
		page.Episodes = append(page.Episodes, ep)
	}
	return page, nil
}

// channelID resolves a channel's name.
func (l *lookup) channelID(ctx context.Context, id string) (string, error) {
	if source.IsChannelID(id) {
		return id, nil
	}
	body, err := l.ask(ctx, "navigation/resolve_url", webApp, appRequest{URL: defaultSiteBase + "/" + id}, "channel")
	if err != nil {
		return "", err
	}
	return parseResolved(body)
}

func parseResolved(body []byte) (string, error) {
	var resolved struct {
		Endpoint struct {
			Browse struct {
				ID string `json:"browseId"`
			} `json:"browseEndpoint"`
		} `json:"endpoint"`
	}
	if err := json.Unmarshal(body, &resolved); err != nil {
		return "", unreadable(err)
	}
	if !source.IsChannelID(resolved.Endpoint.Browse.ID) {
		return "", missing("channel")
	}
	return resolved.Endpoint.Browse.ID, nil
}

// parseBrowse collects the videos of an answer wherever they stand in it: the site moves them about, their own shapes
// change less often. A refusal comes with status 200 as an alert.
func parseBrowse(body []byte, what string) (listing, error) {
	var head struct {
		Alerts []struct {
			Alert struct {
				Type string `json:"type"`
				Text text   `json:"text"`
			} `json:"alertRenderer"`
		} `json:"alerts"`
		Metadata struct {
			Channel struct {
				ID          string     `json:"externalId"`
				Title       string     `json:"title"`
				Description string     `json:"description"`
				Avatar      pictureSet `json:"avatar"`
			} `json:"channelMetadataRenderer"`
			Playlist struct {
				Title string `json:"title"`
			} `json:"playlistMetadataRenderer"`
		} `json:"metadata"`
		Error *struct{} `json:"error"`
	}
	var tree any
	if err := json.Unmarshal(body, &head); err != nil {
		return listing{}, unreadable(err)
	}
	if err := json.Unmarshal(body, &tree); err != nil {
		return listing{}, unreadable(err)
	}
	if head.Error != nil {
		return listing{}, missing(what)
	}
	for _, a := range head.Alerts {
		if a.Alert.Type == "ERROR" {
			return listing{}, alertFault(a.Alert.Text.String(), what)
		}
	}
	var w walker
	w.walk(tree, 0)
	if w.ageGate {
		return listing{}, fault.Newf(fault.Private, "This %s is age-restricted, so YouTube shows it only to viewers who are signed in.", what)
	}
	found := listing{
		title: transcript.CleanText(head.Metadata.Playlist.Title, source.MaxTitle), episodes: w.episodes, ages: w.ages,
		next: w.next,
	}
	if c := head.Metadata.Channel; c.ID != "" {
		found.channel = newChannel(c.ID, c.Title)
		found.channel.Description = transcript.CleanParagraphs(c.Description, source.MaxDescription)
		found.channel.ThumbnailURL = c.Avatar.last()
		found.title = found.channel.Name
		for i := range found.episodes {
			if found.episodes[i].Channel.ExternalID == "" {
				found.episodes[i].Channel = found.channel
			}
		}
	}
	return found, nil
}

func alertFault(said, what string) error {
	lower := strings.ToLower(said)
	switch {
	case strings.Contains(lower, "private"), strings.Contains(lower, "unviewable"), strings.Contains(lower, "sign in"):
		return private(what)
	case strings.Contains(lower, "try again"), strings.Contains(lower, "unknown error"):
		return fault.New(fault.Unavailable, "YouTube is having problems. Try again later.")
	default: // "does not exist", "was removed", "has been terminated"
		return missing(what)
	}
}

type pictureSet struct {
	Thumbnails []struct {
		URL string `json:"url"`
	} `json:"thumbnails"`
}

// last returns the largest picture; the site lists them by size.
func (p pictureSet) last() string {
	if len(p.Thumbnails) == 0 {
		return ""
	}
	return source.CleanURL("", p.Thumbnails[len(p.Thumbnails)-1].URL)
}

var agePattern = regexp.MustCompile(`(\d{1,3}) (second|minute|hour|day|week|month|year)s? ago`)

var ageUnits = map[string]time.Duration{
	"second": time.Second, "minute": time.Minute, "hour": time.Hour, "day": 24 * time.Hour,
	"week": 7 * 24 * time.Hour, "month": 28 * 24 * time.Hour, "year": 365 * 24 * time.Hour,
}

// ageOf reads "3 weeks ago" as the least time that can mean, -1 when nothing of the kind is said.
func ageOf(said string) time.Duration {
	m := agePattern.FindStringSubmatch(said)
	if m == nil {
		return -1
	}
	n, _ := strconv.Atoi(m[1]) // three digits at most
	return time.Duration(n) * ageUnits[m[2]]
}
