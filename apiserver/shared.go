package apiserver

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"mentionary/apiserver/cached"
	"mentionary/apiserver/gate"
	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
	"mentionary/internal/restgate/httprule"
	"mentionary/internal/store"
	"mentionary/internal/telemetry"
	"mentionary/policies"
)

// sharedReads are the procedures whose answers many people get alike. An answer of one of them must depend on the
// request, on the catalogue, and on nothing of the asker but whether they are signed in and which uploads they may see.
var sharedReads = []string{
	mentionaryv1connect.StatsServiceGetStatsProcedure, mentionaryv1connect.StatsServiceGetTypeStatsProcedure,
	mentionaryv1connect.EpisodeServiceListEpisodesProcedure,
	mentionaryv1connect.EntityServiceListEntitiesProcedure, mentionaryv1connect.EntityServiceGetEntityProcedure,
	mentionaryv1connect.EntityServiceListEntityMentionsProcedure, mentionaryv1connect.EntityServiceGetEntityOverviewProcedure,
	mentionaryv1connect.ChannelServiceListChannelStatsProcedure, mentionaryv1connect.ChannelServiceGetChannelProcedure,
	mentionaryv1connect.ChannelServiceListChannelEpisodesProcedure, mentionaryv1connect.ChannelServiceListChannelEntitiesProcedure,
	mentionaryv1connect.SearchServiceSearchProcedure,
}

// The classes of askers who share answers.
const (
	visitors = "visitors"
	// readers are signed in as users and own no episode, so that they see exactly what is public.
	readers = "readers"
)

// sharing answers many people at once what they see alike.
type sharing struct {
	store   *store.Store
	gate    *gate.Gate
	metrics *telemetry.Metrics
	counter counter
	log     *slog.Logger
	now     func() time.Time
}

// reads puts the cache in front of the shared reads of both faces; everything else goes to next.
func (s sharing) reads(next http.Handler) (http.Handler, error) {
	cache := cached.New(s.store, cached.DefaultBytes, s.now)
	front := http.NewServeMux()
	front.Handle("/", next)
	for _, procedure := range sharedReads {
		d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(strings.ReplaceAll(procedure[1:], "/", ".")))
		method, ok := d.(protoreflect.MethodDescriptor)
		if !ok {
			return nil, fmt.Errorf("%s is no procedure of the contract: %w", procedure, err)
		}
		routes, err := httprule.Of(method)
		if err != nil {
			return nil, err
		}
		asker := func(r *http.Request) cached.Asker { return s.asker(r, procedure) }
		answered := func(r *http.Request, kept bool) { s.count(r, procedure, kept) }
		for _, rt := range routes {
			front.Handle("GET "+rt.Path, cache.Handler(next, restQuestion(method.Input()), asker, answered))
		}
		front.Handle("GET "+procedure, cache.Handler(next, connectQuestion, asker, answered))
	}
	return front, nil
}

// count counts a read that may come from the cache. One that does never reaches the interceptors that count others.
func (s sharing) count(r *http.Request, procedure string, kept bool) {
	s.metrics.Cache(kept)
	if !kept {
		return
	}
	s.metrics.Request(procedure, codeOf(nil), 0)
	if event, ok := events[procedure]; ok {
		s.counter.count(r.Context(), event)
	}
}

// restQuestion names what a REST call asks: its path and those parameters that mean something, in one order.
func restQuestion(in protoreflect.MessageDescriptor) func(*http.Request) string {
	return func(r *http.Request) string {
		return question(r, func(name string) bool { return httprule.Parameter(in, name) != nil })
	}
}

// connectQuestion names what a Connect GET asks.
func connectQuestion(r *http.Request) string {
	return question(r, func(name string) bool {
		switch name {
		case "connect", "encoding", "message", "base64", "compression":
			return true
		}
		return false
	})
}

func question(r *http.Request, means func(name string) bool) string {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil { // the handler refuses it; until then it is a question of its own
		return r.URL.EscapedPath() + "?" + r.URL.RawQuery
	}
	for name := range query {
		if !means(name) {
			delete(query, name)
		}
	}
	return r.URL.EscapedPath() + "?" + query.Encode()
}

// asker finds out with whom the sender of a request shares answers. A request for a class is handed on without anything
// of its sender, and the gate takes its viewer for somebody of that class: what is kept cannot hold what is theirs.
func (s sharing) asker(r *http.Request, procedure string) cached.Asker {
	v, err := s.gate.Identify(r.Context(), r.Header)
	if err != nil {
		return cached.Asker{Request: r} // the gate says why
	}
	if !v.SignedIn {
		return cached.Asker{Class: visitors, Public: true, Request: acting(r, gate.Visitor())}
	}
	alone := cached.Asker{Request: r.WithContext(gate.Acting(r.Context(), v))}
	if v.Role != policies.User || !s.gate.RoleMay(v, procedure) {
		return alone
	}
	if owns, err := s.store.Catalogue.OwnsEpisodes(r.Context(), v.UserID()); err != nil || owns {
		return alone
	}
	return cached.Asker{Class: readers, Request: acting(r, gate.AnyReader())}
}

// carried are the headers of a request that its handler may see all the same: they name the request, not the person.
var carried = []string{"X-Request-Id", "Traceparent", "Tracestate"}

// acting is the request as anybody of a class would send it.
func acting(r *http.Request, as gate.Viewer) *http.Request {
	out := r.WithContext(gate.Acting(r.Context(), as))
	out.Header = http.Header{}
	for _, k := range carried {
		if values := r.Header.Values(k); len(values) > 0 {
			out.Header[k] = values
		}
	}
	return out
}

// tellingVersion tells writers the version of the catalogue that holds what they wrote.
func (s sharing) tellingVersion() connect.UnaryInterceptorFunc {
	return func(next connect.UnaryFunc) connect.UnaryFunc {
		return func(ctx context.Context, r connect.AnyRequest) (connect.AnyResponse, error) {
			answer, err := next(ctx, r)
			if err == nil && r.Spec().IdempotencyLevel != connect.IdempotencyNoSideEffects {
				s.tellVersion(ctx, answer.Header())
			}
			return answer, err
		}
	}
}

// tellVersion sets the header of an answer to a write. Without it the writer sees the change a moment later, so that a
// version that cannot be read is no reason to fail a write that is done.
func (s sharing) tellVersion(ctx context.Context, h http.Header) {
	version, err := s.store.CatalogueVersion(ctx)
	if err != nil {
		s.log.WarnContext(ctx, "the catalogue's version cannot be read", "error", err)
		return
	}
	h.Set(cached.VersionHeader, strconv.FormatInt(version, 10))
}
