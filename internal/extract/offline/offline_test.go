package offline_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/extract/offline"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/transcript"
)

func run(t *testing.T, about extract.Context, text string) []mention.Candidate {
	t.Helper()
	chunk := transcript.Chunk{Text: text, End: len(text), LowerCase: text == strings.ToLower(text)}
	found, usage, err := offline.New().Extract(context.Background(), chunk, about)
	require.NoError(t, err)
	require.Zero(t, usage)
	for _, c := range found {
		require.Contains(t, text, c.Quote, "verbatim: %s", c.Name)
		require.Contains(t, c.Quote, c.Surface, "surface within the quote: %s", c.Name)
		require.NotEmpty(t, c.Name)
	}
	again, _, err := offline.New().Extract(context.Background(), chunk, about)
	require.NoError(t, err)
	require.Equal(t, found, again, "deterministic")
	return found
}

func get(t *testing.T, found []mention.Candidate, typ mention.Type, name string) mention.Candidate {
	t.Helper()
	var all []string
	for _, c := range found {
		if c.Type == typ && c.Name == name {
			return c
		}
		all = append(all, string(c.Type)+":"+c.Name)
	}
	require.Failf(t, "not found", "%s:%s in %v", typ, name, all)
	return mention.Candidate{}
}

func has(found []mention.Candidate, typ mention.Type, name string) bool {
	for _, c := range found {
		if c.Type == typ && c.Name == name {
			return true
		}
	}
	return false
}

func TestBooksBehindCuePhrases(t *testing.T) {
	t.Parallel()
	cases := []struct{ text, language, title, author string }{
		{"I read a book called The Quiet Harbour by Nora Vint last year.", "en", "The Quiet Harbour", "Nora Vint"},
		{"In her book Salt and Iron she says so.", "en", "Salt and Iron", ""},
		{"She wrote Rivers of the North by hand.", "en", "", ""},
		{"Right now I am reading Rivers of the North by Peter Osk, slowly.", "en", "Rivers of the North", "Peter Osk"},
		{"My favorite novel is a book titled “the long way down there” and it is short.", "en", "the long way down there", ""},
		{"Ich habe das Buch Stille Wasser von Petra Lind gelesen.", "de", "Stille Wasser", "Petra Lind"},
		{"Hier stellt Nora das Buch Stille Wasser von Petra Lind vor.", "de", "Stille Wasser", "Petra Lind"},
		{"Everybody reads The Book Thief by Nora Vint these days.", "en", "The Book Thief", "Nora Vint"},
		{"All of it is written in Zorvan and ZorvanLang, and in books you find that.", "en", "", ""},
		{"i was reading a book called salt and iron by nora vint and loved it so much", "en", "Salt and Iron", "Nora Vint"},
		{"He wrote to me. The weather was fine.", "en", "", ""},
		{"You should read Thinking, Fast and Slow.", "en", "Thinking, Fast and Slow", "Daniel Kahneman"},
	}
	for _, c := range cases {
		found := run(t, extract.Context{Language: c.language}, c.text)
		if c.title == "" {
			for _, f := range found {
				require.NotEqual(t, mention.Book, f.Type, "%s: %s", c.text, f.Name)
			}
			continue
		}
		b := get(t, found, mention.Book, c.title)
		require.Equal(t, c.author, b.Claims.Author, c.text)
		if c.author != "" {
			require.Equal(t, "Book by "+c.author, b.Description)
		}
	}
}

