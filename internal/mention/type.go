package mention

import (
	"slices"
	"strings"
)

// Type is the type of an entity. The words are stored and public: never rename one.
type Type string

// The entity types of SPEC.md section 9.
const (
	Book     Type = "book"
	Product  Type = "product"
	Person   Type = "person"
	Company  Type = "company"
	Location Type = "location"
	Concept  Type = "concept"
	Sponsor  Type = "sponsor"
)

// NameForm is how the names of a type are built. It decides what can be a name of the type, what makes two names the same and
// how alike they must be.
type NameForm int

// The forms of names.
const (
	Term        NameForm = iota // of an idea: it is attached under its own name only
	PersonName                  // given name and family name, with titles before and degrees after them
	WorkTitle                   // may be long, a sentence, or digits alone ("1984")
	PlaceName                   // keeps its Romance article ("La Paz")
	ProductName                 // numbers tell models apart; may be digits alone
	FirmName                    // ends in a legal form that does not count
	NameForms   = iota          // how many there are
)

// traits are what holds of a type, whoever asks: a new type is a line here. What only one package knows of types stands in that
// package, in one place each, and its tests name the type that is missing there.
type traits struct {
	typ     Type
	plural  string   // in sentences, and in the names of figures: total_people
	also    []string // what an address may call it besides
	names   NameForm
	counted Context // where it must be said to be counted
	onMap   bool    // a search on a map finds it, without a link of its own
}

// table is in SPEC.md's order. The pages have their own half in webapp/src/lib/types.ts; a test compares the two.
var table = [...]traits{
	{Book, "books", nil, WorkTitle, Editorial, false},
	{Product, "products", nil, ProductName, Editorial, false},
	{Person, "people", nil, PersonName, Editorial, false},
	{Company, "companies", []string{"organization", "organisation"}, FirmName, Editorial, false},
	{Location, "locations", nil, PlaceName, Editorial, true},
	{Concept, "concepts", nil, Term, Editorial, false},
	{Sponsor, "sponsors", nil, FirmName, Ad, false}, // who pays is no news outside of what they paid for
}

// of returns the traits of a type; those of a word that is no type are empty.
func (t Type) of() *traits {
	for i := range table {
		if table[i].typ == t {
			return &table[i]
		}
	}
	return &traits{counted: Editorial}
}

// Types lists all types in SPEC.md's order.
func Types() []Type {
	out := make([]Type, len(table))
	for i, x := range table {
		out[i] = x.typ
	}
	return out
}

// Values lists the words, which the schema takes from here.
func (Type) Values() []string {
	out := make([]string, len(table))
	for i, x := range table {
		out[i] = string(x.typ)
	}
	return out
}

// ParseType reads a type; "organization" is an alias of company. The second result is false for anything else.
func ParseType(s string) (Type, bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	for _, x := range table {
		if string(x.typ) == s || slices.Contains(x.also, s) {
			return x.typ, true
		}
	}
	return "", false
}

// Plural returns the word for several of a type.
func (t Type) Plural() string { return t.of().plural }

// Names returns how the names of a type are built.
func (t Type) Names() NameForm { return t.of().names }

// CountedIn returns where a thing must be said to be counted: sponsors in a paid read, everything else in the conversation
// itself.
func (t Type) CountedIn() Context { return t.of().counted }

// OnMap reports whether a search on a map finds things of a type.
func (t Type) OnMap() bool { return t.of().onMap }

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
