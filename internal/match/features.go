package match

import (
	"strings"

	"mentionary/internal/mention"
)

// The features of a pair, the sub-scores that the model weighs. Each lies between 0 and 1 unless it says otherwise.
// People use the second group in place of the first; agreement and support are common to all types.
const (
	fBias = iota

	fNear      // Jaro-Winkler of the keys
	fHeard     // likeness of the whole name by sound
	fDice      // weighted share of words in common
	fContained // weighted share of the shorter name found in the longer
	fShared    // weight of the words in common, saturating: long agreement counts more
	fAlmost    // a long name of which nearly every word fits
	fHead      // the same part before the subtitle
	fTails     // two subtitles that disagree
	fAcronym   // one abbreviates the other
	fNumber    // a model or version number in common
	fNoNumber  // only one of them has a number of its own
	fNumbers   // each has a number that the other lacks

	fCode         // products, in place of numbers: the same code of a model, less for short ones
	fNearCode     // the same code but for an ending of letters that one has
	fEndings      // the same code with different endings of letters
	fNoCode       // only one has a code
	fCodes        // each has a code that the other lacks
	fSize         // the same number of the same unit
	fSizes        // other numbers of the same unit
	fVersion      // a version in common
	fNoVersion    // only one has a version of its own
	fMoreVersions // a version in common, and each has one that the other lacks
	fVersions     // no version in common
	fColors       // other colors
	fSystems      // for other systems
	fLanguages    // other languages
	fEditions     // share of the words for editions that only one has
	fMaker        // the first word of one is in the other
	fTelling      // weighted share in common of the words that tell
	fHolds        // weighted share of one's telling words that the other has

	fGiven        // given names
	fGivenMissing // one is a surname only: how close it is, stretched as below
	fGivenRare    // the same uncommon given name among the same company of names
	fSurname      // surnames by letters or sound
	fSurnameClose // surnames above 0.7, stretched
	fSurnameSame  // the same surname
	fBothClose    // given names and surnames both agree: product
	fInitials     // middle initials that differ

	fAgree    // author, company or country agree
	fConflict // they disagree, where that alone does not separate
	fChannel  // the channel mentioned it before, as far as the names fit
	fTogether // was mentioned together with others of this episode, saturating, as far as the names fit

	numFeatures
)

// featureNames are printed with fitted weights and dumps.
var featureNames = [numFeatures]string{
	"bias", "near", "heard", "dice", "contained", "shared", "almost", "head", "tails", "acronym", "number", "no_number", "numbers",
	"code", "near_code", "endings", "no_code", "codes", "size", "sizes", "version", "no_version", "more_versions", "versions", "colors",
	"systems", "languages", "editions", "maker", "telling", "holds",
	"given", "given_missing", "given_rare", "surname", "surname_close", "surname_same", "both_close", "initials",
	"agree", "conflict", "channel", "together",
}

// Features are the sub-scores of a pair.
type Features [numFeatures]float64

// FeatureNames lists the names of Features in order.
func FeatureNames() []string { return featureNames[:] }

// support is what is known beside the two names.
type support struct {
	inChannel bool
	together  int
}

// Features computes the sub-scores of two profiles of one type, without support from channel and episode.
func (p *Profile) Features(other *Profile) Features { return features(p, other, support{}) }

func features(a, b *Profile, s support) Features {
	a, b = inOrder(a, b)
	var f Features
	f[fBias] = 1
	if a.form == mention.PersonName {
		personFeatures(&f, &a.person, &b.person, givenSimilarity(&a.person, &b.person))
	} else {
		nameFeatures(&f, a, b)
	}
	agreement(&f, a, b)
	addSupport(&f, a, b, s)
	return f
}

// inOrder returns a pair in the order in which it is compared: words are aligned from one side, always the same one, so that the order of
// a pair is nothing.
func inOrder(a, b *Profile) (first, second *Profile) {
	if b.key < a.key {
		return b, a
	}
	return a, b
}

// addSupport weighs channel and episode by how far the names fit already: support decides between names that could be
// the same, it never makes two names the same.
func addSupport(f *Features, a, b *Profile, s support) {
	fit := max(0, 2*max(f[fHeard], f[fDice])-1) // not by containing: "Google Fonts" is no reading of "Google"
	if a.form == mention.PersonName {
		fit = max(f[fBothClose], f[fGivenMissing])
	}
	together := float64(s.together) / float64(s.together+2)
	if s.inChannel {
		f[fChannel] = fit
	}
	f[fTogether] = fit * together
	if a.person.given != "" && a.person.given == b.person.given && !commonGiven[a.person.given] {
		f[fGivenRare] = together
	}
}

// minNearForSound spares the costly comparison by sound for names that share hardly a letter.
const minNearForSound = 0.55

func nameFeatures(f *Features, a, b *Profile) {
	wholeFeatures(f, a, b)
	wordFeatures(f, a, b)
}

// wholeFeatures are those of names as a whole. They cost most.
func wholeFeatures(f *Features, a, b *Profile) {
	f[fNear] = near(a.key, b.key)
	if f[fNear] >= minNearForSound {
		f[fHeard] = hearing(a.heard, b.heard)
	}
}

