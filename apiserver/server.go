package apiserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"buf.build/go/protovalidate"
	"connectrpc.com/connect"
	"connectrpc.com/otelconnect"
	"connectrpc.com/validate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"mentionary/apiserver/export"
	"mentionary/apiserver/gate"
	"mentionary/apiserver/refusal"
	"mentionary/apiserver/uploads"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
	"mentionary/internal/auth"
	"mentionary/internal/budget"
	"mentionary/internal/doctor"
	"mentionary/internal/media"
	"mentionary/internal/picture"
	"mentionary/internal/reply"
	"mentionary/internal/restgate"
	"mentionary/internal/showfinder"
	"mentionary/internal/source"
	"mentionary/internal/store"
	"mentionary/internal/telemetry"
	"mentionary/policies"
)

// maxRequest limits request messages, in bytes. Uploads have a limit of their own.
const maxRequest = 1 << 20

// worthCompressing is the size in bytes from which answers of the Connect face are compressed.
const worthCompressing = 1 << 10

// Options make a server. Store, Auth, Engine and Enforcer are required.
type Options struct {
	Store    *store.Store
	Auth     *auth.Auth
	Engine   Engine
	Enforcer *policies.Enforcer
	Now      func() time.Time // time.Now when nil; the same clock as the store's
	Log      *slog.Logger     // slog.Default() when nil
	Version  string           // of the program, shown by the health route
	Operator gate.Operator    // nil knows none
	// RequestID returns the id of a request from its context, "" when it has none. It is shown with neutral sentences.
	RequestID func(context.Context) string
	// OpenAPI is served at /api/openapi.yaml; nil serves nothing there.
	OpenAPI []byte
	// Routes are further ones below /api by pattern ("GET /api/schedules/export"), so that they share its 404 and 405.
	Routes map[string]http.Handler
	// Metrics counts calls and streams; nil counts nothing.
	Metrics *telemetry.Metrics
	// SubmissionsPerHour is how many jobs a user may submit in an hour; 0 means DefaultSubmissionsPerHour.
	SubmissionsPerHour int
	// UploadMiBPerDay is how many MiB of files a user may upload in a day; 0 means DefaultUploadMiBPerDay.
	UploadMiBPerDay int
	// Sounds says what audio may be uploaded; its zero value takes none.
	Sounds uploads.Sounds
	// Prices are those of the models in the costs; a model without one has no dollars.
	Prices budget.Prices
	// Checks are what GetHealth asks, in this order.
	Checks []doctor.Check
	// Full returns an error while the disk of the database takes no more; nil never does.
	Full func() error
	// Events counts what people do; nil counts nothing.
	Events Events
	// WorkflowPages is the address of the workflow engine's own pages, as admins follow it; empty when there are none.
	WorkflowPages string
	// Shows finds shows by their names; nil asks nobody.
	Shows ShowFinder
	// Listening is what having audio heard comes to; nil where nobody listens.
	Listening *Listening
	// Pictures reads covers of found shows from other people's servers; nil shows none.
	Pictures picture.Fetcher
	// Sources list the episodes of shows; without one no show can be opened.
	Sources map[media.Platform]source.Source
	// Watch sets the rhythm of live streams; zero values mean the documented ones.
	Watch WatchTiming
}

// Server serves both faces and the routes beside them. It is safe for concurrent use.
type Server struct {
	Options
	handler  http.Handler
	reads    http.Handler // handler without the counting of requests
	gate     *gate.Gate
	refusals *refusal.Reporter
	pages    *pages
	covers   *showPictures
	done     chan struct{} // closed by Close
	once     sync.Once
}

