package apiserver_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/media"
)

func (w *world) readList(c *person, text string) map[string]any {
	w.Helper()
	return w.object(w.call(c, "POST", "/api/shows/list", map[string]any{"text": text}), http.StatusOK)
}

func TestASubscriptionListSaysWhatIsKnownOfItsShows(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una := w.signIn("una", "")
	list := `<?xml version="1.0" encoding="ISO-8859-1"?><opml version="2.0"><body><outline text="Podcasts">
		<outline type="rss" text="夜行列車" xmlUrl="` + showFeed + `"/>
		<outline type="rss" title="Nobody&#8217;s &lt;b&gt; show" xmlUrl="https://example.org/other.xml"/>
		<outline type="rss" text="Again" xmlUrl="HTTPS://EXAMPLE.org:443/other.xml"/>
		<outline type="rss" text="None" xmlUrl="https://www.youtube.com/feed/history"/></outline></body></opml>`
	shows := w.readList(una, list)["shows"].([]any)
	require.Equal(t, []any{
		map[string]any{"title": "夜行列車", "address": showFeed, "channelId": nil, "isFollowing": false},
		map[string]any{"title": "Nobody’s <b> show", "address": "https://example.org/other.xml", "channelId": nil, "isFollowing": false},
	}, shows[:2], "nobody has submitted either")

	w.analyzed(una, media.Ref{Platform: media.Feed, Kind: media.KindVideo, ExternalID: showFeed, ItemID: "train-2"}, "Train 2")
	got := w.readList(una, list)
	known := got["shows"].([]any)[0].(map[string]any)
	require.NotNil(t, known["channelId"])
	require.Equal(t, false, known["isFollowing"])
	require.Nil(t, got["shows"].([]any)[1].(map[string]any)["channelId"])
	require.Len(t, got["dropped"], 1)
	dropped := got["dropped"].([]any)[0].(map[string]any)
	require.Equal(t, []any{3.0, "The same address is in line 2."}, []any{dropped["line"], dropped["reason"]})

	w.object(w.call(una, "POST", "/api/user/follows", map[string]any{"channelId": known["channelId"]}), http.StatusOK)
	require.Equal(t, true, w.readList(una, list)["shows"].([]any)[0].(map[string]any)["isFollowing"])
	require.Equal(t, false, w.readList(w.signIn("mira", ""), list)["shows"].([]any)[0].(map[string]any)["isFollowing"], "somebody else")
}

func TestWhatIsNoSubscriptionListIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una := w.signIn("una", "")
	var many strings.Builder
	many.WriteString(`<opml version="2.0"><body>`)
	for n := range 1001 {
		fmt.Fprintf(&many, `<outline xmlUrl="https://example.org/%d"/>`, n)
	}
	many.WriteString(`</body></opml>`)
	for name, c := range map[string]struct {
		text   string
		status int
		code   string
	}{
		"addresses":       {"https://example.org/a\nhttps://example.org/b", http.StatusBadRequest, "invalid_argument"},
		"a page":          {"<!doctype html><title>Hello</title>", http.StatusBadRequest, "invalid_argument"},
		"no shows":        {`<opml version="2.0"><body><outline text="A folder"/></body></opml>`, http.StatusBadRequest, "invalid_argument"},
		"entities":        {`<!DOCTYPE a [<!ENTITY b "c">]><opml><body>&b;</body></opml>`, http.StatusBadRequest, "invalid_argument"},
		"without an end":  {"<opml><body>" + strings.Repeat("<outline>", 1000), http.StatusBadRequest, "invalid_argument"},
		"more than 1,000": {many.String(), http.StatusBadRequest, "invalid_argument"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w.refused(w.call(una, "POST", "/api/shows/list", map[string]any{"text": c.text}), c.status, c.code)
		})
	}
	w.refused(w.call(nil, "POST", "/api/shows/list", map[string]any{"text": showList}), http.StatusUnauthorized, "unauthenticated")
}
