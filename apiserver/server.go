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

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
	"mentionary/internal/auth"
	"mentionary/internal/restgate"
	"mentionary/internal/store"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/jobs"
	"mentionary/internal/telemetry"
	"mentionary/policies"
)

// maxRequest limits request messages, in bytes. Uploads have a limit of their own.
const maxRequest = 1 << 20

// worthCompressing is the size in bytes from which answers of the Connect face are compressed.
const worthCompressing = 1 << 10

// Jobs is what drives the work behind rows. Every call comes after its row is written and may be lost: a reconciler
// makes it good. Calls that come twice are harmless.
type Jobs interface {
	StartJob(ctx context.Context, j jobs.JobRef) error
	CancelJob(ctx context.Context, j jobs.JobRef) error
	PauseJob(ctx context.Context, j jobs.JobRef) error
	HurryJob(ctx context.Context, j jobs.JobRef) error
	CancelRun(ctx context.Context, r jobs.RunRef) error
	TellTranscript(ctx context.Context, r jobs.RunRef) error
	FollowChannel(ctx context.Context, c jobs.FollowRef) error
	UnfollowChannel(ctx context.Context, channelID int) error
	// BudgetRaised tells runs that wait for the model's budget to ask again now.
	BudgetRaised(ctx context.Context) error
	StartPass(ctx context.Context, p curate.PassRef) error
	Health(ctx context.Context) error
}

// Options make a server. Store, Auth, Jobs and Enforcer are required.
type Options struct {
	Store    *store.Store
	Auth     *auth.Auth
	Jobs     Jobs
	Enforcer *policies.Enforcer
	Now      func() time.Time // time.Now when nil; the same clock as the store's
	Log      *slog.Logger     // slog.Default() when nil
	Version  string           // of the program, shown by the health route
	// Operator answers the session of whoever holds the operator's token ("Authorization: Bearer …"); nil knows none.
	Operator func(ctx context.Context, token string) (auth.Session, bool, error)
	// RequestID answers the id of a request from its context, "" when it has none. It is shown with neutral sentences.
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
	// Checks are what GetHealth answers, in this order.
	Checks []Check
	// Full answers an error while the disk of the database takes no more; nil never does.
	Full func() error
	// Events counts what people do; nil counts nothing.
	Events Events
	// Watch sets the rhythm of live streams; zero values mean the documented ones.
	Watch WatchTiming
}

// Server holds the handlers. It is safe for concurrent use.
type Server struct {
	Options
	handler http.Handler
	pages   http.Handler // answers the status of pages about something public
	poller  *poller
	streams *streams
	uploads *uploadRoom
	done    chan struct{} // closed by Close
	once    sync.Once
}

// New makes the server. It compiles the rules of the contract, so that the first request does not pay for it.
func New(o Options) (*Server, error) {
	if o.Store == nil || o.Auth == nil || o.Jobs == nil || o.Enforcer == nil {
		return nil, errors.New("the API server needs a store, sign-in, jobs and a policy")
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
	o.Watch = o.Watch.withDefaults()
	s := &Server{Options: o, uploads: newUploadRoom(), streams: newStreams(), done: make(chan struct{})}
	s.poller = newPoller(o.Store, o.Now, o.Watch.Poll, o.Log)
	s.pages = s.keepPages()
	var err error
	s.handler, err = s.mount()
	return s, err
}

// Handler answers both faces and the routes beside them. Paths outside /api and /mentionary.v1.* get a JSON 404: the
// caller sends pages elsewhere.
func (s *Server) Handler() http.Handler { return s.handler }

// Close ends all live streams, so that the HTTP server can shut down. It may be called twice.
func (s *Server) Close() { s.once.Do(func() { close(s.done) }) }

// service is one mounted Connect service.
type service struct {
	path    string
	handler http.Handler
}

func (s *Server) services(opts ...connect.HandlerOption) []service {
	var all []service
	add := func(path string, h http.Handler) { all = append(all, service{path, h}) }
	add(mentionaryv1connect.NewAuthServiceHandler(authService{s}, opts...))
	add(mentionaryv1connect.NewStatsServiceHandler(statsService{s}, opts...))
	add(mentionaryv1connect.NewEpisodeServiceHandler(episodeService{s}, opts...))
	add(mentionaryv1connect.NewEntityServiceHandler(entityService{s}, opts...))
	add(mentionaryv1connect.NewChannelServiceHandler(channelService{s}, opts...))
	add(mentionaryv1connect.NewFavoriteServiceHandler(favoriteService{s}, opts...))
	add(mentionaryv1connect.NewUserServiceHandler(userService{s}, opts...))
	add(mentionaryv1connect.NewSearchServiceHandler(searchService{s}, opts...))
	add(mentionaryv1connect.NewJobServiceHandler(jobService{s}, opts...))
	add(mentionaryv1connect.NewWatchServiceHandler(watchService{s}, append(opts, connect.WithCompression("gzip", nil, nil))...)) // streams are never compressed
	add(mentionaryv1connect.NewAdminServiceHandler(adminService{s}, opts...))
	add(mentionaryv1connect.NewAccountServiceHandler(accountService{s}, opts...))
	add(mentionaryv1connect.NewFollowServiceHandler(followService{s}, opts...))
	add(mentionaryv1connect.NewMergeServiceHandler(mergeService{s}, opts...))
	add(mentionaryv1connect.NewPublicationServiceHandler(publicationService{s}, opts...))
	return all
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
		connect.WithRecover(s.recovered),
		connect.WithRequestGate(s.gate),
		connect.WithInterceptors(measured{s}, traces, faults{s}, s.counted(), versions{s}, validate.NewInterceptor(validate.WithValidator(rules))),
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
	shared, err := s.shareReads(mux)
	if err != nil {
		return nil, err
	}
	return s.visits(varies(shared)), nil
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
	rest.Handle("POST /api/uploads", http.HandlerFunc(s.upload))
	rest.Handle("GET /api/user/export", http.HandlerFunc(s.export))
	rest.Handle("GET "+FirstAdminPath, http.HandlerFunc(s.firstAdminPage))
	rest.Handle("POST "+FirstAdminPath, http.HandlerFunc(s.claimFirstAdmin))
	rest.Handle("GET /api/pictures/{name}", http.HandlerFunc(s.servePicture))
	rest.Handle("GET /api/health", http.HandlerFunc(s.health))
	if s.OpenAPI != nil {
		rest.Handle("GET /api/openapi.yaml", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/yaml; charset=utf-8")
			_, _ = w.Write(s.OpenAPI) // fails only when the caller has gone away
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
