package secure

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
)

// Options say how the handlers are protected.
type Options struct {
	// BaseURL is where people reach the product, as configured. With https, browsers are told to stay there.
	BaseURL string
	// Log takes the access log and panics; nil means slog.Default.
	Log *slog.Logger
	// MaxBody limits request bodies in bytes; 0 means 1 MiB.
	MaxBody int64
	// OwnBodyLimit holds patterns of http.ServeMux for routes that limit their bodies themselves (uploads).
	OwnBodyLimit []string
	// Proxies are where proxies of ours are: what they say about the caller's address (X-Forwarded-For) is believed.
	Proxies []netip.Prefix
	// AnyOrigin holds patterns for routes that other origins may post to (reports of browsers). They must change nothing.
	AnyOrigin []string
}

// Wrap puts the protection around next. It fails when BaseURL is no origin; broken patterns panic, as in http.ServeMux.
func Wrap(next http.Handler, o Options) (http.Handler, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.MaxBody <= 0 {
		o.MaxBody = 1 << 20
	}
	log := slog.New(LogHandler(o.Log.Handler()))
	h := limitBody(next, o.MaxBody, matcher(o.OwnBodyLimit))
	h, err := sameOrigin(h, strings.TrimSuffix(o.BaseURL, "/"), o.AnyOrigin)
	if err != nil {
		return nil, fmt.Errorf("base URL %q: %w", o.BaseURL, err)
	}
	h = recoverPanics(h, log)
	h = setHeaders(h, strings.HasPrefix(o.BaseURL, "https://"))
	h = accessLog(h, log)
	return behindProxies(identify(h), o.Proxies), nil
}

// matcher says whether a request fits one of the patterns.
func matcher(patterns []string) func(*http.Request) bool {
	mux := http.NewServeMux()
	for _, p := range patterns {
		mux.Handle(p, http.NotFoundHandler())
	}
	return func(r *http.Request) bool {
		_, pattern := mux.Handler(r)
		return pattern != ""
	}
}
