package check

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/link"
	"mentionary/internal/outbound"
)

func page(title string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprintf(w, "<!doctype html><html><head><meta charset=utf-8><title>%s</title></head><body>text</body></html>", title)
	}
}

func redirect(to string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusFound) }
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// byMethod answers HEAD with one status and everything else with the handler.
func byMethod(head int, rest http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			w.WriteHeader(head)
			return
		}
		rest(w, r)
	}
}

// paths serves handlers by path and other for the rest.
func paths(other http.HandlerFunc, handlers map[string]http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if h := handlers[r.URL.Path]; h != nil {
			h(w, r)
			return
		}
		other(w, r)
	}
}

// plain is a site that knows its pages: what it does not have is 404.
var plain = paths(status(http.StatusNotFound), map[string]http.HandlerFunc{
	"/":              page("Home"),
	"/page":          page("A page"),
	"/moved":         redirect("/page"),
	"/to-other":      redirect("https://other.example/page"),
	"/to-insecure":   redirect("http://other.example/page"),
	"/to-shop":       redirect("https://www.amazon.com/dp/B000FA5KK0"),
	"/to-bad-isbn":   redirect("https://www.amazon.com/dp/0735211290"),
	"/to-network":    redirect("https://www.linkedin.com/in/somebody"),
	"/to-short":      redirect("https://amzn.to/abc"),
	"/to-nowhere":    redirect("https://nowhere.example/"),
	"/to-mail":       redirect("mailto:a@b.example"),
	"/to-gone":       redirect("/missing"),
	"/to-login":      redirect("/login?next=/to-login"),
	"/login":         page("Sign in"),
	"/loop":          redirect("/loop"),
	"/no-location":   status(http.StatusFound),
	"/not-modified":  status(http.StatusNotModified),
	"/created":       status(http.StatusCreated),
	"/empty":         byMethod(405, status(http.StatusRequestedRangeNotSatisfiable)),
	"/part":          byMethod(501, status(http.StatusPartialContent)),
	"/head-404":      byMethod(404, page("There after all")),
	"/head-403":      byMethod(403, page("There after all")),
	"/head-500":      byMethod(500, page("There after all")),
	"/head-302-only": byMethod(302, page("There after all")),
	"/get-404":       byMethod(405, status(404)),
	"/400":           status(400), "/401": status(401), "/403": status(403), "/404": status(404), "/405": status(405), "/406": status(406),
	"/407": status(407), "/410": status(410), "/418": status(418), "/429": status(429), "/451": status(451), "/999": status(999),
	"/500": status(500), "/502": status(502), "/503": status(503), "/504": status(504), "/520": status(520),
})

func internet() *web {
	return &web{
		hosts: map[string]http.HandlerFunc{
			"plain.example": plain, "other.example": plain, "witness.example": page("Here"),
			// Soft 404s of all sorts. "/real" exists on each of them.
			"home.example":    paths(redirect("/"), map[string]http.HandlerFunc{"/": page("Home"), "/real": page("Real"), "/lost": redirect("/")}),
			"notice.example":  paths(redirect("/notfound?from=x"), map[string]http.HandlerFunc{"/notfound": page("Oops"), "/real": page("Real")}),
			"kind.example":    paths(page("404 - Not Found"), map[string]http.HandlerFunc{"/": page("404 - Not Found"), "/real": page("Real")}),
			"polite.example":  paths(page("  Sorry\n about that "), map[string]http.HandlerFunc{"/": page("Home"), "/real": page("Real")}),
			"app.example":     page("The App"),
			"bare.example":    page(""),
			"sold.example":    redirect("https://parking.example/"),
			"parking.example": page("Domain for sale"),
			"shy.example":     paths(status(503), map[string]http.HandlerFunc{"/real": page("Real")}),
			"old.example":     func(w http.ResponseWriter, r *http.Request) { redirect("https://plain.example"+r.URL.Path)(w, r) },
			"upgrade.example": func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Scheme == "http" {
					redirect("https://upgrade.example"+r.URL.Path)(w, r)
					return
				}
				plain(w, r)
			},
			"wiki.example": paths(page("404"), map[string]http.HandlerFunc{"/file.pdf": func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/pdf")
				_, _ = w.Write([]byte("<title>404</title>"))
			}}),
		},
		failures: map[string]error{
			"refusing.example": &net.OpError{Op: "dial", Err: errors.New("connection refused")},
			"guarded.example":  fmt.Errorf("%w: private address", outbound.ErrRefused),
			"slow.example":     context.DeadlineExceeded,
			"selfmade.example": &tls.CertificateVerificationError{Err: errors.New("unknown authority")},
			"flaky.example":    errors.New("connection reset"),
		},
	}
}

