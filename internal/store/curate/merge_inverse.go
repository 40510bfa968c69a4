package curate

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"

	"mentionary/internal/mention"
)

// inverse is everything that takes a merge back. Rows keep their ids and are moved, never copied: what would clash with a
// row of the survivor stays with the merged entity, unseen, until the merge is undone.
type inverse struct {
	// Moved are the ids of the rows that went to the survivor, by table.
	Moved map[string]idList `json:"moved,omitempty"`
	// Redirected are entities that had been merged into the merged one before.
	Redirected idList `json:"redirected,omitempty"`
	// MadeAliases are names that the survivor got because of the merge.
	MadeAliases idList `json:"madeAliases,omitempty"`
	// Agreed are links whose claim became agreed because the merge brought two channels together.
	Agreed idList `json:"agreed,omitempty"`
	// Fields are columns of the survivor that were empty and are filled now.
	Fields map[string]filledField `json:"fields,omitempty"`
	// Claims are facts of episodes that mention both, by occurrence list.
	Claims      []filledClaims `json:"claims,omitempty"`
	channelRows                // that counted the merged entity
}

// channelRows are the rows that count an entity by channel: their ids, and those of the channels. Recounting deletes those that
// have nothing left to count.
type channelRows struct {
	ChannelRows idList `json:"channelRows,omitempty"`
	Channels    idList `json:"channels,omitempty"`
}

type filledField struct {
	Value  string `json:"value"`
	Source string `json:"source"`
}

type filledClaims struct {
	ID     int            `json:"id"` // of the survivor's occurrence list
	Claims mention.Claims `json:"claims"`
}

// idList is a list of ids, stored as differences: those of neighbors pack into next to nothing.
type idList []int

// MarshalJSON implements json.Marshaler.
func (l idList) MarshalJSON() ([]byte, error) {
	steps := make([]int, len(l))
	last := 0
	for i, id := range l {
		steps[i], last = id-last, id
	}
	return json.Marshal(steps)
}

// UnmarshalJSON implements json.Unmarshaler.
func (l *idList) UnmarshalJSON(b []byte) error {
	var steps []int
	if err := json.Unmarshal(b, &steps); err != nil {
		return err
	}
	last := 0
	for i, step := range steps {
		last += step
		steps[i] = last
	}
	*l = steps
	return nil
}

// keyPacked is the only key of a stored inverse.
const keyPacked = "packed"

// pack writes an inverse as its column keeps it: compressed, because an entity may have tens of thousands of mentions.
func (v inverse) pack() (map[string]any, error) { return packed(v) }

// unpackInverse reads what pack wrote.
func unpackInverse(stored map[string]any) (inverse, error) { return unpacked[inverse](stored) }

// packed writes an inverse compressed.
func packed(v any) (map[string]any, error) {
	plain, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(plain)
	if err := errors.Join(err, w.Close()); err != nil {
		return nil, err
	}
	return map[string]any{keyPacked: base64.StdEncoding.EncodeToString(out.Bytes())}, nil
}

// unpacked reads what packed wrote.
func unpacked[T any](stored map[string]any) (T, error) {
	var v T
	text, ok := stored[keyPacked].(string)
	if !ok {
		return v, errors.New("what was stored has no inverse")
	}
	compressed, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return v, err
	}
	plain, err := io.ReadAll(flate.NewReader(bytes.NewReader(compressed)))
	if err != nil {
		return v, err
	}
	return v, json.Unmarshal(plain, &v)
}

// claimTexts lists the texts of claims in a fixed order.
func claimTexts(c *mention.Claims) []*string {
	return []*string{&c.Author, &c.Company, &c.Country, &c.Title, &c.Field, &c.Category, &c.SponsorType, &c.PromoCode, &c.Offer}
}

// missingClaims are those of more that have does not say.
func missingClaims(have, more mention.Claims) mention.Claims {
	var out mention.Claims
	said, offered, missing := claimTexts(&have), claimTexts(&more), claimTexts(&out)
	for i := range said {
		if *said[i] == "" {
			*missing[i] = *offered[i]
		}
	}
	return out
}

// withoutClaims takes away what was filled and has not changed since.
func withoutClaims(have, filled mention.Claims) mention.Claims {
	said, taken := claimTexts(&have), claimTexts(&filled)
	for i := range said {
		if *said[i] == *taken[i] {
			*said[i] = ""
		}
	}
	return have
}
