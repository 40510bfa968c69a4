package apiserver_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/apiserver"
	"mentionary/apiserver/apidocs"
	"mentionary/apiserver/gate"
	api "mentionary/docs/api"
	"mentionary/internal/auth"
	"mentionary/internal/budget"
	"mentionary/internal/extract"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/showfinder"
	"mentionary/internal/source"
	"mentionary/internal/store"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/people"
	"mentionary/internal/store/publish"
	"mentionary/internal/store/storetest"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
	"mentionary/policies"
)

const issuer = "https://id.example.test"

// sessions lets sign-in use the store, as the wiring does.
type sessions struct{ people *people.Store }

func (s sessions) SignIn(ctx context.Context, id auth.Identity, n auth.NewSession) (auth.Person, error) {
	u, err := s.people.SignIn(ctx, people.Identity(id), people.NewSession(n))
	if err != nil {
		return auth.Person{}, err
	}
	return gate.PersonOf(u), nil
}

func (s sessions) Session(ctx context.Context, hash []byte, now time.Time) (auth.Session, error) {
	row, err := s.people.SessionByToken(ctx, hash, now)
	if err != nil {
		return auth.Session{}, err
	}
	return auth.Session{
		ID: row.ID, Person: gate.PersonOf(row.Edges.User), Created: row.CreatedAt, Seen: row.SeenAt, Expires: row.ExpiresAt,
		SignedInAt: row.SignedInAt,
	}, nil
}

func (s sessions) Touch(ctx context.Context, hash []byte, now time.Time) error {
	return s.people.TouchSession(ctx, hash, now)
}

func (s sessions) End(ctx context.Context, hash []byte) error {
	return s.people.EndSession(ctx, hash)
}

func (s sessions) EndAll(ctx context.Context, personID int) error {
	return s.people.EndSessions(ctx, personID)
}

// engine records what it is told.
type engine struct {
	mu    sync.Mutex
	calls []string
	fail  error
	next  map[string]time.Time // run of schedules, by id
	asked int                  // how often schedules were asked for
	// onPass does what the workflow of a pass would do.
	onPass func(curate.PassRef)
	queues []work.TaskQueue
	looked int // how often the queues were asked for
}

func (e *engine) note(what string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.calls = append(e.calls, what)
	return e.fail
}

func (e *engine) taken() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	out := e.calls
	e.calls = nil
	return out
}

func (e *engine) failWith(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.fail = err
}

func (e *engine) StartJob(context.Context, jobs.JobRef) error  { return e.note("start job") }
func (e *engine) CancelJob(context.Context, jobs.JobRef) error { return e.note("cancel job") }
func (e *engine) PauseJob(context.Context, jobs.JobRef) error  { return e.note("pause job") }
func (e *engine) HurryJob(context.Context, jobs.JobRef) error  { return e.note("hurry job") }
func (e *engine) CancelRun(context.Context, jobs.RunRef) error { return e.note("cancel run") }
func (e *engine) TellTranscript(context.Context, jobs.RunRef) error {
	return e.note("tell transcript")
}

func (e *engine) FollowChannel(_ context.Context, c jobs.FollowRef) error {
	return e.note("follow " + c.Title)
}

func (e *engine) UnfollowChannel(context.Context, int) error { return e.note("unfollow") }

func (e *engine) PauseFollow(_ context.Context, c jobs.FollowRef) error {
	return e.note(fmt.Sprintf("pause follow %s: %t", c.Title, c.Paused))
}

func (e *engine) ScheduleBatch(_ context.Context, r jobs.RecurringRef) error {
	return e.note(fmt.Sprintf("schedule %s, paused: %t", r.Title, r.Paused))
}

func (e *engine) UnscheduleBatch(_ context.Context, r jobs.RecurringRef) error {
	return e.note("unschedule " + r.Title)
}
func (e *engine) StartBatch(context.Context, jobs.BatchRef) error { return e.note("start batch") }
func (e *engine) TellBatch(context.Context, jobs.BatchRef) error  { return e.note("tell batch") }

func (e *engine) NextRuns(context.Context, ...string) (map[string]time.Time, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.asked++
	return e.next, e.fail
}

func (e *engine) BudgetRaised(_ context.Context, what budget.Resource) error {
	if what == budget.Speech {
		return e.note("speech budget raised")
	}
	return e.note("budget raised")
}

