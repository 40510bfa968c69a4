package auth

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var testBase = &url.URL{Scheme: "https", Host: "app.example.test"}

func TestReturnToStaysOnOurPages(t *testing.T) {
	t.Parallel()
	for _, good := range []string{
		"/", "/profile", "/episodes/7?tab=mentions&q=a%20b#Ada%20Lovelace", "/a//b", "/?next=https://evil.example", "/@evil.example",
		"/foo:bar", "/ünïcode/日本", "/?q=100%", "/apiary", "/.//evil.example", "/%2f/evil.example", "/" + strings.Repeat("a", 2047),
		"/api/first-admin?token=abc",
	} {
		require.Equal(t, good, safeReturnTo(testBase, good))
	}
	for _, bad := range []string{
		"", "profile", "https://evil.example", "//evil.example", "///evil.example", `/\evil.example`, `\\evil.example`, `/a\b`,
		"/\t/evil.example", "/\n/evil.example", "/\r\nSet-Cookie: a=b", "/ /evil.example", " /profile", "/a b", "/\x00", "/a\x7f",
		"javascript:alert(1)", "data:text/html,x", "http:/evil.example", "/%zz", "/\xff", "/" + strings.Repeat("a", 2048),
		"/api/logout", "/api", "/API/logout", "/x/../api/logout", "/x/%2e%2e/api/logout", "/./api/callback", "/api%2flogout",
		"/api/first-admin/", "/api/first-admin/../logout", "/api/first-admin%2f..%2flogout", "/API/first-admin", "//api/first-admin",
	} {
		require.Equal(t, "/", safeReturnTo(testBase, bad), bad)
	}
}

func TestAttemptsFitIntoACookie(t *testing.T) {
	t.Parallel()
	seal, err := newSeal(make([]byte, 32))
	require.NoError(t, err)
	a := &Auth{seal: seal}
	full := attempt{
		State: randomToken(), Nonce: randomToken(), Verifier: randomToken(), RedirectURL: "https://" + strings.Repeat("h", 200) + CallbackPath,
		ReturnTo: "/" + strings.Repeat("&", maxReturnTo-1), Started: time.Now().Unix(),
	}
	sealed := a.sealAttempt(full)
	require.LessOrEqual(t, len(sealed), maxAttemptCookie)
	opened, ok := a.openAttempt(sealed)
	require.True(t, ok)
	require.Equal(t, full, opened)
	require.NotEqual(t, sealed, a.sealAttempt(full), "sealing is randomized")

	full.ReturnTo = "/" + strings.Repeat(`"`, maxReturnTo-1) // twice as long once it is written as JSON
	opened, ok = a.openAttempt(a.sealAttempt(full))
	require.True(t, ok)
	require.Equal(t, "/", opened.ReturnTo)
	require.Equal(t, full.State, opened.State)

	otherSeal, err := newSeal([]byte(strings.Repeat("x", 32)))
	require.NoError(t, err)
	_, ok = (&Auth{seal: otherSeal}).openAttempt(sealed)
	require.False(t, ok, "another key")
	_, err = newSeal(make([]byte, 31))
	require.Error(t, err)
}

func TestUsedStatesAreRememberedInBoundedMemory(t *testing.T) {
	t.Parallel()
	u := newUsedStates()
	require.True(t, u.take("first"))
	require.False(t, u.take("first"))
	for i := range maxUsedStates - 1 {
		require.True(t, u.take(strconv.Itoa(i)))
	}
	require.False(t, u.take("first"))
	require.True(t, u.take("one more"))
	require.Len(t, u.seen, maxUsedStates)
	require.True(t, u.take("first"), "the oldest was forgotten")
}

func TestClaimsAreCleaned(t *testing.T) {
	t.Parallel()
	got := claims{
		Name:       "  A\u202eda\u200b \u00a0 Love\x00lace\n\U000e0041\ufe0f ",
		GivenName:  "Ame\u0301lie",
		FamilyName: strings.Repeat("é", 300),
		Email:      "ada@example.com",
		Picture:    "https://pictures.example/ada.png?size=2",
	}.identity("https://id.example", "s")
	require.Equal(t, Identity{
		Issuer: "https://id.example", Subject: "s", Name: "Ada Lovelace", FirstName: "Amélie", LastName: strings.Repeat("é", 200),
		Email: "ada@example.com", Picture: "https://pictures.example/ada.png?size=2",
	}, got)
	for _, email := range []string{
		"", "ada", "@example.com", "ada@", "a@b@c", "Ada <ada@example.com>", "a@b, c@d", "a\u202e@example.com", "a\n@example.com",
		strings.Repeat("a", 250) + "@b.cc",
	} {
		require.Empty(t, cleanEmail(email), email)
	}
	for _, picture := range []string{
		"", "http://pictures.example/a", "javascript:alert(1)", "data:image/png;base64,AA", "https://", "https://user@host/a", "//host/a",
		"https://host/a b", `https://host/"onerror`, "https://host/" + strings.Repeat("a", 2048), "https://host/\u202e",
	} {
		if picture == "https://host/\u202e" {
			require.NotContains(t, cleanPicture(picture), "\u202e")
			continue
		}
		require.Empty(t, cleanPicture(picture), picture)
	}
	require.Empty(t, cleanName("a\xff"))
	require.Empty(t, cleanName(strings.Repeat("a", 5000)))
}

func TestAgentLabels(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string]string{
		"Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0": "Firefox on Linux",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0 Safari/537.36 " +
			"Edg/129.0": "Edge on Windows",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 " +
			"Safari/605.1.15": "Safari on macOS",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile " +
			"Safari/604.1": "Chrome on iPhone",
		"Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0 Mobile " +
			"Safari/537.36": "Samsung Internet on Android",
		"":                          "Unknown browser",
		"<script>alert(1)</script>": "Unknown browser",
	} {
		require.Equal(t, want, agentLabel(agent))
	}
}

func TestPagesMatchTheirPolicyAndEscapeText(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	showPage(w, 418, page{Title: "<i>title</i>", Text: "<script>x</script>", Links: []link{{"Go", "javascript:alert(1)"}}, SignOut: true})
	require.Equal(t, 418, w.Code)
	body := w.Body.String()
	require.NotContains(t, body, "<script")
	require.NotContains(t, body, "<i>")
	require.NotContains(t, body, "javascript:")
	require.NotContains(t, body, "style=")
	style := regexp.MustCompile(`(?s)<style>(.*)</style>`).FindStringSubmatch(body)
	require.Len(t, style, 2)
	sum := sha256.Sum256([]byte(style[1]))
	require.Contains(t, w.Header().Get("Content-Security-Policy"), "style-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	require.Contains(t, w.Header().Get("Content-Security-Policy"), "default-src 'none'")
	require.Equal(t, "no-store", w.Header().Get("Cache-Control"))
	require.Contains(t, body, `action="`+LogoutPath+`"`)
}