func TestSponsorsWithCodeAndOffer(t *testing.T) {
	t.Parallel()
	const read = "This episode is brought to you by Lantern Mattress. A Lantern mattress keeps you cool all night, and shipping is free. " +
		"Go to lanternmattress.com slash river and use code RIVER20 for 20 percent off your first order. "
	found := run(t, extract.Context{}, read+"And now to Nora Vint, who studies bridges in Lisbon and never sleeps much at all.")
	s := get(t, found, mention.Sponsor, "Lantern Mattress")
	require.Equal(t, mention.Ad, s.Context)
	require.Equal(t, "RIVER20", s.Claims.PromoCode)
	require.Equal(t, "20 percent off", s.Claims.Offer)
	require.Equal(t, mention.Editorial, get(t, found, mention.Person, "Nora Vint").Context)

	spoken := run(t, extract.Context{}, "this episode is sponsored by zorvex go to zorvex dot com slash show and use the promo code river "+
		"for a free trial of zorvex today")
	s = get(t, spoken, mention.Sponsor, "Zorvex")
	require.Equal(t, "RIVER", s.Claims.PromoCode)

	german := run(t, extract.Context{Language: "de"},
		"Diese Folge wird unterstützt von Zorvex. Mit dem Gutscheincode FLUSS bekommt ihr 10 Prozent Rabatt auf zorvex.de.")
	require.Equal(t, "FLUSS", get(t, german, mention.Sponsor, "Zorvex").Claims.PromoCode)

	require.False(t, has(run(t, extract.Context{}, "The show is supported by listeners like you, and by the donations of our members."),
		mention.Sponsor, "Listeners"))
}

func TestPeopleByNameTitleAndRole(t *testing.T) {
	t.Parallel()
	found := run(t, extract.Context{}, "My guest today is Zelmira Okoro. She met Peter van der Berg, founder of Kastell Labs, and "+
		"Professor Ilmari Tuul. Then Will said no.")
	get(t, found, mention.Person, "Zelmira Okoro")
	get(t, found, mention.Person, "Ilmari Tuul")
	p := get(t, found, mention.Person, "Peter van der Berg")
	require.Equal(t, "founder", p.Claims.Title)
	require.Equal(t, "Kastell Labs", p.Claims.Company)
	get(t, found, mention.Company, "Kastell Labs")
	require.False(t, has(found, mention.Person, "Will"), "an everyday word is no given name")
}

func TestWellKnownNamesAndTheirAmbiguity(t *testing.T) {
	t.Parallel()
	found := run(t, extract.Context{}, "We flew from Munich to Rio de Janeiro. Socrates taught stoicism to nobody, and NVIDIA sells chips. "+
		"Paris Okonedo laughed. I like the orange. Jordan laughed.")
	require.Equal(t, "Germany", get(t, found, mention.Location, "Munich").Claims.Country)
	get(t, found, mention.Location, "Rio de Janeiro")
	get(t, found, mention.Person, "Socrates")
	get(t, found, mention.Company, "Nvidia")
	require.Equal(t, "Philosophy", get(t, found, mention.Concept, "stoicism").Claims.Category)
	require.False(t, has(found, mention.Location, "Paris"), "a part of a person's name")
	require.False(t, has(found, mention.Location, "Jordan"))
	german := run(t, extract.Context{Language: "de"}, "Wir fuhren von München nach Wien und sprachen über Kybernetik und den Haushalt.")
	get(t, german, mention.Location, "Munich")
	get(t, german, mention.Concept, "cybernetics")
	require.Len(t, german, 3, "German nouns are no names")
}

func TestAWellKnownThingIsOneUnderAllItsNames(t *testing.T) {
	t.Parallel()
	for said, typ := range map[string]mention.Type{
		"Goodhart's law": mention.Concept, "Goodharts Gesetz": mention.Concept, "Schnelles Denken, langsames Denken": mention.Book,
	} {
		name := map[mention.Type]string{mention.Concept: "Goodhart's law", mention.Book: "Thinking, Fast and Slow"}[typ]
		notes := extract.Context{Links: []media.Link{{URL: "https://www.goodreads.com/book/show/9", Text: said + " von Daniel Kahneman"}}}
		if typ == mention.Concept {
			notes = extract.Context{Links: []media.Link{{URL: "https://de.wikipedia.org/wiki/Something", Text: said}}}
		}
		for _, about := range []extract.Context{{}, notes} {
			c := get(t, run(t, about, "Then all of us turned to "+said+" and that took a while."), typ, name)
			require.Equal(t, said, c.Surface)
		}
	}
}

