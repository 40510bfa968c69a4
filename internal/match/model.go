package match

import (
	"math"

	"mentionary/internal/mention"
)

// Thresholds on the score of a pair. Between them a person decides.
const (
	ThresholdAttach = 0.85 // from here on attached without asking
	ThresholdReview = 0.50 // from here on sent to review
	// marginAttach is how far the best candidate must lead the next one to be attached.
	marginAttach = 0.05
)

// scoreOf is a logistic model: the weighted sum of the features, squeezed to a probability.
func scoreOf(f mention.NameForm, x Features) float64 { return squeezed(sumOf(f, &x)) }

// sumOf is the weighted sum of the features.
func sumOf(f mention.NameForm, x *Features) float64 {
	w := &weights[f]
	var z float64
	for i := range x {
		z += w[i] * x[i]
	}
	return z
}

func squeezed(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// reachesReview reports whether the score is at least ThresholdReview. That is the score of the sum 0, so that only sums near it need
// squeezing, and most are far below.
func reachesReview(f mention.NameForm, x *Features) bool {
	z := sumOf(f, x)
	return z > -0.001 && squeezed(z) >= ThresholdReview
}

// weights are by the form of names. The text features were fitted by `mentionary eval --fit` on show notes, names heard in podcasts and
// product listings, those of others and our own; what no data set covers is set by hand: given_missing (a surname alone is a case for
// review), given_rare, agree, conflict (outside products), channel and together. Support alone moves a pair by about one band. Those of
// near and heard, and of people's surnames, are never negative: mayBeSame counts on it.
var weights = [mention.NameForms]Features{
	mention.Term:     nameWeights,
	mention.FirmName: nameWeights,
	mention.PersonName: {
		fBias: -6.64, fSurname: 6.07, fBothClose: 3.94, fInitials: -2.90,
		fGivenMissing: 1.40, fGivenRare: 5.50, fAgree: 1.50, fConflict: -0.80, fChannel: 1.20, fTogether: 2.00,
	},
	mention.ProductName: {
		fBias: -5.67, fContained: 2.86, fShared: 0.48, fAlmost: 0.89, fAcronym: 0.62, fCode: 4.48, fNearCode: 1.51, fEndings: -0.67,
		fNoCode: -0.19, fCodes: -2.78, fSize: 1.29, fSizes: -1.87, fVersion: 0.17, fNoVersion: -0.82, fMoreVersions: -1.21, fVersions: -2.91,
		fColors: -1.71, fSystems: -2.12, fLanguages: -2.02, fEditions: -3.46, fMaker: 0.71, fTelling: 0.51, fHolds: 2.12,
		fAgree: 0.26, fConflict: -0.94, fChannel: 1.20, fTogether: 2.00,
	},
	mention.WorkTitle: {
		fBias: -3.62, fNear: 1.66, fContained: 3.17, fAlmost: 2.14, fHead: 0.86, fTails: -1.05, fAcronym: 2.95, fNumber: 2.20, fNoNumber: -0.17,
		fAgree: 2.00, fConflict: -3.00, fChannel: 1.00, fTogether: 1.50,
	},
	mention.PlaceName: {
		fBias: -9.00, fNear: 2.00, fHeard: 2.00, fDice: 6.00, fAcronym: 6.00, fNumbers: -3.00, fAgree: 0.80, fChannel: 1.00, fTogether: 1.00,
	},
}

// nameWeights are those of all names of which nothing is known but that they are names.
var nameWeights = Features{
	fBias: -2.70, fNear: 1.12, fContained: 2.67, fAlmost: 2.32, fHead: 1.15, fTails: -1.47, fAcronym: 2.90, fNumber: 2.26, fNoNumber: -0.26,
	fAgree: 1.00, fConflict: -1.00, fChannel: 1.20, fTogether: 2.00,
}
