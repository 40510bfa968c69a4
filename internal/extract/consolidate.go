package extract

import (
	"cmp"
	"slices"
	"strings"

	"mentionary/internal/mention"
	"mentionary/internal/transcript"
)

// Limits of one episode's result. More candidates than this is noise or an attack; the rest is dropped.
const (
	MaxCandidates  = 20_000
	MaxMentions    = 5_000
	MaxNameRunes   = 200
	MaxDescription = 500       // runes
	MaxKnown       = 1_000_000 // things of the directory
)

// ChunkCandidates are the candidates an extractor found in one chunk.
type ChunkCandidates struct {
	Chunk      transcript.Chunk
	Candidates []mention.Candidate
}

// Known is an entity of the directory, for the catalogue pass.
type Known struct {
	EntityID int
	Type     mention.Type
	Name     string
	Aliases  []string
	Taught   bool // by a reviewer: its aliases count as they stand, everyday words or not
}

// Result is what an episode's candidates came to.
type Result struct {
	Mentions []mention.Mention // by start, then type, then name
	Rejected int               // candidates without a proof, or over a limit
	// Unproven are those among them whose quote is not in their chunk, or does not name them, as they were claimed. With the
	// quote in its chunk they have a place and its sentence, from QuoteStart to QuoteEnd; else QuoteEnd is 0.
	Unproven []mention.Mention
	AdSpans  []Span // paid reads, in the document's text
}

// Consolidate turns the candidates of all chunks to located mentions with evidence.
//
// Every quote must be found in its chunk and name the thing (proof or drop: naming.go, plain.go, facts.go). Then one name gets one type
// within the episode (sponsor and
// company apart: both may exist), short forms are joined to full names, every further place where a found or known
// name or a participant is said is added, and confidence is computed from the evidence. The same input gives the same
// result, whatever the order of candidates. A voice is a second opinion on names and types; without one the evidence of the
// extractors stands alone.
func Consolidate(doc transcript.Document, cues []transcript.Cue, perChunk []ChunkCandidates, known []*Names, about Context,
	voice ...Voice,
) Result {
	e := newEpisode(doc, cues, perChunk, known, about)
	e.locate(perChunk)
	e.listenTo(voice)
	e.readUses()
	e.settleTypes()
	e.joinShortForms()
	e.cataloguePass()
	e.dropOwnShow()
	e.dropPromoCodes()
	e.support()
	e.heed()
	e.doubtUnplaced()
	return Result{Mentions: e.mentions(), Rejected: e.rejected, Unproven: e.unproven, AdSpans: e.ads}
}

// hit is one place where a group's name stands, in bytes of the document.
type hit struct {
	start, end int
	candidate  mention.Candidate
	fuzzy      bool
}

// group is everything found under one type and key.
type group struct {
	typ     mention.Type
	key     string
	name    string
	hits    []hit
	signals []mention.Signal
}

type groupKey struct {
	typ mention.Type
	key string
}

type episode struct {
	doc      transcript.Document
	cues     []transcript.Cue
	about    Context
	words    []Word
	ads      []Span
	lower    []Span // chunks without capitals
	machine  bool   // speech recognition wrote the text, and nobody edited it
	groups   map[groupKey]*group
	rejected int
	unproven []mention.Mention
	known    []*Names
	unsaid   []Span               // what stands in the text and nobody says
	ownNames map[string]bool      // keys of sponsors that are named as the show itself where nobody pays
	beyond   map[groupKey]bool    // what the catalogue pass found that others hold, too
	language string               // "de" or "en" (anything else), empty until asked
	chorus   *chorus              // what the voice says of the text, nil without one
	spoken   map[string]heardName // what it says of each name and short form, by key

	// What the proof of names looks up, made when it is first needed.
	full     string            // the folded words of transcript, notes and participants
	inFull   map[string]bool   // keys that were looked for in full
	noted    map[string]string // full names in the notes, by given name
	capitals map[string]bool   // words with a capital inside a sentence
	heard    *heard            // what supports claims about the chunk looked at last
	heardAt  Span              // where that chunk is
}