func wordFeatures(f *Features, a, b *Profile) {
	sharedA, sharedB := wordOverlap(a, b)
	if a.weight+b.weight > 0 {
		f[fDice] = (sharedA + sharedB) / (a.weight + b.weight)
		f[fContained] = min(1, max(sharedA/max(a.weight, 0.1), sharedB/max(b.weight, 0.1)))
	}
	if a.key == b.key || strings.Contains(a.key, b.key) && len(b.key) > 5 && len(a.words) > 1 {
		f[fContained] = 1
	}
	shared := (sharedA + sharedB) / 2
	f[fShared] = shared / (shared + 3)
	f[fAlmost] = min(1, max(0, f[fDice]-0.8)/0.15) * min(1, shared/4)
	if a.head == b.head {
		f[fHead] = 1
		if a.tail != "" && b.tail != "" {
			f[fTails] = 1 - near(a.tail, b.tail)
		}
	}
	if isAcronym(a, b) || isAcronym(b, a) {
		f[fAcronym] = 1
	}
	if a.form == mention.ProductName {
		listingFeatures(f, a, b)
	} else {
		numberFeatures(f, a, b)
	}
}

// numberFeatures weighs what is counted: model numbers ("dscw150") fully, small numbers ("15") less, because a listing
// carries sizes and amounts too.
func numberFeatures(f *Features, a, b *Profile) {
	var common, onlyA, onlyB float64
	count := func(p, other *Profile, only *float64) {
		for _, w := range p.numbers {
			worth := 0.4
			if isModelNumber(w) {
				worth = 1
			}
			if hasNumber(other, w) {
				common = max(common, worth)
			} else {
				*only = max(*only, worth)
			}
		}
	}
	count(a, b, &onlyA)
	count(b, a, &onlyB)
	f[fNumber] = common
	f[fNumbers] = min(onlyA, onlyB)
	f[fNoNumber] = max(onlyA, onlyB) - f[fNumbers]
}

// isModelNumber reports whether a numbered word is long or mixed enough to name one model.
func isModelNumber(w string) bool {
	digits := 0
	for i := range len(w) {
		if isDigit(w[i]) {
			digits++
		}
	}
	return len(w) >= 4 && (digits < len(w) || digits >= 5)
}

// hasNumber reports whether a profile carries a numbered word, model numbers also split, joined or with another ending.
func hasNumber(p *Profile, w string) bool {
	for _, x := range p.numbers {
		if x == w || isModelNumber(w) && isModelNumber(x) && commonPrefix(x, w) >= max(5, min(len(x), len(w))-1) {
			return true
		}
	}
	return isModelNumber(w) && strings.Contains(p.key, w)
}

func commonPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// ownNumbers reports whether each of two names has a number that the other lacks.
func ownNumbers(a, b *Profile) bool {
	lacks := func(p, other *Profile) bool {
		for _, w := range p.numbers {
			if !hasNumber(other, w) {
				return true
			}
		}
		return false
	}
	return lacks(a, b) && lacks(b, a)
}

// leastGiven is the likeness of two given names up to which they are two people's: families share the rest. From there to 0.8, what
// initials are worth, they come to count.
const leastGiven = 0.6

func personFeatures(f *Features, a, b *personName, given float64) {
	halves(f, given, surnameSimilarity(a, b))
	if a.surname == b.surname {
		f[fSurnameSame] = 1
	}
	if len(a.middle) > 0 && len(b.middle) > 0 && a.middle[0] != b.middle[0] && a.middle[0][0] != b.middle[0][0] && !particles[a.middle[0]] &&
		!particles[b.middle[0]] {
		f[fInitials] = 1
	}
}

// halves weighs how well given names and surnames fit.
func halves(f *Features, given, surname float64) {
	f[fSurname] = surname
	f[fSurnameClose] = max(0, (surname-0.7)/0.3)
	if given < 0 {
		f[fGivenMissing] = f[fSurnameClose]
	} else {
		f[fGiven] = given
		f[fBothClose] = max(0, min(given, 4*(given-leastGiven))) * f[fSurnameClose]
	}
}

// agreement weighs author, company and country where both sides state them.
func agreement(f *Features, a, b *Profile) {
	note := func(same bool) {
		if same {
			f[fAgree] = 1
		} else {
			f[fConflict] = 1
		}
	}
	if len(a.authors) > 0 && len(b.authors) > 0 {
		note(shareAuthors(a, b))
	}
	if a.company != "" && b.company != "" {
		note(a.company == b.company || near(a.company, b.company) >= 0.93 || len(a.company) > 2 && len(b.company) > 2 &&
			(strings.HasPrefix(a.company, b.company) || strings.HasPrefix(b.company, a.company)))
	} else if namesMaker(a, b) || namesMaker(b, a) {
		note(true)
	}
	if a.country != "" && b.country != "" {
		note(a.country == b.country)
	}
}

// namesMaker reports whether a product's name has the company of another, of which it says nothing else.
func namesMaker(p, other *Profile) bool {
	return p.company == "" && other.company != "" && strings.Contains(p.listing.letters, other.company)
}