// New makes the server. It compiles the rules of the contract, so that the first request does not pay for it.
func New(o Options) (*Server, error) {
	if o.Store == nil || o.Auth == nil || o.Engine == nil || o.Enforcer == nil {
		return nil, errors.New("the API server needs a store, sign-in, an engine and a policy")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.RequestID == nil {
		o.RequestID = func(context.Context) string { return "" }
	}
	if o.Full == nil {
		o.Full = func() error { return nil }
	}
	if o.SubmissionsPerHour == 0 {
		o.SubmissionsPerHour = DefaultSubmissionsPerHour
	}
	if o.UploadMiBPerDay == 0 {
		o.UploadMiBPerDay = DefaultUploadMiBPerDay
	}
	if o.Shows == nil {
		o.Shows = showfinder.New(o.Now)
	}
	o.Watch = o.Watch.withDefaults()
	s := &Server{
		Options: o, done: make(chan struct{}),
		gate: gate.New(o.Store, o.Auth, o.Enforcer, o.Now, o.Operator), refusals: refusal.New(o.Log, o.RequestID),
	}
	s.pages = newPages(o.Store, s.gate, s.sharing(), o.Metrics, o.Log)
	var err error
	if s.covers, err = newShowPictures(o.Pictures); err != nil {
		return nil, err
	}
	if s.reads, err = s.mount(); err != nil {
		return nil, err
	}
	s.handler = s.counter().visits(varies(s.reads))
	return s, nil
}

// Handler serves both faces and the routes beside them. Paths outside /api and /mentionary.v1.* get a JSON 404: the
// caller sends pages elsewhere.
func (s *Server) Handler() http.Handler { return s.handler }

// Close ends all live streams, so that the HTTP server can shut down. It may be called twice.
func (s *Server) Close() { s.once.Do(func() { close(s.done) }) }

// service is one mounted Connect service.
type service struct {
	path    string
	handler http.Handler
}

// services are those of the contract, each with what it needs and no more.
func (s *Server) services(opts ...connect.HandlerOption) []service {
	var all []service
	add := func(path string, h http.Handler) { all = append(all, service{path, h}) }
	messages := messenger{s.Log, s.RequestID}
	jobs, view := jobMessenger{messages, s.Store, s.Engine}, jobView{s.Store, s.gate}
	add(mentionaryv1connect.NewAuthServiceHandler(authService{s.Store, s.gate}, opts...))
	add(mentionaryv1connect.NewStatsServiceHandler(statsService{s.Store}, opts...))
	add(mentionaryv1connect.NewEpisodeServiceHandler(episodeService{s.Store, s.gate}, opts...))
	add(mentionaryv1connect.NewEntityServiceHandler(entityService{s.Store, s.gate, s.Engine, messages, s.Now, s.Watch.Poll, s.done}, opts...))
	add(mentionaryv1connect.NewChannelServiceHandler(channelService{s.Store, s.gate}, opts...))
	add(mentionaryv1connect.NewFavoriteServiceHandler(favoriteService{s.Store, s.gate}, opts...))
	add(mentionaryv1connect.NewUserServiceHandler(userService{s.Store, s.gate}, opts...))
	add(mentionaryv1connect.NewSearchServiceHandler(searchService{s.Store, s.gate}, opts...))
	add(mentionaryv1connect.NewShowServiceHandler(showService{
		store: s.Store, gate: s.gate, finder: s.Shows, covers: s.covers, sources: s.Sources, asks: newAsks(s.Now),
		listening: s.Listening, now: s.Now,
	}, opts...))
	add(mentionaryv1connect.NewJobServiceHandler(jobService{s.Store, s.gate, s.limits(), jobs, view, s.Listening}, opts...))
	add(mentionaryv1connect.NewAdminServiceHandler(adminService{s.Store, s.gate, s.Engine, messages, s.Now, s.Version, s.Checks, s.Log},
		opts...))
	add(mentionaryv1connect.NewInsightsServiceHandler(insightsService{s.Store, s.gate, s.Prices, s.Now}, opts...))
	add(mentionaryv1connect.NewAccountServiceHandler(accountService{s.Store, s.gate, s.Auth, s.limits(), jobs, s.Now}, opts...))
	add(mentionaryv1connect.NewFollowServiceHandler(followService{s.Store, s.gate, s.Engine, messages}, opts...))
	add(mentionaryv1connect.NewMergeServiceHandler(mergeService{s.Store, s.gate}, opts...))
	quality := qualityService{s.Store, s.Engine, messages, s.refusals}
	add(mentionaryv1connect.NewQualityServiceHandler(quality, opts...))
	add(mentionaryv1connect.NewPublicationServiceHandler(publicationService{s.Store, s.gate, jobs}, opts...))
	batches := batchService{s.Store, s.gate, s.Engine, messages, batchView{s.Store, view}}
	add(mentionaryv1connect.NewBatchServiceHandler(batches, opts...))
	add(mentionaryv1connect.NewScheduleServiceHandler(
		scheduleService{s.Store, s.gate, s.Engine, messages, &nextRuns{engine: s.Engine, now: s.Now, log: s.Log}}, opts...))
	add(mentionaryv1connect.NewReportServiceHandler(reportService{s.Store, s.gate}, opts...))
	add(mentionaryv1connect.NewReviewServiceHandler(reviewService{s.Store}, opts...))
	queues := &queueDesk{engine: s.Engine, now: s.Now, log: s.Log, ui: s.WorkflowPages}
	add(mentionaryv1connect.NewWorkServiceHandler(workService{
		store: s.Store, gate: s.gate, engine: jobs, batches: batches, quality: quality, view: view, queues: queues,
		prices: s.Prices, ui: s.WorkflowPages,
	}, opts...))
	watch := watchService{
		store: s.Store, gate: s.gate, view: view, batches: batches.view, queues: queues,
		poller: newPoller(s.Store, s.Now, s.Watch.Poll, s.Log), streams: newStreams(),
		metrics: s.Metrics, log: s.Log, timing: s.Watch, done: s.done,
	}
	uncompressed := connect.WithCompression("gzip", nil, nil) // a stream's messages must not wait in a compressor
	add(mentionaryv1connect.NewWatchServiceHandler(watch, append(opts, uncompressed)...))
	return all
}

func (s *Server) limits() limits {
	out := limits{perHour: s.SubmissionsPerHour, mibPerDay: s.UploadMiBPerDay}
	if s.Sounds.Heard {
		out.audioMiB = int(s.Sounds.MaxBytes >> 20)
	}
	return out
}

// AudioMiB is how large a file of sound may be that is uploaded to be listened to; 0 where nobody listens.
func (s *Server) AudioMiB() int { return s.limits().audioMiB }

func (s *Server) counter() counter { return counter{s.Events} }

func (s *Server) sharing() sharing {
	return sharing{store: s.Store, gate: s.gate, metrics: s.Metrics, counter: s.counter(), log: s.Log, now: s.Now}
}

// admit is the gate before every procedure. What it refuses never reaches an interceptor, so it is logged and counted here.
func (s *Server) admit(ctx context.Context, spec connect.Spec, _ connect.Peer, header http.Header) (context.Context, error) {
	ctx, err := s.gate.Admit(ctx, spec.Procedure, header)
	if err != nil {
		err = s.refusals.Shown(ctx, spec.Procedure, err)
		s.Metrics.Request(spec.Procedure, codeOf(err), 0)
		return nil, err
	}
	return ctx, nil
}

func (s *Server) mount() (http.Handler, error) {
	rules, err := newValidator()
	if err != nil {
		return nil, err
	}
	traces, err := otelconnect.NewInterceptor()
	if err != nil {
		return nil, fmt.Errorf("tracing: %w", err)
	}
	opts := []connect.HandlerOption{
		connect.WithRecover(s.refusals.Recovered),
		connect.WithRequestGate(s.admit),
		connect.WithInterceptors(
			restgate.Interceptor(), measured{s.Metrics}, traces, s.refusals.Interceptor(), s.counter().calls(), s.sharing().tellingVersion(),
			validate.NewInterceptor(validate.WithValidator(rules)),
		),
		connect.WithReadMaxBytes(maxRequest),
		connect.WithCompressMinBytes(worthCompressing),
		connect.WithRequireConnectProtocolHeader(),
	}
	rest := restgate.New(maxRequest)
	mux := http.NewServeMux()
	for _, svc := range s.services(opts...) {
		mux.Handle(svc.path, svc.handler)
		if err := rest.Mount(svc.path, svc.handler); err != nil {
			return nil, err
		}
	}
	s.plainRoutes(rest)
	mux.Handle("/", rest)
	return s.sharing().reads(mux)
}

// alike are the routes that answer everybody the same, whoever asks.
var alike = []string{"/api/pictures/", "/api/openapi.yaml", "/api/health", "/api/docs"}

// varies tells caches that what is answered depends on who asks.
func varies(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.ContainsFunc(alike, func(path string) bool { return strings.HasPrefix(r.URL.Path, path) }) {
			w.Header().Add("Vary", "Cookie, Authorization")
		}
		next.ServeHTTP(w, r)
	})
}

