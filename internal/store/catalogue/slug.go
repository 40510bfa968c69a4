package catalogue

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Slug is the address form of a name: lower-case ASCII letters, digits and single hyphens, at most limit bytes, cut at a
// hyphen where that keeps something. Names without any Latin letter or digit give "".
func Slug(name string, limit int) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFKD.String(strings.ToLower(name)) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
		case r == 'ß':
			b.WriteString("ss")
		case r < 0x300 || r > 0x36f: // not a combining mark of the letter before
			gap = true
		}
	}
	s := b.String()
	if len(s) <= limit {
		return s
	}
	s = s[:limit]
	if i := strings.LastIndexByte(s, '-'); i > limit/2 {
		s = s[:i]
	}
	return strings.TrimRight(s, "-")
}
