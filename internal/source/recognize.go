package source

import (
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"mentionary/internal/fault"
	"mentionary/internal/media"
)

// MaxAddress is how long an address may be, in bytes.
const MaxAddress = 2_048

// The field of a submission that every fault of Recognize names.
const addressField = "url"

var (
	schemePattern = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*):(.*)$`)
	numberPattern = regexp.MustCompile(`^([0-9]+|0[xX][0-9A-Fa-f]*)$`)
	labelPattern  = regexp.MustCompile(`^[\pL\pM\pN_]([\pL\pM\pN_-]*[\pL\pM\pN_])?$`)
)

// Recognize reads what a person typed into the address field: which platform it means, what kind of thing, its id there
// and a canonical address. It asks nobody. Addresses of the video site are rebuilt from the ids in them; every other http
// or https address is a podcast feed until it has been fetched (see source/feed: it may turn out to be an episode's page).
// Whether a host may be connected to is decided by outbound, not here. All faults are BadInput or Unsupported and name
// the field "url".
func Recognize(input string) (media.Ref, error) {
	ref, _, err := recognize(input)
	return ref, err
}

// Claimed reports whether an address is one of a site that we know, whether or not it leads to something we read.
func Claimed(input string) bool {
	_, mine, _ := recognize(input)
	return mine
}

// recognize is Recognize, with whether a site takes the address for its own.
func recognize(input string) (ref media.Ref, mine bool, err error) {
	address := strings.TrimSpace(input)
	if address == "" {
		return media.Ref{}, false, refuse(fault.BadInput, "Please enter a YouTube URL")
	}
	if len(address) > MaxAddress {
		return media.Ref{}, false, refuse(fault.BadInput, "This address is too long. Addresses may have at most 2,048 characters.")
	}
	if !utf8.ValidString(address) || strings.ContainsFunc(address, forbiddenInAddress) {
		return media.Ref{}, false, notAnAddress()
	}
	for _, s := range sites {
		if s.bare == nil {
			continue
		}
		if ref, ok := s.bare(address); ok {
			return ref, true, nil
		}
	}
	address, err = withScheme(address)
	if err != nil {
		return media.Ref{}, false, err
	}
	u, err := url.Parse(address)
	if err != nil || u.Opaque != "" || !validHost(u.Hostname()) || !validPort(u) {
		return media.Ref{}, false, notAnAddress()
	}
	if u.User != nil {
		return media.Ref{}, false, refuse(fault.BadInput, "This address contains a user name or password. Please enter it without them.")
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	for _, s := range sites {
		if s.read == nil {
			continue
		}
		if ref, mine, err := s.read(host, u); mine {
			return ref, true, err
		}
	}
	return media.Ref{}, false, notAnAddress()
}

// appSchemes open a podcast app: what follows is the address of a feed, with or without its own scheme.
var appSchemes = map[string]bool{"feed": true, "podcast": true, "podcasts": true, "itpc": true, "pcast": true}

// withScheme returns the address with a lower-case http or https scheme; a missing one becomes https.
func withScheme(address string) (string, error) {
	if rest, ok := strings.CutPrefix(address, "//"); ok {
		address = rest
	}
	m := schemePattern.FindStringSubmatch(address)
	if m == nil || startsWithPort(m[1], m[2]) {
		host, _, _ := strings.Cut(address, "/")
		host, _, _ = strings.Cut(host, "?")
		host, _, _ = strings.Cut(host, "#")
		// Without a scheme a single word is more likely a search than a host.
		if !strings.ContainsAny(host, ".[") && !strings.HasPrefix(host, "localhost") {
			return "", notAnAddress()
		}
		return "https://" + address, nil
	}
	scheme := strings.ToLower(m[1])
	if appSchemes[scheme] { // "feed:https://example.org/a" and "feed://example.org/a"
		return withScheme(strings.TrimPrefix(m[2], "//"))
	}
	if scheme != "http" && scheme != "https" {
		return "", refuse(fault.Unsupported, "Only addresses that start with http:// or https:// can be read.")
	}
	if !strings.HasPrefix(m[2], "//") {
		return "", notAnAddress()
	}
	return scheme + ":" + m[2], nil
}

// startsWithPort tells "example.com:8080/feed" from "mailto:8080": the first part looks like a host, digits follow.
func startsWithPort(first, rest string) bool {
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	after := strings.TrimLeft(rest, "0123456789")
	return digits > 0 && (after == "" || strings.ContainsRune("/?#", rune(after[0]))) &&
		(strings.Contains(first, ".") || first == "localhost")
}

// validHost accepts names of any script and address literals. Private ones too: outbound decides about those.
func validHost(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	host = strings.TrimSuffix(host, ".")
	if host == "" || len(host) > 253 {
		return false
	}
	last := ""
	for label := range strings.SplitSeq(host, ".") {
		if len(label) > 63 || !labelPattern.MatchString(label) {
			return false
		}
		last = label
	}
	// What ends in a number is an address literal or nothing: 1.0, 0x7f.1 and 2130706433 are other spellings of literals.
	return !numberPattern.MatchString(last)
}

func validPort(u *url.URL) bool {
	if u.Port() == "" {
		return !strings.HasSuffix(u.Host, ":")
	}
	n, err := strconv.Atoi(u.Port())
	return err == nil && n > 0 && n <= 65_535
}

// canonicalAddress writes equal addresses equally: lower-case host, no default port, no fragment.
func canonicalAddress(u *url.URL, host string) string {
	c := *u
	c.Fragment, c.RawFragment, c.ForceQuery = "", "", false
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	c.Host = host
	if p := u.Port(); p != "" && (p != "443" || u.Scheme != "https") && (p != "80" || u.Scheme != "http") {
		c.Host += ":" + p
	}
	if c.Path == "" {
		c.Path = "/"
	}
	return c.String()
}

// forbiddenInAddress finds what no address contains as typed: spaces, controls, invisible characters.
func forbiddenInAddress(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune(`<>"\`, r)
}

func notAnAddress() error {
	entered := declared(func(s Site) string { return s.entered })
	return refuse(fault.BadInput, "This is not an address. Please enter the URL of "+strings.Join(entered, ", or of ")+".")
}

func refuse(kind fault.Kind, sentence string) error {
	return fault.New(kind, sentence).WithField(addressField)
}
