package apiserver_test

import (
	"fmt"
	"net/http"

	"github.com/stretchr/testify/require"

	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
	"mentionary/internal/lookup"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	catalogueroom "mentionary/internal/store/catalogue"
	"mentionary/internal/store/people"
	"mentionary/policies"
)

// rule says what a call is about and what comes of it for those whom the policy lets in.
type rule struct {
	about string // the object, as the golden file names it; empty: none
	with  object // further fields of the request
	// made makes the object of owner, or finds it, and names it in the request; nil: the call has no object.
	made    func(c *catalogue, owner, caller *person) object
	missing object // names an object that is not there
	owned   bool   // somebody else's is another thing than one's own
	unlocks string // operation of the policy whose holders may handle somebody else's like their own
	needs   string // operation of the policy that these arguments need besides the call itself
	dies    bool   // the object is not there any more when its owner is deactivated
	// What is answered for one's own, somebody else's and a missing object: 200, 404 (200 when nobody owns it) and 404 when 0.
	own, foreign, gone int
}

// Objects that calls are about.
var (
	plain    = rule{}
	anEntity = rule{
		about: "entity", made: func(c *catalogue, _, _ *person) object { return object{"id": c.entities[mention.Book]} },
		missing: object{"id": 424242},
	}
	anEpisode = rule{
		about: "episode", made: func(c *catalogue, _, _ *person) object { return object{"id": firstVideo} },
		missing: object{"id": "missingvid1"},
	}
	publicShow = rule{
		about: "channel", made: func(*catalogue, *person, *person) object { return object{"channel_id": showChannel} },
		missing: object{"channel_id": "nobody"},
	}
	aFavorite = rule{
		about: "item", with: object{"item_type": "entity"},
		made: func(c *catalogue, _, _ *person) object { return object{"item_id": c.twin} }, missing: object{"item_id": 424242},
	}
	aPair     = rule{about: "pair of entities", made: newPair, missing: object{"id": 424242, "merged_id": 424243}}
	theTwins  = rule{about: "pair of entities", made: twins("merged_id"), missing: object{"id": 424242, "merged_id": 424243}}
	theOthers = rule{about: "pair of entities", made: twins("other_id"), missing: object{"id": 424242, "other_id": 424243}}
	aSession  = owns("session", made("GET", "/api/user/sessions", nil), object{"id": 424242}, "")
	aToken    = owns("token", made("POST", "/api/user/tokens",
		map[string]any{"name": "script", "scopes": []string{"read"}, "expiresInDays": 1}), object{"id": 424242}, "")
	aJob = owns("job", func(c *catalogue, owner, _ *person) object { id, _ := c.openJob(owner); return object{"id": id} },
		object{"id": 424242}, policies.EverybodysJobs)
	aWork      = rule{about: "job", made: workOf, missing: object{"key": "job-424242"}}
	someWork   = rule{about: "jobs", made: listed(workOf), missing: object{"keys": []any{"job-424242"}}}
	anEndedJob = owns("ended job", endedJob, object{"id": 424242}, policies.EverybodysJobs)
	anItem     = owns("item without transcript", waitingItem, object{"id": 424242, "item_id": 1}, policies.EverybodysJobs)
	anUpload   = owns("upload", func(c *catalogue, owner, _ *person) object { return object{"upload_ids": []any{c.file(owner)}} },
		object{"upload_ids": []any{"nothing"}}, "")
	aTalk = owns("private episode", func(c *catalogue, owner, _ *person) object { return object{"id": c.talkOf(owner).videoID} }, nil,
		policies.PrivateUploads)
	talkEntity = owns("private entity", func(c *catalogue, owner, _ *person) object { return object{"id": c.talkOf(owner).entityID} }, nil,
		policies.PrivateUploads)
	talkShow = owns("private channel", func(c *catalogue, owner, _ *person) object { return object{"channel_id": c.talkOf(owner).channelID} },
		nil, policies.PrivateUploads)
	aProfile = rule{
		about: "published profile", owned: true, foreign: http.StatusOK, dies: true, made: profile(true),
		missing: object{"user_id": "nobody"},
	}
	aSecret   = rule{about: "private profile", owned: true, own: http.StatusNotFound, made: profile(false)}
	aPass     = rule{about: "pass", made: passMade, missing: object{"id": 424242}}
	someBooks = rule{
		about: "books", made: func(c *catalogue, _, _ *person) object { return object{"ids": []any{newBook(c, nil, nil)["id"]}} },
		missing: object{"ids": []any{424242}},
	}
	aBook      = rule{about: "book", made: newBook, missing: object{"id": 424242}}
	unreviewed = rule{about: "waiting episode", made: waitingEpisode, missing: object{"id": 424242}}
	aBatch     = rule{about: "batch", made: batchMade, missing: object{"id": 424242}}
	aSchedule  = rule{about: "recurring batch", made: recurringMade, missing: object{"id": 424242}}
	anAccount  = rule{
		about: "account", owned: true, own: http.StatusForbidden, foreign: http.StatusOK, missing: object{"user_id": "nobody"},
		made: func(_ *catalogue, owner, _ *person) object { return object{"user_id": owner.PublicID} },
	}
)

