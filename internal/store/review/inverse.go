package review

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"errors"
	"io"

	"mentionary/ent/db"
	"mentionary/internal/mention"
	"mentionary/internal/store/curate"
)

// inverse is everything that takes a decision back.
type inverse struct {
	Removed    []db.Mention  `json:"removed,omitempty"`    // mentions that went, whole
	Changed    []changed     `json:"changed,omitempty"`    // mentions that are sure now, and may have moved
	Made       []int         `json:"made,omitempty"`       // mentions that a claim without proof became
	Unproven   []db.Unproven `json:"unproven,omitempty"`   // claims that do not wait any more, whole
	Glossary   []replaced    `json:"glossary,omitempty"`   // lines that were written
	MayBe      int           `json:"mayBe,omitempty"`      // the entity that the claimed one may be
	Distinct   bool          `json:"distinct,omitempty"`   // the two were marked as not the same
	Reports    []int         `json:"reports,omitempty"`    // reports that were answered
	MadeEntity bool          `json:"madeEntity,omitempty"` // what is meant was not in the directory before
	// Counted are the rows that counted the claimed entity: those that had nothing left to count went.
	Counted *curate.Counted `json:"counted,omitempty"`
}

// changed is a mention as it was before a decision.
type changed struct {
	ID         int              `json:"id"`
	From       int              `json:"from"`
	To         int              `json:"to"`
	Confidence float64          `json:"confidence"`
	Context    string           `json:"context"`
	Signals    []mention.Signal `json:"signals"`
}

// replaced is a line of a glossary that was written, and the one that stood there before.
type replaced struct {
	ID     int          `json:"id"`
	Before *db.Glossary `json:"before,omitempty"`
}

// count is how many mentions, or claims without proof, a decision changed.
func (v inverse) count() int {
	return len(v.Removed) + len(v.Changed) + max(len(v.Made), len(v.Unproven))
}

func (v inverse) pack() ([]byte, error) {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	err = errors.Join(json.NewEncoder(w).Encode(v), w.Close())
	return out.Bytes(), err
}

// maxInverse bounds what an inverse is unpacked to: 20,000 mentions with their sentences.
const maxInverse = 256 << 20

func unpack(packed []byte) (inverse, error) {
	var v inverse
	err := json.NewDecoder(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxInverse)).Decode(&v)
	return v, err
}
