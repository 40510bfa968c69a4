package youtube_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/source/sourcetest"
	"mentionary/internal/source/upload"
	"mentionary/internal/source/youtube"
)

const (
	channelID  = "UCaaaaaaaaaaaaaaaaaaaaaa"
	uploadsID  = "UUaaaaaaaaaaaaaaaaaaaaaa"
	playlistID = "PLaaaaaaaaaaaaaaaa"
)

type object = map[string]any

type list = []any

func videoID(n int) string { return fmt.Sprintf("video-%05d", n) }

func number(id string) int {
	n, _ := strconv.Atoi(strings.TrimPrefix(id, "video-"))
	return n
}

func videoRef(n int) media.Ref {
	return media.Ref{Platform: media.YouTube, Kind: media.KindVideo, ExternalID: videoID(n)}
}

func channelRef(id string) media.Ref {
	return media.Ref{Platform: media.YouTube, Kind: media.KindChannel, ExternalID: id}
}

func playlistRef() media.Ref {
	return media.Ref{Platform: media.YouTube, Kind: media.KindPlaylist, ExternalID: playlistID}
}

// fakeSite answers in the shapes of YouTube's public endpoints, the Data API (below /api) and the lookup.
type fakeSite struct {
	sourcetest.Site
	now time.Time
}

// open serves the site and returns a source over the ways in that change opens.
func open(t *testing.T, site sourcetest.Site, change func(*youtube.Options)) *youtube.Source {
	t.Helper()
	now := sourcetest.Published(site.Episodes + 1)
	return openHandler(t, fakeSite{Site: site, now: now}, func(o *youtube.Options) {
		o.Now = func() time.Time { return now }
		change(o)
	})
}

func openHandler(t *testing.T, h http.Handler, change func(*youtube.Options)) *youtube.Source {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	o := youtube.Options{HTTP: server.Client(), Parse: upload.Parse, SiteBase: server.URL, APIBase: server.URL + "/api"}
	change(&o)
	return youtube.New(o)
}

func withKey(o *youtube.Options)    { o.APIKey = "test-key"; o.Lookup = true }
func withLookup(o *youtube.Options) { o.Lookup = true }
func withNothing(*youtube.Options)  {}

