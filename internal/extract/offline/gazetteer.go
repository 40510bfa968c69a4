package offline

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

func fields(s string) iter.Seq[string] { return strings.FieldsSeq(s) }

// gazetteer finds the well-known names.
func (r *reader) gazetteer() {
	matches := r.known.names.Find(r.words, r.believable)
	for _, m := range matches {
		k := r.known.entries[m.Values[0]]
		for _, v := range m.Values[1:] { // a book and a film, a god and a car: what stands around decides
			if other := r.known.entries[v]; r.prefers(other.typ, m) {
				k = other
			}
		}
		k = r.asFilm(k, m)
		f := find{
			typ: k.typ, name: k.name, aliases: k.forms, first: m.First, last: m.Last, rank: rankGazetteer,
			signals: []mention.Signal{mention.SignalGazetteer}, description: k.description, claims: k.claims, each: k.name == "Go",
		}
		if r.distinct(k.typ, m) {
			f.signals = append(f.signals, extract.SignalDistinct)
		}
		if k.typ == mention.Concept && (everyday[extract.Key(k.name)] || everydayPhrases[extract.Key(k.name)]) {
			f.signals = append(f.signals, extract.SignalEverydayWord)
		}
		r.add(f)
	}
}

// listed returns the well-known thing that the words i to j are the whole name of.
func (r *reader) listed(i, j int) (known, bool) {
	if i < 0 || j >= len(r.words) {
		return known{}, false
	}
	for _, m := range r.known.names.Find(r.words[i:j+1], nil) {
		if m.First == 0 && m.Last == j-i {
			return r.known.entries[m.Values[0]], true
		}
	}
	return known{}, false
}

// distinct reports whether hardly anything else is called so: firms and products by names that are no words, and anything by several words.
func (r *reader) distinct(t mention.Type, m extract.Match) bool {
	if m.First < m.Last {
		return true
	}
	f := r.fold(m.First)
	return (t == mention.Company || t == mention.Product) && len(f) > 3 && !nouns[f] && !shortWords[f] && !r.known.given[f] &&
		!r.common(m.First)
}

// everyday lists concepts that people also name in passing, without talking about them.
var everyday = words(`racism pandemic firmware software democracy socialism communism inflammation meditation yoga
	cholesterol cryptocurrency blockchain semiconductor
	sustainability populism nationalism liberalism feminism idealism pragmatism cynicism monopsony symbiosis emergence dementia
	autism serotonin dopamine cortisol determinism materialism burnout
	disinformation misinformation patriarchy microservices concurrency coronavirus neuroscience psychoanalysis psychotherapy sourdough`)

// everydayPhrases are topics of the same sort in several words.
var everydayPhrases = map[string]bool{
	"mental health": true, "open source": true, "public health": true, "remote work": true, "climate change": true, "global warming": true,
	"blood pressure": true,
	"interest rates": true, "minimum wage": true, "social justice": true, "rule of law": true, "free market": true, "free speech": true,
	"freedom of speech": true, "word of mouth": true, "critical thinking": true,
	"user research": true, "middle ages": true, "free software": true, "supply chain": true, "venture capital": true, "code review": true,
	"strength training": true, "artificial intelligence": true, "machine learning": true,
}

// nouns are names that are also words for things: they are believed only while the talk does not use them as such.
var nouns = words(`hinge apple amazon shell target gap orange oracle slack zoom signal discord bumble tinder steam excel word
	access teams windows chrome safari edge brave obsidian notion linear loom craft things
	bear stripe square block meta arc monday echo nest ring fire spark storm swift rust ruby python java jura puma quip vanguard
	airflow allianz amplitude audacity audible azure blizzard blockbuster caterpillar canon canonical chevron chime clubhouse cohere commodore
	confluence confluent copilot elastic elixir enigma fiat fluke gusto headspace hoover inception interstellar knoll knopf kinesis marvel
	mastodon mercurial mercury micron outlook paramount perforce perplexity plaid playwright postman puppeteer rails ramp retool rippling
	segment selenium sentry snowflake solidity sprint storybook subversion superhuman terminator tether thunderbird valve whoop yelp
	fidelity sears subway chewy casper fortune time wired vice forbes atlas messenger overcast
	babel cargo conda puppet caddy electron celery flask cypress flutter remix prisma solid pages numbers keynote blender
	avatar illustrator sequoia dove guardian atlantic economist nova saturn titanic anki pong myst succession blackberry blogger
	ember dart sublime`)

