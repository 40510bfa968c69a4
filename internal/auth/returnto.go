package auth

import (
	"net/url"
	"path"
	"strings"
	"unicode/utf8"
)

// maxReturnTo bounds the return address in bytes.
const maxReturnTo = 2048

// safeReturnTo returns where to go after sign-in: the given path when it is one of our own pages, "/" otherwise.
//
// Accepted is what `^/(?![/\\])[^\\\x00-\x20\x7f]*$` matches and what resolves to our own origin: browsers read "//host"
// and "/\host" as other hosts and skip tabs and newlines. Addresses below /api/ are no pages: a return to /api/logout
// would end the session just begun. The one exception is FirstAdminPath, which asks before it does anything.
func safeReturnTo(base *url.URL, raw string) string {
	if len(raw) == 0 || len(raw) > maxReturnTo || !utf8.ValidString(raw) || raw[0] != '/' || strings.HasPrefix(raw, "//") {
		return "/"
	}
	for i := range len(raw) {
		if c := raw[i]; c == '\\' || c <= 0x20 || c == 0x7f {
			return "/"
		}
	}
	ref, err := url.Parse(raw)
	if err != nil {
		return "/"
	}
	resolved := base.ResolveReference(ref)
	if resolved.Scheme != base.Scheme || resolved.Host != base.Host || resolved.User != nil {
		return "/"
	}
	if ref.Path == FirstAdminPath {
		return raw
	}
	if clean := path.Clean(strings.ToLower(ref.Path)); clean == "/api" || strings.HasPrefix(clean, "/api/") {
		return "/"
	}
	return raw
}
