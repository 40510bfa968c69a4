package extract

import (
	"slices"
	"sort"
	"strings"
	"sync"
)

// Span is a stretch of text, in bytes.
type Span struct{ Start, End int }

// Contains reports whether the offset lies inside.
func (s Span) Contains(offset int) bool { return offset >= s.Start && offset < s.End }

// InSpans reports whether an offset lies inside one of the spans, which must be sorted.
func InSpans(spans []Span, offset int) bool {
	after := sort.Search(len(spans), func(i int) bool { return spans[i].Start > offset })
	return after > 0 && spans[after-1].Contains(offset)
}

// The model of paid reads: talk and advertisement are two states, every unit of text (a sentence, or a dozen words
// where nothing is punctuated) speaks for one or the other, and changing the state costs. Numbers are log odds.
const (
	unitWords     = 25     // from here on a comma ends a unit
	unpunctuated  = 12     // words of a unit where nothing is punctuated
	plainWord     = -0.030 // a word, as long as nothing else speaks for an advertisement
	enterAd       = -5.0
	leaveAd       = -2.0
	brandBonus    = 1.6   // a unit that names what the advertisement around it sells
	youWord       = 0.026 // added to it in a unit that speaks to "you"
	minAdScore    = 4.6   // the phrases of a span together
	maxUnitScore  = 4.5
	minAdWords    = 12
	strongCue     = 1.3 // from here on a phrase is one of the minStrong that a span needs
	minStrong     = 2
	discount      = 1.5 // as "percent off"
	brandDistance = 120 // words around a call to action in which its brand counts
)

// AdSpans finds the paid reads of a text: sorted, not overlapping stretches. Evidence are announcements ("brought to you
// by"), calls to action ("use code", "dot com slash"), offers, addresses in speech and the repeated name of what is
// sold. A single weak phrase makes no advertisement.
func AdSpans(text string, words []Word) []Span {
	if len(words) == 0 {
		return nil
	}
	t := newAdText(text, words)
	t.readCues()
	t.readHosts()
	t.readDiscounts()
	t.readBrands()
	for u := range t.units {
		t.score[u] += min(t.evidence[u], maxUnitScore)
	}
	return t.spans(decode(t.score, t.opening, t.closing))
}

// adText is a text cut into units, with what speaks for an advertisement in each.
type adText struct {
	text             string
	words            []Word
	unitAt           []int // by word
	units            []unit
	score            []float64 // by unit, as are the following
	evidence         []float64
	strong           []int
	opening, closing []bool
	brands           map[string][]int // folded brand to the units with a call to action for it
}

func newAdText(text string, words []Word) *adText {
	units := unitsOf(words)
	t := &adText{
		text: text, words: words, unitAt: make([]int, len(words)), units: units, score: make([]float64, len(units)),
		evidence: make([]float64, len(units)), strong: make([]int, len(units)),
		opening: make([]bool, len(units)), closing: make([]bool, len(units)), brands: map[string][]int{},
	}
	for u, unit := range units {
		size := float64(unit.last - unit.first + 1)
		t.score[u] = plainWord * size
		you := false
		for i := unit.first; i <= unit.last; i++ {
			t.unitAt[i] = u
			switch words[i].Fold {
			case "you", "your", "yours", "you'll", "you're", "ihr", "euch", "eure", "euer", "dein", "deine":
				you = true
			}
		}
		if you {
			t.score[u] += youWord * size
		}
	}
	return t
}

// readCues counts the phrases of paid reads. One that a unit says twenty times over is no better evidence.
func (t *adText) readCues() {
	counted := map[[2]int]bool{}
	for _, m := range adLexicon().Find(t.words, nil) {
		u, cue := t.unitAt[m.First], adCues[m.Values[0]]
		said := [2]int{u, int(m.Values[0])}
		if counted[said] {
			continue
		}
		counted[said] = true
		t.evidence[u] += cue.weight
		switch {
		case cue.weight >= minAdScore:
			t.strong[u] += minStrong
		case cue.weight >= strongCue:
			t.strong[u]++
		}
		t.opening[u] = t.opening[u] || cue.opens
		t.closing[u] = t.closing[u] || cue.closes
		if cue.opens && m.Last+1 < len(t.words) {
			if b := brandAfter(t.text, t.words, m.Last+1); b != "" {
				t.brands[b] = append(t.brands[b], u)
			}
		}
	}
}

