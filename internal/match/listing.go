package match

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// listing is what a product's name says beside its words: codes of models ("DSC-W150"), sizes with their units ("4 GB"), versions
// ("7.5"), colors, the systems it is for, languages and the edition it is.
type listing struct {
	letters                  string // letters and digits of the name with nothing between them
	first                    string // the first word: mostly who makes it
	codes, versions          []string
	sizes                    []size
	colors, systems, edition []string
	languages                []string // that it is in, or teaches
}

// size is a number with what it counts.
type size struct{ unit, number string }

// Each line holds words that mean the same in the name of a product, the one that stands for them first.
var (
	units = synonyms(`
kb
mb
gb
tb
mp megapixel megapixels
inch in inches ' " class diagonal
ft foot feet
mm
cm
hz
mhz
ghz
w watt watts
v volt volts
pack pk
user users
port ports
x
oz
lb lbs
p`)
	colorWords = synonyms(`
black blk
white
silver titanium
gray grey
red burgundy
blue navy cyan
green
pink magenta
gold
orange
purple
yellow
brown
beige`)
	systemWords = synonyms(`
mac macintosh macosx
windows win pc xp vista
linux unix`)
	editionWords = synonyms(`
upgrade upg upgrd upsell crossgrade
academic student educational
deluxe dlx
premium
pro professional prof
standard std
platinum
ultimate
express
lite light
extended
enterprise
corporate
personal
basic
starter
license licenses lic
subscription
renewal
maintenance
pack`)
	countedWords  = wordSet("edition ed grade generation gen")
	releaseWords  = wordSet("win windows 95 98 98se me nt 2000 xp vista") // of Windows
	languageWords = synonyms(`
english
german deutsch
french
spanish
italian
japanese
chinese
russian
portuguese
arabic
dutch
korean
greek
hebrew
swedish
polish`)
	// soldAs say how something is sold, as do the words above: they say little about what it is.
	soldAs = wordSet(`cd dvd rom box case jewel me osx full retail premier complete english single oem inc llc corp ltd corporation electronics
		products company usb lcd with each value media small large mini`)
)

// synonyms maps each word of each line to the line's first.
func synonyms(lines string) map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(lines) {
		for _, w := range strings.Fields(line) {
			out[w] = strings.Fields(line)[0]
		}
	}
	return out
}

var (
	spacedDot = regexp.MustCompile(`(\d) *\. *(\d)|\bv *\. *(\d)`) // "v. 10.0", "2 .0"
	sized     = regexp.MustCompile(`^(\d+(?:\.\d+)?)(-?)([a-z]+|'|")$`)
	version   = regexp.MustCompile(`^v?(\d{1,4}(?:\.\d+)*)$`)
	ordinal   = regexp.MustCompile(`^(\d{1,2})(?:st|nd|rd|th)$`)
	extent    = regexp.MustCompile(`^\d+(?:st|nd|rd|th)?[x/-]\d+[a-z]*$`) // "1920x1080", "18-55mm", "4th-6th": no code
)

// readListing reads the name of a product, folded and as words.
func readListing(folded string, ws []string) listing {
	l := listing{letters: lettersOf(folded), first: ws[0]}
	parts := strings.Fields(spacedDot.ReplaceAllString(folded, "$1.$2$3"))
	for i := range parts {
		parts[i] = strings.Trim(parts[i], ".,:;!?()[]#*-/")
	}
	system := false
	for i, part := range parts {
		if system = runsOn(parts, i, system); system {
			continue
		}
		if n := spelledVersion(parts, i); n != "" {
			l.versions = append(l.versions, n)
		} else if hasDigit(part) {
			l.count(part, units[strings.Join(parts[i+1:min(i+2, len(parts))], "")])
		}
	}
	for _, w := range ws {
		l.languages = with(l.languages, languageWords[w])
		l.colors, l.systems, l.edition = with(l.colors, colorWords[w]), with(l.systems, systemWords[w]), with(l.edition, editionWords[w])
	}
	return l
}

// spelledVersion is the version that a part of a name writes without digits: "Castaway Harbor II", "first edition". It is empty for all
// other parts; "v" is short for "version".
func spelledVersion(parts []string, i int) string {
	switch {
	case i > 0 && parts[i] != "v" && romanNumbers[parts[i]] != "":
		return romanNumbers[parts[i]]
	case i+1 < len(parts) && countedWords[parts[i+1]]:
		return countingWords[parts[i]]
	}
	return ""
}

// runsOn reports whether a part of a name says on which releases of Windows something runs: "Win 98 ME 2000 XP". What begins with
// "Windows" may be a release itself.
func runsOn(parts []string, i int, before bool) bool {
	if before {
		return releaseWords[parts[i]]
	}
	return parts[i] == "win" && i > 0 || parts[i] == "windows" && i > 1
}