// plainRoutes adds what is no procedure.
func (s *Server) plainRoutes(rest *restgate.Gate) {
	rest.Handle("GET "+auth.LoginPath, http.HandlerFunc(s.Auth.Login))
	rest.Handle("GET "+auth.CallbackPath, http.HandlerFunc(s.Auth.Callback))
	rest.Handle(auth.LogoutPath, http.HandlerFunc(s.Auth.Logout))
	rest.Handle(policies.UploadFiles, uploads.New(s.Store, s.gate, s.refusals, s.limits().of, s.sharing().tellVersion, s.Sounds))
	rest.Handle(policies.ExportData, export.New(s.Store, s.gate, s.refusals, s.Now, s.Log))
	rest.Handle(policies.ExportFollows, export.NewFollows(s.Store, s.gate, s.refusals, s.Now, s.Log))
	rest.Handle(policies.ExportAudit, export.NewAudit(s.Store, s.gate, s.refusals, s.Now, s.Log))
	first := firstAdmin{s.Store, s.gate, s.refusals}
	rest.Handle("GET "+FirstAdminPath, http.HandlerFunc(first.page))
	rest.Handle("POST "+FirstAdminPath, http.HandlerFunc(first.claim))
	rest.Handle("GET /api/pictures/{name}", pictures{s.Store, s.refusals})
	rest.Handle("GET "+showPicturePath+"{name}", s.covers)
	rest.Handle("GET /api/health", http.HandlerFunc(s.health))
	if s.OpenAPI != nil {
		document := reply.New(s.OpenAPI)
		rest.Handle("GET /api/openapi.yaml", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/yaml; charset=utf-8")
			w.Header().Set("Cache-Control", "no-cache")
			document.Send(w, r)
		}))
	}
	for pattern, h := range s.Routes {
		rest.Handle(pattern, h)
	}
}

// newValidator compiles the rules of all messages of the contract.
func newValidator() (protovalidate.Validator, error) {
	var messages []proto.Message
	protoregistry.GlobalTypes.RangeMessages(func(t protoreflect.MessageType) bool {
		if t.Descriptor().ParentFile().Package() == v1.File_mentionary_v1_common_proto.Package() {
			messages = append(messages, t.Zero().Interface())
		}
		return true
	})
	v, err := protovalidate.New(protovalidate.WithMessages(messages...), protovalidate.WithDisableLazy())
	if err != nil {
		return nil, fmt.Errorf("rules of the contract: %w", err)
	}
	return v, nil
}

// IsAPI reports whether a path belongs to this package's handler rather than to a page.
func IsAPI(path string) bool {
	return path == "/api" || strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/mentionary.v1.")
}