func (e *engine) StartPass(_ context.Context, p curate.PassRef) error {
	if e.onPass != nil {
		e.onPass(p)
	}
	return e.note("start pass")
}

func (e *engine) CancelPass(context.Context, curate.PassRef) error { return e.note("cancel pass") }
func (e *engine) CancelReading(context.Context, int) error         { return e.note("cancel reading") }

func (e *engine) TaskQueues(context.Context) ([]work.TaskQueue, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.looked++
	return e.queues, e.fail
}

func (e *engine) ApplyPauses(context.Context) error { return e.note("apply pauses") }

func (e *engine) Health(context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.fail
}

// world is a server with its store.
type world struct {
	*testing.T
	store  *store.Store
	engine *engine
	server *apiserver.Server
	http   *httptest.Server
	logs   *logs
	events *tally
	shows  *someDirectory
	full   atomic.Bool  // the disk of the database
	ahead  atomic.Int64 // how far the server's clock is ahead of the wall, in nanoseconds
}

func (w *world) now() time.Time { return time.Now().Add(time.Duration(w.ahead.Load())) }

// logs is where a server under test logs.
type logs struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logs) Write(p []byte) (int, error) { l.mu.Lock(); defer l.mu.Unlock(); return l.buf.Write(p) }

func (l *logs) String() string { l.mu.Lock(); defer l.mu.Unlock(); return l.buf.String() }

// docsPage is the page of the API, made once for all tests.
var docsPage = sync.OnceValue(func() http.Handler {
	h, err := apidocs.New(apidocs.Options{Document: api.OpenAPI, Base: "http://localhost:8080"})
	if err != nil {
		panic(err)
	}
	return h
})

func newWorld(t *testing.T) *world { t.Helper(); return newWorldWith(t, apiserver.WatchTiming{}) }

func newWorldWith(t *testing.T, timing apiserver.WatchTiming) *world {
	t.Helper()
	return newWorldOn(t, storetest.SQLite(t), timing)
}

func newWorldOn(t *testing.T, s *store.Store, timing apiserver.WatchTiming, change ...func(*apiserver.Options)) *world {
	t.Helper()
	w := &world{T: t, store: s, engine: &engine{}, logs: &logs{}, events: &tally{}, shows: &someDirectory{}}
	base, err := url.Parse("http://localhost:8080")
	require.NoError(t, err)
	signIn, err := auth.New(auth.Options{
		BaseURL: base, Issuer: issuer, ClientID: "mentionary", HTTPClient: &http.Client{Transport: http.NewFileTransport(http.Dir(t.TempDir()))},
		Key: make([]byte, 32), Sessions: sessions{w.store.People}, Logger: slog.New(slog.DiscardHandler),
	})
	require.NoError(t, err)
	enforcer, err := policies.New()
	require.NoError(t, err)
	o := apiserver.Options{
		Store: w.store, Now: w.now, Auth: signIn, Engine: w.engine, Enforcer: enforcer, Log: slog.New(slog.NewJSONHandler(w.logs, nil)),
		Version: "test", WorkflowPages: "/admin/temporal/namespaces/mentionary",
		RequestID: func(context.Context) string { return "request-7" }, OpenAPI: []byte("openapi: 3.1.0\n"), Watch: timing,
		Shows: showfinder.New(w.now, w.shows), Sources: map[media.Platform]source.Source{media.Feed: someShow{}}, Pictures: somePictures{},
		Listening: &apiserver.Listening{Server: "an-ear", Minute: 0.006, AtOnce: 2},
		Checks:    someChecks, Events: w.events, Prices: somePrices,
		Full: func() error {
			if w.full.Load() {
				return errDown
			}
			return nil
		},
		Operator: func(ctx context.Context, token string) (auth.Session, bool, error) {
			if token != "operator" {
				return auth.Session{}, false, nil
			}
			u, err := w.store.People.EnsureOperator(ctx)
			if err != nil {
				return auth.Session{}, false, err
			}
			return auth.Session{Person: gate.PersonOf(u), SignedInAt: time.Now()}, true, nil
		},
		Routes: map[string]http.Handler{apidocs.PagePattern: docsPage(), apidocs.StylePattern: docsPage()},
	}
	for _, c := range change {
		c(&o)
	}
	w.server, err = apiserver.New(o)
	require.NoError(t, err)
	w.http = httptest.NewServer(w.server.Handler())
	t.Cleanup(func() { w.server.Close(); w.http.Close() })
	return w
}