// procedureRules has the rules of every procedure of the contract. A procedure without one fails the test.
var procedureRules = map[string][]rule{
	"AccountService/ListSessions":   {plain},
	"AccountService/EndSession":     {aSession},
	"AccountService/EndAllSessions": {plain},
	"AccountService/ListTokens":     {plain},
	"AccountService/CreateToken":    {plain},
	"AccountService/RevokeToken":    {aToken},
	"AccountService/GetLimits":      {plain},
	"AccountService/DeleteAccount":  {plain.having(object{"confirm": "delete my account"})},

	"AdminService/GetAdminStats":  {plain},
	"AdminService/ListUsers":      {plain, searching("somebody's e-mail", object{"search": "canary"})},
	"AdminService/GetAnalytics":   {plain},
	"AdminService/SetUserRole":    {anAccount.having(object{"role": "user"})},
	"AdminService/SetUserStatus":  {anAccount.having(object{"is_active": true})},
	"AdminService/ListAudit":      {plain},
	"AdminService/ListAuditNames": {plain},
	"AdminService/GetHealth":      {plain},
	"AdminService/ListBudgets":    {plain},
	"AdminService/SetBudget": {
		plain.having(object{"scope": "system", "tokens_per_day": 0}),
		anAccount.having(object{"scope": "user", "tokens_per_day": 1000}).answering(http.StatusOK, http.StatusOK),
	},

	"AuthService/GetCurrentUser": {plain},

	"BatchService/ReadLines":   {plain.having(object{"text": "https://youtu.be/accesswalk2"})},
	"BatchService/StartBatch":  {plain.having(object{"kind": "urls", "text": "https://youtu.be/accesswalk3"})},
	"BatchService/ListBatches": {plain},
	"BatchService/GetBatch":    {aBatch},
	"BatchService/PauseBatch":  {aBatch.having(object{"paused": true})},
	"BatchService/CancelBatch": {aBatch},

	"ChannelService/ListChannelStats":    {plain},
	"ChannelService/GetChannel":          {publicShow, talkShow},
	"ChannelService/ListChannelEpisodes": {publicShow, talkShow},
	"ChannelService/ListChannelEntities": {
		publicShow.having(object{"with_quotes": true}), talkShow.having(object{"with_quotes": true}),
	},

	"EntityService/ListEntities": {
		plain, searching("somebody's words", object{"search": canaryPrivateName}), searching("quotes", object{"with_quotes": true}),
	},
	"EntityService/GetEntity":           {anEntity, talkEntity},
	"EntityService/ListEntityMentions":  {anEntity, talkEntity},
	"EntityService/GetEntityOverview":   {anEntity, talkEntity},
	"EntityService/ListSimilarEntities": {anEntity, talkEntity},
	"EntityService/BatchValidate":       {plain.having(object{"entity_type": "book"})},
	"EntityService/BatchDisambiguate":   {plain.having(object{"entity_type": "location"})},

	"EpisodeService/ListEpisodes":        {plain, searching("somebody's words", object{"search": canaryUploadTitle})},
	"EpisodeService/GetEpisode":          {anEpisode, aTalk},
	"EpisodeService/ListEpisodeEntities": {anEpisode, aTalk},
	"EpisodeService/GetTranscript":       {anEpisode.named("video_id"), aTalk.named("video_id")},

	"FavoriteService/ListFavorites":  {plain},
	"FavoriteService/CheckFavorite":  {aFavorite.missingIs(http.StatusOK)},
	"FavoriteService/AddFavorite":    {aFavorite, talkEntity.named("item_id").having(object{"item_type": "entity"})},
	"FavoriteService/RemoveFavorite": {aFavorite.missingIs(http.StatusOK)},

	"FollowService/ListFollows":     {plain},
	"FollowService/CheckFollow":     {publicShow},
	"FollowService/FollowChannel":   {publicShow},
	"FollowService/UnfollowChannel": {publicShow},

	"InsightsService/GetTrends":          {plain},
	"InsightsService/ListRisingEntities": {plain},
	"InsightsService/ListFailures":       {plain},
	"InsightsService/GetCosts":           {plain},
	"InsightsService/ListBudgetWaits":    {plain},

	"JobService/Process": {
		plain.having(object{"input": "https://youtu.be/accesswalk1"}), anUpload,
		{
			about: "all episodes", with: object{"input": "https://www.youtube.com/@somebody", "config": map[string]any{"mode": "all"}},
			needs: policies.SelectAllEpisodes,
		},
	},
	"JobService/ListJobs":          {plain, {about: "everybody's", with: object{"all": true}, needs: policies.EverybodysJobs}},
	"JobService/GetJob":            {aJob},
	"JobService/CancelJob":         {aJob},
	"JobService/PauseJob":          {aJob.having(object{"paused": true})},
	"JobService/RetryJob":          {anEndedJob},
	"JobService/ProvideTranscript": {anItem},
	"JobService/PreviewListening":  {anEpisode.named("video_id")},
	"JobService/ListenAgain":       {anEpisode.named("video_id")},

	"MergeService/PreviewMerge":  {theTwins},
	"MergeService/MergeEntities": {aPair},
	"MergeService/ListMerges":    {plain},
	"MergeService/UndoMerge":     {{about: "merge", made: mergeMade, missing: object{"id": 424242}}},
	"MergeService/MarkDistinct":  {theOthers},

	"PublicationService/ListUnpublished":  {plain},
	"PublicationService/PublishEpisode":   {unreviewed},
	"PublicationService/RefuseEpisode":    {unreviewed},
	"PublicationService/UnpublishEpisode": {publishedUpload},
	"PublicationService/EditEpisode":      {unreviewed.having(object{"title": "A better title"})},

	"ReportService/Report": {
		anEntity.named("item_id").having(object{"item_type": "entity", "reason": "wrong_type"}),
		talkEntity.named("item_id").having(object{"item_type": "entity", "reason": "wrong_type"}),
	},

	"ReviewService/ListReviewItems":     {plain},
	"ReviewService/CountReviewItems":    {plain},
	"ReviewService/DecideReviewItem":    {aMention},
	"ReviewService/UndoReviewDecision":  {aDecision},
	"ReviewService/ListReviewDecisions": {plain},
	"ReviewService/ListReported":        {plain},
	"ReviewService/AnswerReports":       {plain.having(object{"item_type": "entity", "item_id": 424242, "state": "refused"})},
	"ReviewService/ListGlossary":        {plain},
	"ReviewService/AddGlossaryLines":    {aGlossary},
	"ReviewService/EditGlossaryLine":    {aLine.having(object{"line": map[string]any{"heard": "Other words", "blocked": true}})},
	"ReviewService/DeleteGlossaryLine":  {aLine.missingIs(http.StatusOK)},

	"ScheduleService/ListSchedules": {plain},
	"ScheduleService/CreateSchedule": {plain.having(object{
		"text": "https://youtu.be/accesswalk4", "week_time": map[string]any{"weekdays": []any{1}, "hour": 6, "time_zone": "Europe/Berlin"},
	})},
	"ScheduleService/EditSchedule": {aSchedule.having(object{
		"text": "https://youtu.be/accesswalk5", "week_time": map[string]any{"weekdays": []any{2}, "hour": 7, "time_zone": "Europe/Berlin"},
	})},
	"ScheduleService/PauseSchedule": {aSchedule.having(object{"kind": "batch", "paused": true})},
	"ScheduleService/RunSchedule":   {aSchedule.having(object{"kind": "batch"})},
	"ScheduleService/EndSchedule":   {aSchedule.having(object{"kind": "batch"})},

	"QualityService/StartPass":           {plain.having(object{"kind": "links", "entity_type": "book"})},
	"QualityService/ListPasses":          {plain},
	"QualityService/GetPass":             {aPass},
	"QualityService/ListReadings":        {plain},
	"QualityService/ListPassResults":     {aPass},
	"QualityService/CancelPass":          {aPass},
	"QualityService/ListDuplicates":      {plain.having(object{"type": "book"})},
	"QualityService/CompareEntities":     {theOthers},
	"QualityService/UnmarkDistinct":      {theOthers.missingIs(http.StatusOK)},
	"QualityService/ListCuratedEntities": {plain, searching("somebody's words", object{"search": canaryPrivateName})},
	"QualityService/GetCuratedEntity":    {anEntity},
	"QualityService/EditEntity":          {aBook.having(object{"fields": []any{map[string]any{"field": "author", "value": "Somebody"}}})},
	"QualityService/HideEntities":        {someBooks.having(object{"hidden": true}).missingIs(http.StatusOK)},
	"QualityService/RetypeEntities":      {someBooks.having(object{"type": "concept"}).missingIs(http.StatusOK)},
	"QualityService/SplitEntity":         {{about: "book", made: saidBook, missing: object{"id": 424242, "mention_ids": []any{1}}}},
	"QualityService/DecideEdition": {
		rule{about: "edition", made: newEdition, missing: object{"id": 424242}}.
			having(object{"catalogue": "wikidata", "work": "Q1", "decision": "remove"}),
	},
	"QualityService/DecideLink":  {aBook.having(object{"decision": "add", "new_url": "https://example.org/book"})},
	"QualityService/ListChanges": {plain},
	"QualityService/UndoChange":  {{about: "change", made: changeMade, missing: object{"id": 424242}}},

	"SearchService/Search": {
		plain.having(object{"query": "darkness", "with_quotes": true}), searching("somebody's words", object{"query": canaryUploadText}),
	},

	"ShowService/SearchShows":      {plain.having(object{"q": "night train"})},
	"ShowService/ListShowEpisodes": {plain.having(object{"address": showFeed})},
	"ShowService/EstimateEpisodes": {plain.having(object{"address": showFeed})},
	"ShowService/ReadShowList":     {plain.having(object{"text": showList})},

	"StatsService/GetStats": {plain},
	"StatsService/GetTypeStats": {{
		about: "type", made: func(*catalogue, *person, *person) object { return object{"type": "book"} },
		missing: object{"type": "animal"}, gone: http.StatusBadRequest,
	}},

	"UserService/GetPublicUser":       {aProfile, aSecret},
	"UserService/ListPublicFavorites": {aProfile.having(object{"with_quotes": true}), aSecret},
	"UserService/SaveProfile":         {plain},

	"WatchService/Watch": {
		plain.having(object{"jobs": true}), aJob.named("job_id"),
		{about: "batches", with: object{"batches": true}, needs: mentionaryv1connect.BatchServiceGetBatchProcedure},
		{about: "everybody's work", with: object{"work": map[string]any{}}, needs: policies.EverybodysJobs},
		{about: "task queues", with: object{"queues": true}, needs: policies.WorkflowEngine},
	},

	"WorkService/ListWork":          {plain, searching("somebody's words", object{"search": canaryUploadTitle})},
	"WorkService/ListWorkNames":     {plain, searching("somebody's e-mail", object{"search": "canary"})},
	"WorkService/GetWork":           {aWork},
	"WorkService/PreviewWorkAction": {someWork.having(object{"action": "cancel"}).missingIs(http.StatusOK)},
	"WorkService/ActOnWork":         {someWork.having(object{"action": "cancel"}).missingIs(http.StatusOK)},
	"WorkService/GetQueues":         {plain},
	"WorkService/PauseQueue":        {plain.having(object{"name": "mentionary-fetch", "paused": true})},
}

