package youtube

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/language"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/outbound"
	"mentionary/internal/source"
	"mentionary/internal/transcript"
)

// dataAPI is the Data API v3. Every call costs one unit of the 10,000 a key has a day.
type dataAPI struct {
	client client
	base   string
	key    string
}

type thumbnails map[string]struct {
	URL string `json:"url"`
}

// best returns the largest picture.
func (t thumbnails) best() string {
	for _, size := range []string{"maxres", "standard", "high", "medium", "default"} {
		if u := source.CleanURL("", t[size].URL); u != "" {
			return u
		}
	}
	return ""
}

type apiVideo struct {
	ID      string `json:"id"`
	Snippet struct {
		Title                string     `json:"title"`
		Description          string     `json:"description"`
		PublishedAt          time.Time  `json:"publishedAt"`
		ChannelID            string     `json:"channelId"`
		ChannelTitle         string     `json:"channelTitle"`
		DefaultAudioLanguage string     `json:"defaultAudioLanguage"`
		DefaultLanguage      string     `json:"defaultLanguage"`
		Thumbnails           thumbnails `json:"thumbnails"`
	} `json:"snippet"`
	ContentDetails struct {
		Duration string `json:"duration"`
	} `json:"contentDetails"`
	Statistics struct {
		ViewCount string `json:"viewCount"`
	} `json:"statistics"`
}

type apiChannel struct {
	ID      string `json:"id"`
	Snippet struct {
		Title       string     `json:"title"`
		Description string     `json:"description"`
		Thumbnails  thumbnails `json:"thumbnails"`
	} `json:"snippet"`
	ContentDetails struct {
		RelatedPlaylists struct {
			Uploads string `json:"uploads"`
		} `json:"relatedPlaylists"`
	} `json:"contentDetails"`
	Statistics struct {
		SubscriberCount       string `json:"subscriberCount"`
		VideoCount            string `json:"videoCount"`
		HiddenSubscriberCount bool   `json:"hiddenSubscriberCount"`
	} `json:"statistics"`
}

type apiPlaylistItem struct {
	ContentDetails struct {
		VideoID          string    `json:"videoId"`
		VideoPublishedAt time.Time `json:"videoPublishedAt"`
	} `json:"contentDetails"`
}

type apiPlaylist struct {
	ID      string `json:"id"`
	Snippet struct {
		Title string `json:"title"`
	} `json:"snippet"`
}

// items is the shape of every list answer.
type items[T any] struct {
	Items         []T    `json:"items"`
	NextPageToken string `json:"nextPageToken"`
}

// call asks one list method; what names the asked thing for people.
func call[T any](ctx context.Context, d *dataAPI, method string, query url.Values, what string) (items[T], error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.base+"/"+method+"?"+query.Encode(), nil)
	if err != nil {
		return items[T]{}, err
	}
	req.Header.Set("X-Goog-Api-Key", d.key) // not in the address: addresses are logged
	a, err := d.client.do(req, maxJSON, false)
	if err != nil {
		return items[T]{}, err
	}
	if a.status < 200 || a.status > 299 {
		return items[T]{}, d.fault(a, what)
	}
	var out items[T]
	if err := json.Unmarshal(a.body, &out); err != nil {
		return items[T]{}, unreadable(err)
	}
	return out, nil
}

// fault reads the reason out of an error answer.
func (d *dataAPI) fault(a answer, what string) error {
	var failure struct {
		Error struct {
			Errors []struct {
				Reason string `json:"reason"`
			} `json:"errors"`
			Details []struct {
				Reason string `json:"reason"`
			} `json:"details"`
		} `json:"error"`
	}
	_ = json.Unmarshal(a.body, &failure) // an unreadable one has no reason: the status decides
	var reasons []string
	for _, e := range failure.Error.Errors {
		reasons = append(reasons, e.Reason)
	}
	for _, e := range failure.Error.Details {
		reasons = append(reasons, e.Reason)
	}
	for _, reason := range reasons {
		switch reason {
		case "quotaExceeded", "dailyLimitExceeded":
			return fault.New(fault.RateLimited, "The daily allowance of this installation's YouTube key is used up. It is renewed at midnight "+
				"Pacific time.").
				WithRetryAfter(untilPacificMidnight(d.client.now()))
		case "rateLimitExceeded", "userRateLimitExceeded":
			return fault.New(fault.RateLimited, "YouTube asks us to slow down. We will try again later.").
				WithRetryAfter(cmp.Or(outbound.RetryAfter(a.header, d.client.now()), time.Minute))
		case "keyInvalid", "keyExpired", "accessNotConfigured", "ipRefererBlocked", "API_KEY_INVALID", "API_KEY_SERVICE_BLOCKED",
			"SERVICE_DISABLED", "forbiddenKey":
			return fault.New(fault.Unavailable, "YouTube refuses this installation's key. Its operator has to check the key.")
		case "playlistItemsNotAccessible", "playlistForbidden", "channelForbidden", "forbidden", "watchHistoryNotAccessible",
			"watchLaterNotAccessible":
			return private(what)
		case "playlistNotFound", "channelNotFound", "videoNotFound", "notFound", "channelClosed", "channelSuspended":
			return missing(what)
		case "invalidPageToken":
			return fault.New(fault.BadInput, "This place in the list is no longer valid. Start again from the first page.")
		}
	}
	if a.status == http.StatusForbidden && !isHTML(a.body) {
		return private(what)
	}
	return d.client.siteFault(a, what)
}