// person is somebody who is signed in; nil is a visitor.
type person struct {
	*store.User
	token string
}

// signIn makes a person with a role ("" for an ordinary user) and a session.
func (w *world) signIn(name, role string) *person {
	w.Helper()
	ctx := context.Background()
	if role != "" {
		require.NoError(w, w.store.People.EnsureRole(ctx, issuer, name, role))
	}
	sum := sha256.Sum256([]byte("token of " + name))
	token := base64.RawURLEncoding.EncodeToString(sum[:])
	hash := sha256.Sum256([]byte(token))
	u, err := w.store.People.SignIn(ctx, people.Identity{
		Issuer: issuer, Subject: name, Name: strings.ToUpper(name),
		Email: name + "@canary.example",
	},
		people.NewSession{TokenHash: hash[:], AgentLabel: "test", Created: time.Now(), Expires: time.Now().Add(time.Hour)})
	require.NoError(w, err)
	return &person{User: u, token: token}
}

// answer is what a call answered.
type answer struct {
	status int
	header http.Header
	body   string
}

// call sends a REST request; a body that is no text is sent as JSON.
func (w *world) call(p *person, method, path string, body any) answer {
	w.Helper()
	header := http.Header{}
	var content io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		require.NoError(w, err)
		content = bytes.NewReader(raw)
		header.Set("Content-Type", "application/json")
	}
	return w.send(p, method, path, content, header)
}

// connect sends a unary call on the Connect face.
func (w *world) connect(p *person, procedure, body string) answer {
	w.Helper()
	return w.send(p, http.MethodPost, "/mentionary.v1."+procedure, strings.NewReader(body),
		http.Header{"Content-Type": {"application/json"}, "Connect-Protocol-Version": {"1"}})
}

func (w *world) send(p *person, method, path string, content io.Reader, header http.Header) answer {
	w.Helper()
	r, err := http.NewRequestWithContext(w.Context(), method, w.http.URL+path, content)
	require.NoError(w, err)
	if header != nil {
		r.Header = header
	}
	if p != nil {
		r.AddCookie(&http.Cookie{Name: "mentionary_session", Value: p.token})
	}
	res, err := w.http.Client().Do(r)
	require.NoError(w, err)
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	require.NoError(w, err)
	return answer{res.StatusCode, res.Header, string(raw)}
}

// object reads the body of an answer with the status.
func (w *world) object(a answer, status int) map[string]any {
	w.Helper()
	require.Equal(w, status, a.status, a.body)
	out := map[string]any{}
	require.NoError(w, json.Unmarshal([]byte(a.body), &out), a.body)
	return out
}

// list reads a bare array.
func (w *world) list(a answer) []map[string]any {
	w.Helper()
	require.Equal(w, http.StatusOK, a.status, a.body)
	var out []map[string]any
	require.NoError(w, json.Unmarshal([]byte(a.body), &out), a.body)
	return out
}

// refused reads an error and returns its sentence.
func (w *world) refused(a answer, status int, code string) string {
	w.Helper()
	got := w.object(a, status)
	require.Equal(w, code, got["code"], a.body)
	require.Len(w, got, 2, "an error is code and message")
	sentence, _ := got["message"].(string)
	require.NotEmpty(w, sentence)
	return sentence
}

// process submits an address over REST and returns the job's id.
func (w *world) process(p *person, input string) int {
	w.Helper()
	got := w.object(w.call(p, "POST", "/api/process", map[string]any{"input": input}), http.StatusOK)
	return int(got["jobId"].(float64))
}

var recipe = extract.Recipe{Extractor: "offline", PromptVersion: "1", SchemaVersion: "1"}

// list a job's items as its workflow would.
func (w *world) items(jobID int, refs ...media.Ref) []*store.JobItem {
	w.Helper()
	var in []jobs.NewItem
	for _, r := range refs {
		in = append(in, jobs.NewItem{Ref: r, Title: "Video " + r.ExternalID})
	}
	_, err := w.store.Jobs.AddItems(w.Context(), jobID, in, "", "", true)
	require.NoError(w, err)
	out, _, err := w.store.Jobs.JobItems(w.Context(), jobID, 0, 0)
	require.NoError(w, err)
	return out
}

