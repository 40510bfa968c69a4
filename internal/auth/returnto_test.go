package auth

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// HostileReturns are return addresses that try to lead elsewhere. Some are harmless paths of ours when they are read
// rightly; wherever one ends, it must be on our own origin.
var HostileReturns = []string{
	"//evil.example", "///evil.example", "////evil.example/%2e%2e", "https://evil.example", "HTTPS://evil.example", "http:evil.example",
	"https:/evil.example",
	`/\evil.example`, `\/evil.example`, `\\evil.example`, `/\/evil.example`, `/\\evil.example`, `https:\\evil.example`,
	`/a\..\..\evil.example`,
	"/%2f%2fevil.example", "/%2fevil.example", "%2f%2fevil.example", "/%5cevil.example", "/%5c%5cevil.example", "/%252f%252fevil.example",
	"/.%2f/evil.example",
	"/\t/evil.example", "\t//evil.example", "/\n/evil.example", "/\r/evil.example", "/\r\nLocation: https://evil.example",
	"/%0d%0aLocation:%20https://evil.example",
	"/%09/evil.example", " //evil.example", "\u00a0//evil.example", "\x00//evil.example", "/\x00/evil.example", "/\x0b/evil.example",
	"/\u2215/evil.example", "/\u2044/evil.example", "/\uff0fevil.example", "\uff0f\uff0fevil.example", "/\uff3cevil.example",
	"/\u3002evil.example", "//evil\u3002example", "/\u200b/evil.example",
	"javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "/javascript:alert(1)", "data:text/html,<script>alert(1)</script>",
	"vbscript:x", "file:///etc/passwd", "blob:https://evil.example/x",
	"//user@evil.example", "/@evil.example", "@evil.example", "https://app.example.test@evil.example", "https://app.example.test.evil.example",
	"//app.example.test@evil.example/",
	"/#//evil.example", "#//evil.example", "/?//evil.example", "?returnTo=//evil.example", "/;//evil.example", "/..//evil.example",
	"/.//evil.example", "/a/..//evil.example", "./\\evil.example",
	"//[::1]", "//127.0.0.1", "//0x7f000001", "//evil.example:443", "/\xff/evil.example", "/\xc0\xaf/evil.example",
	"//evil.example%00.app.example.test",
	"/api/logout", "/api/../api/logout", "/%61pi/logout", "/x/%2e%2e/api/logout",
}

// landsAt is the host where a browser goes that is sent to a Location: it drops tabs and line ends, takes backslashes for
// slashes, and any run of slashes at the beginning of an address for the beginning of a host.
func landsAt(t interface{ Fatalf(string, ...any) }, location string) string {
	cleaned := strings.NewReplacer("\t", "", "\n", "", "\r", "", `\`, "/").
		Replace(strings.TrimFunc(location, func(r rune) bool { return r <= ' ' }))
	if scheme, rest, ok := strings.Cut(cleaned, ":"); ok && regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*$`).MatchString(scheme) {
		cleaned = scheme + "://" + strings.TrimLeft(rest, "/")
	} else if strings.HasPrefix(cleaned, "//") {
		cleaned = "https://" + strings.TrimLeft(cleaned, "/")
	}
	u, err := testBase.Parse(cleaned)
	if err != nil {
		t.Fatalf("%q is no address: %v", location, err)
	}
	return u.Scheme + "://" + u.Host
}

func TestHostileReturnsStayOnOurOrigin(t *testing.T) {
	t.Parallel()
	require.GreaterOrEqual(t, len(HostileReturns), 40)
	elsewhere := 0
	for _, raw := range HostileReturns {
		got := safeReturnTo(testBase, raw)
		require.Equal(t, testBase.String(), landsAt(t, got), "%q became %q", raw, got)
		require.Equal(t, testBase.String(), landsAt(t, testBase.String()+got), "%q became %q", raw, got)
		require.NotContains(t, strings.ToLower(got), "api/logout", "%q ends the session just begun", raw)
		if u, err := url.Parse(raw); err == nil && landsAt(t, u.String()) != testBase.String() {
			elsewhere++
		}
	}
	require.Greater(t, elsewhere, 15, "taken as they are, many lead elsewhere: the test can fail")
}

func FuzzReturnTo(f *testing.F) {
	for _, seed := range append(HostileReturns, "/", "/a?b#c", "/api/../x", "/%2e%2e//x", "/;@x:80") {
		f.Add(seed)
	}
	allowed := regexp.MustCompile(`^/[^\\\x00-\x20\x7f]*$`)
	f.Fuzz(func(t *testing.T, raw string) {
		got := safeReturnTo(testBase, raw)
		if got != "/" && got != raw {
			t.Fatalf("%q was changed to %q", raw, got)
		}
		if !allowed.MatchString(got) || strings.HasPrefix(got, "//") {
			t.Fatalf("%q is accepted", got)
		}
		if host := landsAt(t, got); host != testBase.String() {
			t.Fatalf("%q leads to %s", got, host)
		}
	})
}
