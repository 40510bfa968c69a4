package review

import (
	dbdoubt "mentionary/ent/db/doubt"
	dbreport "mentionary/ent/db/report"
	dbruling "mentionary/ent/db/ruling"
)

// Kind is why a name waits. The stored words stand here for those who may not import ent.
type Kind = dbdoubt.Kind

// Verdict is what a reviewer says.
type Verdict = dbruling.Decision

// ItemType is what a reader reports.
type ItemType = dbreport.ItemType

// Answer is what comes of a report.
type Answer = dbreport.State

// Why a name waits: its confidence is low, it may be another entity, or the transcript does not prove it.
const (
	Low       = dbdoubt.KindLow
	Ambiguous = dbdoubt.KindAmbiguous
	Rejected  = dbdoubt.KindRejected
)

// OneSentence is the scope of a decision about a single sentence.
const OneSentence = dbruling.ScopeSentence
