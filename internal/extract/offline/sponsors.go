package offline

import (
	"slices"
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// sponsorCues stand directly before a sponsor's name, last word first.
var sponsorCues = [][]string{
	{"by", "you", "to", "brought"},
	{"by", "sponsored"},
	{"by", "supported"},
	{"by", "presented"},
	{"from", "comes", "support"},
	{"from", "comes", "podcast", "this", "for", "support"},
	{"from", "comes", "show", "the", "for", "support"},
	{"from", "comes", "episode", "this", "for", "support"},
	{"sponsor", "our"},
	{"sponsor", "today's"},
	{"is", "sponsor", "our"},
	{"is", "sponsor", "today's"},
	{"at", "friends", "our"},
	{"sponsors", "our"},
	{"from", "support", "with"},
	{"by", "possible", "made"},
	{"with", "partnership", "in"},
	{"von", "unterstützt"},
	{"von", "präsentiert"},
	{"von", "gesponsert"},
	{"ist", "werbepartner", "unser"},
	{"sponsor", "unser"},
}

var sponsorCueByLast = func() map[string][][]string {
	m := map[string][][]string{}
	for _, c := range sponsorCues {
		for i, w := range c {
			c[i] = extract.FoldWord(w)
		}
		m[c[0]] = append(m[c[0]], c)
	}
	return m
}()

var notBrands = words(`the and our you your this that these people viewers listeners patrons patreon members membership a an it
	is so if for my me them us
	subscribers audience donations community der die das euch spenden hörerinnen hörer`)

// sponsors finds who pays: names behind sponsor phrases, names that an address or a code in a paid read repeats.
func (r *reader) sponsors() {
	for i, w := range r.words {
		for _, cue := range sponsorCueByLast[w.Fold] {
			if r.preceded(i, cue) {
				if r.payingFor(i, cue) {
					r.sponsorAfter(i + 1)
				}
				break
			}
		}
		if w.Fold == "thanks" && r.fold(i+1) == "to" {
			r.thanked(i + 2)
		}
		if w.Fold == "from" && (r.fold(i-1) == "comes" || r.fold(i-1) == "kommt") && r.supportBefore(i-1) {
			r.sponsorAfter(i + 1)
		}
	}
	for _, span := range r.ads {
		r.sponsorOfSpan(span)
	}
}

// payingFor reports whether a sponsor's cue that ends with word i speaks of this show. A project, a meeting or another paper may be
// sponsored, too, or have friends and partners.
func (r *reader) payingFor(i int, cue []string) bool {
	switch cue[0] {
	case "at", "with":
		return r.inSentence(i, thanking)
	case "by", "von":
		if cue[1] == "sponsored" || cue[1] == "gesponsert" {
			return !r.inSentence(i, ofOthers) && (r.ofTheShow(i) || r.beginsSentence(i-len(cue)+1))
		}
	}
	return len(cue) > 2 || cue[0] == "sponsor" || cue[0] == "sponsors" || r.ofTheShow(i)
}

var (
	// thanking stands before the friends and partners who pay.
	thanking = words(`sponsor sponsors sponsored sponsoring thanks thank brought supported support supporting produced`)
	// ofOthers says that something else than the show is sponsored: "a project, which is sponsored by".
	ofOthers = words(`which who whose project meetup meetups conference group event`)
)

// inSentence reports whether one of some words stands before word i in its sentence.
func (r *reader) inSentence(i int, some map[string]bool) bool {
	for ; i >= 0; i-- {
		if some[r.fold(i)] {
			return true
		}
		if r.words[i].Gap == extract.GapSentence {
			return false
		}
	}
	return false
}

// beginsSentence reports whether hardly a word stands before word i in its sentence: "And it's also sponsored by".
func (r *reader) beginsSentence(i int) bool {
	for k := i; k >= max(0, i-4); k-- {
		if r.words[k].Gap == extract.GapSentence {
			return true
		}
	}
	return i < 4
}

var showWords = words(`show episode podcast programme program series folge sendung week's today's`)

// ofTheShow reports whether the words before i speak of the show or stand in a paid read: anything else may be supported
// by somebody, too.
func (r *reader) ofTheShow(i int) bool {
	if r.inAd(i) {
		return true
	}
	named := map[string]bool{}
	for _, w := range extract.Words(r.about.Show) {
		named[w.Fold] = !extract.IsCommon(w.Fold) || w.Upper && len(w.Fold) > 3
	}
	for k := i - 1; k >= max(0, i-8); k-- {
		if showWords[r.fold(k)] || named[r.fold(k)] && (r.lower || r.upper(k)) {
			return true
		}
		if r.words[k].Gap == extract.GapSentence {
			break
		}
	}
	return false
}

// supportBefore reports whether "support for NAME OF THE SHOW" stands before word i, in its sentence.
func (r *reader) supportBefore(i int) bool {
	for k := i - 1; k >= max(0, i-9); k-- {
		if r.fold(k) == "support" && r.fold(k+1) == "for" {
			return true
		}
		if r.words[k].Gap == extract.GapSentence {
			return false
		}
	}
	return false
}

// sponsorAfter reads the name that begins at word i.
func (r *reader) sponsorAfter(i int) {
	for i < len(r.words) && (r.fold(i) == "the" || r.fold(i) == "our" || r.fold(i) == "friends" || r.fold(i) == "at" || r.fold(i) == "by" ||
		r.fold(i) == "is") {
		i++
	}
	if end, ok := r.brandEnd(i); ok {
		r.announce(i, end)
	}
}

// announce adds a sponsor that is said to be one.
func (r *reader) announce(i, j int) {
	before := len(r.finds)
	r.addSponsor(i, j)
	for k := before; k < len(r.finds); k++ {
		r.finds[k].announced = true
	}
}

// thanked reads "thanks to X for sponsoring".
func (r *reader) thanked(i int) {
	end, ok := r.brandEnd(i)
	if !ok {
		return
	}
	for k := end + 1; k < min(len(r.words), end+4); k++ {
		if f := r.fold(k); strings.HasPrefix(f, "sponsor") || f == "supporting" {
			r.announce(i, end)
			return
		}
	}
}

// brandEnd returns the last word of a brand's name at word i: a run of capitals, or in transcripts without them a
// well-known name or up to two rare words.
func (r *reader) brandEnd(i int) (int, bool) {
	if i >= len(r.words) || r.words[i].Gap == extract.GapSentence || notBrands[r.fold(i)] || len(r.fold(i)) < 2 {
		return 0, false
	}
	if !r.lower {
		if !r.upper(i) && !strings.Contains(r.fold(i), ".") {
			return 0, false
		}
		end := r.runEnd(i)
		if end == i && r.common(i) && r.words[i].Gap == extract.GapSentence || r.isPerson(i, end) {
			return 0, false
		}
		if r.before(i) == "the" && r.fold(end+1) == "at" && r.upper(end+2) && r.words[end+2].Gap == extract.GapSpace {
			end = r.runEnd(end + 2) // "the Tarline at Sea Summit" is not Tarline
		}
		return min(end, i+3), true
	}
	if r.common(i) {
		return 0, false
	}
	if i+1 < len(r.words) && r.words[i+1].Gap == extract.GapSpace && !r.common(i+1) && r.fold(i+1) != "dot" && r.fold(i+1) != r.fold(i) {
		return i + 1, true
	}
	return i, true
}

// ownNouns say of what "our" stands before that it is a program's own: "brought to you by our Lantern Making course".
var ownNouns = words(`course courses class classes training trainings workshop workshops newsletter newsletters podcast podcasts show shows
	channel book books store shop merch community conference website site kurs kurse seminar workshop shop kanal buch`)

var owning = words(`our my unser unsere unserem unseren unserer mein meine meinem meinen meiner`)

// isOwn reports whether the name i to j is that of something a program has itself: its name, or "our" before and such a noun behind it.
// Nobody pays a program for what is its own.
func (r *reader) isOwn(i, j int) bool {
	if show := extract.Key(r.about.Show); show != "" && strings.HasPrefix(extract.Key(r.between(i, j))+" ", show+" ") {
		return true
	}
	if !owning[r.before(i)] {
		return false
	}
	for k := i + 1; k < min(len(r.words), j+1+ownReach); k++ {
		if k > j && r.words[k].Gap != extract.GapSpace {
			return false
		}
		if ownNouns[r.fold(k)] {
			return true
		}
	}
	return false
}

const ownReach = 5 // words between a name and what it is: "Lantern Making with Old Tin course"

func (r *reader) addSponsor(i, j int) {
	name := r.between(i, j)
	if r.isOwn(i, j) {
		return
	}
	if i == j && (r.known.given[r.fold(i)] && !r.inAd(i) || companyEnds[r.fold(i)]) || r.isPerson(i, j) || r.takesPart(name) {
		return // somebody, or any company
	}
	if m := r.known.names.Find(r.words[i:j+1], nil); len(m) == 1 && m[0].Last-m[0].First == j-i && !r.sells(m[0]) {
		return // a place or an idea pays for nothing
	}
	if dot := strings.LastIndexByte(name, '.'); i == j && dot > 2 {
		name = upperFirst(name[:dot])
	}
	if r.lower {
		name = titleCase(name)
	}
	f := find{
		typ: mention.Sponsor, name: name, first: i, last: j, rank: rankSponsor, signals: []mention.Signal{mention.SignalCue},
		stance: mention.Passing,
	}
	f.claims, f.url = r.claimsOfAd(i), r.addressOfSponsor(i, name)
	if m := r.known.names.Find(r.words[i:j+1], nil); len(m) == 1 && m[0].First == 0 && m[0].Last == j-i {
		f.description = r.known.entries[m[0].Values[0]].description
		f.signals = append(f.signals, mention.SignalGazetteer)
	}
	r.add(f)
}

// sells reports whether a well-known name may be one of somebody who pays.
func (r *reader) sells(m extract.Match) bool {
	for _, v := range m.Values {
		switch r.known.entries[v].typ {
		case mention.Company, mention.Product, mention.Sponsor:
			return true
		}
	}
	return false
}

// sponsorOfSpan reads the sponsor from the addresses in a paid read: the brand is the word that an address repeats. Addresses of
// several are those of a program's own pages.
func (r *reader) sponsorOfSpan(span extract.Span) {
	if !r.isOffer(span) {
		return
	}
	type place struct{ first, last int }
	brands := map[string][]place{}
	for i, w := range r.words {
		if !span.Contains(w.Start) {
			continue
		}
		if host := r.hostAt(i); len(host) >= 3 {
			if first, last, ok := r.brandOfHost(span, host); ok {
				brands[host] = append(brands[host], place{first, last})
			}
		}
	}
	if len(brands) != 1 {
		return
	}
	for host, places := range brands {
		first := places[0]
		if r.isTopic(host) || r.partAnnounced(span, host) ||
			r.announcedLater(span, places[len(places)-1].last) && r.saidIn(span, first.first, first.last) < leastPraise {
			return
		}
		for _, p := range places {
			r.addSponsor(p.first, p.last)
		}
	}
}

// isTopic reports whether the episode's title names what an address belongs to: the page of what is talked about. Behind a stroke or a
// bracket stand guests and where they worked.
func (r *reader) isTopic(host string) bool {
	title := r.about.Title
	if at := strings.IndexAny(title, "(|"); at > 0 {
		title = title[:at]
	}
	return strings.Contains(strings.ReplaceAll(extract.Key(title), " ", ""), host)
}

// announced lists the sponsors that a paid read says outright to be such.
func (r *reader) announced(span extract.Span) (list []find) {
	for _, f := range r.finds {
		if f.announced && span.Contains(r.words[f.first].Start) {
			list = append(list, f)
		}
	}
	return list
}

// announcedLater reports whether a paid read begins behind word i: what is named before it belongs to the talk.
func (r *reader) announcedLater(span extract.Span, i int) bool {
	list := r.announced(span)
	return len(list) > 0 && !slices.ContainsFunc(list, func(f find) bool { return f.first <= i })
}

// leastPraise is how often a paid read names what it sells where nobody announces it.
const leastPraise = 2

// saidIn counts how often the name i to j is said in a paid read, addresses apart.
func (r *reader) saidIn(span extract.Span, i, j int) int {
	n := 0
	for k := range r.words[:len(r.words)-(j-i)] {
		if span.Contains(r.words[k].Start) && !extract.InSpans(r.unsaid, r.words[k].Start) && r.sameWords(k, i, j) {
			n++
		}
	}
	return n
}

// sameWords reports whether the words i to j stand at word k.
func (r *reader) sameWords(k, i, j int) bool {
	for n := range j - i + 1 {
		if r.fold(k+n) != r.fold(i+n) {
			return false
		}
	}
	return true
}

// partAnnounced reports whether a sponsor is said to be one whose name is a part of an address: "withlantern" is Lantern's.
func (r *reader) partAnnounced(span extract.Span, host string) bool {
	return slices.ContainsFunc(r.announced(span), func(f find) bool {
		name := strings.ReplaceAll(extract.Key(f.name), " ", "")
		return name != host && len(name) >= 4 && strings.Contains(host, name)
	})
}

// hostAt returns the name before the ending of an address that is said, or written as if it were, at word i: "" without one. Written
// notes that were left in the transcript nobody says so.
func (r *reader) hostAt(i int) string {
	w := r.words[i]
	if (w.Fold == "dot" || w.Fold == "punkt") && topLevel[r.fold(i+1)] && i > 0 {
		return r.fold(i - 1)
	}
	dot := strings.LastIndexByte(w.Fold, '.')
	if dot <= 2 || !topLevel[w.Fold[dot+1:]] || strings.HasSuffix(r.text[:w.Start], "://") {
		return ""
	}
	return strings.TrimPrefix(w.Fold[:dot], "www.")
}

// offering are words of paid reads that talk of a program's own pages and friends has not.
var offering = words(`sponsor sponsors sponsored sponsoring sponsorship coupon gutscheincode rabattcode rabatt werbung werbepartner
	gesponsert checkout trial promo guarantee`)

// isOffer reports whether a paid read says that it is one, or offers something. Hosts name addresses of all sorts where a show ends.
func (r *reader) isOffer(span extract.Span) bool {
	path, free := false, false // "lantern dot com slash window", "three months free"
	for i, w := range r.words {
		if !span.Contains(w.Start) {
			continue
		}
		if offering[w.Fold] && r.fold(i-1) != "not" || w.Fold == "brought" && r.fold(i+1) == "to" || w.Fold == "code" && r.fold(i-1) == "use" {
			return true
		}
		path = path || w.Fold == "slash" && topLevel[r.fold(i-1)]
		free = free || w.Fold == "free" && r.fold(i-1) != "feel"
	}
	return path && free
}

// takesPart reports whether a name is, or begins, the name of somebody in the episode.
func (r *reader) takesPart(name string) bool {
	key := extract.Key(name)
	for _, p := range r.about.People {
		if k := extract.Key(p.Name); k == key || strings.HasPrefix(k, key+" ") {
			return true
		}
	}
	return false
}

var topLevel = words(`com org net io co ai de fm dev app tv uk at ch example gg me shop store`)

// brandOfHost returns the first words in a paid read that, written together, are the host's name: "Lantern Mattress" for
// lanternmattress.com.
func (r *reader) brandOfHost(span extract.Span, host string) (first, last int, ok bool) {
	for i, w := range r.words {
		if !span.Contains(w.Start) || !strings.HasPrefix(host, strings.ReplaceAll(w.Fold, ".", "")) || !w.Upper && !r.lower {
			continue
		}
		joined := ""
		for j := i; j < min(len(r.words), i+4); j++ {
			joined += r.fold(j)
			if joined == host && (j > i || !r.common(i)) {
				return i, j, true
			}
			if !strings.HasPrefix(host, joined) {
				break
			}
		}
	}
	return 0, 0, false
}

const readWords = 160 // how far behind its announcement a paid read reaches where no span was found

// claimsOfAd reads code and offer from the paid read around word i.
func (r *reader) claimsOfAd(i int) mention.Claims {
	offset := r.words[i].Start
	spans := []extract.Span{{Start: offset, End: r.words[min(len(r.words), i+readWords)-1].End}}
	for _, span := range r.ads {
		if span.Contains(offset) {
			spans = []extract.Span{span, spans[0]}
		}
	}
	claims := mention.Claims{}
	for _, span := range spans {
		for i, w := range r.words {
			if !span.Contains(w.Start) {
				continue
			}
			switch {
			case claims.PromoCode == "" && (w.Fold == "code" || w.Fold == "gutscheincode" || w.Fold == "rabattcode"):
				claims.PromoCode = r.codeAfter(i + 1)
			case claims.Offer == "" && (w.Fold == "off" || w.Fold == "rabatt"):
				claims.Offer = r.offerBefore(i)
			case claims.Offer == "" && w.Fold == "trial" && r.fold(i-1) == "free":
				claims.Offer = "free trial"
			}
		}
	}
	return claims
}

var notCodes = words(`at for to on in when and the is that is from with review reviews quality base you your it bei im`)

func (r *reader) codeAfter(i int) string {
	if i >= len(r.words) || notCodes[r.fold(i)] || r.words[i].Gap == extract.GapSentence ||
		!r.lower && r.words[i].Start > 0 && !r.upper(i) && !strings.ContainsAny(r.fold(i), "0123456789") {
		return ""
	}
	code := r.between(i, i)
	if i+1 < len(r.words) && allDigits(r.fold(i+1)) && r.words[i+1].Gap == extract.GapSpace {
		code += r.fold(i + 1)
	}
	return strings.ToUpper(code)
}

// offerBefore reads "20 percent off", "20% off", "50 dollars off".
func (r *reader) offerBefore(off int) string {
	unit := off - 1
	if unit < 0 {
		return ""
	}
	if allDigits(r.fold(unit)) {
		return r.between(unit, off)
	}
	if unit < 1 {
		return ""
	}
	switch r.fold(unit) {
	case "percent", "prozent", "dollars", "euro":
		return r.between(unit-1, off)
	}
	return ""
}
