package offline

import (
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/link"
)

// addressOfSponsor returns the address under which a paid read says that the sponsor, named at word i, is to be found, canonical: one of
// its own ("useanvil.com/show"), else a page of the show that bears its name ("show.fm/anvil"). Empty when none is said.
func (r *reader) addressOfSponsor(i int, name string) string {
	key := extract.Key(name)
	first, _, _ := strings.Cut(key, " ")
	whole := strings.ReplaceAll(key, " ", "")
	own, page := "", ""
	for _, said := range r.addressesSaid(r.paidReadAt(i)) {
		host, path, _ := strings.Cut(said, "/")
		address, err := link.Canonical("https://" + strings.ToLower(said))
		switch {
		case err != nil:
		case ownHost(host, whole), len(first) >= 4 && ownHost(host, first): // "Brave Search" is at brave.com
			if path != "" { // the page that was made for this show says more than the front door
				return address
			}
			own = address
		case page == "" && path != "" && extract.Key(path) == whole:
			page = address
		}
	}
	if own != "" {
		return own
	}
	return page
}

// paidReadAt is the paid read around word i, or as much text behind it as one takes.
func (r *reader) paidReadAt(i int) extract.Span {
	for _, span := range r.ads {
		if span.Contains(r.words[i].Start) {
			return span
		}
	}
	return extract.Span{Start: r.words[i].Start, End: r.words[min(len(r.words), i+readWords)-1].End}
}

// addressesSaid returns the addresses in a stretch of text without their schemes, written ("anvil.com/show") or spelled out ("anvil dot
// com slash show").
func (r *reader) addressesSaid(span extract.Span) []string {
	var out []string
	for i, w := range r.words {
		if !span.Contains(w.Start) {
			continue
		}
		if written := r.addressWritten(w); written != "" {
			out = append(out, written)
		} else if spelled := r.addressSpelled(i); spelled != "" {
			out = append(out, spelled)
		}
	}
	return out
}

// addressWritten returns the address whose host a word is: "anvil.com/show".
func (r *reader) addressWritten(w extract.Word) string {
	if dot := strings.LastIndexByte(w.Fold, '.'); dot < 1 || !topLevel[w.Fold[dot+1:]] {
		return ""
	}
	start, end := w.Start, w.End
	for start > 0 && strings.IndexByte(hostBytes, r.text[start-1]) >= 0 {
		start--
	}
	if end < len(r.text) && r.text[end] == '/' {
		if space := strings.IndexAny(r.text[end:], " \n\t"); space >= 0 {
			end += space
		} else {
			end = len(r.text)
		}
	}
	return joinSpelled(strings.TrimPrefix(strings.TrimRight(r.text[start:end], ".,;:!?)\"'/"), "www."))
}

const hostBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"

// addressSpelled returns the address that is spelled out around word i: "anvil dot com slash show".
func (r *reader) addressSpelled(i int) string {
	if f := r.fold(i); i == 0 || f != "dot" && f != "punkt" || !topLevel[r.fold(i+1)] {
		return ""
	}
	said, next := r.fold(i-1)+"."+r.fold(i+1), i+2
	if r.fold(next) == "forward" {
		next++
	}
	if r.fold(next) == "slash" && r.fold(next+1) != "" {
		said += "/" + r.fold(next+1)
	}
	return said
}

// joinSpelled joins a host that is spelled letter by letter: "A-N-V-I-L.com".
func joinSpelled(address string) string {
	host, rest, _ := strings.Cut(address, ".")
	letters := strings.Split(host, "-")
	for _, l := range letters {
		if len(l) != 1 {
			return address
		}
	}
	return strings.Join(letters, "") + "." + rest
}

// beforeNames stand before a name in the address of whoever found the plain one taken: "useanvil.com".
var beforeNames = words(`use get try with join go my the hey meet app`)

// ownHost reports whether a host is that of a name: it bears the name, a short one with nothing but such a word before it.
func ownHost(host, key string) bool {
	labels := strings.Split(strings.ToLower(host), ".")
	for _, l := range labels[:len(labels)-1] {
		l = strings.ReplaceAll(l, "-", "")
		before, ends := strings.CutSuffix(l, key)
		if l == key && len(key) > 1 || len(key) >= 4 && strings.Contains(l, key) || len(key) > 1 && ends && beforeNames[before] {
			return true
		}
	}
	return false
}