// count notes a part of a name that has digits; next is the unit that follows it.
func (l *listing) count(part, next string) {
	if m := sized.FindStringSubmatch(part); m != nil && (units[m[3]] != "" || m[2] != "" && len(m[3]) > 2) { // "240-pin", too
		l.sizes = append(l.sizes, size{cmp.Or(units[m[3]], m[3]), plainNumber(m[1])})
		return
	}
	if m := ordinal.FindStringSubmatch(part); m != nil {
		l.versions = append(l.versions, m[1])
		return
	}
	if m := version.FindStringSubmatch(part); m != nil {
		if next != "" {
			l.sizes = append(l.sizes, size{next, plainNumber(m[1])})
		} else {
			l.versions = append(l.versions, plainNumber(m[1]))
		}
		return
	}
	if code := lettersOf(part); isModelNumber(code) && !extent.MatchString(part) {
		l.codes = append(l.codes, code)
	} else {
		l.versions = append(l.versions, code)
	}
}

// plainNumber writes "3.0" as "3".
func plainNumber(n string) string {
	for strings.HasSuffix(n, ".0") {
		n = strings.TrimSuffix(n, ".0")
	}
	return n
}

func lettersOf(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

func with(list []string, w string) []string {
	if w == "" || slices.Contains(list, w) {
		return list
	}
	return append(list, w)
}

// listingFeatures compare what two names of products say beside their words, and the words that tell.
func listingFeatures(f *Features, a, b *Profile) {
	codeFeatures(f, &a.listing, &b.listing)
	sizeFeatures(f, a.listing.sizes, b.listing.sizes)
	versionFeatures(f, &a.listing, &b.listing)
	f[fColors], f[fSystems] = disjoint(a.listing.colors, b.listing.colors), disjoint(a.listing.systems, b.listing.systems)
	f[fLanguages] = disjoint(a.listing.languages, b.listing.languages)
	f[fEditions] = unlike(a.listing.edition, b.listing.edition)
	if strings.Contains(b.listing.letters, a.listing.first) || strings.Contains(a.listing.letters, b.listing.first) {
		f[fMaker] = 1
	}
	if f[fContained] > 0 { // else no word fits
		tellingFeatures(f, a, b)
	}
}

// A code of leastSure bytes or more is the model's own; a shorter one may be what it is made for ("DDR3", "TF101"). One of longCode
// bytes says all there is to say.
const (
	leastSure = 6
	longCode  = 8
)

// codeFeatures compares the codes of two models.
func codeFeatures(f *Features, a, b *listing) {
	ca, cb := a.code(), b.code()
	fitA, fitB := b.fits(ca), a.fits(cb)
	length := 0
	if fitA == wholeCode {
		length = len(ca)
	}
	if fitB == wholeCode {
		length = max(length, len(cb))
	}
	both := ca != "" && cb != ""
	switch {
	case length >= leastSure, length > 0 && (!both || fitA != noCode && fitB != noCode):
		f[fCode] = min(1, float64(length)/longCode)
	case max(fitA, fitB) >= partOfCode:
		f[fNearCode] = 1
	case max(fitA, fitB) == otherEnding:
		f[fEndings] = 1
	case both:
		f[fCodes] = 1
	case hasLetter(ca) || hasLetter(cb):
		f[fNoCode] = 1
	}
}

// hasLetter reports whether a code is more than a number: numbers alone are a dealer's, who may leave them out.
func hasLetter(code string) bool { return strings.ContainsFunc(code, unicode.IsLetter) }

// code is the one that is most likely to be the model's own: the longest, the last of equals.
func (l *listing) code() string {
	code := ""
	for _, c := range l.codes {
		if len(c) >= len(code) {
			code = c
		}
	}
	return code
}

// leastCode is how much two codes must have in common, in bytes, and maxEnding how many letters may differ at their end, which
// often say the color.
const (
	leastCode = 4
	maxEnding = 4
)

// codeFit says how well a code fits a name.
type codeFit int

const (
	noCode      codeFit = iota
	otherEnding         // each ends in letters of its own: another color or country
	partOfCode          // one of the two has an ending of letters
	wholeCode
)

// fits looks for a code in a name.
func (l *listing) fits(code string) codeFit {
	switch {
	case code == "":
		return noCode
	case slices.Contains(l.codes, code):
		return wholeCode
	}
	for _, c := range l.codes {
		n := commonPrefix(code, c)
		if n < leastCode || max(len(code), len(c))-n > maxEnding || !hasDigit(code[:n]) {
			continue
		}
		switch {
		case hasDigit(code[n:]) || hasDigit(c[n:]):
			return noCode
		case n < len(code) && n < len(c):
			return otherEnding
		}
		return partOfCode
	}
	if strings.Contains(l.letters, code) { // there in parts: "LCS CSH"
		return wholeCode
	}
	for cut := 1; cut <= maxEnding && len(code)-cut > leastCode; cut++ {
		front, ending := code[:len(code)-cut], code[len(code)-cut:]
		if !hasDigit(ending) && hasDigit(front) && strings.Contains(l.letters, front) {
			return partOfCode
		}
	}
	return noCode
}

// sizeFeatures compares sizes of one unit.
func sizeFeatures(f *Features, a, b []size) {
	for _, x := range a {
		same, other := false, false
		for _, y := range b {
			if x.unit == y.unit {
				same, other = same || x.number == y.number, other || x.number != y.number
			}
		}
		if same {
			f[fSize] = 1
		} else if other {
			f[fSizes] = 1
		}
	}
}

// versionFeatures compares small numbers without a unit, which are versions, years, and parts of what something is made for.
func versionFeatures(f *Features, a, b *listing) {
	commonA, onlyA := a.versionsIn(b)
	commonB, onlyB := b.versionsIn(a)
	common := commonA+commonB > 0
	if common {
		f[fVersion] = 1
	}
	switch {
	case onlyA > 0 && onlyB > 0 && common:
		f[fMoreVersions] = 1
	case onlyA > 0 && onlyB > 0:
		f[fVersions] = 1
	case onlyA+onlyB > 0:
		f[fNoVersion] = 1
	}
}

// versionsIn counts the versions that another listing has and has not.
func (l *listing) versionsIn(other *listing) (common, only int) {
	for _, v := range l.versions {
		if slices.ContainsFunc(other.versions, func(w string) bool { return sameVersion(v, w) }) ||
			slices.ContainsFunc(other.sizes, func(s size) bool { return s.number == v }) {
			common++
		} else {
			only++
		}
	}
	return common, only
}

// sameVersion reports whether two versions are the same or one says it more exactly ("7", "7.0.2").
func sameVersion(v, w string) bool {
	if len(w) < len(v) {
		v, w = w, v
	}
	return strings.HasPrefix(w, v) && (len(w) == len(v) || w[len(v)] == '.')
}

// soldLike reports whether two listings name the same edition, systems, languages and sizes, in any order.
func (l *listing) soldLike(other *listing) bool {
	return sameSet(l.edition, other.edition) && sameSet(l.systems, other.systems) && sameSet(l.languages, other.languages) &&
		sameSet(l.sizes, other.sizes)
}

// sameSet reports whether two lists without repetitions hold the same.
func sameSet[T comparable](a, b []T) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(x T) bool { return !slices.Contains(b, x) })
}