// readHosts counts addresses in speech.
func (t *adText) readHosts() {
	for i, w := range t.words {
		host, ok := spokenHost(t.words, i)
		if !ok {
			host, ok = writtenHost(w.Fold)
			ok = ok && !inNotes(t.text, w)
		}
		if ok {
			u := t.unitAt[i]
			t.evidence[u] += strongCue
			t.strong[u]++
			t.brands[host] = append(t.brands[host], u)
		}
	}
}

// readDiscounts counts discounts with a percent sign: "45% off".
func (t *adText) readDiscounts() {
	for i, w := range t.words[:len(t.words)-1] {
		if discounted[t.words[i+1].Fold] && strings.HasPrefix(t.text[w.End:], "%") {
			u := t.unitAt[i]
			t.evidence[u] += discount
			t.strong[u]++
		}
	}
}

var discounted = map[string]bool{"off": true, "rabatt": true}

type unit struct{ first, last int }

func unitsOf(words []Word) []unit {
	stops := 0
	for _, w := range words {
		if w.Gap == GapSentence {
			stops++
		}
	}
	longest := 2 * unitWords
	if stops*2*unitWords < len(words) { // nothing is punctuated
		longest = unpunctuated
	}
	var units []unit
	first := 0
	for i := 1; i <= len(words); i++ {
		if i == len(words) || words[i].Gap == GapSentence || i-first >= unitWords && words[i].Gap == GapComma || i-first >= longest {
			units = append(units, unit{first, i - 1})
			first = i
		}
	}
	return units
}

// brandAfter returns the folded name that follows an announcement: up to three capitalized words, or one word where
// nothing is capitalized.
func brandAfter(text string, words []Word, i int) string {
	for i < len(words) && (articles[words[i].Fold] || words[i].Fold == "our" || words[i].Fold == "friends" || words[i].Fold == "at" ||
		words[i].Fold == "sponsor") {
		i++
	}
	if i >= len(words) || words[i].Gap == GapSentence || len(words[i].Fold) < 3 {
		return ""
	}
	if !words[i].Upper && strings.ToLower(text[words[i].Start:words[i].End]) != words[i].Fold {
		return ""
	}
	if IsCommon(words[i].Fold) && !words[i].Upper {
		return ""
	}
	return words[i].Fold
}

// spokenHost reads "lantern mattress dot com": the word before "dot" and an ending.
func spokenHost(words []Word, i int) (string, bool) {
	if i < 1 || i+1 >= len(words) || (words[i].Fold != "dot" && words[i].Fold != "punkt") || !hostEndings[words[i+1].Fold] {
		return "", false
	}
	return words[i-1].Fold, true
}

// writtenHost reads "lantern.com" and returns "lantern".
func writtenHost(fold string) (string, bool) {
	dot := strings.LastIndexByte(fold, '.')
	if dot < 3 || !hostEndings[fold[dot+1:]] {
		return "", false
	}
	name := strings.TrimPrefix(fold[:dot], "www.")
	if at := strings.LastIndexByte(name, '.'); at >= 0 {
		name = name[at+1:]
	}
	return name, len(name) > 2
}

// inNotes reports whether an address is written out with its scheme: notes that were left in the transcript, not speech.
func inNotes(text string, w Word) bool {
	return strings.HasSuffix(text[:w.Start], "://")
}

var hostEndings = map[string]bool{
	"com": true, "org": true, "net": true, "io": true, "co": true, "ai": true, "de": true, "fm": true,
	"dev": true, "app": true, "tv": true, "uk": true, "at": true, "ch": true, "example": true, "gg": true, "me": true, "shop": true,
	"store": true,
}