// germanNouns are those of nouns that are German words, and have a capital there.
var germanNouns = words(`allianz knopf segment ring block sprint atlas puma meta nest zoom signal orange`)

// shortWords are names of three letters that are also words.
var shortWords = words(`sec pip nix zig ram sap mit arm dec ring sun nes gap bar abc ups man who git vim tor uni ark sas era ace
	doe mia ice  erm hmm ugh yep nah hey huh uhh umm yah yay wow`)

// namedForWord is how many times as often as a word without a capital a name must stand with one.
const namedForWord = 3

// saysNoun reports whether a name is used as a word for a thing in this chunk: behind an article, or not seldom without its capital, also
// for several.
func (r *reader) saysNoun(fold string) bool {
	if !nouns[fold] {
		return false
	}
	if !r.lower && !(r.german && germanNouns[fold]) {
		lower := r.uncapital[fold] + r.uncapital[fold+"s"]
		return lower > 0 && r.capital[fold] < namedForWord*lower
	}
	for i, w := range r.words {
		if w.Fold == fold && w.Gap == extract.GapSpace && (extract.IsDeterminer(r.fold(i-1)) ||
			r.german && extract.IsDeterminer(r.fold(i-2)) && r.words[i-1].Gap == extract.GapSpace) { // "ein bestimmtes Segment"
			return true
		}
	}
	return false
}

// phrases are what names stand in that mean something else there.
var phrases = map[string]bool{
	"by fiat": true, "fiat currency": true, "fiat currencies": true, "fiat money": true, "sears tower": true, "segment anything": true,
	"mlb the": true, // a game
}

// inPhrase reports whether word i makes one of the phrases with the word before or behind it.
func (r *reader) inPhrase(i int) bool {
	return phrases[r.before(i)+" "+r.fold(i)] || i+1 < len(r.words) && phrases[r.fold(i)+" "+r.fold(i+1)]
}

// namedBefore reports whether an everyday word with a capital, which no sentence begins with, makes a name together with word i: "the
// Foundation Sprint".
func (r *reader) namedBefore(i int) bool {
	return r.directly(i) && r.upper(i-1) && r.words[i-1].Gap != extract.GapSentence && r.common(i-1) && !saysI(r.fold(i-1)) &&
		!small[r.fold(i-1)] && !greetings[r.fold(i-1)]
}

// technical are words of talk about programs: beside them "Pascal" is a language.
var technical = words(`code coding language languages program programs programming programmer compiler compile syntax developer
	software library framework script written runtime interpreter`)

// otherThings stand behind names of people and places that mean a program ("a Sinatra app"), or something else ("Pacific time").
var otherThings = words(`app apps api apis framework library gem plugin codebase repo compiler syntax time comma`)

func (r *reader) aboutPrograms(i int) bool {
	for j := max(0, i-12); j < min(len(r.words), i+12); j++ {
		if technical[r.words[j].Fold] {
			return true
		}
	}
	return false
}

// A chunk with so many technical words is about programs.
const fewestTechnical = 2

// gameWords are words of the game of Go near its name, gameNames such as talk about it has anywhere.
var (
	gameWords = words(`play plays played playing player players game games board stone stones`)
	gameNames = words(`alphago chess alphazero`)
)

const nearGame = 6 // words