func newChecker(w *web) (*Checker, *turns, *stillClock) {
	pacer, clock := &turns{}, newClock()
	return New(Options{Client: w.client(), Pacer: pacer, Clock: clock, RandomPath: func() string { return "/zzz-not-here" }}), pacer, clock
}

func TestVerdicts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		address string
		kind    link.Kind
		state   State
		reason  Reason
		failing bool
	}{
		// Status codes.
		{"https://plain.example/page", link.Website, Valid, Answers, false},
		{"http://plain.example/page", link.Website, Valid, Answers, false},
		{"https://plain.example", link.Website, Valid, Answers, false},
		{"https://plain.example/created", "", Valid, Answers, false},
		{"https://plain.example/part", "", Valid, Answers, false},
		{"https://plain.example/empty", "", Valid, Answers, false},
		{"https://plain.example/head-404", "", Valid, Answers, false},
		{"https://plain.example/head-403", "", Valid, Answers, false},
		{"https://plain.example/head-500", "", Valid, Answers, false},
		{"https://plain.example/head-302-only", "", Valid, Answers, false},
		{"https://plain.example/404", link.Website, Broken, Gone, false},
		{"https://plain.example/410", link.Website, Broken, Gone, false},
		{"https://plain.example/get-404", link.Website, Broken, Gone, false},
		{"https://plain.example/400", "", Unknown, OddAnswer, false},
		{"https://plain.example/405", "", Unknown, OddAnswer, false},
		{"https://plain.example/406", "", Unknown, OddAnswer, false},
		{"https://plain.example/407", "", Unknown, OddAnswer, false},
		{"https://plain.example/418", "", Unknown, OddAnswer, false},
		{"https://plain.example/not-modified", "", Unknown, OddAnswer, false},
		{"https://plain.example/no-location", "", Unknown, OddAnswer, false},
		{"https://plain.example/401", "", Unknown, TurnedAway, false},
		{"https://plain.example/403", "", Unknown, TurnedAway, false},
		{"https://plain.example/451", "", Unknown, TurnedAway, false},
		{"https://plain.example/999", "", Unknown, TurnedAway, false},
		{"https://plain.example/429", "", Unknown, RateLimited, false},
		{"https://plain.example/500", "", Unknown, SiteProblem, true},
		{"https://plain.example/502", "", Unknown, SiteProblem, true},
		{"https://plain.example/503", "", Unknown, SiteProblem, true},
		{"https://plain.example/504", "", Unknown, SiteProblem, true},
		{"https://plain.example/520", "", Unknown, SiteProblem, true},
		// Redirects.
		{"https://plain.example/moved", "", Valid, Answers, false},
		{"https://plain.example/to-other", "", Valid, Answers, false},
		{"http://upgrade.example/page", "", Valid, Answers, false},
		{"https://old.example/page", "", Valid, Answers, false},
		{"https://old.example/missing", "", Broken, Gone, false},
		{"https://plain.example/to-gone", "", Broken, Gone, false},
		{"https://plain.example/to-login", "", Unknown, NeedsSignIn, false},
		{"https://plain.example/login", "", Valid, Answers, false},
		{"https://plain.example/loop", "", Unknown, LongChain, true},
		{"https://plain.example/to-insecure", "", Unknown, Insecure, false},
		{"https://plain.example/to-nowhere", "", Unknown, NoSuchName, true},
		{"http://plain.example/to-mail", "", Unknown, NoSuchName, true},
		{"https://plain.example/to-shop", "", Valid, GoodShape, false},
		{"https://plain.example/to-bad-isbn", "", Broken, WrongShape, false},
		{"https://plain.example/to-network", "", Valid, GoodShape, false},
		{"https://plain.example/to-short", "", Unknown, ShapeUnsure, false},
		// Failures on the way.
		{"https://nowhere.example/", "", Unknown, NoSuchName, true},
		{"https://refusing.example/", "", Unknown, Unreachable, true},
		{"https://guarded.example/", "", Unknown, Unreachable, true},
		{"https://flaky.example/", "", Unknown, Unreachable, true},
		{"https://slow.example/", "", Unknown, TimedOut, true},
		{"https://selfmade.example/", "", Unknown, BadCert, true},
		// Soft 404.
		{"https://home.example/", "", Valid, Answers, false},
		{"https://home.example/real", "", Valid, Answers, false},
		{"https://home.example/lost", "", Broken, SoftGone, false},
		{"https://notice.example/real", "", Valid, Answers, false},
		{"https://notice.example/lost", "", Broken, SoftGone, false},
		{"https://notice.example/notfound", "", Valid, Answers, false},
		{"https://kind.example/real", "", Valid, Answers, false},
		{"https://kind.example/lost", "", Broken, SoftGone, false},
		{"https://polite.example/real", "", Valid, Answers, false},
		{"https://polite.example/lost", "", Broken, SoftGone, false},
		{"https://app.example/deep", "", Unknown, SameTitle, false},
		{"https://app.example/", "", Valid, Answers, false},
		{"https://bare.example/deep", "", Valid, Answers, false},
		{"https://sold.example/page", "", Broken, SoftGone, false},
		{"https://shy.example/real", "", Valid, Answers, false},
		{"https://wiki.example/file.pdf", "", Valid, Answers, false},
		// No web address, or one of another site than the kind says.
		{"", "", Broken, Malformed, false},
		{"plain.example/page", "", Broken, Malformed, false},
		{"ftp://plain.example/", "", Broken, Malformed, false},
		{"javascript:alert(1)", "", Broken, Malformed, false},
		{"https://user@plain.example/", "", Broken, Malformed, false},
		{"https://plain.example/page", link.Amazon, Broken, WrongSite, false},
		{"https://amazon.com.evil.example/dp/B000FA5KK0", link.Amazon, Broken, WrongSite, false},
		{"https://plain.example/page", link.Wikipedia, Broken, WrongSite, false},
		{"https://www.amazon.com/dp/B000FA5KK0", link.LinkedIn, Broken, WrongSite, false},
	} {
		t.Run(c.address+" "+string(c.kind), func(t *testing.T) {
			t.Parallel()
			checker, _, clock := newChecker(internet())
			checker.witness.answered("witness.example", clock.Now())
			v := checker.Check(t.Context(), c.address, c.kind)
			require.Equal(t, c.state, v.State, "%+v", v)
			require.Equal(t, c.reason, v.Reason)
			require.Equal(t, c.failing, v.Failing)
			require.Equal(t, clock.Now(), v.CheckedAt)
			require.NotEmpty(t, v.Reason.Sentence())
		})
	}
}

