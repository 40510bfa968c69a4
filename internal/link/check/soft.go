package check

import (
	"context"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"mentionary/internal/fault"
)

const (
	baselineTTL  = time.Hour
	maxBaselines = 2048
)

// baseline is how a host answers for a page that cannot exist.
type baseline struct {
	known   bool // an answer came
	ok      bool // with a success status, so that status codes tell nothing on this host
	landing *url.URL
	title   string
	made    time.Time
}

// baselines remembers them for an hour; bounded.
type baselines struct {
	mu     sync.Mutex
	byHost map[string]baseline
}

func (b *baselines) get(key string, now time.Time) (baseline, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	found, ok := b.byHost[key]
	return found, ok && now.Sub(found.made) < baselineTTL
}

func (b *baselines) put(key string, value baseline) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.byHost) >= maxBaselines {
		// Which one goes matters little: it costs one request to make again.
		for old := range b.byHost {
			delete(b.byHost, old)
			break
		}
	}
	b.byHost[key] = value
}

// missing returns the baseline of the host of u. The error is the pacer's or the end of ctx; a host that fails gives an
// unknown baseline.
func (c *Checker) missing(ctx context.Context, u *url.URL) (baseline, error) {
	key := u.Scheme + "://" + u.Host
	if b, ok := c.baselines.get(key, c.clock.Now()); ok {
		return b, nil
	}
	a, err := c.visit(ctx, http.MethodGet, &url.URL{Scheme: u.Scheme, Host: u.Host, Path: c.randomPath()})
	if err != nil && (ctx.Err() != nil || fault.Is(err, fault.RateLimited)) {
		return baseline{}, err
	}
	b := baseline{made: c.clock.Now()}
	if err == nil && a.status != http.StatusTooManyRequests && a.status < 500 {
		b.known, b.ok, b.landing, b.title = true, a.ok() || a.unasked, a.landing, a.title
	}
	c.baselines.put(key, b)
	return b, nil
}

// softGone finds pages that say "not found" with a success status: they land where a random path lands, or bear its
// title. got is the successful answer for u.
func (c *Checker) softGone(ctx context.Context, u *url.URL, got answer) (Reason, error) {
	if isRoot(u) {
		return "", nil // a home page may well be what random paths lead to
	}
	b, err := c.missing(ctx, u)
	if err != nil || !b.known || !b.ok {
		return "", err
	}
	if samePlace(got.landing, b.landing) {
		if samePlace(u, got.landing) {
			return "", nil // the link names that very page
		}
		return SoftGone, nil
	}
	if b.title == "" || got.unasked {
		return "", nil
	}
	title, err := c.title(ctx, u, got)
	if err != nil || title != b.title {
		return "", err
	}
	if saysNotFound.MatchString(title) {
		return SoftGone, nil
	}
	// Programs that run in the browser give all pages one title. The home page tells them from error pages.
	home, err := c.visit(ctx, http.MethodGet, &url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/"})
	switch {
	case err != nil && (ctx.Err() != nil || fault.Is(err, fault.RateLimited)):
		return "", err
	case err != nil || !home.ok() || home.title == title:
		return SameTitle, nil
	default:
		return SoftGone, nil
	}
}

// title returns the title of the page, read now if got came from HEAD.
func (c *Checker) title(ctx context.Context, u *url.URL, got answer) (string, error) {
	if got.title != "" {
		return got.title, nil
	}
	a, err := c.visit(ctx, http.MethodGet, u)
	if err != nil && (ctx.Err() != nil || fault.Is(err, fault.RateLimited)) {
		return "", err
	}
	return a.title, nil
}

var (
	saysNotFound = regexp.MustCompile(`\b404\b|not found|page (does not|doesn't|cannot|can't|could not|couldn't)|` +
		`no longer (available|exists)|nicht gefunden|introuvable|no encontrad[ao]|non trovat[ao]|não encontrad[ao]`)
	signInPath = regexp.MustCompile(`(?i)/(log-?in|sign-?in|sso|authenticate|wp-login\.php|auth(orize)?)(/|$)`)
)

// isRoot reports whether the address is the home page of its host.
func isRoot(u *url.URL) bool { return strings.Trim(u.Path, "/") == "" && u.RawQuery == "" }

// samePlace compares two addresses without what redirects commonly tidy up: scheme, www, closing slash, query.
func samePlace(a, b *url.URL) bool {
	return bareHost(a) == bareHost(b) && strings.EqualFold(strings.TrimSuffix(a.Path, "/"), strings.TrimSuffix(b.Path, "/"))
}

func bareHost(u *url.URL) string {
	return strings.TrimPrefix(strings.ToLower(u.Host), "www.")
}