// disjoint is 1 when both lists say something and nothing of it is the same.
func disjoint(a, b []string) float64 {
	if len(a) == 0 || len(b) == 0 || slices.ContainsFunc(a, func(x string) bool { return slices.Contains(b, x) }) {
		return 0
	}
	return 1
}

// unlike is the share of what two lists say that only one of them says.
func unlike(a, b []string) float64 {
	common, all := 0, len(b)
	for _, x := range a {
		if slices.Contains(b, x) {
			common++
		} else {
			all++
		}
	}
	if all == 0 {
		return 0
	}
	return 1 - float64(common)/float64(all)
}

// tellingFeatures compares the words that say which product it is.
func tellingFeatures(f *Features, a, b *Profile) {
	var fitA, fitB [maxWords]float64
	for i := range a.words {
		for j := range b.words {
			if a.words[i].tells || b.words[j].tells {
				fit := wordPair(&a.words[i], &b.words[j])
				fitA[i], fitB[j] = max(fitA[i], fit), max(fitB[j], fit)
			}
		}
	}
	sharedA, allA := a.tellingIn(b, &fitA)
	sharedB, allB := b.tellingIn(a, &fitB)
	if allA > 0 && allB > 0 {
		f[fTelling] = (sharedA + sharedB) / (allA + allB)
		f[fHolds] = max(sharedA/allA, sharedB/allB)
	}
}

// tellingIn weighs the telling words of a name: those that fit the other, and all.
func (p *Profile) tellingIn(other *Profile, fit *[maxWords]float64) (shared, all float64) {
	for i := range p.words {
		w := &p.words[i]
		if !w.tells || strings.Contains(p.company, w.text) || strings.Contains(other.company, w.text) {
			continue
		}
		if fit[i] == 0 && len(w.text) >= minInside && strings.Contains(other.listing.letters, w.text) {
			fit[i] = 0.9
		}
		all += w.weight
		shared += fit[i] * w.weight
	}
	return shared, all
}

func tells(w string) bool {
	return !functionWords[w] && !genericWords[w] && !soldAs[w] && colorWords[w] == "" && systemWords[w] == "" && editionWords[w] == "" &&
		!hasDigit(w)
}
