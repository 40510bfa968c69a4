package mention

import "cmp"

// Claims are facts about an entity as this episode states them. Empty fields were not said.
type Claims struct {
	Author      string `json:"author,omitempty"`      // book
	Company     string `json:"company,omitempty"`     // product, person
	Country     string `json:"country,omitempty"`     // location
	Title       string `json:"title,omitempty"`       // person: job title
	Field       string `json:"field,omitempty"`       // concept
	Category    string `json:"category,omitempty"`    // product, concept
	SponsorType string `json:"sponsorType,omitempty"` // sponsor
	PromoCode   string `json:"promoCode,omitempty"`   // sponsor
	Offer       string `json:"offer,omitempty"`       // sponsor: "20 percent off"
}

// Of returns the claim of a kind, to read or to set, by its stored word; nil for a word that is none.
func (c *Claims) Of(kind string) *string {
	return map[string]*string{
		"author": &c.Author, "company": &c.Company, "country": &c.Country, "title": &c.Title, "field": &c.Field, "category": &c.Category,
		"sponsorType": &c.SponsorType, "promoCode": &c.PromoCode, "offer": &c.Offer,
	}[kind]
}

// Or returns c with what it does not say taken from more.
func (c Claims) Or(more Claims) Claims {
	return Claims{
		Author: cmp.Or(c.Author, more.Author), Company: cmp.Or(c.Company, more.Company),
		Country: cmp.Or(c.Country, more.Country), Title: cmp.Or(c.Title, more.Title),
		Field: cmp.Or(c.Field, more.Field), Category: cmp.Or(c.Category, more.Category),
		SponsorType: cmp.Or(c.SponsorType, more.SponsorType), PromoCode: cmp.Or(c.PromoCode, more.PromoCode),
		Offer: cmp.Or(c.Offer, more.Offer),
	}
}

// Candidate is something an extractor believes was mentioned, with the words that prove it.
type Candidate struct {
	Type        Type
	Name        string // as it should be written
	Description string // one sentence, may be empty
	Quote       string // verbatim from the chunk's text
	// Surface is the part of Quote that names the entity, empty when the extractor did not say.
	Surface string
	// Aliases are further forms of Name by the built-in lists of names; a model never supplies any.
	Aliases []string `json:",omitempty"`
	Context Context
	Stance  Stance
	Claims  Claims
	// URL is an address the creator published for it, or a paid read says; a model never supplies one.
	URL     string
	Signals []Signal
}

// Signal is one reason to believe a candidate, stored and shown with the confidence.
type Signal string

// The signals that extractors and later stages give. confidence (package extract) says what each is worth.
const (
	SignalCue         Signal = "cue"          // a cue phrase introduced it ("a book called", "brought to you by")
	SignalCreatorLink Signal = "creator_link" // the creator links to it
	SignalShowNotes   Signal = "show_notes"   // named in title, description or chapters
	SignalGazetteer   Signal = "gazetteer"    // in the built-in list of well-known names
	SignalCatalogue   Signal = "catalogue"    // already in the directory
	SignalRepeated    Signal = "repeated"     // said several times
	SignalCapitalised Signal = "capitalised"  // a run of capitalised words that statistics kept
	SignalParticipant Signal = "participant"  // the source names it as host or guest
	SignalModel       Signal = "model"        // a language model proposed it
	SignalFuzzyQuote  Signal = "fuzzy_quote"  // the quote was found only after folding
	SignalLowerCase   Signal = "lower_case"   // the transcript has no capitals to lean on
)

// Mention is one located place where an entity was said. Offsets are bytes in the text of the transcript's document
// (transcript.Layout). Two mentions may stand in one quote, never on the same Start.
type Mention struct {
	Candidate          // Quote is the sentence, verbatim: text[QuoteStart:QuoteEnd]; Surface is text[Start:End]
	Start      int     // where the naming words begin
	End        int     // and end
	QuoteStart int     // where the sentence begins
	QuoteEnd   int     // and ends
	CueIndex   int     // the cue in which the naming words begin
	StartMS    int     // when that cue starts, in milliseconds
	EndMS      int     // when it ends
	Speaker    string  // who said it, empty when unknown
	EntityID   int     // the entity that a reviewer chose, 0: found by its name
	Confidence float64 // 0 to 1, computed from Signals
}
