package extract

import (
	"math"
	"slices"

	"mentionary/internal/mention"
)

// SignalNamePattern says that a name is built like a person's: a known given name followed by a family name.
const SignalNamePattern mention.Signal = "name_pattern"

// SignalGivenName says that only a given name was said. Alone it never reaches publication: nobody knows who is meant.
const SignalGivenName mention.Signal = "given_name"

// SignalTypeCue says that the words around a name speak for its type: "moved to X", "X makes", "a fallacy called X".
const SignalTypeCue mention.Signal = "type_cue"

// SignalGuessedType says that nothing spoke for the type. Such names stay in review until something does.
const SignalGuessedType mention.Signal = "guessed_type"

// SignalEverydayWord says that a known name is also a word people use without meaning anything by it ("pandemic"): it
// needs the creator's word or many places to be published.
const SignalEverydayWord mention.Signal = "everyday_word"

// SignalHeadNoun says that a name holds a word for what it names ("Fabian Society", "Ministry of Works").
const SignalHeadNoun mention.Signal = "head_noun"

// SignalDistinct says beside SignalGazetteer that hardly anything else has the name. What the tagger hears of its sentences does not matter
// then: it doubts names that stand before others ("the GitHub API").
const SignalDistinct mention.Signal = "distinct"

// SignalTagger says that the sequence tagger, too, hears a name of this type at most places.
const SignalTagger mention.Signal = "tagger"

// SignalTaggerSure says that the tagger hardly hears anything else there: it knows such a place or product by its sentences.
const SignalTaggerSure mention.Signal = "tagger_sure"

// SignalNumbered says that the name of a product carries a number, as those of models do.
const SignalNumbered mention.Signal = "numbered"

// SignalTaggerDoubts says that the sequence tagger hears no name of this type at its places, or one of another.
const SignalTaggerDoubts mention.Signal = "tagger_doubts"

// The bands of SPEC.md section 9. Mentions of at least Published enter lists and counters, the rest goes to review.
const (
	High      = 0.8
	Published = 0.6
)

// weights says how likely each signal alone makes a mention right. They were read off annotated conversations: the
// share of right candidates among those carrying the signal, rounded down. Weights combine as independent evidence:
// 1 - (1-a)(1-b).... Fuzzy quotes, transcripts without capitals and guessed types
// weaken the whole, and a town that stands nowhere as towns do is not published.
//
//	reviewed      0.97   a reviewer says so
//	participant   0.90   the source itself names the person
//	creator_link  0.70   the creator links to it
//	catalogue     0.65   the directory knows it
//	model         0.62   a model read it, the quote is proven
//	cue           0.64   a cue phrase introduced it
//	gazetteer     0.70   a well-known name
//	name_pattern  0.62   built like a person's name
//	show_notes    0.50   named in title, description or chapters
//	capitalised   0.50   capitals only
//	type_cue      0.30   the words around it say what it is
//	given_name    0.35   a given name alone
//	tagger        0.45   the sequence tagger hears the same
//	tagger_sure   0.30   and nothing else
//	usage         0.45   the words around say so at several places
//	repeated      0.15 to 0.35, growing with the number of mentions
var weights = map[mention.Signal]float64{
	SignalReviewed:            0.97,
	mention.SignalParticipant: 0.90,
	mention.SignalCreatorLink: 0.70,
	mention.SignalCatalogue:   0.65,
	mention.SignalModel:       0.62,
	mention.SignalCue:         0.64,
	mention.SignalGazetteer:   0.70,
	SignalNamePattern:         0.62,
	mention.SignalShowNotes:   0.50,
	mention.SignalCapitalised: 0.50,
	SignalTypeCue:             0.30,
	SignalGivenName:           0.35,
	SignalTagger:              0.45,
	SignalTaggerSure:          0.30,
	SignalUsage:               0.45,
}

// typing are the signals that say what a thing is; beside them a guess no longer matters.
var typing = []mention.Signal{
	mention.SignalParticipant, mention.SignalCatalogue, mention.SignalModel, mention.SignalCue, mention.SignalGazetteer,
	SignalNamePattern, SignalTypeCue, SignalReviewed, SignalTagger, SignalHeadNoun, SignalUsage,
}

// settled reports whether something says what a thing is. The directory may know it by an earlier guess: where the second voice
// hears nothing of that type, it settles nothing.
func settled(signals []mention.Signal) bool {
	doubted := slices.Contains(signals, SignalTaggerDoubts)
	return slices.ContainsFunc(signals, func(s mention.Signal) bool {
		return slices.Contains(typing, s) && (s != mention.SignalCatalogue || !doubted)
	})
}

const (
	guessWeakening = 0.7
	guessedAtMost  = 0.59 // below Published: a wrong type in the directory is worse than one more name to review
)

var weakening = map[mention.Signal]float64{
	mention.SignalFuzzyQuote: 0.95, mention.SignalLowerCase: 0.97,
	SignalEverydayWord: 0.75, SignalTaggerDoubts: 0.75,
}

// Confidence computes how sure we are from the evidence alone: the signals and the number n of mentions in the episode.
// It is the share of such mentions that is right. It lies between 0 and 0.99 and never falls when a weighted signal or a mention
// is added. A number that a model gives plays no part.
func Confidence(t mention.Type, signals []mention.Signal, n int) float64 {
	sure := calibrated(evidence(signals, n))
	if !slices.ContainsFunc(signals, func(s mention.Signal) bool { return slices.Contains(listing, s) }) {
		sure = min(sure, unlisted(t, signals))
	}
	return math.Round(sure*1000) / 1000
}

// evidence sums what speaks for a mention, as if every signal were independent of the others. It orders mentions; how often they
// are right says calibrated.
func evidence(signals []mention.Signal, n int) float64 {
	doubt, factor := 1.0, 1.0
	var seen []mention.Signal
	for _, s := range signals {
		if slices.Contains(seen, s) {
			continue
		}
		seen = append(seen, s)
		if s == mention.SignalRepeated {
			doubt *= 1 - repeatedWeight(n)
		}
		doubt *= 1 - weights[s]
		if f, ok := weakening[s]; ok {
			factor *= f
		}
	}
	if slices.Contains(seen, SignalGuessedType) && !settled(seen) {
		return min(guessedAtMost, (1-doubt)*factor*guessWeakening)
	}
	if slices.Contains(seen, SignalUnplaced) && !slices.Contains(seen, SignalReviewed) {
		return min(guessedAtMost, (1-doubt)*factor)
	}
	return min(0.99, (1-doubt)*factor)
}

func repeatedWeight(n int) float64 {
	return min(0.35, 0.05+0.05*float64(max(n, 2)))
}
