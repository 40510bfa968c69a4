package apiserver_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

const (
	giftVideo = "giftgiftgif"
	giftPress = "Giftcanary Press"
)

// gift is a transcript that Una gave to a public video that Otto waits for too.
type gift struct {
	*catalogue
	una, otto, mo   *person
	unaJob, ottoJob int
	unaItem         int
	copied, press   string // the addresses of what only Una has
}

// asked lets both ask for a video without a transcript.
func asked(t *testing.T) *gift {
	t.Helper()
	c := newCatalogue(newWorld(t))
	g := &gift{catalogue: c, una: c.signInAs("una", ""), otto: c.signInAs("otto", ""), mo: c.signInAs("mo", "moderator")}
	g.unaJob, g.ottoJob = c.process(g.una, "https://youtu.be/"+giftVideo), c.process(g.otto, "https://youtu.be/"+giftVideo)
	g.unaItem = c.items(g.unaJob, video(giftVideo))[0].ID
	run := c.want(g.unaJob, g.unaItem)
	c.want(g.ottoJob, c.items(g.ottoJob, video(giftVideo))[0].ID)
	about := media.Episode{Platform: media.YouTube, ExternalID: giftVideo, Title: "A public talk", Channel: theShow}
	require.NoError(t, c.store.Jobs.SaveEpisode(t.Context(), run, about))
	_, _, err := c.store.Jobs.FinishRun(t.Context(), run, work.RunNeedsTranscript, jobs.Failure{Class: string(fault.NoTranscript)})
	require.NoError(t, err)
	c.engine.taken()
	return g
}

const giftLine = "We talked about " + giftPress + " for a while."

// give gives the video a transcript by the call that people use.
func (g *gift) give(p *person, jobID, item int) answer {
	g.Helper()
	vtt := "WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n" + giftLine + "\n"
	file := g.object(g.uploadFile(p, "talk.vtt", vtt), http.StatusOK)["uploadId"]
	return g.call(p, "POST", fmt.Sprintf("/api/jobs/%d/items/%d/transcript", jobID, item), map[string]any{"uploadId": file})
}

// read takes the run that a job's item waits for to its end and returns the id of the company.
func (g *gift) read(jobID, item int) int {
	g.Helper()
	run := g.want(jobID, item)
	work, err := g.store.Jobs.RunWork(g.Context(), run)
	require.NoError(g, err)
	require.NotNil(g, work.Run.TranscriptID)
	said := located(saying{mention.Company, giftPress, mention.Editorial, mention.Claims{}}, giftLine, 0, 0)
	g.finish(run, *work.Run.TranscriptID, []mention.Mention{said})
	entries, err := g.store.Catalogue.EpisodeEntities(g.Context(), work.Episode.VideoID, store.Viewer{Moderator: true})
	require.NoError(g, err)
	return entries[0].Entity.ID
}

// everywhere are the addresses at which a word of a gift could be read.
func (g *gift) everywhere() []string {
	list := []string{
		"/api/stats", "/api/episodes", "/api/episodes?search=giftcanary", "/api/entities", "/api/search?query=giftcanary",
		"/api/entities?search=giftcanary&type=company", "/api/channels/stats", "/api/channels/stats?search=giftcanary",
		"/api/channels/" + showChannel, "/api/channels/" + showChannel + "/episodes", "/api/channels/" + showChannel + "/entities",
		"/api/jobs", fmt.Sprintf("/api/jobs/%d", g.ottoJob), fmt.Sprintf("/api/jobs/%d", g.unaJob), "/api/unpublished", g.press,
		g.press + "/mentions", g.press + "/similar",
	}
	for _, episode := range []string{"/api/episodes/" + giftVideo, g.copied} {
		list = append(list, episode, episode+"/transcript", episode+"/entities")
	}
	return list
}

// unseen fails when the person, nil for a visitor, can read a word of the gift.
func (g *gift) unseen(name string, p *person) {
	g.Helper()
	for range 2 { // the second answer may be a kept one
		for _, path := range g.everywhere() {
			got := g.call(p, "GET", path, nil)
			require.NotContains(g, strings.ToLower(fmt.Sprint(got.header)+got.body), "giftcanary", "%s: %s", name, path)
			require.Less(g, got.status, 500, "%s: %s: %s", name, path, got.body)
		}
	}
	for _, path := range []string{g.copied, g.press} {
		require.Contains(g, []int{http.StatusNotFound, http.StatusUnauthorized}, g.call(p, "GET", path, nil).status, path)
	}
}

// given lets Una give a transcript and her job read it, and finds what only she has.
func (g *gift) given() {
	g.Helper()
	g.object(g.give(g.una, g.unaJob, g.unaItem), http.StatusOK)
	require.Equal(g, []string{"start job", "hurry job"}, g.engine.taken(), "her job goes on, nobody else's")
	g.press = fmt.Sprintf("/api/entities/%d", g.read(g.unaJob, g.unaItem))
	items := g.object(g.call(g.una, "GET", fmt.Sprintf("/api/jobs/%d", g.unaJob), nil), http.StatusOK)["items"].([]any)
	item := items[0].(map[string]any)
	require.Equal(g, "done", item["state"])
	require.Contains(g, item["stateText"], "Waiting for a moderator to publish it.")
	require.NotEqual(g, giftVideo, item["videoId"])
	g.copied = "/api/episodes/" + item["videoId"].(string)
}

