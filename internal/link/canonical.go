package link

import (
	"net/netip"
	"net/url"
	"path"
	"regexp"
	"sort"
	"strings"

	"golang.org/x/net/idna"

	"mentionary/internal/fault"
)

// MaxURLBytes bounds every address we read or keep.
const MaxURLBytes = 2048

const badURL = "This is not a web address we can use. Give a full address that starts with https://."

// Canonical returns the one form under which an address is stored and compared: http or https, lower-case ASCII host,
// no default port, no fragment, no tracking or affiliate parameters, normal percent-encoding. Shops' and video sites'
// addresses are reduced to the thing they name. Canonical(Canonical(x)) equals Canonical(x). The error is a BadInput
// fault: other schemes, credentials, unusable hosts, or more than MaxURLBytes.
func Canonical(raw string) (string, error) {
	raw = strings.TrimSpace(raw)
	if raw == "" || len(raw) > MaxURLBytes || strings.ContainsFunc(raw, isControl) {
		return "", fault.New(fault.BadInput, badURL)
	}
	u, err := url.Parse(raw)
	if err != nil {
		return "", fault.Wrap(fault.BadInput, err, badURL)
	}
	u.Scheme = strings.ToLower(u.Scheme)
	if (u.Scheme != "http" && u.Scheme != "https") || u.Opaque != "" {
		return "", fault.New(fault.BadInput, badURL)
	}
	if u.User != nil {
		return "", fault.New(fault.BadInput, "Addresses with a user name or password are not accepted. Remove the part before the @ sign.")
	}
	host, err := canonicalHost(u.Hostname())
	if err != nil {
		return "", err
	}
	if port := u.Port(); port != "" && !(u.Scheme == "http" && port == "80") && !(u.Scheme == "https" && port == "443") {
		host += ":" + port
	}
	p := canonicalPath(u.EscapedPath())
	query := canonicalQuery(u.RawQuery, host)
	p, query = siteForm(host, p, query)
	out := u.Scheme + "://" + host + p
	if query != "" {
		out += "?" + query
	}
	if len(out) > MaxURLBytes {
		return "", fault.New(fault.BadInput, badURL)
	}
	return out, nil
}

func isControl(r rune) bool { return r < 0x20 || r == 0x7f }

// canonicalHost lower-cases a host and turns international names into their ASCII form, so look-alikes stay visible.
func canonicalHost(host string) (string, error) {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if addr, err := netip.ParseAddr(host); err == nil {
		if addr.Zone() != "" {
			return "", fault.New(fault.BadInput, badURL)
		}
		if addr.Is6() {
			return "[" + addr.String() + "]", nil
		}
		return addr.String(), nil
	}
	ascii, err := idna.Lookup.ToASCII(host)
	if err != nil && isPlainHost(host) {
		ascii, err = host, nil // registered names with an underscore or a leading digit run that IDNA refuses
	}
	if err != nil || !isPlainHost(ascii) {
		return "", fault.New(fault.BadInput, badURL)
	}
	return ascii, nil
}

func isPlainHost(host string) bool {
	if host == "" || len(host) > 253 || strings.Contains(host, "..") || host[0] == '.' || host[len(host)-1] == '.' {
		return false
	}
	for i := range len(host) {
		c := host[i]
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '.' || c == '_') {
			return false
		}
	}
	return true
}

// canonicalPath resolves dot segments and writes every byte in its shortest legal form. A trailing slash is kept: on
// many servers it is another page.
func canonicalPath(escaped string) string {
	if escaped == "" || escaped == "/" {
		return "/"
	}
	normal := escape(escaped, pathSafe)
	clean := path.Clean("/" + strings.TrimLeft(normal, "/"))
	if strings.HasSuffix(normal, "/") && clean != "/" {
		clean += "/"
	}
	return clean
}

const (
	pathSafe  = "/-._~!$&'()*+,;=:@"
	querySafe = "-._~!$'()*,;:@/?[]"
)

// escape rewrites s so that letters, digits and the bytes of safe stand for themselves and everything else is an
// upper-case percent triplet. Triplets of reserved bytes stay triplets: "%2F" is not a path separator.
func escape(s, safe string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		c, wasEscaped := s[i], false
		if c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
			c, wasEscaped = unhex(s[i+1])<<4|unhex(s[i+2]), true
			i += 2
		}
		unreserved := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~", c) >= 0
		if unreserved || (!wasEscaped && strings.IndexByte(safe, c) >= 0) {
			b.WriteByte(c)
			continue
		}
		b.WriteByte('%')
		b.WriteByte(hex[c>>4])
		b.WriteByte(hex[c&15])
	}
	return b.String()
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// unhex returns the value of a hexadecimal digit.
func unhex(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c >= 'a':
		return c - 'a' + 10
	default:
		return c - 'A' + 10
	}
}