// meansGo reports whether word i is the programming language: with a capital that neither a sentence nor a title gives it, in talk about
// programs that are no games of Go.
func (r *reader) meansGo(i int) bool {
	before, after := r.fold(i-1), r.fold(i+1)
	titled := r.words[i].Gap == extract.GapSpace && r.upper(i-1) && !saysI(before) && !small[before] && !notModified[before] ||
		r.directly(i+1) && !saysI(after) && !r.words[i+1].AllCaps
	quoted := r.words[i].Gap == extract.GapSentence || r.words[i].Gap == extract.GapMark || i > 0 && r.text[r.words[i].Start-1] != ' '
	if r.lower || r.german || !r.upper(i) || r.words[i].AllCaps || quoted || titled {
		return false
	}
	for _, w := range r.words[max(0, i-nearGame):min(len(r.words), i+nearGame)] {
		if gameWords[w.Fold] {
			return false
		}
	}
	return r.technical >= fewestTechnical && !r.gaming
}

// assistants are products of artificial intelligence that are called by given names and everyday words. They are meant where the
// talk is of such things.
var assistants = words(`claude gemini codex cursor llama devin windsurf lovable bolt sora alexa sonnet opus`)

// aiTalk are words of that talk.
var aiTalk = words(`ai chatgpt gpt openai anthropic llm llms deepmind copilot claude gemini perplexity midjourney sonnet opus codex grok
	siri alexa llama mistral deepseek agentic chatbot chatbots`)

const nearAITalk = 40 // words

// meansAssistant reports whether a word with a capital means the product, and nobody who takes part: "Claude Monet", "Usain Bolt".
func (r *reader) meansAssistant(m extract.Match) bool {
	i, name := m.First, r.fold(m.First)
	if !r.upper(i) || r.anothers(i) || r.partOfRun(m) || r.takesPart(name) {
		return false
	}
	for j := max(0, i-nearAITalk); j < min(len(r.words), i+nearAITalk); j++ {
		if f := r.fold(j); f != name && (aiTalk[f] || strings.HasPrefix(f, "gpt")) {
			return true
		}
	}
	return false
}

// prefers reports whether the words around a match speak for a type.
func (r *reader) prefers(t mention.Type, m extract.Match) bool {
	if t != mention.Book {
		return false
	}
	for i := max(0, m.First-8); i < min(len(r.words), m.Last+8); i++ {
		if extract.IsBookTalk(r.words[i].Fold) {
			return true
		}
	}
	return false
}

// meansBook reports whether a short title means the book: its author or a word for reading stands near. A title of one word is many things
// ("Frankenstein" a kind of machine, "Dracula" a color scheme), and without capitals a few words are hardly a title. Scriptures, which have
// no author, need nothing.
func (r *reader) meansBook(k known, m extract.Match) bool {
	n, short := m.Last-m.First+1, 1
	if r.fold(m.First) == "the" {
		n--
	}
	if r.lower {
		short = 4
	}
	return k.claims.Author == "" || n > short || r.readNear(k, m)
}

// readNear reports whether a book's author, or a word for reading, stands near the place.
func (r *reader) readNear(k known, m extract.Match) bool {
	author := extract.Words(k.claims.Author)
	for i := max(0, m.First-nearBook); i <= min(len(r.words)-1, m.Last+nearBook); i++ {
		if f := r.fold(i); extract.IsBookTalk(f) || f == author[len(author)-1].Fold {
			return true
		}
	}
	return false
}

const nearBook = 40 // words