// want starts the run of an item as its workflow would.
func (w *world) want(jobID, itemID int) int {
	w.Helper()
	got, err := w.store.Jobs.WantEpisode(w.Context(), jobID, itemID, recipe)
	require.NoError(w, err)
	require.NotZero(w, got.Run.RunID)
	return got.Run.RunID
}

func video(id string) media.Ref {
	return media.Ref{Platform: media.YouTube, Kind: media.KindVideo, ExternalID: id, URL: "https://www.youtube.com/watch?v=" + id}
}

// The published episode of the tests. Words with "canary" are for those who are signed in.
const (
	videoID = "abcdefghijk"
	opening = "Welcome everybody to the show."
	spoken  = "🎉 We talked about Dune for a while."
	secret  = "The canary sings in the transcript only."
)

var longDescription = strings.Repeat("A description of the episode. ", 10) + "descriptioncanary"

// publish analyzes one video with one book and a private word in every private field. It returns who submitted it.
func (w *world) publish() *person {
	w.Helper()
	by := w.signIn("publisher", "")
	id := w.process(by, "https://www.youtube.com/watch?v="+videoID)
	item := w.items(id, video(videoID))[0]
	run := w.want(id, item.ID)
	views := 1234.0
	require.NoError(w, w.store.Jobs.SaveEpisode(w.Context(), run, media.Episode{
		Platform: media.YouTube, ExternalID: videoID, Title: "An episode", Description: longDescription, ThumbnailURL: "/api/pictures/x.jpg",
		PageURL: "https://www.youtube.com/watch?v=" + videoID, MediaURL: "https://media.example/mediacanary.mp3", Duration: 125 * time.Minute,
		ViewCount: &views, PublishedAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Channel:  media.Channel{Platform: media.YouTube, ExternalID: "UCabcdefghijklmnopqrstuv", Name: "The Show", SubscriberCount: &views},
		Chapters: []media.Chapter{{Start: time.Minute, Title: "chaptercanary"}},
	}))
	cues := []transcript.Cue{
		{StartMS: 0, EndMS: 4000, Text: opening}, {StartMS: 65_000, EndMS: 70_000, Text: spoken}, {StartMS: 90_000, EndMS: 95_000, Text: secret},
	}
	for range 300 { // so that a quote is less than its public share
		cues = append(cues, transcript.Cue{StartMS: 100_000, EndMS: 110_000, Text: "And so on and so forth until the end."})
	}
	transcriptID, err := w.store.Jobs.SaveTranscript(w.Context(), run,
		transcript.Transcript{Language: "en", Origin: transcript.Captions, Cues: cues})
	require.NoError(w, err)
	text := transcript.Layout(cues).Text
	said := func(typ mention.Type, name, quote string, in mention.Context, claims mention.Claims) mention.Mention {
		q, at := strings.Index(text, quote), strings.Index(text, name)
		require.Positive(w, at)
		return mention.Mention{
			Candidate: mention.Candidate{
				Type: typ, Name: name, Description: "About " + name + ".", Quote: quote, Surface: name, Context: in, Stance: mention.Discussed,
				Claims:  claims,
				Signals: []mention.Signal{mention.SignalCue},
			},
			Start: at, End: at + len(name), QuoteStart: q, QuoteEnd: q + len(quote), CueIndex: 1, StartMS: 65_000, EndMS: 70_000, Confidence: 0.9,
		}
	}
	_, err = w.store.Publish.Publish(w.Context(), publish.PublishInput{RunID: run, TranscriptID: transcriptID, Mentions: []mention.Mention{
		said(mention.Book, "Dune", spoken, mention.Editorial, mention.Claims{Author: "Frank Herbert"}),
	}})
	require.NoError(w, err)
	_, _, err = w.store.Jobs.FinishRun(w.Context(), run, work.RunDone, jobs.Failure{})
	require.NoError(w, err)
	w.engine.taken()
	return by
}

var errDown = errors.New("the engine is down")

func profileOf(name string) people.Profile { return people.Profile{DisplayName: name, Published: true} }
