package extract

import (
	"cmp"
	"slices"
	"strings"

	"mentionary/internal/mention"
	"mentionary/internal/wording"
)

const repeatedFrom = 2 // distinct places that make a name "repeated"

// support adds what the whole episode says for a group: repetition, show notes, the creator's links, and that a
// transcript has no capitals to lean on.
func (e *episode) support() {
	notes := e.notesLexicon()
	linked, links := e.linkText()
	for _, g := range e.sorted() {
		if len(g.hits) == 0 {
			delete(e.groups, groupKey{g.typ, g.key})
			continue
		}
		if g.places() >= repeatedFrom {
			g.sign(mention.SignalRepeated)
		}
		if g.typ == mention.Product && strings.ContainsAny(g.name, "0123456789") {
			g.sign(SignalNumbered)
		}
		if notes[g.key] {
			g.sign(mention.SignalShowNotes)
		}
		if linked[g.key] || strings.Contains(g.key, " ") && strings.Contains(links, " "+g.key+" ") {
			g.sign(mention.SignalCreatorLink)
		}
		if g.typ == mention.Sponsor && g.places() < repeatedFrom && !slices.ContainsFunc(g.signals, notFromCatalogue) {
			delete(e.groups, groupKey{g.typ, g.key}) // one who pays elsewhere is here a customer of whoever pays
			continue
		}
		if g.typ != mention.Concept && e.lowerAt(g.hits[0].start) {
			g.sign(mention.SignalLowerCase)
		}
		e.forgetItself(g)
		e.forgetException(g)
		e.hearsay(g)
		e.doubtWord(g)
		g.forgetNobody()
	}
}

// forgetItself takes from a group that the directory knows it, where the directory knows it from this episode alone and nobody has it
// written down: an episode is read again, and what it says is no support of itself.
func (e *episode) forgetItself(g *group) {
	written := slices.ContainsFunc(g.signals, func(s mention.Signal) bool { return notFromCatalogue(s) && isListing(s) })
	if !written && !e.beyond[groupKey{g.typ, g.key}] {
		g.signals = slices.DeleteFunc(g.signals, func(s mention.Signal) bool { return s == mention.SignalCatalogue })
	}
}

// Where a name has so many places, a determiner stands before one in so many when it is a thing that people have.
const (
	manyToTell   = 5
	determinedIn = 4
)

// forgetException takes from a product that nobody has written down that few of its many places say what it is ("a Deb would help"):
// people misspeak, and machines mishear.
func (e *episode) forgetException(g *group) {
	places := g.places()
	if g.typ != mention.Product || places < manyToTell || !containsSignal(g.signals, SignalTypeCue) ||
		slices.ContainsFunc(g.signals, isListing) {
		return
	}
	determined := map[int]bool{}
	for _, h := range g.hits {
		if i := wordAt(e.words, h.start); i > 0 && i < len(e.words) && e.words[i].Gap == GapSpace && IsDeterminer(e.words[i-1].Fold) {
			determined[h.start] = true
		}
	}
	if len(determined)*determinedIn < places {
		g.signals = slices.DeleteFunc(g.signals, func(s mention.Signal) bool { return s == SignalTypeCue })
		g.sign(SignalGuessedType)
	}
}

func notFromCatalogue(s mention.Signal) bool { return s != mention.SignalCatalogue }

func (g *group) places() int {
	seen := map[int]bool{}
	for _, h := range g.hits {
		seen[h.start] = true
	}
	return len(seen)
}

// notesText is what the creator wrote about the episode: title, description and chapters.
func (e *episode) notesText() string {
	var b strings.Builder
	b.WriteString(e.about.Title + "\n" + wording.FirstBytes(e.about.Description, 50_000))
	for _, c := range e.about.Chapters {
		b.WriteString("\n" + c.Title)
	}
	return b.String()
}

// notesLexicon returns which keys stand in title, description or chapters.
func (e *episode) notesLexicon() map[string]bool {
	l := NewLexicon()
	groups := e.sorted()
	for i, g := range groups {
		l.Add(g.name, int32(i))
		l.Add(g.key, int32(i))
	}
	named := map[string]bool{}
	words := Words(e.notesText())
	for _, m := range l.Find(words, nil) {
		if first := words[m.First]; m.First == m.Last && IsCommon(first.Fold) {
			continue
		}
		for _, v := range m.Values {
			named[groups[v].key] = true
		}
	}
	return named
}