// believable reports whether the words of a match mean the name: everyday words need capitals, single words must not be
// a part of a longer capitalized name ("Paris" in "Paris Miller").
func (r *reader) believable(m extract.Match) bool {
	k := r.known.entries[m.Values[0]]
	first, last := r.words[m.First], r.words[m.Last]
	concept := k.typ == mention.Concept
	uncommon := 0
	for i := m.First; i <= m.Last; i++ {
		if !r.common(i) {
			uncommon++
		}
	}
	single := m.First == m.Last
	if single && r.anothers(m.First) && (k.typ == mention.Person || r.bearsName(m.First-1, m.First) &&
		(k.typ == mention.Company || k.typ == mention.Location)) ||
		k.typ == mention.Location && (r.withinOrganization(m) || r.directed(m.First) || r.greeted(m.First) || single && r.besideGiven(m.First)) {
		return false
	}
	if k.typ == mention.Book && (r.isPartOrKind(m) || single && r.hasOtherAuthor(k, m.First) ||
		!r.meansFilm(k, m) && (r.isOtherWork(m.First, m.Last) || !r.meansBook(k, m))) {
		return false
	}
	if r.lower {
		return r.believableLower(k, m, uncommon)
	}
	if single {
		return r.believableWord(k, m)
	}
	if concept || r.writtenWithMarks(k, m) {
		return true
	}
	if k.typ == mention.Book && uncommon == 0 && m.Last-m.First < 3 {
		return first.Upper && last.Upper && !r.partOfRun(m)
	}
	if k.typ == mention.Book && k.claims.Author != "" && m.Last-m.First >= 3 && r.readNear(k, m) {
		return true // "Brooks, the mythical man month": a machine wrote it down
	}
	return first.Upper && last.Upper && (k.typ != mention.Location || !r.partOfRun(m)) ||
		first.Upper && uncommon > 0 && !extract.IsCommon(first.Fold) || allDigits(last.Fold) && first.Upper ||
		first.Fold == "the" && r.upper(m.First+1) && last.Upper
}

// writtenWithMarks reports whether a product or a firm is written as its name is, with a hyphen or a digit: "scikit-learn", "7-Eleven".
func (r *reader) writtenWithMarks(k known, m extract.Match) bool {
	said := r.between(m.First, m.Last)
	return (k.typ == mention.Product || k.typ == mention.Company) && strings.ContainsAny(said, "-0123456789") && slices.Contains(k.forms, said)
}

// directed reports whether a direction is tied to word i: "East Asia" is another place in "South-East Asia".
func (r *reader) directed(i int) bool {
	return i > 0 && parts[r.fold(i-1)] && r.text[r.words[i-1].End:r.words[i].Start] == "-"
}

// besideGiven reports whether a given name that is no place stands before word i and "and": "Luke and Aden".
func (r *reader) besideGiven(i int) bool {
	return r.before(i) == "and" && r.given(i-2) && !r.isPlace(i-2) && r.words[i-1].Gap == extract.GapSpace
}

// greeted reports whether word i is thanked or greeted: "thank you to Alexandria".
func (r *reader) greeted(i int) bool {
	if r.before(i) != "to" {
		return false
	}
	before := r.before(i - 1)
	return thanks[before] || before == "you" && r.before(i-2) == "thank" || before == "out" && r.before(i-2) == "shout"
}

// thanks stand before "to" and who is thanked or greeted.
var thanks = words(`thanks congrats congratulations kudos hello hi goodbye`)

// anothers reports whether a given name before a name makes it a family name of somebody else's: "Nora Bach", "Nora Ford".
func (r *reader) anothers(i int) bool {
	return i > 0 && r.words[i].Gap == extract.GapSpace && r.given(i-1) && (r.lower || r.upper(i)) && !r.possessive(i-1)
}

// bearsName reports whether people are called so: "Mike Bayer", but not "Elon Twitter".
func (r *reader) bearsName(i, j int) bool { return extract.PeopleBear(r.fold(i) + " " + r.fold(j)) }

// isPartOrKind reports whether the title of a book is the beginning of a longer name ("Emma Two"), or one of its kind: "a weird Emma",
// "your Emma".
func (r *reader) isPartOrKind(m extract.Match) bool {
	next := m.Last + 1
	if next < len(r.words) && r.words[next].Gap == extract.GapSpace && allDigits(r.fold(next)) && len(r.fold(next)) == 1 {
		return true
	}
	if !r.lower && next < len(r.words) && r.words[next].Gap == extract.GapSpace && r.upper(next) && !saysI(r.fold(next)) &&
		!r.isPerson(next, next+1) && !r.possessive(m.Last) {
		return true
	}
	if m.First != m.Last {
		return false
	}
	kind := func(k int) bool { return ofKind[r.before(k)] }
	return kind(m.First) || m.First > 0 && r.words[m.First].Gap == extract.GapSpace && !r.upper(m.First-1) && kind(m.First-1)
}