func owns(about string, made func(c *catalogue, owner, caller *person) object, missing object, unlocks string) rule {
	return rule{about: about, owned: true, made: made, missing: missing, unlocks: unlocks}
}

// searching asks for private words of others with a call that has no object.
func searching(about string, with object) rule { return rule{about: about, with: with} }

func (r rule) having(more object) rule { r.with = more; return r }

func (r rule) answering(own, foreign int) rule { r.own, r.foreign = own, foreign; return r }

func (r rule) missingIs(status int) rule { r.gone = status; return r }

// named is the rule for a call that names the object by another field.
func (r rule) named(field string) rule {
	renamed := func(o object) object {
		for _, v := range o {
			return object{field: v}
		}
		return nil
	}
	of := r.made
	r.made = func(c *catalogue, owner, caller *person) object { return renamed(of(c, owner, caller)) }
	r.missing = renamed(r.missing)
	return r
}

// made makes an object by a call of its owner and takes the id from the answer, or from the first row of it.
func made(verb, path string, body any) func(c *catalogue, owner, caller *person) object {
	return func(c *catalogue, owner, _ *person) object {
		got := c.call(owner, verb, path, body)
		if verb == http.MethodGet {
			return object{"id": c.list(got)[0]["id"]}
		}
		return object{"id": c.object(got, http.StatusOK)["token"].(map[string]any)["id"]}
	}
}