// linkText returns the keys of all link texts, and all texts in one string for looking up names of several words.
func (e *episode) linkText() (keys map[string]bool, all string) {
	keys = map[string]bool{}
	var b strings.Builder
	for i, l := range e.about.Links {
		if i >= 500 {
			break
		}
		key := Key(wording.FirstBytes(l.Text, 300))
		keys[key] = true
		b.WriteString(" | " + key + " ")
	}
	return keys, b.String()
}

// mentions lays the groups out as stored mentions: one per entity and quote.
func (e *episode) mentions() []mention.Mention {
	var all []mention.Mention
	for _, g := range e.sorted() {
		base := g.candidate()
		if author := e.ownAuthor(g); author != "" && base.Claims.Author == "" {
			base.Claims.Author = author
			fill(&base.Description, "Book by "+author)
		}
		confidence := map[bool]float64{
			false: Confidence(g.typ, g.signals, g.places()),
			true:  Confidence(g.typ, append(slices.Clone(g.signals), mention.SignalFuzzyQuote), g.places()),
		}
		slices.SortStableFunc(g.hits, func(a, b hit) int {
			return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.richness(), a.richness()), cmp.Compare(a.candidate.Quote, b.candidate.Quote))
		})
		taken := map[int]bool{}
		for _, h := range g.hits {
			m := e.mention(base, h)
			if taken[m.QuoteStart] {
				continue
			}
			taken[m.QuoteStart] = true
			m.Confidence = confidence[h.fuzzy]
			all = append(all, m)
		}
	}
	slices.SortFunc(all, func(a, b mention.Mention) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Name, b.Name))
	})
	if len(all) > MaxMentions {
		e.rejected += len(all) - MaxMentions
		all = all[:MaxMentions]
	}
	return all
}

// candidate sums up what all hits of a group say: first filled fields win, in the order of places.
func (g *group) candidate() mention.Candidate {
	c := mention.Candidate{Type: g.typ, Name: g.name, Signals: slices.Clone(g.signals)}
	slices.Sort(c.Signals)
	hits := slices.Clone(g.hits)
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.candidate.Description, b.candidate.Description))
	})
	for _, h := range hits {
		fill(&c.URL, h.candidate.URL)
		if sameFacts(h.candidate.Type, g.typ) {
			fill(&c.Description, h.candidate.Description)
			fillClaims(&c.Claims, h.candidate.Claims)
		}
	}
	return c
}

// sameFacts reports whether what is said of a thing of one type holds for one of another: "place in Australia" tells nothing about Sydney
// Runkle, whose first name was taken for the city.
func sameFacts(a, b mention.Type) bool {
	firm := func(t mention.Type) bool { return t == mention.Company || t == mention.Sponsor }
	return a == b || firm(a) && firm(b)
}

func fill(to *string, from string) {
	if *to == "" {
		*to = from
	}
}

func fillClaims(to *mention.Claims, from mention.Claims) {
	fill(&to.Author, from.Author)
	fill(&to.Company, from.Company)
	fill(&to.Country, from.Country)
	fill(&to.Title, from.Title)
	fill(&to.Field, from.Field)
	fill(&to.Category, from.Category)
	fill(&to.SponsorType, from.SponsorType)
	fill(&to.PromoCode, from.PromoCode)
	fill(&to.Offer, from.Offer)
}

// richness prefers what an extractor said about a place over what the catalogue pass added there.
func (h hit) richness() int {
	n := 0
	if h.candidate.Quote != "" {
		n += 2
	}
	if h.candidate.Stance != "" {
		n++
	}
	if !h.fuzzy {
		n++
	}
	return n
}

func (e *episode) mention(base mention.Candidate, h hit) mention.Mention {
	text := e.doc.Text
	m := mention.Mention{Candidate: base}
	m.Start, m.End = h.start, h.end
	m.QuoteStart, m.QuoteEnd = QuoteAround(text, h.start, h.end)
	m.Quote, m.Surface = text[m.QuoteStart:m.QuoteEnd], text[m.Start:m.End]
	m.Context = cmp.Or(h.candidate.Context, mention.Editorial)
	if InSpans(e.ads, h.start) {
		m.Context = mention.Ad
	}
	m.Stance = cmp.Or(h.candidate.Stance, mention.Passing)
	if h.fuzzy {
		m.Signals = append(slices.Clone(base.Signals), mention.SignalFuzzyQuote)
	}
	if i := e.doc.CueAt(m.Start); i >= 0 && i < len(e.cues) {
		m.CueIndex = i
		m.StartMS, m.EndMS, m.Speaker = e.cues[i].StartMS, e.cues[i].EndMS, e.cues[i].Speaker
		if last := e.doc.CueAt(max(m.Start, m.End-1)); last > i && last < len(e.cues) {
			m.EndMS = e.cues[last].EndMS
		}
	}
	return m
}
