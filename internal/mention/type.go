package mention

import "strings"

// Type is the type of an entity. The words are stored and public: never rename one.
type Type string

// The entity types of SPEC.md section 9, in its order.
const (
	Book     Type = "book"
	Product  Type = "product"
	Person   Type = "person"
	Company  Type = "company"
	Location Type = "location"
	Concept  Type = "concept"
	Sponsor  Type = "sponsor"
)

// Types lists all types in SPEC.md's order.
func Types() []Type { return []Type{Book, Product, Person, Company, Location, Concept, Sponsor} }

// Values lists the words, which the schema takes from here.
func (Type) Values() []string {
	var out []string
	for _, t := range Types() {
		out = append(out, string(t))
	}
	return out
}

// ParseType reads a type; "organization" is an alias of company. The second result is false for anything else.
func ParseType(s string) (Type, bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	if s == "organization" || s == "organisation" {
		return Company, true
	}
	for _, t := range Types() {
		if string(t) == s {
			return t, true
		}
	}
	return "", false
}

// Context says in what part of the talk something was said.
type Context string

// The contexts.
const (
	Editorial Context = "editorial"  // the conversation itself
	Ad        Context = "ad"         // a paid read
	SelfPromo Context = "self_promo" // the show promoting itself
)

// Stance says how the speaker stands to what is mentioned.
type Stance string

// The stances.
const (
	Recommended Stance = "recommended"
	Used        Stance = "used"
	Discussed   Stance = "discussed"
	Criticised  Stance = "criticised"
	Passing     Stance = "passing"
	OwnWork     Stance = "own_work"
)