func endedJob(c *catalogue, owner, _ *person) object {
	id, _ := c.openJob(owner)
	_, err := c.store.Jobs.CancelJob(c.Context(), id)
	if err != nil {
		c.Fatal(err)
	}
	return object{"id": id}
}

// workOf names a stranger's job as a piece of work.
func workOf(c *catalogue, _, _ *person) object {
	id, _ := c.openJob(c.signInAs("sender", ""))
	return object{"key": fmt.Sprintf("job-%d", id)}
}

// listed names an object as the only one of a list.
func listed(of func(c *catalogue, owner, caller *person) object) func(c *catalogue, owner, caller *person) object {
	return func(c *catalogue, owner, caller *person) object {
		return object{"keys": []any{of(c, owner, caller)["key"]}}
	}
}

// waitingItem is an item whose episode has begun; the transcript is the caller's own.
func waitingItem(c *catalogue, owner, caller *person) object {
	id, item := c.openJob(owner)
	c.want(id, item)
	file := "nothing"
	if caller != nil {
		file = c.file(caller)
	}
	return object{"id": id, "item_id": item, "upload_id": file}
}

func profile(published bool) func(c *catalogue, owner, caller *person) object {
	return func(c *catalogue, owner, _ *person) object {
		if _, err := c.store.People.SaveProfile(c.Context(), owner.ID,
			people.Profile{DisplayName: "Somebody", Published: published}); err != nil {
			c.Fatal(err)
		}
		return object{"user_id": owner.PublicID}
	}
}