func TestSitesJudgedByShapeAreNotAsked(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]struct {
		state  State
		reason Reason
	}{
		"https://www.amazon.com/dp/B000FA5KK0":                          {Valid, GoodShape},
		"https://www.amazon.de/Ein-Buch/dp/0735211299/ref=sr_1_3?qid=1": {Valid, GoodShape},
		"https://amazon.co.uk/gp/product/020161622X":                    {Valid, GoodShape},
		"http://www.amazon.com/exec/obidos/ASIN/0321125215/5by5-20":     {Valid, GoodShape},
		"https://www.amazon.com/s?k=atomic+habits":                      {Valid, GoodShape},
		"https://www.amazon.com/usb-warmers/s?k=usb+warmers":            {Valid, GoodShape},
		"https://www.amazon.com/":                                       {Valid, GoodShape},
		"https://www.amazon.com/dp/0735211290":                          {Broken, WrongShape}, // wrong check digit
		"https://www.amazon.com/dp/12345":                               {Broken, WrongShape},
		"https://www.amazon.com/dp/B000FA5KK0123":                       {Broken, WrongShape},
		"https://www.amazon.com/whatever/else":                          {Unknown, ShapeUnsure},
		"https://amzn.to/3kSQmxh":                                       {Unknown, ShapeUnsure},
		"https://www.linkedin.com/in/somebody/":                         {Valid, GoodShape},
		"https://de.linkedin.com/company/acme":                          {Valid, GoodShape},
		"http://www.linkedin.com/pub/some-body/0/981/505":               {Valid, GoodShape},
		"https://www.linkedin.com/in/":                                  {Unknown, ShapeUnsure},
		"https://lnkd.in/abc":                                           {Unknown, ShapeUnsure},
		"https://www.xing.com/profile/Some_Body":                        {Valid, GoodShape},
		"https://www.ebay.com/itm/123456789012":                         {Valid, GoodShape},
		"https://www.ebay.com/itm/nothing":                              {Unknown, ShapeUnsure},
		"https://www.etsy.com/listing/688771117/cards":                  {Valid, GoodShape},
		"https://www.walmart.com/ip/Tumbler/178742177":                  {Valid, GoodShape},
		"https://www.target.com/p/candle/-/A-87674088":                  {Valid, GoodShape},
		"https://www.bestbuy.com/site/thing/1.p":                        {Valid, GoodShape},
		"https://www.barnesandnoble.com/w/a-book/1":                     {Valid, GoodShape},
		"https://www.aliexpress.com/item/32961181562.html":              {Valid, GoodShape},
		"https://www.google.com/maps/search/?api=1&query=Berlin":        {Valid, GoodShape},
		"https://www.openstreetmap.org/node/1":                          {Valid, GoodShape},
		"https://maps.app.goo.gl/abc":                                   {Unknown, ShapeUnsure},
	} {
		w := internet()
		checker, pacer, _ := newChecker(w)
		v := checker.Check(t.Context(), address, "")
		require.Equal(t, want.state, v.State, address)
		require.Equal(t, want.reason, v.Reason, address)
		require.Equal(t, address, v.FinalURL)
		require.Empty(t, w.asked(), address)
		require.Empty(t, pacer.hosts)
	}
	// Sites below a shop's name are sites like any other.
	for _, address := range []string{
		"https://aws.amazon.com/s3/", "https://engineering.linkedin.com/blog", "https://target.github.io/x",
		"https://amazon.evil.example/dp/1",
	} {
		w := internet()
		checker, _, _ := newChecker(w)
		checker.Check(t.Context(), address, "")
		require.NotEmpty(t, w.asked(), address)
	}
}