// untilPacificMidnight is the time until quotas are given anew.
func untilPacificMidnight(now time.Time) time.Duration {
	zone, err := time.LoadLocation("America/Los_Angeles")
	if err != nil { // no zone data on this machine: standard time is at most an hour late
		zone = time.FixedZone("PST", -8*60*60)
	}
	local := now.In(zone)
	next := time.Date(local.Year(), local.Month(), local.Day()+1, 0, 0, 0, 0, zone)
	return next.Sub(now)
}

// video returns one video with its channel: two units.
func (d *dataAPI) video(ctx context.Context, id string) (media.Episode, error) {
	episodes, err := d.videos(ctx, []string{id})
	if err != nil {
		return media.Episode{}, err
	}
	if len(episodes) == 1 {
		return episodes[0], nil
	}
	// The API says nothing about private and missing videos alike; oEmbed tells them apart.
	if _, err := d.client.oembed(ctx, id); err != nil && (fault.Is(err, fault.Private) || ctx.Err() != nil) {
		return media.Episode{}, err
	}
	return media.Episode{}, missing("video")
}

// videos returns the videos that can be seen, in the order of ids, with their channels: two units for up to 50.
func (d *dataAPI) videos(ctx context.Context, ids []string) ([]media.Episode, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	found, err := call[apiVideo](ctx, d, "videos", url.Values{
		"part": {"snippet,contentDetails,statistics"}, "id": {strings.Join(ids, ",")}, "maxResults": {strconv.Itoa(pageSize)},
	}, "video")
	if err != nil {
		return nil, err
	}
	byID := map[string]apiVideo{}
	var channelIDs []string
	for _, v := range found.Items {
		byID[v.ID] = v
		if source.IsChannelID(v.Snippet.ChannelID) && !slices.Contains(channelIDs, v.Snippet.ChannelID) {
			channelIDs = append(channelIDs, v.Snippet.ChannelID)
		}
	}
	channels, err := d.channels(ctx, channelIDs)
	if err != nil {
		return nil, err
	}
	var episodes []media.Episode
	for _, id := range ids {
		v, ok := byID[id]
		if !ok {
			continue
		}
		ep := v.episode()
		if c, ok := channels[v.Snippet.ChannelID]; ok {
			ep.Channel = c
		}
		episodes = append(episodes, ep)
	}
	return episodes, nil
}

func (d *dataAPI) channels(ctx context.Context, ids []string) (map[string]media.Channel, error) {
	byID := map[string]media.Channel{}
	if len(ids) == 0 {
		return byID, nil
	}
	found, err := call[apiChannel](ctx, d, "channels", url.Values{
		"part": {"snippet,statistics"}, "id": {strings.Join(ids, ",")}, "maxResults": {strconv.Itoa(pageSize)},
	}, "channel")
	if err != nil {
		return nil, err
	}
	for _, c := range found.Items {
		byID[c.ID] = c.channel()
	}
	return byID, nil
}

func (v apiVideo) episode() media.Episode {
	ep := newEpisode(v.ID, v.Snippet.Title, v.Snippet.Description)
	ep.ThumbnailURL = cmp.Or(v.Snippet.Thumbnails.best(), ep.ThumbnailURL)
	ep.Duration = isoDuration(v.ContentDetails.Duration)
	ep.ViewCount = count(v.Statistics.ViewCount)
	ep.PublishedAt = v.Snippet.PublishedAt.UTC()
	ep.Language = languageTag(cmp.Or(v.Snippet.DefaultAudioLanguage, v.Snippet.DefaultLanguage))
	ep.Channel = newChannel(v.Snippet.ChannelID, v.Snippet.ChannelTitle)
	return ep
}

func (a apiChannel) channel() media.Channel {
	c := newChannel(a.ID, a.Snippet.Title)
	c.Description = transcript.CleanParagraphs(a.Snippet.Description, source.MaxDescription)
	c.ThumbnailURL = a.Snippet.Thumbnails.best()
	if !a.Statistics.HiddenSubscriberCount {
		c.SubscriberCount = count(a.Statistics.SubscriberCount)
	}
	return c
}

var isoPattern = regexp.MustCompile(`^P(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,6})S)?)?$`)

// isoDuration reads "PT1H2M3S"; 0 when it is no duration. Live broadcasts have "P0D".
func isoDuration(s string) time.Duration {
	m := isoPattern.FindStringSubmatch(s)
	if m == nil {
		return 0
	}
	var total time.Duration
	for i, unit := range []time.Duration{24 * time.Hour, time.Hour, time.Minute, time.Second} {
		n, _ := strconv.Atoi(m[i+1]) // empty is 0; the pattern bounds the rest
		total += time.Duration(n) * unit
	}
	return total
}

// languageTag writes a language tag the standard way, "" when it is none ("zxx" means no speech).
func languageTag(s string) string {
	tag, err := language.Parse(s)
	if err != nil || tag == language.Und {
		return ""
	}
	return tag.String()
}
