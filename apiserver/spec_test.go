package apiserver_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/apiserver"
	"mentionary/internal/mention"
	"mentionary/internal/store/storetest"
	"mentionary/policies"
)

// specCall is a row of the table of SPEC.md section 7. Words in braces are filled by specPlaces.
type specCall struct {
	method, path, query string
	body                map[string]any
	needs               string // the weakest role that may call
	answer              shape
	visitor             shape // what visitors get, nil for 401
}

// specCalls is the table of SPEC.md section 7, in its order.
var specCalls = []specCall{
	{"GET", "/api/auth/user", "", nil, policies.User, meShape, isNull},
	{"GET", "/api/stats", "", nil, policies.Anonymous, statsShape, statsShape},
	{"GET", "/api/episodes", "limit=12", nil, policies.Anonymous, list{listedEpisodeShape, true}, list{listedEpisodeShape, true}},
	{"GET", "/api/episodes/{id}", "", nil, policies.Anonymous, episodeShape, teaserShape},
	{"GET", "/api/episodes/{id}/entities", "", nil, policies.User, list{entityShape, true}, nil},
	{"GET", "/api/episodes/{videoId}/transcript", "", nil, policies.User, transcriptShape, nil},
	{"GET", "/api/entities", "type=book&limit=12&offset=0", nil, policies.Anonymous, list{entityShape, true}, list{entityShape, true}},
	{"GET", "/api/entities", "type=book&search=darkness&limit=50", nil, policies.Anonymous, list{entityShape, true}, list{entityShape, true}},
	{
		"GET", "/api/entities", "type=concept&withEpisodes=true", nil, policies.Anonymous,
		list{entityWithEpisodes, true},
		list{entityWithEpisodes, true},
	},
	{"GET", "/api/entities", "type=location&limit=100", nil, policies.Anonymous, list{entityShape, true}, list{entityShape, true}},
	{"GET", "/api/entities/{entity}/similar", "", nil, policies.User, list{similarShape, true}, nil},
	{"POST", "/api/entities/batch-validate", "", map[string]any{"entityType": "book"}, policies.Moderator, list{validationShape, true}, nil},
	{"POST", "/api/entities/batch-disambiguate", "", map[string]any{"entityType": "book", "limit": 100}, policies.Moderator, countsShape, nil},
	{
		"POST", "/api/process", "",
		map[string]any{"input": "https://youtu.be/processed01", "type": "video"},
		policies.User,
		jobCreatedShape, nil,
	},
	{"GET", "/api/jobs", "", nil, policies.User, list{jobShape, true}, nil},
	{"GET", "/api/user/favorites", "", nil, policies.User, list{favoriteShape, true}, nil},
	{"GET", "/api/user/favorites/check", "itemType=entity&itemId={entity}", nil, policies.User, fields{"isFavorite": isBool}, nil},
	{"POST", "/api/user/favorites", "", map[string]any{"itemType": "entity", "itemId": "{entity}"}, policies.User, addedShape, nil},
	{"DELETE", "/api/user/favorites", "", map[string]any{"itemType": "entity", "itemId": "{entity}"}, policies.User, fields{}, nil},
	{"GET", "/api/users/{userId}/public", "", nil, policies.Anonymous, publicUserShape, publicUserShape},
	{"GET", "/api/users/{userId}/favorites/public", "", nil, policies.Anonymous, list{favoriteShape, true}, list{favoriteShape, true}},
	{"GET", "/api/channels/{channelId}", "", nil, policies.Anonymous, channelShape, channelShape},
	{
		"GET", "/api/channels/{channelId}/episodes", "", nil, policies.Anonymous,
		list{channelEpisodeShape, true},
		list{channelEpisodeShape, true},
	},
	{"GET", "/api/channels/{channelId}/entities", "", nil, policies.Anonymous, list{entityShape, true}, list{entityShape, true}},
	{"GET", "/api/channels/stats", "", nil, policies.Anonymous, list{channelStatsShape, true}, list{channelStatsShape, true}},
	{"GET", "/api/admin/stats", "", nil, policies.Admin, adminStatsShape, nil},
	{"GET", "/api/admin/users", "", nil, policies.Admin, list{adminUserShape, true}, nil},
	{"GET", "/api/admin/analytics", "", nil, policies.Admin, analyticsShape, nil},
	{
		"PATCH", "/api/admin/users/{somebody}/role", "",
		map[string]any{"role": "moderator"},
		policies.Admin,
		adminUserShape.with(fields{"role": word("moderator")}), nil,
	},
	{"PATCH", "/api/admin/users/{somebody}/status", "", map[string]any{"isActive": false}, policies.Admin, adminUserShape, nil},
}

// withTotal are the addresses whose answers are bare arrays that count all that match.
var withTotal = []string{"/api/episodes", "/api/entities", "/api/jobs", "/api/user/favorites", "/api/channels/stats", "/api/admin/users"}

