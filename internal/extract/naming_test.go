package extract_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/media"
	"mentionary/internal/mention"
)

// said is a model's candidate.
func said(typ mention.Type, name, quote, surface string) mention.Candidate {
	return mention.Candidate{Type: typ, Name: name, Quote: quote, Surface: surface, Signals: []mention.Signal{mention.SignalModel}}
}

// A quote that exists proves nothing by itself: its words have to be the name.
func TestAQuoteThatNamesSomethingElseProvesNothing(t *testing.T) {
	t.Parallel()
	about := extract.Context{Title: "Talking to Lena Ott", People: []media.Person{{Name: "Lena Ott", Role: "host"}}}
	const line = "He put it on the plate. We went to the market and came home."
	for name, c := range map[string]mention.Candidate{
		"another word":              said(mention.Person, "Daniel Kahneman", "on the plate.", "plate."),
		"a participant":             said(mention.Person, "Lena Ott", "on the plate.", "plate."),
		"an article":                said(mention.Company, "Acme", "on the plate.", "the"),
		"an article as name":        said(mention.Company, "The", "on the plate.", "the"),
		"small words":               said(mention.Company, "On The", "on the plate.", "on the"),
		"an everyday word":          said(mention.Company, "Market", "went to the market", "market"),
		"no surface":                said(mention.Person, "Daniel Kahneman", "on the plate.", ""),
		"nothing of a longer name":  said(mention.Book, "The Plate of Evil: Buy Now", "on the plate.", "the"),
		"an acronym out of letters": said(mention.Company, "Evil Company Offers", "came home.", "came"),
		"markup":                    said(mention.Location, "<script>alert(1)</script> plate", "on the plate.", "plate"),
		"a sentence":                said(mention.Company, "Plate. Send your money to us. We went", "plate. We went", "plate. We went"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := consolidate(t, about, nil, []mention.Candidate{c}, line)
			require.Empty(t, names(r))
			require.Equal(t, 1, r.Rejected)
		})
	}
}

func TestWhatNamesTheThingIsProven(t *testing.T) {
	t.Parallel()
	known := []extract.Known{
		{EntityID: 1, Type: mention.Location, Name: "Vienna", Aliases: []string{"Wien"}},
		{EntityID: 2, Type: mention.Person, Name: "Nora Vint"},
	}
	about := extract.Context{People: []media.Person{{Name: "Daniel Kahneman", Role: "guest"}}}
	for name, c := range map[string]struct {
		typ                              mention.Type
		answer, surface, line, published string
		words                            string // that prove it
	}{
		"as it is": {
			mention.Person, "Daniel Dennett", "Daniel Dennett", "Then Daniel Dennett came.", "Daniel Dennett",
			"Daniel Dennett",
		},
		"folded":                    {mention.Company, "Peña Café", "pena cafe", "we met at pena cafe in june", "Peña Café", "pena cafe"},
		"joined":                    {mention.Company, "FreshBooks", "Fresh Books", "We use Fresh Books for it.", "FreshBooks", "Fresh Books"},
		"an alias of the directory": {mention.Location, "Vienna", "Wien", "Er fuhr nach Wien zurück.", "Vienna", "Wien"},
		"short for a participant":   {mention.Person, "Daniel Kahneman", "Kahneman", "Then Kahneman laughed.", "Daniel Kahneman", "Kahneman"},
		"his given name":            {mention.Person, "Daniel Kahneman", "Daniel", "Then Daniel laughed.", "Daniel Kahneman", "Daniel"},
		"short for the directory":   {mention.Person, "Nora Vint", "Vint", "Then Vint laughed.", "Nora Vint", "Vint"},
		"more than was said":        {mention.Person, "Amos Tversky", "Tversky", "Then Tversky laughed.", "Tversky", "Tversky"},
		"a title without subtitle": {
			mention.Book, "Quillwork: A History of Pens", "Quillwork", "I read Quillwork twice.", "Quillwork",
			"Quillwork",
		},
		"an acronym": {mention.Company, "Northern Lamp Works", "NLW", "I went to NLW twice.", "NLW", "NLW"},
		"by ear": {
			mention.Person, "Trebor Scholz", "Trevor Schultz", "It is by Trevor Schultz I think.", "Trebor Scholz",
			"Trevor Schultz",
		},
		"wrong words, right quote": {
			mention.Person, "Daniel Kahneman", "laughed.", "Then Daniel Kahneman laughed.", "Daniel Kahneman",
			"Daniel Kahneman",
		},
		"too many words":              {mention.Company, "Oxide", "everybody at Oxide", "I think everybody at Oxide read it.", "Oxide", "Oxide"},
		"signs":                       {mention.Product, "C++", "C++", "We wrote it in C++ back then.", "C++", "C++"},
		"digits":                      {mention.Book, "1984", "1984", "I read 1984 again.", "1984", "1984"},
		"a band":                      {mention.Company, "The Who", "The Who", "We heard The Who that night.", "The Who", "The Who"},
		"everyday words with capital": {mention.Company, "Target", "Target", "I buy it at Target.", "Target", "Target"},
		"without any capitals":        {mention.Book, "Deep Work", "deep work", "so i read deep work by him", "Deep Work", "deep work"},
		"its own capitals": {
			mention.Product, "reMarkable", "reMarkable", "I write on a reMarkable every day.", "reMarkable",
			"reMarkable",
		},
		"Cyrillic": {mention.Person, "Лев Толстой", "Лев Толстой", "Тогда Лев Толстой пришёл.", "Лев Толстой", "Лев Толстой"},
		"Japanese": {mention.Book, "ノルウェイの森", "ノルウェイの森", "「ノルウェイの森」を読んだ。", "ノルウェイの森", "ノルウェイの森"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := consolidate(t, about, known, []mention.Candidate{said(c.typ, c.answer, c.line, c.surface)}, c.line)
			require.Equal(t, []string{string(c.typ) + ":" + c.published}, names(r))
			require.Equal(t, c.words, r.Mentions[0].Surface)
			require.Zero(t, r.Rejected)
		})
	}
}