// hasOtherAuthor reports whether the title at word i is called the work of somebody who is not its author: "Nora's Odyssey", but not
// "Homer's Odyssey".
func (r *reader) hasOtherAuthor(k known, i int) bool {
	return i > 0 && r.words[i].Gap == extract.GapSpace && r.upper(i-1) && r.possessive(i-1) &&
		!strings.Contains(extract.Key(k.claims.Author), r.fold(i-1))
}

// ofKind stand before a word for one of several.
var ofKind = words(`a an your my our their ein eine einen einem`)

func (r *reader) believableWord(k known, m extract.Match) bool {
	i := m.First
	w := r.words[i]
	runes := utf8.RuneCountInString(w.Fold)
	switch {
	case w.Fold == "go":
		return k.typ == mention.Product && r.meansGo(i)
	case "."+w.Fold == extract.FoldWord(k.name): // "NET" is what words are made of ".NET"
		return w.AllCaps && w.Start > 0 && r.text[w.Start-1] == '.'
	case k.typ == mention.Book && r.german && !r.prefers(mention.Book, extract.Match{First: i, Last: i}):
		return false // every noun has a capital: "Handwerk"
	case k.typ == mention.Product && mixedCase(k.name) && r.text[w.Start:w.End] == k.name:
		return true // its own spelling is its name: "reMarkable"
	case extract.AddsAccents(k.typ, r.said(i), k.name):
		return false // "das Böse" is not Bose
	case k.typ == mention.Product && assistants[w.Fold]:
		return r.meansAssistant(m)
	case w.AllCaps && (k.typ == mention.Person || k.typ == mention.Location) && !k.isAbbreviation(r.said(i)):
		return false // "ROM" is not Rome
	case runes <= 3 && k.typ != mention.Location && !w.AllCaps && !strings.ContainsAny(w.Fold, ".+#"):
		return slices.Contains(k.forms, r.said(i)) && (r.named(i) && !shortWords[w.Fold] ||
			(r.named(i) || allowedLower(k, w.Fold)) && r.technical >= fewestTechnical)
	case runes <= 2 && !w.AllCaps && !strings.ContainsAny(w.Fold, "+#"), w.AllCaps && runes <= 4 && w.Start > 0 && r.text[w.Start-1] == '-':
		return false // "R-CNN" is no CNN
	case (k.typ == mention.Person || k.typ == mention.Location) && otherThings[r.after(i)]:
		return false
	case w.Fold == "us" && w.AllCaps:
		return w.Gap != extract.GapSentence && !r.shouted(i)
	case w.Fold == "us" || w.Fold == "it" || w.Fold == "who", r.saysNoun(w.Fold), r.inPhrase(i):
		return false
	case k.typ == mention.Company && nouns[w.Fold] && r.namedBefore(i):
		return false
	case k.typ == mention.Product && r.known.given[w.Fold] && (r.upper(i+1) || !r.aboutPrograms(i)):
		return false
	case k.typ == mention.Concept && (runes >= 5 || w.AllCaps):
		return !extract.IsCommon(w.Fold)
	case !w.Upper && !allowedLower(k, w.Fold) && !mixedCase(r.said(i)) && !(isDigit(w.Fold[0]) && slices.Contains(k.forms, r.said(i))):
		return false
	case w.Upper && r.uncapital[w.Fold] > 0 && w.Gap == extract.GapSentence:
		return false
	case extract.IsCommon(w.Fold):
		return w.Gap != extract.GapSentence && !r.german && (r.uncapital[w.Fold] == 0 || nouns[w.Fold]) && k.typ != mention.Location
	case r.known.given[w.Fold] && (k.typ == mention.Location || k.typ == mention.Company):
		return !r.upper(i+1) && (r.fold(i-1) == "in" || r.fold(i-1) == "to" || r.fold(i-1) == "from")
	}
	return !r.partOfRun(m) || k.typ != mention.Location && k.typ != mention.Person
}