func TestRequestsAreFewAndEachHasItsTurn(t *testing.T) {
	t.Parallel()
	w := internet()
	checker, pacer, _ := newChecker(w)
	v := checker.Check(t.Context(), "https://plain.example/to-other", "")
	require.Equal(t, "https://other.example/page", v.FinalURL)
	require.Equal(t, http.StatusOK, v.Status)
	require.Equal(t, []string{"HEAD plain.example/to-other", "HEAD other.example/page", "GET plain.example/zzz-not-here"}, w.asked())
	require.Equal(t, []string{"plain.example", "other.example", "plain.example"}, pacer.hosts)

	checker.Check(t.Context(), "https://plain.example/page", "")
	require.Len(t, w.asked(), 4, "the host's answer for missing pages is remembered")

	checker.Check(t.Context(), "https://www.linkedin.com/in/x", "")
	checker.Check(t.Context(), "https://plain.example/to-network", "")
	for _, r := range w.asked() {
		require.NotContains(t, r, "linkedin")
	}
}

func TestBaselinesAreMadeAgainAfterAnHourAndBounded(t *testing.T) {
	t.Parallel()
	w := internet()
	checker, _, clock := newChecker(w)
	checker.Check(t.Context(), "https://plain.example/page", "")
	clock.advance(baselineTTL)
	checker.Check(t.Context(), "https://plain.example/page", "")
	require.Len(t, w.asked(), 4)
	for i := range 2 * maxBaselines {
		checker.baselines.put(strconv.Itoa(i), baseline{})
	}
	require.Len(t, checker.baselines.byHost, maxBaselines)
}

func TestRetryAfterHoldsTheHost(t *testing.T) {
	t.Parallel()
	w := internet()
	w.hosts["busy.example"] = func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Retry-After", "120")
		rw.WriteHeader(http.StatusTooManyRequests)
	}
	checker, _, _ := newChecker(w)
	for range 2 { // the second time our own pacer says it
		v := checker.Check(t.Context(), "https://busy.example/a", "")
		require.Equal(t, Unknown, v.State)
		require.Equal(t, RateLimited, v.Reason)
		require.Equal(t, 2*time.Minute, v.RetryAfter)
		require.False(t, v.Failing)
	}
	require.Equal(t, []string{"HEAD busy.example/a"}, w.asked())
}