func TestAGivenNameAloneIsNobody(t *testing.T) {
	t.Parallel()
	r := consolidate(t, extract.Context{}, nil, []mention.Candidate{said(mention.Person, "Daniel Kahneman", "Then Daniel laughed.", "Daniel")},
		"Then Daniel laughed.")
	require.Empty(t, r.Mentions)
	require.Equal(t, 1, r.Rejected)
}

func TestNamesLookLikeNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		typ  mention.Type
		name string
	}{
		{mention.Company, "3M"},
		{mention.Product, "C++"},
		{mention.Product, ".NET"},
		{mention.Book, "1984"},
		{mention.Company, "Guns N' Roses"},
		{mention.Company, "AT&T"},
		{mention.Company, "Yahoo!"},
		{mention.Company, "Yahoo! Inc."},
		{mention.Company, "Marks & Spencer"},
		{mention.Person, "J. R. R. Tolkien"},
		{mention.Person, "Dr. Seuss"},
		{mention.Person, "Martin Luther King Jr."},
		{mention.Person, "村上春樹"},
		{mention.Person, "Лев Толстой"},
		{mention.Location, "St. Louis"},
		{mention.Location, "Washington, D.C."},
		{mention.Book, "Surely You're Joking, Mr. Feynman!"},
		{mention.Book, "Who Moved My Cheese? An Amazing Way to Deal with Change"},
		{mention.Book, "Bullshit Jobs. Vom wahren Sinn der Arbeit"},
		{mention.Concept, "E = mc²"},
		{mention.Product, "Node.js"},
	} {
		require.True(t, extract.IsName(c.typ, c.name), "%s %q", c.typ, c.name)
	}
	for _, c := range []struct {
		typ  mention.Type
		name string
	}{
		{mention.Company, ""},
		{mention.Company, "!!"},
		{mention.Company, "42"},
		{mention.Location, "<script>alert(1)</script>"},
		{mention.Location, "&lt;b&gt;Rome"},
		{mention.Company, "[Acme](x)"},
		{mention.Company, "https://evil.example/"},
		{mention.Company, "{{.Secret}}"},
		{mention.Company, "Ac\x00me"},
		{mention.Company, "Ac\u200bme"},
		{mention.Company, "Acme\u202e"},
		{mention.Company, "Ac\nme"},
		{mention.Company, "Ac\xffme"},
		{mention.Company, "Acme is great. Buy it now"},
		{mention.Person, "He is one of the people who came here"},
		{mention.Book, strings.Repeat("long ", 40)},
		{mention.Product, strings.Repeat("x", 121)},
	} {
		require.False(t, extract.IsName(c.typ, c.name), "%s %q", c.typ, c.name)
	}
}