// readBrands lets the repeated name of what is sold speak for the units around the call to action.
func (t *adText) readBrands() {
	called := map[string][]int{} // folded brand to the first words of the units with a strong call for it, in order
	for b, places := range t.brands {
		for _, u := range places {
			if t.evidence[u] >= strongCue { // as before brands are counted
				called[b] = append(called[b], t.units[u].first)
			}
		}
		slices.Sort(called[b])
	}
	type brandIn struct {
		unit  int
		brand string
	}
	done := map[brandIn]bool{}
	for i, w := range t.words {
		places := called[w.Fold]
		if len(places) == 0 || IsCommon(w.Fold) && !w.Upper {
			continue
		}
		key := brandIn{t.unitAt[i], w.Fold}
		if done[key] {
			continue
		}
		near := sort.SearchInts(places, i-brandDistance+1)
		if near < len(places) && places[near]-i < brandDistance {
			t.evidence[t.unitAt[i]] += brandBonus
			done[key] = true
		}
	}
}

// decode finds the most likely sequence of the two states (Viterbi). Announcements make entering cheap.
func decode(score []float64, opening, closing []bool) []bool {
	n := len(score)
	fromAd := make([][2]bool, n) // the state before, per state
	talk, ad := 0.0, enterAd/2+score[0]
	if opening[0] {
		ad = score[0]
	}
	for u := 1; u < n; u++ {
		enter, leave := enterAd, leaveAd
		if opening[u] {
			enter = enterAd / 4
		}
		if closing[u-1] {
			leave = 0
		}
		nextTalk, nextAd := talk, talk+enter
		if ad+leave > nextTalk {
			nextTalk, fromAd[u][0] = ad+leave, true
		}
		if ad > nextAd {
			nextAd, fromAd[u][1] = ad, true
		}
		talk, ad = nextTalk, nextAd+score[u]
	}
	inAd := make([]bool, n)
	state := ad+leaveAd > talk
	for u := n - 1; u >= 0; u-- {
		inAd[u] = state
		if state {
			state = fromAd[u][1]
		} else {
			state = fromAd[u][0]
		}
	}
	return inAd
}

// spans are the stretches of units in an advertisement that enough speaks for.
func (t *adText) spans(inAd []bool) []Span {
	var spans []Span
	for u := 0; u < len(t.units); u++ {
		if !inAd[u] {
			continue
		}
		first, total, cues := u, 0.0, 0
		for ; u < len(t.units) && inAd[u]; u++ {
			total += t.evidence[u]
			cues += t.strong[u]
		}
		last := u - 1
		if total < minAdScore || cues < minStrong || t.units[last].last-t.units[first].first < minAdWords {
			continue
		}
		end := t.words[t.units[last].last].End
		for end < len(t.text) && strings.IndexByte(".!?\"'", t.text[end]) >= 0 {
			end++
		}
		spans = append(spans, Span{t.words[t.units[first].first].Start, end})
	}
	return spans
}

type adCue struct {
	phrase        string
	weight        float64
	opens, closes bool
}

