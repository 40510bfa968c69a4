package apiserver

import (
	"context"
	"net"
	"net/http"

	"connectrpc.com/connect"

	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
	"mentionary/internal/auth"
	"mentionary/policies"
)

// Events counts what people do, without who they are.
type Events interface {
	// Record notes an event of whoever has the address and user agent, which are not stored. It never blocks.
	Record(event, address, agent string)
}

// events are the procedures whose success is counted.
var events = map[string]string{
	mentionaryv1connect.EpisodeServiceGetEpisodeProcedure:    "episode_view",
	mentionaryv1connect.EpisodeServiceGetTranscriptProcedure: "transcript_view",
	mentionaryv1connect.EntityServiceGetEntityProcedure:      "entity_view",
	mentionaryv1connect.ChannelServiceGetChannelProcedure:    "channel_view",
	mentionaryv1connect.SearchServiceSearchProcedure:         "search",
	mentionaryv1connect.JobServiceProcessProcedure:           "job_submitted",
	mentionaryv1connect.FavoriteServiceAddFavoriteProcedure:  "favorite_added",
}

// routeEvents are the routes beside the procedures, with the status that says that they succeeded.
var routeEvents = map[string]struct {
	event  string
	status int
}{
	"GET " + auth.CallbackPath: {"sign_in", http.StatusSeeOther},
	policies.ExportData:        {"export", http.StatusOK},
}

// visit is a request that may be counted.
type visit struct{ address, agent string }

type visitKey struct{}

func visitOf(r *http.Request) visit {
	address, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		address = r.RemoteAddr
	}
	return visit{address, r.UserAgent()}
}

// counter counts what people do.
type counter struct {
	events Events // nil counts nothing
}

// visits notes who sends a request, and counts routes beside the procedures. A HEAD shows nobody anything and is not
// counted.
func (c counter) visits(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead || r.Method == http.MethodOptions {
			next.ServeHTTP(w, r)
			return
		}
		r = r.WithContext(context.WithValue(r.Context(), visitKey{}, visitOf(r)))
		route, ok := routeEvents[r.Method+" "+r.URL.Path]
		if !ok {
			next.ServeHTTP(w, r)
			return
		}
		watched := &statusWriter{ResponseWriter: w}
		next.ServeHTTP(watched, r)
		if watched.status == route.status {
			c.count(r.Context(), route.event)
		}
	})
}

// count counts an event of the request that ctx belongs to.
func (c counter) count(ctx context.Context, event string) {
	if v, ok := ctx.Value(visitKey{}).(visit); ok && c.events != nil {
		c.events.Record(event, v.address, v.agent)
	}
}

// calls counts successful calls.
func (c counter) calls() connect.UnaryInterceptorFunc {
	return func(next connect.UnaryFunc) connect.UnaryFunc {
		return func(ctx context.Context, r connect.AnyRequest) (connect.AnyResponse, error) {
			answer, err := next(ctx, r)
			if event, ok := events[r.Spec().Procedure]; ok && err == nil {
				c.count(ctx, event)
			}
			return answer, err
		}
	}
}

// statusWriter remembers the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int
}

// WriteHeader implements http.ResponseWriter.
func (w *statusWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *statusWriter) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap gives http.ResponseController the writer below.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
