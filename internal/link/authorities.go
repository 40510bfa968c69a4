package link

import (
	"net/url"
	"slices"
	"strings"
)

// Authorities returns the ids that addresses prove, as matching compares them: "isbn:9780307887894", "website:sentry.io".
// Each id stands once, in order.
func Authorities(addresses []string) []string {
	var out []string
	for _, a := range addresses {
		if scheme, id, ok := AuthorityID(a); ok {
			out = append(out, scheme+":"+id)
		} else if host := frontPage(a); host != "" {
			out = append(out, "website:"+host)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// frontPage returns the host of an address that is a site's front page, without "www.", "" for any other.
func frontPage(address string) string {
	if KindOf(address) != Website {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil || !isFrontPage(u) {
		return ""
	}
	return strings.TrimPrefix(u.Hostname(), "www.")
}
