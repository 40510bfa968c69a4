package extract

import (
	"math"
	"slices"

	"mentionary/internal/mention"
)

// calibration says how often mentions of some evidence are right: read off our twelve episodes (380 marked mentions) and names that
// people judged, and straight between the points. It keeps the order of the evidence and the line of what is published.
var calibration = []struct{ evidence, right float64 }{
	{0, 0}, {0.3, 0.1}, {0.4, 0.15}, {0.59, 0.2}, {Published, Published}, {0.63, 0.89}, {0.7, 0.92}, {0.8, 0.94}, {0.99, 0.96},
}

func calibrated(evidence float64) float64 {
	for i, to := range calibration[1:] {
		if from := calibration[i]; evidence <= to.evidence {
			return from.right + (to.right-from.right)*(evidence-from.evidence)/(to.evidence-from.evidence)
		}
	}
	return calibration[len(calibration)-1].right
}

// listing are the signals of somebody who has the name written down. What only its form and the words around it speak for is right
// less often, however much of that there is.
var listing = []mention.Signal{
	mention.SignalParticipant, mention.SignalCatalogue, mention.SignalGazetteer, mention.SignalCreatorLink, mention.SignalShowNotes,
	SignalReviewed,
}

// form says how often a name is right for which only its form and the words around it speak, in log odds: of a type at all, and
// what each signal adds. Read off names of real archives that were judged by eye (docs/adr/0054).
type form struct {
	base, cue, typeCue, headNoun, tagger, taggerSure, repeated, numbered, wellKnown, unedited, rareFamily, ordinaryWord, usage float64
}

var forms = map[mention.Type]form{
	// docs/adr/0076 and 0086
	mention.Person:  {base: 0.9, tagger: 0.8, repeated: 0.3, wellKnown: 0.5, unedited: -1.2, rareFamily: -1.3, ordinaryWord: -3},
	mention.Product: {base: -0.8, taggerSure: 1.9, repeated: 1.4, numbered: 1.9, ordinaryWord: -1.5, unedited: -1, usage: 0.8},
	mention.Company: {
		base: -0.35, cue: 0.95, typeCue: 1, headNoun: 0.5, tagger: 0.3, repeated: 1.4, ordinaryWord: -1.5, unedited: -1.3, usage: 0.6,
	},
	mention.Location: {base: 0.2, taggerSure: 1, cue: 0.5, typeCue: 0.6, repeated: 0.3, ordinaryWord: -3},
	mention.Concept:  {base: -1.5, cue: 1.2, typeCue: 0.9, repeated: 0.8, usage: 1.5},
	mention.Book:     {base: -1.6, cue: 2.1, tagger: 1, repeated: 0.9},
}

// unlistedAtMost bounds what no judged names tell more about: what a model found, and sponsors.
const unlistedAtMost = 0.89

// unlisted is how often a name is right that nobody has written down.
func unlisted(t mention.Type, signals []mention.Signal) float64 {
	f, judged := forms[t]
	if !judged || slices.Contains(signals, mention.SignalModel) {
		return unlistedAtMost
	}
	odds := f.base
	for _, add := range []struct {
		signal mention.Signal
		odds   float64
	}{
		{mention.SignalCue, f.cue},
		{SignalTypeCue, f.typeCue},
		{SignalHeadNoun, f.headNoun},
		{SignalTagger, f.tagger},
		{SignalTaggerSure, f.taggerSure},
		{mention.SignalRepeated, f.repeated},
		{SignalNumbered, f.numbered},
		{SignalWellKnown, f.wellKnown},
		{SignalUnedited, f.unedited},
		{SignalRareFamily, f.rareFamily},
		{SignalOrdinaryWord, f.ordinaryWord},
		{SignalUsage, f.usage},
	} {
		if slices.Contains(signals, add.signal) {
			odds += add.odds
		}
	}
	return min(unlistedAtMost, 1/(1+math.Exp(-odds)))
}