func newEpisode(doc transcript.Document, cues []transcript.Cue, perChunk []ChunkCandidates, known []*Names, about Context) *episode {
	e := &episode{
		doc: doc, cues: cues, about: about, words: Words(doc.Text), groups: map[groupKey]*group{}, known: known,
		ownNames: map[string]bool{}, beyond: map[groupKey]bool{},
	}
	e.ads = AdSpans(doc.Text, e.words)
	e.machine = heardByMachine(doc.Text, len(e.words))
	e.unsaid = UnsaidSpans(doc.Text)
	for _, c := range perChunk {
		if c.Chunk.LowerCase {
			e.lower = append(e.lower, Span{c.Chunk.Start, c.Chunk.End})
		}
	}
	slices.SortFunc(e.lower, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	return e
}

// locate proves the candidates and sorts them into groups.
func (e *episode) locate(perChunk []ChunkCandidates) {
	taken := 0
	for _, c := range perChunk {
		for _, candidate := range c.Candidates {
			if taken++; taken > MaxCandidates {
				e.rejected++
				continue
			}
			e.locateOne(c.Chunk, candidate)
		}
	}
}

func (e *episode) locateOne(chunk transcript.Chunk, c mention.Candidate) {
	c.Name = strings.Join(strings.Fields(c.Name), " ")
	typ, known := mention.ParseType(string(c.Type))
	if !known || !IsName(typ, c.Name) || Key(c.Name) == "" || !e.inDocument(chunk) {
		e.rejected++
		return
	}
	c.Type = typ
	start, end, exact, located := Locate(chunk.Text, c.Quote)
	var n named
	proven := located
	if located {
		n, proven = e.naming(chunk, start, end, c)
	}
	if !proven {
		e.rejected++
		if len(e.unproven) < MaxMentions {
			e.unproven = append(e.unproven, e.unprovenClaim(c, chunk.Start+start, chunk.Start+end, located))
		}
		return
	}
	c.Name = n.name
	e.guardFacts(chunk, &c)
	h := hit{start: chunk.Start + n.start, end: chunk.Start + n.end, candidate: c, fuzzy: !exact}
	if InSpans(e.ads, h.start) && c.Context != mention.SelfPromo {
		h.candidate.Context = mention.Ad
	}
	e.add(typ, Key(c.Name), c.Name, c.Signals, h)
}

// unprovenClaim is a candidate as it was claimed, with its sentence and place where the quote is in the transcript.
func (e *episode) unprovenClaim(c mention.Candidate, start, end int, located bool) mention.Mention {
	if !located {
		return mention.Mention{Candidate: c}
	}
	m := e.mention(c, hit{start: start, end: end, candidate: c})
	m.Surface = c.Surface
	return m
}

// inDocument guards against chunks of another transcript.
func (e *episode) inDocument(chunk transcript.Chunk) bool {
	return chunk.Start >= 0 && chunk.Start <= chunk.End && chunk.End <= len(e.doc.Text) && e.doc.Text[chunk.Start:chunk.End] == chunk.Text
}

// label reports whether the words are a speaker's label left in the text ("Nora Vint: So..."): who speaks is not mentioned
// by speaking.
func (e *episode) label(start, end int) bool {
	if end >= len(e.doc.Text) || e.doc.Text[end] != ':' {
		return false
	}
	from, _ := e.doc.CueSpan(e.doc.CueAt(start))
	return from == start
}

func (e *episode) add(typ mention.Type, key, name string, signals []mention.Signal, h hit) {
	if e.label(h.start, h.end) {
		return
	}
	k := groupKey{typ, key}
	g := e.groups[k]
	if g == nil {
		g = &group{typ: typ, key: key, name: name}
		e.groups[k] = g
	}
	if betterName(name, g.name) {
		g.name = name
	}
	for _, s := range signals {
		g.sign(s)
	}
	g.hits = append(g.hits, h)
}

// betterName prefers the spelling with more capitals, then the smaller one, so that order plays no part.
func betterName(a, b string) bool {
	ca, cb := capitals(a), capitals(b)
	if ca != cb {
		return ca > cb
	}
	return a < b
}

func capitals(s string) int {
	n := 0
	for _, w := range Words(s) {
		if w.Upper {
			n++
		}
	}
	return n
}

func (g *group) sign(s mention.Signal) {
	if !slices.Contains(g.signals, s) {
		g.signals = append(g.signals, s)
	}
}

// strength is how well a group is supported, for choosing between types. Places count, not how often an extractor repeats
// itself about one.
func (g *group) strength() float64 {
	n := g.places()
	return calibrated(evidence(g.signals, n)) + 0.1*float64(n)
}

// typed reports whether something speaks for the group's type.
func (g *group) typed() bool {
	return !containsSignal(g.signals, SignalGuessedType) || settled(g.signals)
}

// absorb moves everything of other into g.
func (e *episode) absorb(g, other *group) {
	g.hits = append(g.hits, other.hits...)
	for _, s := range other.signals {
		g.sign(s)
	}
	delete(e.groups, groupKey{other.typ, other.key})
}

// sorted returns the groups in an order that never depends on the map.
func (e *episode) sorted() []*group {
	all := make([]*group, 0, len(e.groups))
	for _, g := range e.groups {
		all = append(all, g)
	}
	slices.SortFunc(all, func(a, b *group) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.typ, b.typ))
	})
	return all
}

// settleTypes gives every name one type: the best supported. Sponsors stand apart, but what is said of the sponsor
// inside its own paid read belongs to the sponsor.
func (e *episode) settleTypes() {
	byKey := map[string][]*group{}
	for _, g := range e.sorted() {
		byKey[g.key] = append(byKey[g.key], g)
	}
	for _, rivals := range byKey {
		var best, sponsor *group
		for _, g := range rivals {
			switch {
			case g.typ == mention.Sponsor:
				sponsor = g
			case best == nil || g.typed() && !best.typed() || g.typed() == best.typed() && g.strength() > best.strength():
				best = g
			}
		}
		for _, g := range rivals {
			if g != best && g != sponsor {
				g.signals = slices.DeleteFunc(g.signals, func(s mention.Signal) bool { return s == SignalTypeCue }) // it spoke for another type
				e.absorb(best, g)
			}
		}
		switch {
		case best == nil || sponsor == nil:
		case best.typ == mention.Company && !knownBeyond(best.signals):
			for i := range best.hits {
				best.hits[i].candidate.Context = mention.Ad
			}
			e.absorb(sponsor, best) // the show knows the company because it pays
		default:
			e.moveAds(best, sponsor)
		}
	}
}

// knownBeyond reports whether more than this episode's own advertisement speaks for a company.
func knownBeyond(signals []mention.Signal) bool {
	return slices.ContainsFunc(signals, func(s mention.Signal) bool { return slices.Contains(typing, s) })
}

// moveAds hands hits within paid reads from a name's group to its sponsor.
func (e *episode) moveAds(from, sponsor *group) {
	var rest []hit
	for _, h := range from.hits {
		if h.candidate.Context == mention.Ad {
			sponsor.hits = append(sponsor.hits, h)
		} else {
			rest = append(rest, h)
		}
	}
	from.hits = rest
	if len(rest) == 0 {
		delete(e.groups, groupKey{from.typ, from.key})
	}
}
