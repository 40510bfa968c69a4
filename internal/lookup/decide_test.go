package lookup_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/lookup"
	"mentionary/internal/mention"
)

func book(id, title string, authors ...string) lookup.Record {
	return lookup.Record{ID: id, Types: []mention.Type{mention.Book}, Name: title, Facts: lookup.Facts{Authors: authors}}
}

func TestOnlyWhatAgreesInTypeNameAndContextIsAccepted(t *testing.T) {
	t.Parallel()
	company := lookup.Record{
		ID: "Q106254248", Types: []mention.Type{mention.Company}, Name: "Liquid Death", Authorities: []string{"website:liquiddeath.com"},
		Facts: lookup.Facts{Description: "canned water company"},
	}
	economist := lookup.Record{
		ID: "Q1", Types: []mention.Type{mention.Person}, Name: "Jane Ashby", Related: []string{"Larkfield University"},
		Facts: lookup.Facts{Description: "British economist and historian"},
	}
	rower := lookup.Record{
		ID: "Q2", Types: []mention.Type{mention.Person}, Name: "Jane Ashby", Facts: lookup.Facts{Description: "Australian rower"},
	}
	for name, c := range map[string]struct {
		subject lookup.Subject
		records []lookup.Record
		outcome lookup.Outcome
		id      string
	}{
		"a book with its author": {
			lookup.Subject{Type: mention.Book, Name: "Bring the Jubilee", Author: "Ward Moore"},
			[]lookup.Record{book("Q4132785", "Bring the Jubilee", "Ward Moore")},
			lookup.Accepted, "Q4132785",
		},
		"the surname of the author is enough": {
			lookup.Subject{Type: mention.Book, Name: "Bring the Jubilee", Author: "Moore"},
			[]lookup.Record{book("Q4132785", "Bring the Jubilee", "Ward Moore")},
			lookup.Accepted, "Q4132785",
		},
		"a subtitle that nobody says": {
			lookup.Subject{Type: mention.Book, Name: "Material World", Author: "Ed Conway"},
			[]lookup.Record{book("OL1W", "Material World: A Substantial Story", "Ed Conway")},
			lookup.Accepted, "OL1W",
		},
		"another author": {
			lookup.Subject{Type: mention.Book, Name: "Foundation", Author: "Mercedes Lackey"},
			[]lookup.Record{book("Q753894", "Foundation", "Isaac Asimov")},
			lookup.None, "",
		},
		"the author is mentioned too": {
			lookup.Subject{Type: mention.Book, Name: "Bring the Jubilee", Together: []string{"Ward Moore"}},
			[]lookup.Record{book("Q4132785", "Bring the Jubilee", "Ward Moore")},
			lookup.Accepted, "Q4132785",
		},
		"a title of which nothing is said": {
			lookup.Subject{Type: mention.Book, Name: "Bring the Jubilee", Texts: []string{"Then bring the jubilee, I said."}},
			[]lookup.Record{book("Q4132785", "Bring the Jubilee", "Ward Moore")},
			lookup.None, "",
		},
		"two books of one title, and the author is not known": {
			lookup.Subject{Type: mention.Book, Name: "Foundation"},
			[]lookup.Record{book("Q1", "Foundation", "Isaac Asimov"), book("Q2", "Foundation", "Mercedes Lackey")},
			lookup.Ambiguous, "",
		},
		"another type": {
			lookup.Subject{Type: mention.Book, Name: "Liquid Death"}, []lookup.Record{company}, lookup.None, "",
		},
		"another name": {
			lookup.Subject{Type: mention.Company, Name: "Liquid", Texts: []string{"canned water"}}, []lookup.Record{company}, lookup.None, "",
		},
		"a sponsor is a company": {
			lookup.Subject{Type: mention.Sponsor, Name: "Liquid Death", Texts: []string{"They sell canned water."}},
			[]lookup.Record{company},
			lookup.Accepted, "Q106254248",
		},
		"its site": {
			lookup.Subject{Type: mention.Company, Name: "Liquid Death", Authorities: []string{"website:liquiddeath.com"}},
			[]lookup.Record{company},
			lookup.Accepted, "Q106254248",
		},
		"a site that a show gives for another name": {
			lookup.Subject{Type: mention.Company, Name: "Liquid Life", Authorities: []string{"website:liquiddeath.com"}},
			[]lookup.Record{company},
			lookup.None, "",
		},
		"people of one name, told apart by what is said": {
			lookup.Subject{
				Type: mention.Person, Name: "Jane Ashby", Texts: []string{"The historian and economist Jane Ashby came."},
			},
			[]lookup.Record{rower, economist},
			lookup.Accepted, "Q1",
		},
		"people of one name, told apart by the company they keep": {
			lookup.Subject{Type: mention.Person, Name: "Jane Ashby", Together: []string{"Larkfield University"}},
			[]lookup.Record{rower, economist},
			lookup.Accepted, "Q1",
		},
		"one word is too little for a person": {
			lookup.Subject{Type: mention.Person, Name: "Jane Ashby", Texts: []string{"Jane Ashby is an economist."}},
			[]lookup.Record{economist},
			lookup.None, "",
		},
		"people of one name, and nothing tells": {
			lookup.Subject{Type: mention.Person, Name: "Jane Ashby"}, []lookup.Record{rower, economist}, lookup.Ambiguous, "",
		},
		"a given name alone": {
			lookup.Subject{Type: mention.Person, Name: "Jane", Texts: []string{"The economist and historian."}},
			[]lookup.Record{{
				ID: "Q1", Types: economist.Types, Name: "Jane Ashby", Names: []string{"Jane"}, Facts: economist.Facts,
			}},
			lookup.None, "",
		},
		"a place in another country": {
			lookup.Subject{Type: mention.Location, Name: "Vienna", Country: "Austria"},
			[]lookup.Record{
				{ID: "Q1", Types: []mention.Type{mention.Location}, Name: "Vienna", Facts: lookup.Facts{Country: "United States"}},
				{ID: "Q1741", Types: []mention.Type{mention.Location}, Name: "Vienna", Facts: lookup.Facts{Country: "Austria"}},
			},
			lookup.Accepted, "Q1741",
		},
		"nothing": {lookup.Subject{Type: mention.Concept, Name: "Ashby's razor"}, nil, lookup.None, ""},
	} {
		d := lookup.Decide(c.subject, c.records)
		require.Equal(t, c.outcome, d.Outcome, "%s: %v", name, d.Reasons)
		require.Equal(t, c.id, d.Record.ID, name)
		require.NotEmpty(t, d.Reasons, name)
		if d.Outcome == lookup.Ambiguous {
			require.Len(t, d.Candidates, len(c.records), name)
		}
	}
}

