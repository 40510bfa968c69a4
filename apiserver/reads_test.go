package apiserver_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/media"
	"mentionary/internal/store/storetest"
)

func keys(m map[string]any) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func TestVisitorsSeeATeaserAndNothingPrivate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.publish()
	episode := w.object(w.call(nil, "GET", "/api/episodes/"+videoID, nil), http.StatusOK)
	require.Equal(t, "An episode", episode["title"])
	require.Equal(t, "The Show", episode["channel"].(map[string]any)["name"])
	require.Equal(t, 7500.0, episode["duration"])
	require.Equal(t, 1234.0, episode["viewCount"])
	require.Equal(t, "2026-01-02T03:04:05Z", episode["publishedAt"])
	require.Equal(t, true, episode["isProcessed"])
	require.NotEmpty(t, episode["analyzedAt"], "lists of new analyses tell how old each is")
	require.Equal(t, []any{map[string]any{"type": "book", "count": 1.0}}, episode["counts"])
	require.LessOrEqual(t, len([]rune(episode["description"].(string))), 200)
	require.Nil(t, episode["transcript"])
	require.Empty(t, episode["segments"])
	require.Empty(t, episode["entities"])
	entity := int(w.list(w.call(nil, "GET", "/api/entities?type=book", nil))[0]["id"].(float64))
	channel := w.list(w.call(nil, "GET", "/api/channels/stats", nil))[0]["channelId"].(string)
	public := []string{
		"/api/episodes", "/api/episodes?search=episode", "/api/episodes/" + videoID, fmt.Sprintf("/api/episodes/%.0f", episode["id"]),
		"/api/entities", "/api/entities?type=book&withEpisodes=true", fmt.Sprintf("/api/entities/%d", entity),
		fmt.Sprintf("/api/entities/%d/mentions", entity),
		"/api/channels/stats", "/api/channels/" + channel, "/api/channels/" + channel + "/episodes", "/api/channels/" + channel + "/entities",
		"/api/search?query=canary", "/api/search?query=show", "/api/search?query=dune", "/api/stats", "/api/auth/user", "/api/jobs",
		"/api/user/favorites",
		fmt.Sprintf("/api/episodes/%s/entities", videoID), fmt.Sprintf("/api/episodes/%s/transcript", videoID),
		fmt.Sprintf("/api/entities/%d/similar", entity),
	}
	for _, path := range public {
		got := w.call(nil, "GET", path, nil)
		require.NotContains(t, strings.ReplaceAll(strings.ToLower(got.body), "query=canary", ""), "canary", path)
	}
	for _, path := range public[len(public)-5:] {
		w.refused(w.call(nil, "GET", path, nil), http.StatusUnauthorized, "unauthenticated")
	}
	// The scan can fail: signed in the same words are there.
	full := w.call(by, "GET", "/api/episodes/"+videoID, nil).body
	for _, private := range []string{"descriptioncanary", "mediacanary", "chaptercanary", secret} {
		require.Contains(t, full, private)
	}
	require.Contains(t, w.call(by, "GET", "/api/search?query=canary", nil).body, secret)
	require.Equal(t, "null", w.call(nil, "GET", "/api/auth/user", nil).body)
}

