package youtube

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/transcript"
)

// lookup asks the endpoints that the site's own apps use. They need no key and promise nothing: an operator switches
// them on knowingly.
type lookup struct {
	client client
	parse  ParseTranscript
}

// The contexts of the apps. The ANDROID player still hands out usable caption addresses; the WEB one knows the date.
var (
	androidApp = appContext{Name: "ANDROID", Version: "20.10.38", SDK: 30, Language: "en", Region: "US"}
	webApp     = appContext{Name: "WEB", Version: "2.20260126.01.00", Language: "en", Region: "US"}
)

type appContext struct {
	Name     string `json:"clientName"`
	Version  string `json:"clientVersion"`
	SDK      int    `json:"androidSdkVersion,omitempty"`
	Language string `json:"hl"`
	Region   string `json:"gl"`
}

type appRequest struct {
	Context struct {
		Client appContext `json:"client"`
	} `json:"context"`
	VideoID        string `json:"videoId,omitempty"`
	ContentCheckOK bool   `json:"contentCheckOk,omitempty"`
	RacyCheckOK    bool   `json:"racyCheckOk,omitempty"`
	BrowseID       string `json:"browseId,omitempty"`
	Params         string `json:"params,omitempty"`
	Continuation   string `json:"continuation,omitempty"`
	URL            string `json:"url,omitempty"`
}

// player is the part of a player answer we read.
type player struct {
	Playability  playability `json:"playabilityStatus"`
	VideoDetails struct {
		VideoID          string `json:"videoId"`
		Title            string `json:"title"`
		LengthSeconds    string `json:"lengthSeconds"`
		ChannelID        string `json:"channelId"`
		Author           string `json:"author"`
		ShortDescription string `json:"shortDescription"`
		ViewCount        string `json:"viewCount"`
		IsLive           bool   `json:"isLive"`
		IsUpcoming       bool   `json:"isUpcoming"`
		IsPrivate        bool   `json:"isPrivate"`
	} `json:"videoDetails"`
	Captions struct {
		Tracklist tracklist `json:"playerCaptionsTracklistRenderer"`
	} `json:"captions"`
	Microformat struct {
		Renderer struct {
			PublishDate string `json:"publishDate"`
			UploadDate  string `json:"uploadDate"`
		} `json:"playerMicroformatRenderer"`
	} `json:"microformat"`
}

// ask posts to an endpoint and returns its JSON. Error answers carry JSON too, so the status is judged first.
func (l *lookup) ask(ctx context.Context, endpoint string, app appContext, r appRequest, what string) ([]byte, error) {
	r.Context.Client = app
	a, err := l.client.post(ctx, l.client.site+"/youtubei/v1/"+endpoint+"?prettyPrint=false", r)
	if err != nil {
		return nil, err
	}
	if err := l.client.siteFault(a, what); err != nil {
		return nil, err
	}
	if isHTML(a.body) {
		return nil, robot()
	}
	return a.body, nil
}

// player asks for a video and returns only what may be watched.
func (l *lookup) player(ctx context.Context, id string) (player, error) {
	body, err := l.ask(ctx, "player", androidApp, appRequest{VideoID: id, ContentCheckOK: true, RacyCheckOK: true}, "video")
	if err != nil {
		return player{}, err
	}
	return parsePlayer(body, id)
}

func parsePlayer(body []byte, id string) (player, error) {
	var p player
	if err := json.Unmarshal(body, &p); err != nil {
		return player{}, unreadable(err)
	}
	if err := p.Playability.fault(); err != nil {
		return player{}, err
	}
	if p.VideoDetails.IsPrivate {
		return player{}, private("video")
	}
	if p.VideoDetails.VideoID != id { // robots are shown another video
		return player{}, robot()
	}
	return p, nil
}

// video returns a video's metadata; the date takes a second request, without which it stays unknown.
func (l *lookup) video(ctx context.Context, id string) (media.Episode, error) {
	p, err := l.player(ctx, id)
	if err != nil && !fault.Is(err, fault.NoTranscript) { // not yet broadcast: the video is there all the same
		return media.Episode{}, err
	}
	if err != nil {
		return l.client.oembed(ctx, id)
	}
	ep := p.episode()
	if body, err := l.ask(ctx, "player", webApp, appRequest{VideoID: id}, "video"); err == nil {
		ep.PublishedAt = publishDate(body, id)
	}
	return ep, ctx.Err()
}

func (p player) episode() media.Episode {
	d := p.VideoDetails
	ep := newEpisode(d.VideoID, d.Title, d.ShortDescription)
	ep.Duration, _ = source.ClockTime(d.LengthSeconds)
	ep.ViewCount = count(d.ViewCount)
	ep.Channel = newChannel(d.ChannelID, d.Author)
	ep.Language = languageTag(p.Captions.Tracklist.original())
	return ep
}

// publishDate reads the date out of a player answer of the WEB app.
func publishDate(body []byte, id string) time.Time {
	var p player
	if json.Unmarshal(body, &p) != nil || p.VideoDetails.VideoID != id {
		return time.Time{}
	}
	said := cmp.Or(p.Microformat.Renderer.PublishDate, p.Microformat.Renderer.UploadDate)
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if at, err := time.Parse(layout, said); err == nil {
			return at.UTC()
		}
	}
	return time.Time{}
}

// transcript fetches the best caption track.
func (l *lookup) transcript(ctx context.Context, id, original string, langs []string) (transcript.Transcript, bool, error) {
	p, err := l.player(ctx, id)
	if err != nil {
		return transcript.Transcript{}, false, err
	}
	if p.VideoDetails.IsLive || p.VideoDetails.IsUpcoming {
		return transcript.Transcript{}, false, notBroadcast()
	}
	return l.captions(ctx, p.Captions.Tracklist, original, langs)
}