// adCues are the phrases of paid reads, English and German.
var adCues = func() []adCue {
	var cues []adCue
	add := func(weight float64, opens, closes bool, phrases ...string) {
		for _, p := range phrases {
			cues = append(cues, adCue{p, weight, opens, closes})
		}
	}
	add(3.5, true, false, "brought to you by", "is sponsored by", "sponsored by", "supported by", "support for this podcast comes from",
		"support for the show comes from",
		"support for this episode comes from", "support for today's show comes from", "support comes from", "presented by", "today's sponsor",
		"today's episode is sponsored",
		"this episode's sponsor", "our sponsor", "our sponsors", "our first sponsor", "our next sponsor", "thank our sponsor",
		"thanks to our sponsor", "thank you to our sponsor",
		"word from our sponsor", "word from our sponsors", "message from our sponsor", "for sponsoring", "for supporting this show",
		"for supporting the show", "for supporting security",
		"our friends at", "in partnership with", "this message comes from", "this podcast is supported", "unterstützt von", "präsentiert von",
		"gesponsert von",
		"werbung", "unser werbepartner", "heutiger werbepartner", "unser sponsor", "unserem sponsor", "heutige sponsor",
		"wird unterstützt durch",
		"mit freundlicher unterstützung")
	// Nobody says these of anything else, so they need no second phrase.
	add(5.0, true, false, "this episode is brought to you by", "this episode is sponsored by", "this episode is supported by",
		"today's episode is brought to you by", "this podcast is brought to you by", "this podcast is sponsored by",
		"this show is brought to you by", "this show is sponsored by", "this message is brought to you by", "diese folge wird präsentiert von",
		"diese folge wird gesponsert von")
	add(1.2, true, false, "let me tell you about", "i want to tell you about", "want to take a moment", "quick break", "take a break",
		"this episode is", "have you ever wondered", "are you tired of",
		"introducing", "what if you could", "what if your", "imagine if", "meet the")
	add(2.6, false, false, "promo code", "use code", "use the code", "use my code", "discount code", "offer code", "coupon code", "with code",
		"with the code", "gutscheincode", "rabattcode", "mit dem code",
		"mit dem gutschein", "code at checkout", "at checkout", "your first order", "your first month", "your first purchase", "your first box",
		"free trial", "risk free", "money back guarantee",
		"terms and conditions apply", "terms apply", "restrictions apply", "exclusions apply", "void where prohibited", "wherever you buy",
		"see site for details",
		"limited time offer", "free shipping", "kostenlos testen", "kostenfrei testen", "prices and coverage", "casualty insurance company",
		"not available in all states", "member fdic",
		"gambling problem", "21 and older", "side effects", "ask your doctor", "in theaters", "only in theaters", "now streaming")
	add(2.0, false, true, "for the support", "for their support", "for supporting us", "for your support of", "back to the show",
		"back to the episode", "zurück zur folge", "ende der werbung", "werbung ende", "that address so they know")
	add(1.5, false, false, "sign up at", "sign up for", "sign up today", "sign up now", "learn more at", "find out more at", "find out more",
		"head to", "head over to", "go to", "visit", "check out", "get started",
		"download the app", "shop now", "order now", "order today", "try it today", "try it free", "for free at", "book a demo",
		"schedule a demo", "request a demo", "get a demo", "start your free", "your free",
		"percent off", "off your", "special offer", "exclusive offer", "limited time", "for a limited", "learn how", "learn more", "get it today",
		"available now", "in the app store", "dot com slash",
		"prozent rabatt", "euro rabatt", "in den shownotes", "link in the description", "link in the show notes", "click the link",
		"text the word", "call or visit", "save up to", "as low as", "starting at just",
		"you could save", "rules and restrictions apply", "participating locations", "eligible items", "offer valid", "star reviews",
		"get tickets", "getting tickets", "transform your", "join for free", "start saving", "nmls", "all rights reserved", "sold near you",
		"find yours", "find your", "for details", "could save", "you can save", "unlimited access", "cancel anytime", "no contracts",
		"no hidden fees")
	add(0.8, false, false, "trusted by", "award winning", "number one", "designed for", "designed to", "built for", "powered by", "all in one",
		"makes it easy", "so you can", "helps you", "help you", "gives you", "lets you", "with just",
		"no matter", "whether you're", "say goodbye", "world's", "leading", "platform", "solution", "solutions", "customers", "business",
		"businesses", "brand", "brands", "quality", "delivered", "subscription",
		"discover", "experience", "enjoy", "save", "deal", "deals", "offer", "offers", "guarantee", "guaranteed", "premium", "ingredients",
		"delicious", "comfort", "comfortable", "coverage", "insurance", "seamless", "seamlessly", "effortless", "enterprise")
	// What shows say of themselves, mostly at their end.
	add(-2.5, false, true, "source material for this episode", "sources for this episode", "we'll be back next week", "we'll be back with",
		"see you next week", "see you next time", "a brand new episode", "follow us on", "leave us a review", "rate and review",
		"was produced by", "is produced by", "is a production of", "was edited by", "is edited by", "our theme music", "bis zum nächsten mal",
		"bis nächste woche", "nächste folge")
	return cues
}()

var adLexicon = sync.OnceValue(func() *Lexicon {
	l := NewLexicon()
	for i, c := range adCues {
		l.Add(c.phrase, int32(i))
	}
	return l
})