func TestAnswersHaveTheFieldsOfTheSpecification(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.publish()
	has := func(m map[string]any, fields ...string) {
		t.Helper()
		require.Subset(t, keys(m), fields)
	}
	episode := w.object(w.call(by, "GET", "/api/episodes/"+videoID, nil), http.StatusOK)
	has(episode, "id", "videoId", "title", "description", "thumbnailUrl", "duration", "viewCount", "publishedAt", "channel", "transcript",
		"segments", "isProcessed", "entities")
	has(episode["segments"].([]any)[1].(map[string]any), "text", "start")
	require.Equal(t, "book", episode["entities"].([]any)[0].(map[string]any)["type"])

	list := w.call(nil, "GET", "/api/entities?type=book&withEpisodes=true", nil)
	require.Equal(t, "1", list.header.Get("X-Total-Count"))
	book := w.list(list)[0]
	has(book, "id", "type", "name", "description", "mentionCount", "metadata", "episodes", "episodeCount")
	require.Equal(t, 1.0, book["mentionCount"])
	require.Equal(t, []string{
		"amazonUrl", "author", "bestUrl", "category", "company", "country", "field", "goodreadsUrl", "linkedinUrl", "mapsUrl", "offer",
		"promoCode", "sponsorType", "title", "websiteUrl", "wikipediaUrl",
	}, keys(book["metadata"].(map[string]any)))
	require.Nil(t, book["metadata"].(map[string]any)["amazonUrl"], "unknown is null, and a search is no link")
	has(book["episodes"].([]any)[0].(map[string]any), "id", "videoId", "title", "thumbnailUrl", "channel", "mentionCount")

	has(w.list(w.call(nil, "GET", "/api/channels/stats", nil))[0], "id", "channelId", "name", "description", "thumbnailUrl", "subscriberCount",
		"episodeCount",
		"totalEntities", "topEntityTypes", "recentEpisodes")
	has(w.object(w.call(nil, "GET", "/api/stats", nil), http.StatusOK), "totalEpisodes", "totalBooks", "totalProducts", "totalPeople")
	require.Equal(t, 1.0, w.object(w.call(nil, "GET", "/api/stats", nil), http.StatusOK)["totalBooks"])

	me := w.object(w.call(by, "GET", "/api/auth/user", nil), http.StatusOK)
	has(me, "id", "firstName", "lastName", "email", "profileImageUrl", "role", "isActive", "createdAt", "permissions")
	require.Equal(t, []any{"submit"}, me["permissions"])
	require.Equal(t, "user", me["role"])
	require.Equal(t, []any{"submit", "moderate", "admin"},
		w.object(w.call(w.signIn("ada", "admin"), "GET", "/api/auth/user", nil), http.StatusOK)["permissions"])
}

func TestTheTranscriptShowsWhereThingsWereSaid(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.publish()
	got := w.object(w.call(by, "GET", "/api/episodes/"+videoID+"/transcript", nil), http.StatusOK)
	require.Equal(t, "captions", got["origin"])
	require.Equal(t, 65.0, got["segments"].([]any)[1].(map[string]any)["start"])
	marks := got["marks"].([]any)
	require.Len(t, marks, 1)
	mark := marks[0].(map[string]any)
	require.Equal(t, 1.0, mark["segment"])
	// Browsers count in UTF-16: the emoji before the name is two units.
	require.Equal(t, 19.0, mark["from"])
	require.Equal(t, 23.0, mark["to"])
	require.Equal(t, "Dune", mark["name"])

	entity := w.list(w.call(by, "GET", "/api/episodes/"+videoID+"/entities", nil))[0]
	said := entity["mentions"].([]any)[0].(map[string]any)
	require.Equal(t, spoken, said["quote"])
	require.Equal(t, 65.0, said["start"])
	require.Equal(t, "https://www.youtube.com/watch?v="+videoID+"&t=65s", said["url"])
	require.InDelta(t, 65.0/7500, said["position"], 1e-9)
	require.Equal(t, "Frank Herbert", entity["metadata"].(map[string]any)["author"])
	require.Equal(t, []any{"cue"}, said["reasons"])
	w.refused(w.call(by, "GET", "/api/episodes/none/transcript", nil), http.StatusNotFound, "not_found")
}

func TestChannelPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una := w.publish()
	id := w.process(una, "https://youtu.be/bbbbbbbbbbb")
	run := w.want(id, w.items(id, video("bbbbbbbbbbb"))[0].ID)
	require.NoError(t, w.store.Jobs.SaveEpisode(t.Context(), run, media.Episode{
		Platform: media.YouTube, ExternalID: "bbbbbbbbbbb", Title: "Not analyzed yet",
		Channel: media.Channel{Platform: media.YouTube, ExternalID: "UCabcdefghijklmnopqrstuv"},
	}))
	const channel = "/api/channels/UCabcdefghijklmnopqrstuv"
	page := w.object(w.call(nil, "GET", channel, nil), http.StatusOK)
	require.Equal(t, "The Show", page["name"])
	require.Equal(t, true, page["featured"])
	require.Equal(t, 1.0, page["totalEntities"])
	rows := w.list(w.call(nil, "GET", channel+"/episodes", nil))
	require.Len(t, rows, 2, "episodes that are not analyzed yet are there too")
	require.ElementsMatch(t, []any{true, false}, []any{rows[0]["isProcessed"], rows[1]["isProcessed"]})
	require.Len(t, w.list(w.call(nil, "GET", "/api/episodes", nil)), 1, "but not in the directory")
	require.Len(t, w.list(w.call(nil, "GET", channel+"/entities?type=book", nil)), 1)
	require.Equal(t, "[]", w.call(nil, "GET", channel+"/entities?type=organization", nil).body)
	for _, path := range []string{"", "/episodes", "/entities"} {
		w.refused(w.call(nil, "GET", "/api/channels/nobody"+path, nil), http.StatusNotFound, "not_found")
	}
	book := w.list(w.call(nil, "GET", "/api/entities?search=dune", nil))[0]
	detail := w.object(w.call(nil, "GET", fmt.Sprintf("/api/entities/%.0f", book["id"]), nil), http.StatusOK)
	require.Len(t, detail["episodes"], 1)
	said := w.list(w.call(nil, "GET", fmt.Sprintf("/api/entities/%.0f/mentions", book["id"]), nil))
	require.Equal(t, spoken, said[0]["quote"])
	require.Equal(t, "[]", w.call(una, "GET", fmt.Sprintf("/api/entities/%.0f/similar", book["id"]), nil).body)
	w.refused(w.call(nil, "GET", "/api/entities/999", nil), http.StatusNotFound, "not_found")
}

func TestListsAboutChannelsHaveAnEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.publish()
	insert := func(statement string) {
		t.Helper()
		_, err := storetest.Raw(t, w.store).ExecContext(t.Context(),
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) `+statement)
		require.NoError(t, err)
	}
	long := strings.Repeat("What a description says. ", 40)
	insert(`INSERT INTO episodes (platform, external_id, video_id, channel_id, visibility, title, description, is_processed,
		created_at, updated_at)
		SELECT e.platform, 'x' || i, 'x' || i, e.channel_id, 'public', e.title || i, '` + long + `', true, e.created_at, e.updated_at
		FROM n, episodes e`)
	insert(`INSERT INTO channels (platform, external_id, public_id, name, description, entity_count, created_at, updated_at)
		SELECT c.platform, 'x' || i, 'x' || i, c.name || i, '` + long + `', i, c.created_at, c.updated_at FROM n, channels c`)
	insert(`INSERT INTO episodes (platform, external_id, video_id, channel_id, visibility, title, is_processed, created_at, updated_at)
		SELECT platform, 'of' || public_id, 'of' || public_id, id, 'public', name, true, created_at, updated_at FROM channels
		WHERE external_id LIKE 'x%'`)
	for _, path := range []string{"/api/channels/UCabcdefghijklmnopqrstuv/episodes", "/api/channels/stats"} {
		whole := w.call(nil, "GET", path, nil)
		rows := w.list(whole)
		require.Len(t, rows, 1000, "as many as other lists have")
		require.Equal(t, "1000", whole.header.Get("X-Total-Count"))
		page := w.call(nil, "GET", path+"?limit=24&offset=976", nil)
		require.Equal(t, rows[976:], w.list(page), "page by page it is the same list")
		require.NotEmpty(t, w.list(w.call(nil, "GET", path+"?limit=24&offset=4900", nil)), "and goes on behind it")
		w.refused(w.call(nil, "GET", path+"?limit=1001", nil), http.StatusBadRequest, "invalid_argument")
		t.Logf("%s: %d kB, 24 of it %d kB", path, len(whole.body)>>10, len(page.body)>>10)
	}
}

func TestPicturesCannotRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	path, err := w.store.Catalogue.KeepPicture(t.Context(), "https://x.test/a.png", []byte("jpeg bytes"), 1, 1)
	require.NoError(t, err)
	got := w.call(nil, "GET", path, nil)
	require.Equal(t, http.StatusOK, got.status)
	require.Equal(t, "jpeg bytes", got.body)
	require.Equal(t, "image/jpeg", got.header.Get("Content-Type"))
	require.Equal(t, "default-src 'none'; sandbox", got.header.Get("Content-Security-Policy"))
	require.Equal(t, "nosniff", got.header.Get("X-Content-Type-Options"))
	for _, path := range []string{
		"/api/pictures/x.jpg", "/api/pictures/" + strings.Repeat("0", 64) + ".jpg",
		"/api/pictures/" + strings.Repeat("0", 64),
	} {
		w.refused(w.call(nil, "GET", path, nil), http.StatusNotFound, "not_found")
	}
}

func TestFavoritesAndProfiles(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una := w.publish()
	episode := w.object(w.call(una, "GET", "/api/episodes/"+videoID, nil), http.StatusOK)["id"]
	item := map[string]any{"itemType": "episode", "itemId": episode}
	check := fmt.Sprintf("/api/user/favorites/check?itemType=episode&itemId=%.0f", episode)
	require.Equal(t, false, w.object(w.call(una, "GET", check, nil), http.StatusOK)["isFavorite"])
	first := w.object(w.call(una, "POST", "/api/user/favorites", item), http.StatusOK)
	require.Equal(t, first["id"], w.object(w.call(una, "POST", "/api/user/favorites", item), http.StatusOK)["id"],
		"adding twice is the same as once")
	require.Equal(t, "An episode", first["episode"].(map[string]any)["title"])
	require.Nil(t, first["entity"])
	require.Equal(t, true, w.object(w.call(una, "GET", check, nil), http.StatusOK)["isFavorite"])
	require.Len(t, w.list(w.call(una, "GET", "/api/user/favorites", nil)), 1)
	w.refused(w.call(una, "POST", "/api/user/favorites", map[string]any{"itemType": "episode", "itemId": 999}), http.StatusNotFound,
		"not_found")

	profile := "/api/users/" + una.PublicID
	private := w.refused(w.call(una, "GET", profile+"/public", nil), http.StatusNotFound, "not_found")
	require.Equal(t, private, w.refused(w.call(nil, "GET", "/api/users/nobody/public", nil), http.StatusNotFound, "not_found"))
	w.refused(w.call(nil, "GET", profile+"/favorites/public", nil), http.StatusNotFound, "not_found")
	_, err := w.store.People.SaveProfile(t.Context(), una.ID, profileOf("Una"))
	require.NoError(t, err)
	got := w.call(nil, "GET", profile+"/public", nil)
	user := w.object(got, http.StatusOK)
	require.Equal(t, "Una", user["firstName"])
	require.Empty(t, user["lastName"])
	require.Empty(t, user["email"])
	require.True(t, strings.HasSuffix(user["createdAt"].(string), "-01T00:00:00Z"), "only the month of joining: %s", user["createdAt"])
	favorites := w.call(nil, "GET", profile+"/favorites/public", nil)
	require.Len(t, w.list(favorites), 1)
	require.NotContains(t, got.body+favorites.body, "canary")

	require.Equal(t, true, w.object(w.call(una, "DELETE", "/api/user/favorites", item), http.StatusOK)["removed"])
	require.Equal(t, false, w.object(w.call(una, "DELETE", "/api/user/favorites", item), http.StatusOK)["removed"],
		"removing twice is no error")
}

func TestPeopleSaveTheirOwnProfile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, other := w.signIn("una", ""), w.signIn("other", "")
	save := func(p *person, body map[string]any) answer { return w.call(p, "PATCH", "/api/user/profile", body) }

	got := w.object(save(una, map[string]any{"displayName": "  Una\u200b \u202e of\n Ulm "}), http.StatusOK)
	require.Equal(t, "Una of Ulm", got["displayName"])
	require.Equal(t, false, got["published"], "what is left out stays as it is")
	require.Equal(t, una.PublicID, got["id"])
	require.Equal(t, "user", got["role"])
	got = w.object(save(una, map[string]any{"published": true}), http.StatusOK)
	require.Equal(t, "Una of Ulm", got["displayName"])
	require.Equal(t, true, got["published"])
	require.Equal(t, got, w.object(w.call(una, "GET", "/api/auth/user", nil), http.StatusOK))
	require.Equal(t, "Una of Ulm", w.object(w.call(nil, "GET", "/api/users/"+una.PublicID+"/public", nil), http.StatusOK)["firstName"])

	for _, name := range []string{" ", "\u200b\u2066", "\t\n"} {
		require.Equal(t, "The display name has no visible characters. Please enter a name.",
			w.refused(save(una, map[string]any{"displayName": name}), http.StatusBadRequest, "invalid_argument"))
	}
	for _, name := range []string{"", strings.Repeat("u", 81)} {
		require.Contains(t, w.refused(save(una, map[string]any{"displayName": name}), http.StatusBadRequest, "invalid_argument"), "displayName: ")
	}
	require.Equal(t, "Una of Ulm", w.object(save(una, map[string]any{}), http.StatusOK)["displayName"],
		"nothing to change, and a refused name changed nothing")
	require.Equal(t, false, w.object(w.call(other, "GET", "/api/auth/user", nil), http.StatusOK)["published"], "only one's own")
	require.Equal(t, false, w.object(save(una, map[string]any{"published": false}), http.StatusOK)["published"])
	w.refused(w.call(nil, "GET", "/api/users/"+una.PublicID+"/public", nil), http.StatusNotFound, "not_found")
	w.refused(save(nil, map[string]any{"published": true}), http.StatusUnauthorized, "unauthenticated")
}