// trackingPrefixes and trackingNames are parameters that say who sent the visitor, never which page is meant.
var (
	trackingPrefixes = []string{"utm_", "pk_", "mtm_", "hsa_", "pf_rd_", "vero_", "oly_"}
	trackingNames    = set(`fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid twclid ttclid igshid igsh si mc_cid mc_eid
		_hsenc _hsmi mkt_tok s_cid cmpid ncid trk trkinfo ref ref_ ref_src ref_url referrer refid referral referralcode
		tag ascsubtag linkcode linkid creative creativeasin camp aff aff_id affid affiliate affiliate_id affcode partner partnerid
		irclickid irgwc clickid awc sscid sc_channel sc_campaign spm feature source_ve_path ab_channel pp smid share
		share_id fb_ref fb_source cjevent cjdata epik sref via from_source ncampaign wt_mc wickedid rdt_cid s_kwcid xtor
		_ga _gl sk qid sr keywords crid sprefix dib dib_tag psc th dchild pd_rd_i pd_rd_r pd_rd_w pd_rd_wg content-id
		_encoding ie`)
	// meaningfulHere lists parameters that are tracking elsewhere but name the page on these sites.
	meaningfulHere = map[string]map[string]bool{"github.com": set("ref"), "gitlab.com": set("ref"), "stackoverflow.com": set("share")}
	// onlyOnShops lists parameters that are noise on shops but may name the page elsewhere.
	onlyOnShops = set(`tag sk qid sr keywords crid sprefix dib dib_tag psc th dchild content-id _encoding ie share via
		partner feature camp creative pp spm sref`)
)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

func isTracking(name, host string) bool {
	name = strings.ToLower(name)
	for _, p := range trackingPrefixes {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	if !trackingNames[name] || meaningfulHere[host][name] {
		return false
	}
	if onlyOnShops[name] {
		return isAmazon(host) || isYouTube(host)
	}
	return true
}

// canonicalQuery drops tracking parameters and sorts the others by name; parameters of the same name keep their order.
func canonicalQuery(raw, host string) string {
	if raw == "" {
		return ""
	}
	var kept []string
	for part := range strings.SplitSeq(raw, "&") {
		if part == "" || part == "=" {
			continue
		}
		name, value, hasValue := strings.Cut(part, "=")
		plain, err := url.QueryUnescape(name)
		if err != nil {
			plain = name
		}
		if isTracking(plain, host) {
			continue
		}
		out := escape(strings.ReplaceAll(name, "+", "%20"), querySafe)
		if hasValue {
			out += "=" + escape(strings.ReplaceAll(value, "+", "%20"), querySafe+"=")
		}
		if out != "" {
			kept = append(kept, out)
		}
	}
	sort.SliceStable(kept, func(i, j int) bool {
		a, _, _ := strings.Cut(kept[i], "=")
		b, _, _ := strings.Cut(kept[j], "=")
		return a < b
	})
	return strings.Join(kept, "&")
}

var (
	amazonASIN = regexp.MustCompile(`(?i)/(?:dp|gp/product|gp/aw/d|exec/obidos/asin|o/asin|product)/(?:[a-z]+/)?([A-Z0-9]{10})(?:[/?]|$)`)
	goodreads  = regexp.MustCompile(`^(?:/[a-z]{2})?/(book|author)/show/(\d{1,12})`)
)

// siteForm reduces addresses of well-known sites to the thing they name, so one product has one address.
func siteForm(host, p, query string) (string, string) {
	switch {
	case isAmazon(host):
		if m := amazonASIN.FindStringSubmatch(p); m != nil {
			return "/dp/" + strings.ToUpper(m[1]), ""
		}
	case isGoodreads(host):
		if m := goodreads.FindStringSubmatch(p); m != nil {
			return "/" + m[1] + "/show/" + m[2], ""
		}
	case host == "youtu.be":
		return p, keepOnly(query, "t", "list")
	case isYouTube(host) && p == "/watch":
		return p, keepOnly(query, "v", "t", "list")
	case isLinkedIn(host):
		if strings.HasPrefix(p, "/in/") || strings.HasPrefix(p, "/company/") {
			return strings.ToLower(strings.TrimSuffix(p, "/")), ""
		}
	}
	return p, query
}

func keepOnly(query string, names ...string) string {
	var kept []string
	for part := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(part, "=")
		for _, n := range names {
			if n == name {
				kept = append(kept, part)
			}
		}
	}
	return strings.Join(kept, "&")
}