func TestTheTableHoldsEveryCallOfTheSpecification(t *testing.T) {
	t.Parallel()
	require.Len(t, specCalls, 30, "SPEC.md section 7 has 30 rows")
	distinct := map[string]bool{}
	for _, call := range specCalls {
		distinct[call.method+" "+call.path] = true
		require.NotEmpty(t, procedureOf(call.method, call.path), "%s %s is no route of the contract", call.method, call.path)
	}
	require.Len(t, distinct, 27, "four of the rows are the same address with other parameters")
}

func TestTheAPIIsThatOfTheSpecification(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]storetest.Open{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCatalogue(newWorldOn(t, open(t), apiserver.WatchTiming{}))
			places := map[string]string{
				"{id}": fmt.Sprint(c.episode), "{videoId}": firstVideo, "{entity}": fmt.Sprint(c.entities[mention.Book]), "{userId}": c.vera.PublicID,
				"{channelId}": showChannel, "{somebody}": c.signInAs("somebody", "").PublicID,
			}
			callers := map[string]*person{
				policies.Anonymous: c.vera, policies.User: c.vera, policies.Moderator: c.signInAs("mo", "moderator"),
				policies.Admin: c.signInAs("ada", "admin"),
			}
			for _, call := range specCalls {
				c.walk(call, places, callers)
			}
		})
	}
}

// walk makes one call as SPEC.md has it, signed out, and with a method that the address does not have.
func (c *catalogue) walk(call specCall, places map[string]string, callers map[string]*person) {
	c.Helper()
	target, body := call.filled(places)
	what := call.method + " " + target
	if call.visitor == nil {
		require.Equal(c, "Please sign in first.", c.refused(c.call(nil, call.method, target, body), http.StatusUnauthorized,
			"unauthenticated"), what)
	} else {
		c.fits(what+" signed out", call, call.visitor, c.call(nil, call.method, target, body))
	}
	got := c.call(callers[call.needs], call.method, target, body)
	c.fits(what, call, call.answer, got)
	wrong := c.call(callers[call.needs], http.MethodPut, target, map[string]any{})
	c.refused(wrong, http.StatusMethodNotAllowed, "unimplemented")
	require.Contains(c, strings.Split(wrong.header.Get("Allow"), ", "), call.method, what)
}

// fits compares an answer field by field, and its headers.
func (c *catalogue) fits(what string, call specCall, want shape, got answer) {
	c.Helper()
	require.Equal(c, http.StatusOK, got.status, "%s: %s", what, got.body)
	require.Equal(c, "application/json; charset=utf-8", got.header.Get("Content-Type"), what)
	var value any
	require.NoError(c, json.Unmarshal([]byte(got.body), &value), what)
	require.Empty(c, want.differs("answer", value), "%s: %s", what, got.body)
	rows, isList := value.([]any)
	if total := got.header.Get("X-Total-Count"); call.method == http.MethodGet && slices.Contains(withTotal, call.path) ||
		strings.HasPrefix(call.path, "/api/channels/{channelId}/") {
		require.True(c, isList, what)
		require.Equal(c, fmt.Sprint(len(rows)), total, "%s: all that match fit into one page here", what)
	}
}

// filled puts ids into the places of a row.
func (s specCall) filled(places map[string]string) (target string, body any) {
	var pairs []string
	for place, value := range places {
		pairs = append(pairs, place, value)
	}
	fill := strings.NewReplacer(pairs...)
	target = fill.Replace(s.path)
	if s.query != "" {
		target += "?" + fill.Replace(s.query)
	}
	if s.body == nil {
		return target, nil
	}
	filled := map[string]any{}
	for name, value := range s.body {
		filled[name] = value
		if place, ok := value.(string); ok && strings.HasPrefix(place, "{") {
			filled[name] = json.Number(fill.Replace(place))
		}
	}
	return target, filled
}

func TestAShapeNoticesWhatDiffers(t *testing.T) {
	t.Parallel()
	want := fields{"id": isNumber, "name": unknown{isText}, "rows": list{fields{"at": isTime}, true}}
	for raw, differs := range map[string]string{
		`{"id":1,"name":null,"rows":[{"at":"2026-01-02T03:04:05Z"}],"more":true}`: "",
		`{"id":"1","name":null,"rows":[{"at":"2026-01-02T03:04:05Z"}]}`:           `answer.id is "1", not number`,
		`{"id":0,"rows":[{"at":"2026-01-02T03:04:05Z"}]}`:                         "answer.name is missing",
		`{"id":0,"name":"","rows":[]}`:                                            "answer.rows is empty, so nothing of it can be compared",
		`{"id":0,"name":"","rows":[{"at":"yesterday"}]}`:                          `answer.rows[0].at is "yesterday", not moment`,
		`{"id":0,"name":"","rows":{"items":[]}}`:                                  `answer.rows is {"items":[]}, not an array`,
		`[]`:                                                                      "answer is [], not an object",
	} {
		var value any
		require.NoError(t, json.Unmarshal([]byte(raw), &value))
		require.Equal(t, differs, strings.Join(want.differs("answer", value), "; "), raw)
	}
}
