package extract

import "mentionary/internal/mention"

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

const unlistedAtMost = 0.89
