package apiserver_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"mentionary/apiserver"
	"mentionary/internal/store/storetest"
)

// both sends a request of the contract over both faces. On REST its fields go where the method has them: into the path,
// the query or the body.
func (w *world) both(p *person, procedure string, request map[string]any) map[string]answer {
	w.Helper()
	raw, err := json.Marshal(request)
	require.NoError(w, err)
	out := map[string]answer{"connect": w.connect(p, procedure, string(raw))}
	for _, m := range methods() {
		if string(m.Parent().Name())+"/"+string(m.Name()) != procedure {
			continue
		}
		verb, path := address(m)
		rest, query := maps.Clone(request), url.Values{}
		for field, value := range request {
			if at := "{" + snake(field) + "}"; strings.Contains(path, at) {
				path = strings.ReplaceAll(path, at, url.PathEscape(fmt.Sprint(value)))
				delete(rest, field)
			} else if verb == http.MethodGet {
				query.Set(field, fmt.Sprint(value))
			}
		}
		if verb == http.MethodGet {
			out["rest"] = w.call(p, verb, path+"?"+query.Encode(), nil)
		} else {
			out["rest"] = w.call(p, verb, path, rest)
		}
	}
	require.Len(w, out, 2, "no such procedure: %s", procedure)
	return out
}

// snake is a field as the contract writes it.
func snake(field string) string {
	var b strings.Builder
	for _, r := range field {
		if unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// limit is one limit of the contract.
type limit struct {
	procedure string
	base      map[string]any // the rest of the request
	field     string         // where the limit is, "config.mode" for one inside; refusals name its last part
	inside    []any          // taken, though perhaps not found
	outside   []any          // refused
}

// with returns the request with the field set.
func (l limit) with(value any) map[string]any {
	out := maps.Clone(l.base)
	if out == nil {
		out = map[string]any{}
	}
	parent, child, nested := strings.Cut(l.field, ".")
	if !nested {
		out[parent] = value
		return out
	}
	inner, _ := out[parent].(map[string]any)
	inner = maps.Clone(inner)
	if inner == nil {
		inner = map[string]any{}
	}
	inner[child] = value
	out[parent] = inner
	return out
}

func (l limit) name() string { return l.field[strings.LastIndex(l.field, ".")+1:] }

func text(n int) string { return strings.Repeat("ü", n) }

func values(all ...string) []any {
	out := make([]any, 0, len(all))
	for _, v := range all {
		out = append(out, v)
	}
	return out
}

func many(n int) []string {
	out := make([]string, 0, n)
	for i := range n {
		out = append(out, "unknown"+strconv.Itoa(i))
	}
	return out
}

const aChannel = "UCabcdefghijklmnopqrstuv"

func submissionLimits() []limit {
	channel := map[string]any{"input": aChannel}
	recent := map[string]any{"input": aChannel, "config": map[string]any{"mode": "recent"}}
	days := map[string]any{"input": aChannel, "config": map[string]any{"mode": "dateRange"}}
	page := "https://example.org/"
	return []limit{
		{"JobService/Process", recent, "config.episodeCount", []any{1, 100}, []any{0, -1, 101, 1 << 30}},
		{"JobService/Process", days, "config.dateRange", []any{1, 365}, []any{0, -1, 366}},
		{"JobService/Process", channel, "config.mode", values("", "recent", "dateRange", "all"), values("newest", "Recent")},
		{
			"JobService/Process",
			map[string]any{"input": aChannel, "config": map[string]any{"mode": "chosen"}},
			"config.episodeIds",
			[]any{[]string{text(1000)}, many(100)},
			[]any{[]string{text(1001)}, []string{""}, []string{"a\tb"}, many(101)},
		},
		{"JobService/Process", channel, "type", values("", "video", "channel", "playlist", "feed"), values("movie", "Video")},
		{
			"JobService/Process", nil, "input", values(page + strings.Repeat("a", 2048-len(page))),
			values(page + strings.Repeat("a", 2049-len(page))),
		},
		{
			"JobService/Process", channel, "idempotencyKey", values("", strings.Repeat("~", 64)),
			values(strings.Repeat("~", 65), text(8), "a b", "\x00"),
		},
		{"JobService/Process", nil, "uploadIds", []any{[]string{text(64)}, many(1000)}, []any{[]string{text(65)}, []string{""}, many(1001)}},
		{"JobService/ListJobs", nil, "limit", []any{0, 1, 1000}, []any{-1, 1001}},
		{"JobService/ListJobs", nil, "offset", []any{0, 1 << 30}, []any{-1}},
		{"JobService/GetJob", nil, "id", []any{1, 1<<31 - 1}, []any{0, -1}},
		{"JobService/CancelJob", nil, "id", []any{1 << 30}, []any{0, -1}},
		{"JobService/PauseJob", nil, "id", []any{1 << 30}, []any{0, -1}},
		{"JobService/RetryJob", map[string]any{"id": 1 << 30}, "itemId", []any{0, 1}, []any{-1}},
		{
			"JobService/RetryJob",
			map[string]any{"id": 1 << 30},
			"fromStage",
			values("", "episode", "transcript", "extract", "consolidate", "publish", "links", "check"), values("start"),
		},
		{"JobService/ProvideTranscript", map[string]any{"id": 1 << 30, "itemId": 1}, "uploadId", values(text(64)), values("", text(65))},
		{"JobService/ProvideTranscript", map[string]any{"id": 1 << 30, "uploadId": "x"}, "itemId", []any{1}, []any{0, -1}},
		{"JobService/PreviewListening", nil, "videoId", values(videoID, text(200)), values(text(201))},
		{"JobService/ListenAgain", nil, "videoId", values(text(200)), values(text(201))},
		{"JobService/ListenAgain", map[string]any{"videoId": "x"}, "idempotencyKey", values("", text(64)), values(text(65))},
		{"PublicationService/PublishEpisode", nil, "id", []any{1 << 30}, []any{0, -1}},
		{"PublicationService/RefuseEpisode", nil, "id", []any{1 << 30}, []any{0, -1}},
	}
}

func readingLimits() []limit {
	types := values("", "book", "product", "person", "company", "organization", "location", "concept", "sponsor")
	animals := values("animal", text(21))
	item := map[string]any{"itemId": 1}
	return []limit{
		{"EpisodeService/ListEpisodes", nil, "limit", []any{0, 3, 6, 12, 1000}, []any{-1, 1001}},
		{"EpisodeService/ListEpisodes", nil, "offset", []any{0, 1 << 30}, []any{-1}},
		{"EpisodeService/ListEpisodes", nil, "search", values("", text(200)), values(text(201))},
		{"EpisodeService/ListEpisodes", nil, "channel", values(text(200)), values(text(201))},
		{"EpisodeService/ListEpisodes", nil, "entity", []any{0, 1}, []any{-1}},
		{"EpisodeService/ListEpisodes", nil, "type", types, animals},
		{"EpisodeService/ListEpisodes", nil, "sort", values("", "analyzed", "published"), values("newest")},
		{"EpisodeService/GetEpisode", nil, "id", values("1", text(200)), values(text(201))},
		{"EpisodeService/ListEpisodeEntities", nil, "id", values("1", text(200)), values(text(201))},
		{"EpisodeService/GetTranscript", nil, "videoId", values(videoID, text(200)), values(text(201))},
		{"EpisodeService/GetTranscript", map[string]any{"videoId": videoID}, "transcriptId", []any{0}, []any{-1}},
		{"EntityService/ListEntities", nil, "limit", []any{0, 12, 50, 100, 1000}, []any{-1, 1001}},
		{"EntityService/ListEntities", nil, "offset", []any{0, 10_000}, []any{-1, 10_001}},
		{"EntityService/ListEntities", nil, "type", types, animals},
		{"EntityService/ListEntities", nil, "search", values("", text(200)), values(text(201))},
		{"EntityService/ListEntities", nil, "channel", values(text(200)), values(text(201))},
		{"EntityService/ListEntities", nil, "pageToken", values(""), values(strings.Repeat("a", 501))},
		{
			"EntityService/ListEntities", nil, "sort",
			values("", "mentions", "name", "author", "company", "country", "episodes", "recent"), values("random"),
		},
		{"EntityService/GetEntity", nil, "id", []any{1, 1<<31 - 1}, []any{0, -1}},
		{"EntityService/ListEntityMentions", map[string]any{"id": 1}, "limit", []any{0, 200}, []any{-1, 201}},
		{"EntityService/ListEntityMentions", map[string]any{"id": 1}, "offset", []any{0}, []any{-1}},
		{"EntityService/GetEntityOverview", nil, "id", []any{1}, []any{0}},
		{"EntityService/ListSimilarEntities", nil, "id", []any{1}, []any{0}},
		{"ChannelService/ListChannelStats", nil, "limit", []any{0, 1000}, []any{-1, 1001}},
		{"ChannelService/ListChannelStats", nil, "offset", []any{0}, []any{-1}},
		{"ChannelService/ListChannelStats", nil, "search", values("", text(200)), values(text(201))},
		{"ChannelService/GetChannel", nil, "channelId", values(aChannel, text(200)), values(text(201))},
		{"ChannelService/ListChannelEpisodes", map[string]any{"channelId": aChannel}, "limit", []any{0, 1000}, []any{-1, 1001}},
		{"ChannelService/ListChannelEpisodes", map[string]any{"channelId": aChannel}, "search", values(text(200)), values(text(201))},
		{"ChannelService/ListChannelEntities", map[string]any{"channelId": aChannel}, "limit", []any{0, 1000}, []any{-1, 1001}},
		{"ChannelService/ListChannelEntities", map[string]any{"channelId": aChannel}, "type", types, animals},
		{"SearchService/Search", nil, "query", values("x", text(200)), values("", text(201))},
		{"SearchService/Search", map[string]any{"query": "x"}, "limit", []any{0, 50}, []any{-1, 51}},
		{"ShowService/SearchShows", nil, "q", values("x", text(200)), values("", text(201))},
		{"ShowService/ListShowEpisodes", nil, "address", values(showFeed), values("", strings.Repeat("a", 2049))},
		{"ShowService/ListShowEpisodes", map[string]any{"address": showFeed}, "pageToken", values("", "2"), values(strings.Repeat("a", 8193))},
		{"ShowService/EstimateEpisodes", nil, "address", values(showFeed), values("", strings.Repeat("a", 2049))},
		{"ShowService/ReadShowList", nil, "text", values(showList), values("", strings.Repeat("a", 524_289))},
		{"FavoriteService/ListFavorites", nil, "limit", []any{0, 1000}, []any{-1, 1001}},
		{"FavoriteService/CheckFavorite", item, "itemType", values("episode", "entity"), values("", "channel")},
		{"FavoriteService/CheckFavorite", map[string]any{"itemType": "entity"}, "itemId", []any{1}, []any{0, -1}},
		{"FavoriteService/AddFavorite", item, "itemType", values("episode", "entity"), values("", "channel")},
		{"FavoriteService/AddFavorite", map[string]any{"itemType": "entity"}, "itemId", []any{1}, []any{0, -1}},
		{"FavoriteService/RemoveFavorite", item, "itemType", values("episode", "entity"), values("", "channel")},
		{"UserService/GetPublicUser", nil, "userId", values(text(64)), values(text(65))},
		{"UserService/ListPublicFavorites", nil, "userId", values(text(64)), values(text(65))},
		{"UserService/SaveProfile", nil, "displayName", values("x", text(80)), values("", text(81))},
		{"FollowService/FollowChannel", nil, "channelId", values(aChannel, text(200)), values("", text(201))},
		{"FollowService/UnfollowChannel", nil, "channelId", values(aChannel, text(200)), values("", text(201))},
		{"InsightsService/GetTrends", nil, "days", []any{0, 1, 366}, []any{-1, 367}},
		{
			"InsightsService/GetTrends",
			map[string]any{"to": "2026-03-01"},
			"from", values("2026-03-01", "2025-03-01"),
			values("1999-12-31", "2026-02-30", "yesterday"),
		},
		{
			"InsightsService/GetTrends",
			map[string]any{"from": "2026-03-01"},
			"to", values("2026-03-01", "2027-03-01"),
			values("2026-02-28", "2027-03-02", "2026-13-01", "", "now"),
		},
		{"InsightsService/GetTrends", nil, "type", types, animals},
		{"InsightsService/GetTrends", nil, "channel", values("", text(200)), values(text(201))},
		{"InsightsService/GetTrends", nil, "by", values("", "analyzed", "published"), values("mood")},
		{"InsightsService/ListRisingEntities", nil, "days", []any{0, 366}, []any{-1, 367}},
		{"InsightsService/ListRisingEntities", nil, "limit", []any{0, 1000}, []any{-1, 1001}},
		{"InsightsService/ListRisingEntities", nil, "offset", []any{0, 1 << 30}, []any{-1}},
		{"InsightsService/ListRisingEntities", nil, "type", types, animals},
		{"InsightsService/ListFailures", nil, "limit", []any{0, 100}, []any{-1, 101}},
		{"InsightsService/GetCosts", nil, "days", []any{0, 366}, []any{-1, 367}},
		{"InsightsService/ListBudgetWaits", nil, "limit", []any{0, 1000}, []any{-1, 1001}},
		{"InsightsService/ListBudgetWaits", nil, "offset", []any{0}, []any{-1}},
		{"AdminService/ListAudit", nil, "object", values("", text(200)), values(text(201))},
		{"AdminService/ListAudit", nil, "actor", values("", text(64)), values(text(65))},
		{"AdminService/ListAudit", nil, "operation", values("", text(100)), values(text(101))},
		{"AdminService/ListAudit", nil, "from", values("", "2026-03-01"), values("2026-02-30", "1999-01-01", "today")},
		{"AdminService/ListAudit", nil, "to", values("", "2026-03-01"), values("2026-02-30", "tomorrow")},
		{"FollowService/CheckFollow", nil, "channelId", values(aChannel, text(200)), values("", text(201))},
	}
}

// Every number, length and word of a request has its limits on the server: just inside is taken, just outside is a 400 that
// names the field.
func TestLimitsHoldAtTheirEdgesOnBothFaces(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.publish()
	admin := w.signIn("ada", "admin")
	for _, l := range append(submissionLimits(), readingLimits()...) {
		for _, value := range l.inside {
			for face, got := range w.both(admin, l.procedure, l.with(value)) {
				require.Contains(t, []int{http.StatusOK, http.StatusNotFound}, got.status, "%s %s=%.40v over %s: %s", l.procedure, l.field, value, face,
					got.body)
			}
		}
		for _, value := range l.outside {
			for face, got := range w.both(admin, l.procedure, l.with(value)) {
				what := fmt.Sprintf("%s %s=%.40v over %s: %s", l.procedure, l.field, value, face, got.body)
				require.Equal(t, http.StatusBadRequest, got.status, what)
				require.Equal(t, "invalid_argument", w.object(got, http.StatusBadRequest)["code"], what)
				require.Contains(t, w.object(got, http.StatusBadRequest)["message"], l.name(), what)
			}
		}
	}
}

// PostgreSQL stores no zero bytes.
func TestTextThatCannotBeStoredIsTheCallersMistake(t *testing.T) {
	t.Parallel()
	w := newWorldOn(t, storetest.Postgres(t), apiserver.WatchTiming{})
	p := w.signIn("una", "")
	for procedure, field := range map[string]string{
		"ChannelService/GetChannel": "channelId", "EpisodeService/ListEpisodes": "search", "EntityService/ListEntities": "search",
		"SearchService/Search": "query", "FollowService/FollowChannel": "channelId", "UserService/SaveProfile": "displayName",
		"UserService/GetPublicUser": "userId", "EpisodeService/GetEpisode": "id",
	} {
		for face, got := range w.both(p, procedure, map[string]any{field: "a\x00b"}) {
			require.Less(t, got.status, http.StatusInternalServerError, "%s over %s: %s", procedure, face, got.body)
		}
	}
}

func TestWrongTypesAreRefusedOnBothFaces(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.signIn("una", "")
	for procedure, request := range map[string]map[string]any{
		"JobService/Process":                 {"input": 7},
		"JobService/ListJobs":                {"limit": "many"},
		"EntityService/ListEntities":         {"withEpisodes": "perhaps"},
		"FavoriteService/AddFavorite":        {"itemType": "entity", "itemId": "one"},
		"FollowService/FollowChannel":        {"channelId": []string{"a"}},
		"ChannelService/ListChannelStats":    {"limit": 1 << 40},
		"EntityService/GetEntityOverview":    {"id": "one"},
		"EntityService/ListSimilarEntities":  {"id": "one"},
		"EpisodeService/ListEpisodes":        {"offset": 1.5},
		"UserService/SaveProfile":            {"published": "yes"},
		"EntityService/ListEntityMentions":   {"id": "x"},
		"ChannelService/ListChannelEpisodes": {"channelId": aChannel, "limit": "x"},
		"JobService/ProvideTranscript":       {"id": 1, "itemId": "x", "uploadId": "y"},
		"JobService/RetryJob":                {"id": 1, "itemId": 1.5},
		"ChannelService/ListChannelEntities": {"channelId": aChannel, "offset": "x"},
		"FavoriteService/CheckFavorite":      {"itemType": "entity", "itemId": "x"},
		"SearchService/Search":               {"query": "x", "limit": "x"},
		"FavoriteService/ListFavorites":      {"limit": "x"},
		"EntityService/GetEntity":            {"id": "x"},
		"JobService/GetJob":                  {"id": "x"},
		"FavoriteService/RemoveFavorite":     {"itemType": 1, "itemId": 1},
		"FollowService/UnfollowChannel":      {"channelId": 7},
		"JobService/CancelJob":               {"id": "x"},
		"JobService/PauseJob":                {"id": 1, "paused": "x"},
	} {
		for face, got := range w.both(p, procedure, request) {
			require.Equal(t, http.StatusBadRequest, got.status, "%s over %s: %s", procedure, face, got.body)
		}
	}
}

func TestBodiesHaveALimitAndAType(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.signIn("una", "")
	body := func(size int) string {
		const request = `{"input":"` + aChannel + `"`
		return request + strings.Repeat(" ", size-len(request)-1) + "}"
	}
	const most = 1 << 20
	json := http.Header{"Content-Type": {"application/json"}, "Connect-Protocol-Version": {"1"}}
	for face, path := range map[string]string{"rest": "/api/process", "connect": "/mentionary.v1.JobService/Process"} {
		require.Equal(t, http.StatusOK, w.send(p, "POST", path, strings.NewReader(body(most)), json).status, face)
		for _, typ := range []string{"text/plain", "application/x-www-form-urlencoded", ""} {
			header := http.Header{"Content-Type": {typ}, "Connect-Protocol-Version": {"1"}}
			require.Equal(t, http.StatusUnsupportedMediaType, w.send(p, "POST", path, strings.NewReader(body(100)), header).status, "%s %q",
				face, typ)
		}
		require.Equal(t, http.StatusBadRequest, w.send(p, "POST", path, strings.NewReader(`{"input":`), json).status, face)
	}
	large := w.send(p, "POST", "/api/process", strings.NewReader(body(most+1)), json)
	w.refused(large, http.StatusRequestEntityTooLarge, "resource_exhausted")
	large = w.send(p, "POST", "/mentionary.v1.JobService/Process", strings.NewReader(body(most+1)), json)
	require.Equal(t, "resource_exhausted", w.object(large, http.StatusTooManyRequests)["code"], "the Connect protocol's own status")
}