// twins names the two books of the catalogue that look alike.
func twins(other string) func(c *catalogue, owner, caller *person) object {
	return func(c *catalogue, _, _ *person) object { return object{"id": c.entities[mention.Book], other: c.twin} }
}

// waitingEpisode is an upload that no moderator has looked at.
func waitingEpisode(c *catalogue, _, _ *person) object {
	id, _ := c.publishUpload(c.signInAs("sender", ""), talk{"A waiting talk", "waiting words", "Waiting Works"})
	e, err := c.store.Catalogue.Episode(c.Context(), id, store.Viewer{Moderator: true})
	if err != nil {
		c.Fatal(err)
	}
	return object{"id": e.ID}
}

// newPair makes two books that nothing else mentions: merging uses them up.
func newPair(c *catalogue, _, _ *person) object {
	first, second := c.newPair()
	return object{"id": first, "merged_id": second}
}

// saidBook names a book and its mention.
func saidBook(c *catalogue, _, _ *person) object {
	book := newBook(c, nil, nil)
	list, _, err := c.store.Catalogue.EntityMentions(c.Context(), book["id"].(int), catalogueroom.MentionFilter{})
	if err != nil {
		c.Fatal(err)
	}
	return object{"id": book["id"], "mention_ids": []any{list[0].ID}, "new_name": fmt.Sprint("Split ", list[0].ID)}
}

// newBook makes a book that nothing else mentions: changing it uses it up.
func newBook(c *catalogue, _, _ *person) object {
	_, second := c.newPair()
	return object{"id": second}
}

// newEdition is a book of which a catalog says that it is a translation.
func newEdition(c *catalogue, _, _ *person) object {
	_, id := c.newPair()
	book, err := c.store.Catalogue.LookupSubject(c.Context(), id)
	require.NoError(c, err)
	require.NoError(c, c.store.Catalogue.SaveLookup(c.Context(), catalogueroom.Asked{
		EntityID: id, Catalogue: lookup.Wikidata, Subject: book.Subject, Decision: lookup.Decision{
			Outcome: lookup.Accepted,
			Record:  lookup.Record{ID: "Q1", Facts: lookup.Facts{Edition: &lookup.Edition{Title: "Das Buch", Language: "de"}}},
		},
	}))
	return object{"id": id}
}