// A catalog is asked again when what is known changes, and only then.
func TestWhatIsAsked(t *testing.T) {
	t.Parallel()
	s := lookup.Subject{Type: mention.Book, Name: "The Jubilee", Authorities: []string{"b:1", "a:1"}}
	same := s
	same.Name, same.Authorities, same.Texts = "Jubilee", []string{"a:1", "b:1"}, []string{"new quote"}
	require.Equal(t, s.Asked(), same.Asked())
	for _, change := range []func(*lookup.Subject){
		func(s *lookup.Subject) { s.Type = mention.Product },
		func(s *lookup.Subject) { s.Name = "Jubilees" },
		func(s *lookup.Subject) { s.Author = "Ward Moore" },
		func(s *lookup.Subject) { s.Authorities = []string{"a:1"} },
	} {
		other := s
		change(&other)
		require.NotEqual(t, s.Asked(), other.Asked())
	}
}

// Reasons are kept and shown: a hostile record does not fill them.
func TestReasonsAreBounded(t *testing.T) {
	t.Parallel()
	var records []lookup.Record
	for range 50 {
		records = append(records, book("Q1", strings.Repeat("x", 10_000), "Ward Moore"))
	}
	d := lookup.Decide(lookup.Subject{Type: mention.Book, Name: "Jubilee"}, records)
	require.Equal(t, lookup.None, d.Outcome)
	require.Less(t, len(strings.Join(d.Reasons, "")), 1000)
}