func (f fakeSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if f.Interfere(w, r) {
		return
	}
	var body object
	if r.Method == http.MethodPost {
		_ = json.NewDecoder(r.Body).Decode(&body)
	}
	switch path := r.URL.Path; {
	case strings.HasPrefix(path, "/api/timedtext"):
		if f.Captions == sourcetest.GoodCaptions {
			answer(w, 200, object{"events": list{cue(0, "hello there"), cue(2000, "good bye")}})
		}
	case strings.HasPrefix(path, "/api/"):
		f.dataAPI(w, r, strings.TrimPrefix(path, "/api/"))
	case path == "/oembed":
		f.oembed(w, r)
	case path == "/feeds/videos.xml":
		f.publicFeed(w, r)
	case path == "/@show":
		f.channelPage(w)
	case path == "/youtubei/v1/player":
		f.player(w, body)
	case path == "/youtubei/v1/browse":
		f.browse(w, body)
	case path == "/youtubei/v1/navigation/resolve_url":
		answer(w, 200, object{"endpoint": object{"browseEndpoint": object{"browseId": channelID}}})
	default:
		http.NotFound(w, r)
	}
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func apiError(w http.ResponseWriter, status int, reason string) {
	answer(w, status, object{"error": object{"code": status, "errors": list{object{"reason": reason}}}})
}

func cue(start int, text string) object {
	return object{"tStartMs": start, "dDurationMs": 2000, "segs": list{object{"utf8": text}}}
}

func (f fakeSite) description() string { return f.Dress("About it\n\nhttps://example.com/x") }

// dataAPI answers playlists newest first in pages of 50; the page token is the number of the first video.
func (f fakeSite) dataAPI(w http.ResponseWriter, r *http.Request, method string) {
	q := r.URL.Query()
	switch {
	case r.Header.Get("X-Goog-Api-Key") != "test-key":
		apiError(w, 400, "keyInvalid")
	case f.Fail == sourcetest.Robot:
		w.WriteHeader(http.StatusForbidden)
		_, _ = w.Write([]byte("<!DOCTYPE html><title>Sorry</title>"))
	case method == "channels" && f.Fail == sourcetest.Missing:
		answer(w, 200, object{})
	case method == "channels":
		answer(w, 200, object{"items": list{object{
			"id": channelID,
			"snippet": object{
				"title": f.Dress("A show"), "description": "Talk",
				"thumbnails": object{"high": object{"url": "https://yt3.example/a"}},
			},
			"contentDetails": object{"relatedPlaylists": object{"uploads": uploadsID}},
			"statistics":     object{"subscriberCount": "1200"},
		}}})
	case method == "playlists":
		answer(w, 200, object{"items": list{object{"id": q.Get("id"), "snippet": object{"title": "A list"}}}})
	case method == "playlistItems" && f.Fail == sourcetest.Private:
		apiError(w, 403, "playlistItemsNotAccessible")
	case method == "playlistItems":
		from := f.Episodes
		if token := q.Get("pageToken"); token != "" {
			from, _ = strconv.Atoi(token)
		}
		var items list
		n := from
		for ; n > 0 && n > from-50; n-- {
			items = append(items, object{"contentDetails": object{"videoId": videoID(n), "videoPublishedAt": sourcetest.Published(n)}})
		}
		page := object{"items": items}
		if n > 0 {
			page["nextPageToken"] = strconv.Itoa(n)
		}
		answer(w, 200, page)
	case method == "videos":
		var items list
		for id := range strings.SplitSeq(q.Get("id"), ",") {
			if n := number(id); n >= 1 && n <= f.Episodes && f.Fail == sourcetest.None {
				items = append(items, f.apiVideo(n))
			}
		}
		slices.Reverse(items) // the API promises no order
		answer(w, 200, object{"items": items})
	default:
		apiError(w, 404, "notFound")
	}
}

func (f fakeSite) apiVideo(n int) object {
	return object{
		"id": videoID(n),
		"snippet": object{
			"title": f.Title(n), "description": f.description(), "publishedAt": sourcetest.Published(n), "channelId": channelID,
			"channelTitle": f.Dress("A show"), "defaultAudioLanguage": "en-US",
			"thumbnails": object{"default": object{"url": "https://i.example/s"}, "maxres": object{"url": "https://i.example/l"}},
		},
		"contentDetails": object{"duration": "PT1H2M3S"},
		"statistics":     object{"viewCount": "4200"},
	}
}

func (f fakeSite) oembed(w http.ResponseWriter, r *http.Request) {
	switch f.Fail {
	case sourcetest.Private:
		http.Error(w, "Unauthorized", http.StatusUnauthorized)
	case sourcetest.Missing:
		http.Error(w, "Not Found", http.StatusNotFound)
	case sourcetest.Robot:
		_, _ = w.Write([]byte("<!DOCTYPE html><html><title>Before you continue</title>"))
	default:
		n := number(strings.TrimPrefix(r.URL.Query().Get("url"), "https://www.youtube.com/watch?v="))
		answer(w, 200, object{
			"title": f.Title(n), "author_name": f.Dress("A show"), "author_url": "https://www.youtube.com/@show",
			"thumbnail_url": "https://i.example/o",
		})
	}
}

// channelPage names the channel's feed in its head, as the site does for feed readers.
func (f fakeSite) channelPage(w http.ResponseWriter) {
	_, _ = w.Write([]byte(`<!DOCTYPE html><html><head><link rel="alternate" type="application/rss+xml" title="RSS" ` +
		`href="https://www.youtube.com/feeds/videos.xml?channel_id=` + channelID + `">`))
	_, _ = w.Write(make([]byte, 2<<20)) // the rest is long and nobody's business
}

func (f fakeSite) publicFeed(w http.ResponseWriter, r *http.Request) {
	switch f.Fail {
	case sourcetest.Private:
		w.WriteHeader(http.StatusUnauthorized)
		return
	case sourcetest.Missing:
		http.Error(w, "<!DOCTYPE html>", http.StatusNotFound)
		return
	case sourcetest.Robot:
		w.WriteHeader(http.StatusForbidden)
		return
	}
	if id := r.URL.Query().Get("channel_id"); id != channelID && r.URL.Query().Get("playlist_id") == "" {
		http.NotFound(w, r)
		return
	}
	_, _ = fmt.Fprintf(w, `<?xml version="1.0" encoding="UTF-8"?><feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" `+
		`xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom"><title>%s</title>`, f.Dress("A show"))
	for n := f.Episodes; n > 0 && n > f.Episodes-15; n-- {
		_, _ = fmt.Fprintf(w, `<entry><yt:videoId>%s</yt:videoId><yt:channelId>%s</yt:channelId><title>%s</title>
			<author><name>%s</name></author><published>%s</published>
			<media:group><media:thumbnail url="https://i.example/f"/><media:description>%s</media:description>
			<media:community><media:statistics views="4200"/></media:community></media:group></entry>`,
			videoID(n), channelID, f.Title(n), f.Dress("A show"), sourcetest.Published(n).Format(time.RFC3339), f.description())
	}
	_, _ = w.Write([]byte(`</feed>`))
}

func (f fakeSite) player(w http.ResponseWriter, body object) {
	id, _ := body["videoId"].(string)
	status := map[sourcetest.Failure]object{
		sourcetest.None:    {"status": "OK"},
		sourcetest.Private: {"status": "LOGIN_REQUIRED", "reason": "This video is private"},
		sourcetest.Missing: {"status": "ERROR", "reason": "This video is unavailable"},
		sourcetest.Robot:   {"status": "LOGIN_REQUIRED", "reason": "Sign in to confirm you’re not a bot"},
	}[f.Fail]
	reply := object{
		"playabilityStatus": status,
		"videoDetails": object{
			"videoId": id, "title": f.Title(number(id)), "lengthSeconds": "3723", "channelId": channelID, "author": f.Dress("A show"),
			"shortDescription": f.description(), "viewCount": "4200",
		},
		"microformat": object{"playerMicroformatRenderer": object{"publishDate": sourcetest.Published(number(id)).Format(time.RFC3339)}},
	}
	if f.Captions != sourcetest.NoCaptions {
		reply["captions"] = object{"playerCaptionsTracklistRenderer": object{"captionTracks": list{
			object{"baseUrl": "https://www.youtube.com/api/timedtext?v=" + id + "&lang=en", "languageCode": "en"},
		}}}
	}
	answer(w, 200, reply)
}

// browse answers a channel in the newer shape and a playlist in the older one, 30 videos at a time.
func (f fakeSite) browse(w http.ResponseWriter, body object) {
	alert := func(text string) {
		answer(w, 200, object{"alerts": list{object{"alertRenderer": object{"type": "ERROR", "text": object{"simpleText": text}}}}})
	}
	switch f.Fail {
	case sourcetest.Private:
		alert("This channel is private.")
		return
	case sourcetest.Missing:
		alert("This channel does not exist.")
		return
	case sourcetest.Robot:
		w.WriteHeader(http.StatusForbidden)
		return
	}
	from, size := f.Episodes, 30
	id, _ := body["browseId"].(string)
	token, _ := body["continuation"].(string)
	asPlaylist := strings.HasPrefix(id, "VL") || strings.HasPrefix(token, "list-")
	if asPlaylist {
		size = 100
	}
	if _, digits, ok := strings.Cut(token, "-"); ok {
		from, _ = strconv.Atoi(digits)
	}
	var items list
	n := from
	for ; n > 0 && n > from-size; n-- {
		if asPlaylist {
			items = append(items, f.playlistItem(n))
		} else {
			items = append(items, f.lockup(n))
		}
	}
	if n > 0 {
		kind := map[bool]string{true: "list-", false: "tab-"}[asPlaylist]
		command := object{"continuationCommand": object{"token": kind + strconv.Itoa(n)}}
		items = append(items, object{"continuationItemRenderer": object{"continuationEndpoint": command}})
	}
	if token != "" {
		answer(w, 200, object{"onResponseReceivedActions": list{object{"appendContinuationItemsAction": object{"continuationItems": items}}}})
		return
	}
	reply := object{"contents": object{"tabs": list{object{"content": object{"contents": items}}}}}
	if asPlaylist {
		reply["metadata"] = object{"playlistMetadataRenderer": object{"title": "A list"}}
	} else {
		reply["metadata"] = object{"channelMetadataRenderer": object{"title": f.Dress("A show"), "externalId": channelID}}
	}
	answer(w, 200, reply)
}

func (f fakeSite) age(n int) string {
	return fmt.Sprintf("%d days ago", int(f.now.Sub(sourcetest.Published(n)).Hours()/24))
}

func (f fakeSite) lockup(n int) object {
	return object{"richItemRenderer": object{"content": object{"lockupViewModel": object{
		"contentId": videoID(n), "contentType": "LOCKUP_CONTENT_TYPE_VIDEO",
		"contentImage": object{"badges": list{object{"text": "1:02:03"}}},
		"metadata": object{"lockupMetadataViewModel": object{
			"title":    object{"content": f.Title(n)},
			"metadata": object{"rows": list{object{"text": object{"content": f.age(n)}}}},
		}},
	}}}}
}

func (f fakeSite) playlistItem(n int) object {
	return object{"playlistVideoRenderer": object{
		"videoId": videoID(n), "title": object{"runs": list{object{"text": f.Title(n)}}}, "lengthSeconds": "3723", "isPlayable": n != 7,
		"shortBylineText": object{"runs": list{object{
			"text":               "A show",
			"navigationEndpoint": object{"browseEndpoint": object{"browseId": channelID}},
		}}},
		"videoInfo": object{"runs": list{object{"text": "4.2K views"}, object{"text": f.age(n)}}},
	}}
}

func TestConformance(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change  func(*youtube.Options)
		harness sourcetest.Harness
	}{
		"data API": {withKey, sourcetest.Harness{Collection: channelRef(channelID)}},
		"lookup":   {withLookup, sourcetest.Harness{Collection: channelRef(channelID), RelativeDates: true}},
		"public":   {withNothing, sourcetest.Harness{Collection: channelRef(channelID), AtMost: 15, NoTranscripts: true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.harness.Item = videoRef
			c.harness.Open = func(t *testing.T, site sourcetest.Site) source.Source { return open(t, site, c.change) }
			sourcetest.Run(t, c.harness)
		})
	}
}
