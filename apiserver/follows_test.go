package apiserver_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/source/feed"
)

func TestFollowingAChannel(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.publish()
	una, otto := w.signIn("una", ""), w.signIn("otto", "")
	channel := map[string]any{"channelId": aChannel}
	check := func(p *person) any {
		return w.object(w.call(p, "GET", "/api/user/follows/check?channelId="+aChannel, nil), http.StatusOK)["isFollowing"]
	}
	require.Empty(t, w.list(w.call(una, "GET", "/api/user/follows", nil)))
	require.Equal(t, false, check(una))
	for range 2 {
		got := w.object(w.call(una, "POST", "/api/user/follows", channel), http.StatusOK)
		require.Equal(t, "The Show", got["channel"].(map[string]any)["name"])
		require.NotEmpty(t, got["createdAt"])
		require.Equal(t, []string{"follow The Show"}, w.engine.taken(), "after the row is written")
	}
	require.Equal(t, true, check(una))
	require.Equal(t, false, check(otto), "follows are everybody's own")
	list := w.list(w.call(una, "GET", "/api/user/follows", nil))
	require.Len(t, list, 1)
	require.Equal(t, aChannel, list[0]["channel"].(map[string]any)["channelId"])

	require.Equal(t, http.StatusOK, w.connect(otto, "FollowService/FollowChannel", `{"channelId":"`+aChannel+`"}`).status)
	w.engine.taken()
	w.object(w.call(una, "DELETE", "/api/user/follows", channel), http.StatusOK)
	require.Empty(t, w.engine.taken(), "somebody else follows it still")
	w.object(w.call(otto, "DELETE", "/api/user/follows", channel), http.StatusOK)
	require.Equal(t, []string{"unfollow"}, w.engine.taken())
	w.object(w.call(otto, "DELETE", "/api/user/follows", channel), http.StatusOK)
	require.Equal(t, false, check(otto))
}

func TestFollowedChannelsAreASubscriptionList(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.publish()
	una := w.signIn("una", "")
	w.analyzed(una, media.Ref{Platform: media.Feed, Kind: media.KindVideo, ExternalID: showFeed, ItemID: "train-2"}, "Train 2")
	for _, c := range w.list(w.call(nil, "GET", "/api/channels/stats", nil)) {
		w.object(w.call(una, "POST", "/api/user/follows", map[string]any{"channelId": c["channelId"]}), http.StatusOK)
	}
	got := w.call(una, "GET", "/api/user/follows.opml", nil)
	require.Equal(t, http.StatusOK, got.status, got.body)
	require.Contains(t, got.header.Get("Content-Type"), "text/x-opml")
	require.Contains(t, got.header.Get("Content-Disposition"), ".opml")
	feeds, err := feed.OPML(strings.NewReader(got.body))
	require.NoError(t, err, "what is written is what is read")
	require.ElementsMatch(t, []feed.Subscription{
		{Title: "Night Train", Address: showFeed},
		{Title: "The Show", Address: "https://www.youtube.com/feeds/videos.xml?channel_id=" + aChannel},
	}, feeds)
	for _, f := range feeds {
		ref, err := source.Recognize(f.Address)
		require.NoError(t, err)
		require.True(t, ref.Kind == media.KindFeed || ref.Kind == media.KindChannel)
	}
	require.Contains(t, got.body, `text="The Show"`)
	none := w.call(w.signIn("otto", ""), "GET", "/api/user/follows.opml", nil)
	require.NotContains(t, none.body, "outline")
}

func TestWhatCannotBeFollowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una := w.signIn("una", "")
	missing := map[string]any{"channelId": "nothing"}
	for verb, path := range map[string]string{"POST": "/api/user/follows", "DELETE": "/api/user/follows"} {
		require.Equal(t, "Channel not found", w.refused(w.call(una, verb, path, missing), http.StatusNotFound, "not_found"), verb)
	}
	require.Equal(t, "Channel not found", w.refused(w.call(una, "GET", "/api/user/follows/check?channelId=nothing", nil), http.StatusNotFound,
		"not_found"))

	id := w.object(w.call(una, "POST", "/api/process",
		map[string]any{"uploadIds": []any{w.object(w.uploadFile(una, "a talk.vtt", goodVTT),
			http.StatusOK)["uploadId"]}}), http.StatusOK)["jobId"].(float64)
	_, err := w.store.Jobs.AddUploads(t.Context(), int(id))
	require.NoError(t, err)
	items, _, err := w.store.Jobs.JobItems(t.Context(), int(id), 0, 0)
	require.NoError(t, err)
	run := w.want(int(id), items[0].ID)
	require.NoError(t, w.store.Jobs.SaveEpisode(t.Context(), run, media.Episode{
		Platform: media.Upload, ExternalID: items[0].Ref.ExternalID, Title: "A talk",
		Channel: media.Channel{Platform: media.Upload, ExternalID: "user:una:talks", Name: "Talks"},
	}))
	work, err := w.store.Jobs.RunWork(t.Context(), run)
	require.NoError(t, err)
	w.engine.taken()
	files := map[string]any{"channelId": work.Episode.Edges.Channel.PublicID}
	require.Equal(t, "Nothing new will appear in this channel by itself, because it was made from files. Only YouTube channels and podcast "+
		"feeds can be followed.",
		w.refused(w.call(una, "POST", "/api/user/follows", files), http.StatusBadRequest, "invalid_argument"))
	w.refused(w.call(w.signIn("otto", ""), "POST", "/api/user/follows", files), http.StatusNotFound, "not_found")
	require.Empty(t, w.engine.taken())
}

func TestFollowingWhileTheEngineIsDown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.publish()
	una := w.signIn("una", "")
	w.engine.failWith(fault.New(fault.Unavailable, "no answer"))
	w.object(w.call(una, "POST", "/api/user/follows", map[string]any{"channelId": aChannel}), http.StatusOK)
	require.Len(t, w.list(w.call(una, "GET", "/api/user/follows", nil)), 1, "the reconciler makes the schedule")
}
