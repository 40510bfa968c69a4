package review

import (
	dbdoubt "mentionary/ent/db/doubt"
	dbreport "mentionary/ent/db/report"
	dbruling "mentionary/ent/db/ruling"
)

// The stored words, for those who may not import ent.
type (
	Kind     = dbdoubt.Kind      // why a name waits
	Verdict  = dbruling.Decision // what a reviewer says
	ItemType = dbreport.ItemType // what a reader reports
	Answer   = dbreport.State    // what comes of it
)

// Why a name waits: its confidence is low, it may be another entity, or the transcript does not prove it.
const (
	Low       = dbdoubt.KindLow
	Ambiguous = dbdoubt.KindAmbiguous
	Rejected  = dbdoubt.KindRejected
)

// OneSentence is the scope of a decision about a single sentence.
const OneSentence = dbruling.ScopeSentence