func TestAPacerThatStopsTheComparisonLeavesTheVerdictOpen(t *testing.T) {
	t.Parallel()
	w := internet()
	checker, pacer, _ := newChecker(w)
	w.hosts["plain.example"] = func(rw http.ResponseWriter, r *http.Request) {
		pacer.Hold("plain.example", time.Minute)
		plain(rw, r)
	}
	v := checker.Check(t.Context(), "https://plain.example/page", "")
	require.Equal(t, RateLimited, v.Reason)
	require.Equal(t, time.Minute, v.RetryAfter)
}

func TestAnOfflineMachineBreaksNothing(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"nowhere", "refusing", "slow"} {
		checker, _, clock := newChecker(internet())
		address := "https://" + host + ".example/"
		v := checker.Check(t.Context(), address, "")
		require.Equal(t, Offline, v.Reason, host)
		require.False(t, v.Failing, host)

		checker.Check(t.Context(), "https://witness.example/", "")
		require.True(t, checker.Check(t.Context(), address, "").Failing, "another site answered in the same window")

		clock.advance(witnessWindow + time.Second)
		require.False(t, checker.Check(t.Context(), address, "").Failing, "that was too long ago")
	}
}

func TestASiteIsNoWitnessAgainstItself(t *testing.T) {
	t.Parallel()
	var w witness
	now := newClock().Now()
	w.answered("a.example", now)
	w.answered("a.example", now)
	require.False(t, w.other("a.example", now))
	require.True(t, w.other("b.example", now))
	w.answered("b.example", now)
	require.True(t, w.other("a.example", now))
	require.True(t, w.other("b.example", now))
}

func TestACancelledCheckAccusesNobody(t *testing.T) {
	t.Parallel()
	checker, _, clock := newChecker(internet())
	checker.witness.answered("witness.example", clock.Now())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	v := checker.Check(ctx, "https://plain.example/404", "")
	require.Equal(t, Unknown, v.State)
	require.Equal(t, Interrupted, v.Reason)
	require.False(t, v.Failing)
}

func TestTitlesAreReadWithinLimits(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 2*maxBody)
	for body, want := range map[string]string{
		"<title>A  B\n&amp; C</title>":                 "a b & c",
		"<html><svg><title>icon</title></svg>":         "icon",
		"<title></title><p>x":                          "",
		"<p>no title":                                  "",
		"<!--<title>no</title>--><title>yes</title>":   "yes",
		"<title>" + long:                               long[:maxTitle], // what was read of it
		"<title>" + long[:maxTitle+50] + "</title>":    long[:maxTitle],
		"<p>" + long + "</p><title>too late</title>":   "",
		"<script>'<title>no</title>'</script><title>y": "y",
	} {
		rec := httptest.NewRecorder()
		_, _ = rec.WriteString(body)
		resp := rec.Result()
		resp.Header.Set("Content-Type", "text/html")
		got := titleOf(resp)
		require.Equal(t, want, got, "%.60q", body)
	}
}

func FuzzTitle(f *testing.F) {
	f.Add("<title>A</title>")
	f.Add("<svg><title><![CDATA[x]]></title>")
	f.Fuzz(func(t *testing.T, body string) {
		rec := httptest.NewRecorder()
		_, _ = rec.WriteString(body)
		require.LessOrEqual(t, len(titleOf(rec.Result())), maxTitle)
	})
}

// The whole way with real doors: the guard decides what is reached, and the checker cannot tell refused from dead.
func TestChecksGoThroughTheGuardedDoor(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(plain)
	t.Cleanup(server.Close)
	clock := newClock()
	verdict := func(o outbound.Options) Verdict {
		o.FloorTime = -1
		doors, err := outbound.New(o)
		require.NoError(t, err)
		t.Cleanup(doors.CloseIdle)
		checker := New(Options{Client: doors.Hops(), Pacer: &turns{}, Clock: clock})
		checker.witness.answered("witness.example", clock.Now())
		return checker.Check(t.Context(), server.URL+"/moved", link.Website)
	}
	require.Equal(t, Unreachable, verdict(outbound.Options{}).Reason)
	require.Equal(t, server.URL+"/page", verdict(outbound.Options{ContentOrigins: []string{server.URL}}).FinalURL)
	require.Equal(t, Valid, verdict(outbound.Options{AllowCIDRs: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}).State)
	require.Equal(t, Unreachable, verdict(outbound.Options{ServiceOrigins: []string{server.URL}}).Reason)
}