// shouted reports whether a word beside word i is written in capitals, too.
func (r *reader) shouted(i int) bool {
	return i > 0 && r.words[i-1].AllCaps || i+1 < len(r.words) && r.words[i+1].AllCaps
}

// named reports whether word i has a capital that no sentence gives it, and is no word of this chunk: "Git" and "Vue".
func (r *reader) named(i int) bool {
	w := r.words[i]
	return w.Upper && w.Gap != extract.GapSentence && !r.german && !r.common(i) && r.uncapital[w.Fold] == 0 && !r.given(i) && !r.anothers(i)
}

// isAbbreviation reports whether a thing is written in capitals, as "USA" and "JFK" are. Full stops between letters do not count.
func (k known) isAbbreviation(said string) bool {
	letters := strings.NewReplacer(".", "").Replace
	return slices.ContainsFunc(k.forms, func(form string) bool { return letters(form) == letters(said) })
}

// said is word i as it is written.
func (r *reader) said(i int) string { return r.text[r.words[i].Start:r.words[i].End] }

// allowedLower lists names that are written without capitals.
func allowedLower(k known, fold string) bool {
	return k.typ == mention.Product && k.name == fold && len(fold) >= 3 && !extract.IsCommon(fold)
}

// believableLower judges a match in a transcript without capitals.
func (r *reader) believableLower(k known, m extract.Match, uncommon int) bool {
	n := m.Last - m.First + 1
	if n == 1 {
		w := r.words[m.First].Fold
		if extract.AddsAccents(k.typ, r.said(m.First), k.name) {
			return false
		}
		if len(w) == 3 && uncommon == 1 && !r.german && k.typ != mention.Location && !shortWords[w] && !r.known.given[w] &&
			!strings.ContainsAny(w, "'+#") {
			return true // "nbc", "ocd": abbreviations survive the loss of capitals
		}
		if uncommon == 0 || r.known.given[w] || r.saysNoun(w) || utf8.RuneCountInString(w) < 4 {
			return false
		}
		return true
	}
	if k.typ == mention.Concept {
		return true
	}
	return uncommon > 0 && (uncommon == n || k.typ != mention.Book || n >= 3) || n >= 4
}

// partOfRun reports whether a capitalized word that belongs to the same name stands directly before or after a match.
func (r *reader) partOfRun(m extract.Match) bool {
	return r.goesOnAfter(m) || r.beganBefore(m)
}

// goesOnAfter reports whether a name goes on behind a match. Behind a place or a person any capital does so: "Paris Agreement".
func (r *reader) goesOnAfter(m extract.Match) bool {
	next := m.Last + 1
	if !r.directly(next) || r.isPerson(next, next+1) || r.knownPlaceAt(next) {
		return false
	}
	f := r.fold(next)
	switch r.known.entries[m.Values[0]].typ {
	case mention.Location, mention.Person:
		return !small[f] && !saysI(f)
	}
	return !r.common(next) || headNoun(f)
}

// beganBefore reports whether a name began before a match.
func (r *reader) beganBefore(m extract.Match) bool {
	before := m.First - 1
	return before >= 0 && r.directly(m.First) && r.upper(before) && (!r.common(before) || parts[r.fold(before)]) && !r.isPlace(before)
}

// directly reports whether word i has a capital and follows the word before it after nothing but a space.
func (r *reader) directly(i int) bool {
	return i > 0 && r.upper(i) && r.words[i].Gap == extract.GapSpace && r.text[r.words[i-1].End:r.words[i].Start] == " "
}

// parts stand before the name of a country or a continent for another: "North America".
var parts = words(`north south east west central latin northern southern eastern western`)

// saysI reports whether a word is "I", alone or with its verb ("I'm"): its capital is no name's.
func saysI(fold string) bool { return fold == "i" || strings.HasPrefix(fold, "i'") }

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func allDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