func passMade(c *catalogue, _, _ *person) object {
	got := c.object(c.call(c.signInAs("passer", "moderator"), "POST", "/api/passes",
		map[string]any{"kind": "duplicates", "entityType": "person"}), http.StatusOK)
	return object{"id": got["id"]}
}

func changeMade(c *catalogue, _, _ *person) object {
	_, second := c.newPair()
	got := c.object(c.call(c.signInAs("hider", "moderator"), "PATCH", fmt.Sprintf("/api/entities/%d", second),
		map[string]any{"fields": []any{map[string]any{"field": "author", "value": "Somebody"}}}), http.StatusOK)
	return object{"id": got["id"]}
}

func mergeMade(c *catalogue, _, _ *person) object {
	first, second := c.newPair()
	got := c.object(c.call(c.signInAs("merger", "moderator"), "POST", fmt.Sprintf("/api/entities/%d/merge", first),
		map[string]any{"mergedId": second}), http.StatusOK)
	return object{"id": got["merge"].(map[string]any)["id"]}
}

// batchMade is an admin's batch whose line is not submitted yet.
func batchMade(c *catalogue, _, _ *person) object {
	got := c.object(c.call(c.signInAs("batcher", "admin"), "POST", "/api/admin/batches",
		map[string]any{"kind": "urls", "text": "https://youtu.be/" + c.newVideo()}), http.StatusOK)
	return object{"id": got["batch"].(map[string]any)["id"]}
}

// recurringMade is an admin's recurring batch that never ran.
func recurringMade(c *catalogue, _, _ *person) object {
	got := c.object(c.call(c.signInAs("scheduler", "admin"), "POST", "/api/admin/schedules", map[string]any{
		"text": "https://youtu.be/" + c.newVideo(), "weekTime": map[string]any{"weekdays": []int{1}, "hour": 6},
	}), http.StatusOK)
	return object{"id": got["id"]}
}

// plainRule is the rule of a route that is no procedure.
type plainRule struct {
	operation string // of the policy; empty: everybody
	path      string
	missing   string // the path of something that is not there
	upload    bool   // sends a file
	status    int    // for those who are let in, 200 when 0
}

// plainRules has the rule of every route beside the contract, by its pattern.
func plainRules(c *catalogue) map[string]plainRule {
	picture, err := c.store.Catalogue.KeepPicture(c.Context(), "https://x.test/a.png", []byte("jpeg bytes"), 1, 1)
	if err != nil {
		c.Fatal(err)
	}
	cover := c.object(c.call(c.signIn("seeker", ""), "GET", "/api/shows?q=night", nil), http.StatusOK)["shows"].([]any)[0]
	return map[string]plainRule{
		"GET /api/login":              {path: "/api/login", status: http.StatusServiceUnavailable}, // there is no provider in these tests
		"GET /api/callback":           {path: "/api/callback", status: http.StatusBadRequest},
		"/api/logout":                 {path: "/api/logout"},
		"POST /api/uploads":           {operation: policies.UploadFiles, path: "/api/uploads", upload: true},
		"GET /api/user/export":        {operation: policies.ExportData, path: "/api/user/export"},
		"GET /api/user/follows.opml":  {operation: policies.ExportFollows, path: "/api/user/follows.opml"},
		"GET /api/admin/audit/export": {operation: policies.ExportAudit, path: "/api/admin/audit/export"},
		"GET /api/first-admin":        {path: "/api/first-admin"},
		// nothing is offered
		"POST /api/first-admin":    {operation: policies.ClaimFirstAdmin, path: "/api/first-admin", status: http.StatusForbidden},
		"GET /api/pictures/{name}": {path: picture, missing: "/api/pictures/x.jpg"},
		"GET /api/shows/pictures/{name}": {
			path: cover.(map[string]any)["pictureUrl"].(string), missing: "/api/shows/pictures/x.jpg",
		},
		"GET /api/health":       {path: "/api/health"},
		"GET /api/openapi.yaml": {path: "/api/openapi.yaml"},
		"GET /api/docs":         {path: "/api/docs"},
		"GET /api/docs/{file}":  {path: "/api/docs/style.css", missing: "/api/docs/none.css"},
	}
}