func TestAGivenTranscriptIsItsGiversUntilAModeratorPublishesIt(t *testing.T) {
	t.Parallel()
	g := asked(t)
	for range 2 { // fills what is kept
		for _, path := range []string{"/api/search?query=giftcanary", "/api/entities?search=giftcanary&type=company"} {
			g.call(nil, "GET", path, nil)
			g.call(g.otto, "GET", path, nil)
		}
	}
	before := g.call(nil, "GET", "/api/stats", nil).body
	g.given()
	g.unseen("a visitor", nil)
	g.unseen("another user", g.otto)
	require.Equal(t, before, g.call(nil, "GET", "/api/stats", nil).body, "nothing is counted")
	waits := g.object(g.call(g.otto, "GET", fmt.Sprintf("/api/jobs/%d", g.ottoJob), nil), http.StatusOK)["items"].([]any)
	require.Equal(t, "needs_transcript", waits[0].(map[string]any)["state"])

	hers := g.object(g.call(g.una, "GET", g.copied, nil), http.StatusOK)
	require.Equal(t, "A public talk", hers["title"])
	require.Equal(t, "waiting", hers["review"])
	require.Equal(t, true, hers["givenByReader"])
	for _, path := range []string{g.copied + "/transcript", g.copied + "/entities", g.press, "/api/search?query=giftcanary"} {
		require.Contains(t, strings.ToLower(g.call(g.una, "GET", path, nil).body), "giftcanary", path)
	}

	g.refused(g.call(nil, "GET", "/api/unpublished", nil), http.StatusUnauthorized, "unauthenticated")
	g.refused(g.call(g.una, "GET", "/api/unpublished", nil), http.StatusForbidden, "permission_denied")
	var row map[string]any
	for _, x := range g.list(g.call(g.mo, "GET", "/api/unpublished", nil)) {
		if x["sender"] == "una" {
			row = x
		}
	}
	require.NotNil(t, row)
	require.Equal(t, giftVideo, row["givenTo"].(map[string]any)["videoId"])
	require.Equal(t, 8.0, row["words"])
	publish := fmt.Sprintf("/api/episodes/%.0f/publish", row["episode"].(map[string]any)["id"])
	g.refused(g.call(g.una, "POST", publish, map[string]any{}), http.StatusForbidden, "permission_denied")
	public := g.object(g.call(g.mo, "POST", publish, map[string]any{}), http.StatusOK)
	require.Equal(t, giftVideo, public["videoId"])
	require.Equal(t, "", public["review"])
	require.Equal(t, []string{"start job", "hurry job", "start job", "hurry job"}, g.engine.taken(), "both who wait go on")
	g.refused(g.call(g.mo, "POST", publish, map[string]any{}), http.StatusNotFound, "not_found")

	press := g.read(g.unaJob, g.unaItem)
	require.Equal(t, g.press, fmt.Sprintf("/api/entities/%d", press))
	require.Contains(t, g.call(nil, "GET", "/api/entities?search=giftcanary", nil).body, giftPress)
	labeled := func(p *person, path string) {
		t.Helper()
		got := g.call(p, "GET", path, nil)
		require.Equal(t, http.StatusOK, got.status, got.body)
		require.Contains(t, got.body, `"givenByReader":true`, path)
	}
	for _, p := range []*person{nil, g.otto, g.una, g.mo} {
		labeled(p, g.press+"/mentions")
		labeled(p, "/api/episodes/"+giftVideo)
		labeled(p, "/api/episodes?search=public+talk")
	}
	labeled(g.otto, "/api/episodes/"+giftVideo+"/transcript")
	labeled(g.otto, "/api/episodes/"+giftVideo+"/entities")
	labeled(g.otto, "/api/search?query=giftcanary")
	require.NotContains(t, g.call(g.otto, "GET", "/api/episodes/"+firstVideo+"/entities", nil).body, `"givenByReader":true`)
}

func TestARefusedTranscriptStaysItsGivers(t *testing.T) {
	t.Parallel()
	g := asked(t)
	g.given()
	id := g.object(g.call(g.una, "GET", g.copied, nil), http.StatusOK)["id"]
	refuse := fmt.Sprintf("/api/episodes/%.0f/refuse", id)
	g.refused(g.call(g.otto, "POST", refuse, map[string]any{}), http.StatusForbidden, "permission_denied")
	for range 2 {
		require.Equal(t, "refused", g.object(g.call(g.mo, "POST", refuse, map[string]any{}), http.StatusOK)["review"])
	}
	require.NotContains(t, g.call(g.mo, "GET", "/api/unpublished", nil).body, "A public talk")
	g.unseen("a visitor", nil)
	g.unseen("another user", g.otto)
	require.Equal(t, "refused", g.object(g.call(g.una, "GET", g.copied, nil), http.StatusOK)["review"])
}

func TestAModeratorsTranscriptIsPublicAtOnceAndLabeled(t *testing.T) {
	t.Parallel()
	g := asked(t)
	jobID := g.process(g.mo, "https://youtu.be/"+giftVideo)
	item := g.items(jobID, video(giftVideo))[0].ID
	g.want(jobID, item)
	g.engine.taken()
	g.object(g.give(g.mo, jobID, item), http.StatusOK)
	require.Equal(t, []string{"tell transcript"}, g.engine.taken())
	press := g.read(jobID, item)
	mentions := g.list(g.call(nil, "GET", fmt.Sprintf("/api/entities/%d/mentions", press), nil))
	require.Len(t, mentions, 1)
	require.Equal(t, giftVideo, mentions[0]["videoId"])
	require.Equal(t, true, mentions[0]["givenByReader"])
}
