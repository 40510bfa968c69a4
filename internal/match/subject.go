package match

import "mentionary/internal/mention"

// Subject is something an episode mentions, about to be attached to a known entity. Empty fields were not said.
type Subject struct {
	Type     mention.Type
	Name     string
	Author   string // book
	Company  string // product, person
	Country  string // location
	Title    string // person: job title
	Field    string // concept
	Category string // product, concept
	// Authorities are ids of the same thing elsewhere, "scheme:value": "isbn:9780307887894", "wikipedia:en:Ada Lovelace",
	// "website:sentry.io". Only addresses the creator published belong here, never a model's.
	Authorities []string
	ChannelID   int
}

// Known is an entity of the directory, of the subject's type.
type Known struct {
	ID          int
	Name        string
	Aliases     []string
	Author      string
	Company     string
	Country     string
	Title       string
	Authorities []string
	Mentions    int  // published mentions in the whole directory
	InChannel   bool // mentioned in the subject's channel before
	CoMentions  int  // entities of the subject's episode that were mentioned in an episode together with this one

	prepared Names // nil until Prepared
}

// Prepared returns the known entity of type t ready to be compared often. What it is called and what is said about it must not change
// after that; what supports it may.
func (k Known) Prepared(t mention.Type) Known {
	k.prepared = NamesOf(t, k)
	return k
}

// Subject returns the known entity as a subject of type t under one of its names, for comparing two known entities.
func (k Known) Subject(t mention.Type) Subject {
	return Subject{
		Type: t, Name: k.Name, Author: k.Author, Company: k.Company, Country: k.Country, Title: k.Title,
		Authorities: k.Authorities,
	}
}

// Reason is one step of a decision, for people: which candidate (0 for none), what was found, what it was worth.
type Reason struct {
	ID    int     `json:"id,omitempty"`
	Text  string  `json:"text"`
	Score float64 `json:"score"`
}

// MaxReasons bounds the reasons kept with a decision or a similarity.
const MaxReasons = 5

// The match types, stored with a decision.
const (
	MatchExact     = "exact"     // the same normal key
	MatchAlias     = "alias"     // the normal key of another known name
	MatchAuthority = "authority" // the same id elsewhere
	MatchSimilar   = "similar"   // spelled alike
	MatchHeard     = "heard"     // spelled differently, sounds alike
)