// What a model claims about a thing must be a fact of its kind and stand in the text or the notes.
func TestClaimsAreFactsOfTheirKind(t *testing.T) {
	t.Parallel()
	about := extract.Context{Description: "Read it with code QUILL25."}
	sentences := []string{
		"I read Deep Work by Cal Newport, who is an economist from Austria, and it is from Klara Brecke at Oxide.",
		"Use code sleep twenty for thirty percent off.",
	}
	claim := func(x mention.Claims) mention.Claims {
		c := said(mention.Book, "Deep Work", "I read Deep Work by Cal Newport", "Deep Work")
		c.Claims = x
		r := consolidate(t, about, nil, []mention.Candidate{c}, sentences...)
		require.NotEmpty(t, r.Mentions)
		return r.Mentions[0].Claims
	}
	true1 := mention.Claims{
		Author: "Cal Newport", Company: "Oxide Computer Company", Country: "Austria", Title: "Economist", Field: "Economics",
		Category:    "Self-help",
		SponsorType: "host_read", PromoCode: "SLEEP20", Offer: "30 percent off",
	}
	require.Equal(t, true1, claim(true1))
	true2 := mention.Claims{Author: "Cal Newport and Clara Brekke", PromoCode: "QUILL25"}
	require.Equal(t, true2, claim(true2), "by ear, and from the notes")
	for name, x := range map[string]mention.Claims{
		"markup": {
			Author: "<b>Cal Newport</b>", Company: "<script>Oxide</script>", Country: "<i>Austria</i>", Title: "<u>economist",
			Field:    "{{economics}}",
			Category: "&lt;book&gt;", SponsorType: "<host_read>", PromoCode: "<b>QUILL25", Offer: "<a href=x>30 percent off</a>",
		},
		"never said": {
			Author: "Eve Mallory", Company: "Evil Corp", Country: "Atlantis", Title: "Emperor", SponsorType: "verified", PromoCode: "EVIL99",
			Offer: "90 percent off",
		},
		"of no kind": {
			Author: "1984", Country: "42", PromoCode: "send it to us", Field: strings.Repeat("economics ", 40), Category: "Good. Buy it now",
			Offer: "free\u202e",
		},
	} {
		require.Equal(t, mention.Claims{}, claim(x), name)
	}
}

func TestDescriptionsAreText(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{
		"<script>alert(1)</script>", "see https://evil.example", "a\u202eb",
		strings.Repeat("x", extract.MaxDescription+1),
	} {
		c := said(mention.Company, "Oxide", "We work at Oxide.", "Oxide")
		c.Description = bad
		r := consolidate(t, extract.Context{}, nil, []mention.Candidate{c}, "We work at Oxide.")
		require.Len(t, r.Mentions, 1)
		require.Empty(t, r.Mentions[0].Description)
	}
}

// A model cannot talk itself up: what it repeats counts once, and names that it borrows bring nothing along.
func TestSignalsComeFromTheTextAlone(t *testing.T) {
	t.Parallel()
	once := said(mention.Company, "Plimsoft", "Then Plimsoft came.", "Plimsoft")
	repeated := slices.Repeat([]mention.Candidate{once}, 50)
	about := extract.Context{
		Title: "A talk", People: []media.Person{{Name: "Lena Ott"}},
		Links: []media.Link{{URL: "https://x.example/", Text: "Quillford Pens"}},
	}
	r := consolidate(t, about, nil, repeated, "Then Plimsoft came.")
	require.Len(t, r.Mentions, 1)
	require.Equal(t, []mention.Signal{mention.SignalModel}, r.Mentions[0].Signals, "said once is not repeated")

	product := mention.Candidate{
		Type: mention.Product, Name: "Plimsoft", Quote: "Then Plimsoft came.",
		Signals: []mention.Signal{mention.SignalGazetteer, mention.SignalShowNotes},
	}
	r = consolidate(t, about, nil, append(repeated, product), "Then Plimsoft came.")
	require.Equal(t, []string{"product:Plimsoft"}, names(r), "the type has the better reasons, not the more repetitions")

	r = consolidate(t, about, nil, []mention.Candidate{
		said(mention.Person, "Lena Ott", "Then Plimsoft came.", "Plimsoft"),
		said(mention.Company, "Quillford Pens", "Then Plimsoft came.", "Plimsoft"),
	}, "Then Plimsoft came.")
	require.Empty(t, r.Mentions)
}