func TestCreatorLinksAndNotesNameWhatIsSaid(t *testing.T) {
	t.Parallel()
	about := extract.Context{
		Description: "Sources:\nStalder, Jonas. 2016. Kultur der Brunnen. Berlin: Verlag.\nPeter Osk (2008) How to Cross a River\n",
		Links: []media.Link{
			{URL: "https://www.goodreads.com/book/show/123-salt-and-iron?utm_source=x", Text: "Salt and Iron: A Memoir by Nora Vint"},
			{URL: "https://zorvex.com/", Text: "Zorvex"},
			{URL: "https://example.com/books/zdb/intro.html", Text: "ZDB"},
			{URL: "https://quistle.github.io/", Text: "Quistle"},
			{URL: "https://docs.zorvex.com/", Text: "Zorvex documentation"},
			{URL: "https://velmora.com/", Text: "[Velmora"},
			{URL: "https://fairdata.example/", Text: "Fair Data Regulation"},
			{URL: "https://en.wikipedia.org/wiki/Tidal_lock", Text: "Tidal lock"},
			{URL: "https://example.com/", Text: "here"},
			{URL: "javascript:alert(1)", Text: "River"},
			{URL: "https://www.goodreads.com/book/show/9", Text: "Never Said Aloud"},
		},
	}
	found := run(t, about, "We loved Salt and Iron. The river and the Zorvex machine stand here. A tidal lock is slow. Then how to cross a "+
		"river, and kultur der brunnen. We found it with ZDB and Quistle. I read the Zorvex documentation, "+
		"and Velmora did. The Fair Data Regulation is new.")
	b := get(t, found, mention.Book, "Salt and Iron: A Memoir")
	require.Equal(t, "https://www.goodreads.com/book/show/123", b.URL)
	require.Equal(t, "Nora Vint", b.Claims.Author)
	require.Contains(t, b.Signals, mention.SignalCreatorLink)
	require.Equal(t, "https://zorvex.com/", get(t, found, mention.Company, "Zorvex").URL)
	get(t, found, mention.Concept, "Tidal lock")
	get(t, found, mention.Product, "ZDB")     // the manual of a program
	get(t, found, mention.Product, "Quistle") // a project's page at the host of its code
	get(t, found, mention.Company, "Velmora")
	require.False(t, has(found, mention.Company, "Fair Data Regulation"), "it is a law")
	for _, c := range found {
		require.NotEqual(t, "Zorvex documentation", c.Name, "it is about a thing")
	}
	require.Equal(t, "Peter Osk", get(t, found, mention.Book, "How to Cross a River").Claims.Author)
	get(t, found, mention.Book, "Kultur der Brunnen")
	require.False(t, has(found, mention.Book, "Never Said Aloud"), "what is not said is not mentioned")
	for _, c := range found {
		require.NotContains(t, c.URL, "javascript")
	}
}

func TestCapitalizedRunsNeedMoreThanASentenceStart(t *testing.T) {
	t.Parallel()
	found := run(t, extract.Context{}, "Yesterday we used Plimsoft 12. However, Grumbling is fine, and grumbling helps. Everyone at the "+
		"Velden River Institute agreed.")
	get(t, found, mention.Product, "Plimsoft 12")
	get(t, found, mention.Company, "Velden River Institute")
	for _, c := range found {
		require.NotContains(t, []string{"Yesterday", "However", "Grumbling", "Everyone"}, c.Name)
	}
}

func TestStanceIsReadFromTheSentence(t *testing.T) {
	t.Parallel()
	require.Equal(t, mention.Recommended, get(t, run(t, extract.Context{}, "I highly recommend Atomic Habits."), mention.Book,
		"Atomic Habits").Stance)
	require.Equal(t, mention.Used, get(t, run(t, extract.Context{}, "We use PostgreSQL."), mention.Product, "PostgreSQL").Stance)
	for _, text := range []string{
		"I love it. We ran PostgreSQL. I recommend that.", "That was terrible. We ran PostgreSQL. I hate waiting.",
		"Which one do we use? PostgreSQL. We used none before.", "That one is my. PostgreSQL is another.",
		"Keep it in your favorite store or PostgreSQL.",
	} {
		require.Equal(t, mention.Passing, get(t, run(t, extract.Context{}, text), mention.Product, "PostgreSQL").Stance, text)
	}
}

func TestWhoIsAskedForBooksNamesThemInASentenceOfTheirOwn(t *testing.T) {
	t.Parallel()
	require.Equal(t, mention.Recommended, get(t, run(t, extract.Context{}, "What do you recommend? The first one is Atomic Habits."),
		mention.Book, "Atomic Habits").Stance)
}

func TestWhatIsMineIsMyWorkWhenItIsABook(t *testing.T) {
	t.Parallel()
	require.Equal(t, mention.OwnWork, get(t, run(t, extract.Context{}, "I told them in my Atomic Habits."), mention.Book,
		"Atomic Habits").Stance)
	require.Equal(t, mention.Used, get(t, run(t, extract.Context{}, "It was on my iPhone."), mention.Product, "iPhone").Stance)
	require.Equal(t, mention.Recommended, get(t, run(t, extract.Context{}, "I love my iPhone."), mention.Product, "iPhone").Stance)
	require.Equal(t, mention.Passing, get(t, run(t, extract.Context{}, "That was at my Twitter."), mention.Company, "Twitter").Stance)
}

func TestACancelledContextEndsTheWork(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, _, err := offline.New().Extract(ctx, transcript.Chunk{Text: "Hello."}, extract.Context{})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, "offline", offline.New().Recipe().Extractor)
}

func FuzzExtract(f *testing.F) {
	f.Add("brought to you by X. a book called “Y by Z. Code at", false)
	f.Add("by by by von von The The The", true)
	x := offline.New()
	f.Fuzz(func(t *testing.T, text string, lower bool) {
		about := extract.Context{Description: text, Links: []media.Link{{URL: "https://example.com/books/" + text, Text: text}}}
		found, _, err := x.Extract(context.Background(), transcript.Chunk{Text: text, End: len(text), LowerCase: lower}, about)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range found {
			if !strings.Contains(text, c.Quote) || !strings.Contains(c.Quote, c.Surface) {
				t.Fatalf("not verbatim: %+v", c)
			}
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	const paragraph = "My guest today is Nora Vint, who wrote a book called Salt and Iron. We talk about stoicism, about Berlin and the " +
		"years she spent at Google, " +
		"and about the way rivers shape what people believe. This episode is brought to you by Lantern. Go to lantern.com slash river for 20 " +
		"percent off. "
	text := strings.Repeat(paragraph, 12)
	chunk := transcript.Chunk{Text: text, End: len(text)}
	x := offline.New()
	words := transcript.CountWords(text)
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := x.Extract(context.Background(), chunk, extract.Context{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(words*b.N)/b.Elapsed().Seconds(), "words/s")
}

func TestAPlaceLiesInACountryThatReadsWell(t *testing.T) {
	t.Parallel()
	for place, want := range map[string]string{
		"Chicago": "Place in the United States", "Manchester": "Place in the United Kingdom", "Rotterdam": "Place in the Netherlands",
		"Yerevan": "Place in Armenia", "Tbilisi": "Place in Georgia",
	} {
		found := run(t, extract.Context{Language: "en"}, "Last summer we traveled to "+place+" and stayed in "+place+" for a week.")
		require.Equal(t, want, get(t, found, mention.Location, place).Description)
	}
}
