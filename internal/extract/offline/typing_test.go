package offline_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/media"
	"mentionary/internal/mention"
)

// confidence is what consolidation would give a candidate that is found once.
func confidence(c mention.Candidate) float64 {
	if c.Type == mention.Product && strings.ContainsAny(c.Name, "0123456789") {
		c.Signals = append(c.Signals, extract.SignalNumbered)
	}
	return extract.Confidence(c.Type, c.Signals, 1)
}

func TestWordsBesideANameSayWhatItIs(t *testing.T) {
	t.Parallel()
	cases := []struct {
		text string
		typ  mention.Type
		name string
	}{
		{"Then she moved to Velmora with two cats.", mention.Location, "Velmora"},
		{"We waited at the station in Velmora for an hour.", mention.Location, "Velmora"},
		{"He was born in Velmora, in Sweden, they say.", mention.Location, "Velmora"},
		{"You can have it cheap, Plimsoft makes them in gray.", mention.Company, "Plimsoft"},
		{"There is a company, Plimsoft, that bought the tooling.", mention.Company, "Plimsoft"},
		{"She went to a company called Plimsoft after that.", mention.Company, "Plimsoft"},
		{"The brain of it is the PLM4200 from the drawer.", mention.Product, "PLM4200"},
		{"It was a baker called Zorvan Tellik who started it.", mention.Person, "Zorvan Tellik"},
		{"They asked Zorvan Tellik and Nora Vint about it.", mention.Person, "Zorvan Tellik"},
		{"One mile of the Nordal Expressway was enough.", mention.Location, "Nordal Expressway"},
	}
	for _, c := range cases {
		found := get(t, run(t, extract.Context{Language: "en"}, c.text), c.typ, c.name)
		require.GreaterOrEqual(t, confidence(found), extract.Published, c.text)
	}
}

// Who has an office is a firm.
func TestAnOfficeIsAFirms(t *testing.T) {
	t.Parallel()
	for _, c := range run(t, extract.Context{Language: "en"}, "Then she moved to the Velmora office with two cats.") {
		require.False(t, c.Type == mention.Location && confidence(c) >= extract.Published, c.Name)
	}
}

func TestWhoStandsBesideTheFirmIsNoFirm(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"Before my time at the company, Tellik, Vint and others built it.", "That was one of the large companies, Tellik, and it failed.",
	} {
		for _, c := range run(t, extract.Context{Language: "en"}, text) {
			require.False(t, c.Type == mention.Company && confidence(c) >= extract.Published, "%s: %v", text, c.Name)
		}
	}
}

// An article makes a thing of a name and does not say that it is a product: that takes a number in the name, or a second place.
func TestAThingSomebodyHasIsAProductForReview(t *testing.T) {
	t.Parallel()
	c := get(t, run(t, extract.Context{Language: "en"}, "I have a Plimsoft, and it never broke."), mention.Product, "Plimsoft")
	require.Less(t, confidence(c), extract.Published)
	require.GreaterOrEqual(t, extract.Confidence(c.Type, append(c.Signals, mention.SignalRepeated), 2), extract.Published)
	for _, text := range []string{
		"He has a JSON API now.", "They bought new CPUs for it, and our TVs.", "She was a Luddite, they say.", "We met at the old NodeFest Oslo.",
	} {
		for _, c := range run(t, extract.Context{Language: "en"}, text) {
			require.False(t, c.Type == mention.Product && c.Name != "JSON" || c.Name == "NodeFest Oslo", "%s: %v", text, c.Name)
		}
	}
}

func TestAnArticleInATitleMakesNoProduct(t *testing.T) {
	t.Parallel()
	c := get(t, run(t, extract.Context{Language: "en"}, "It is called How to Make a Plimsoft, they say."), mention.Concept, "Plimsoft")
	require.NotContains(t, c.Signals, extract.SignalTypeCue)
}

func TestWithoutSuchWordsATypeIsAGuessForReview(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"And then Plimsoft, of all things.", "She is a Plimsoft professor of sorts.",
		"It felt like Plimsoft again.",
	} {
		for _, c := range run(t, extract.Context{Language: "en"}, text) {
			require.Less(t, confidence(c), extract.Published, text)
		}
	}
}

func TestAPossessiveEndsAName(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"We opened Nora's Toaster and then Nora's Toaster again.",
		"we opened nora's toaster and then nora's toaster again",
	} {
		for _, c := range run(t, extract.Context{}, text) {
			require.NotEqual(t, "nora's toaster", strings.ToLower(c.Name), text)
			require.False(t, c.Type == mention.Person && strings.Contains(strings.ToLower(c.Name), "toaster"), c.Name)
		}
	}
}

func TestWhatEndsAPersonsName(t *testing.T) {
	t.Parallel()
	get(t, run(t, extract.Context{Language: "de"}, "Das sagt Peter Osk von Gnosis dazu."), mention.Person, "Peter Osk")
	for _, c := range run(t, extract.Context{Language: "de"}, "Die Peter-Lindqvist-Stiftung zahlt.") {
		require.NotContains(t, c.Name, "Stiftung")
	}
}

func TestWhatIsNoPersonsName(t *testing.T) {
	t.Parallel()
	german := run(t, extract.Context{Language: "de"}, "Ich freue mich auf den neuen Roman von Nora Vint, die hier wohnt.")
	get(t, german, mention.Person, "Nora Vint")
	require.False(t, has(german, mention.Person, "Roman von Nora Vint"))
	get(t, run(t, extract.Context{Language: "de"}, "Das schreibt Nora von Vintner im Brief."), mention.Person, "Nora von Vintner")
	require.False(t, has(run(t, extract.Context{}, "I walked there with Gaia GPS all day."), mention.Person, "Gaia GPS"))
	get(t, run(t, extract.Context{}, "MY GUEST IS NORA VINT TODAY AND SHE SAYS SO"), mention.Person, "NORA VINT")
	said := "It came from Harrow & Finch in a box. I like Harrow & Finch."
	firm := get(t, run(t, extract.Context{}, said), mention.Company, "Harrow & Finch")
	require.Contains(t, firm.Signals, extract.SignalGuessedType)
}

func TestNamesAtTheBeginningOfASentence(t *testing.T) {
	t.Parallel()
	get(t, run(t, extract.Context{}, "That was fine. Nora Vint had other plans."), mention.Person, "Nora Vint")
}

func TestAPlainMisterIsNobodyKnown(t *testing.T) {
	t.Parallel()
	require.Less(t, confidence(get(t, run(t, extract.Context{}, "There is Mr. Okonedo by the door."), mention.Person, "Okonedo")),
		extract.Published)
	require.GreaterOrEqual(t, confidence(get(t, run(t, extract.Context{}, "There is Professor Okonedo by the door."), mention.Person,
		"Okonedo")), extract.Published)
}

func TestAmbiguousKnownNamesNeedTheirContext(t *testing.T) {
	t.Parallel()
	require.False(t, has(run(t, extract.Context{}, "the hinge was bent so we oiled it and hinge number two as well"), mention.Product,
		"Hinge"), "a thing")
	require.False(t, has(run(t, extract.Context{}, "Then the code in the ROM ran, and PLATO had a network."), mention.Location, "Rome"))
	require.False(t, has(run(t, extract.Context{}, "Then the code in the ROM ran, and PLATO had a network."), mention.Person, "Plato"))
	require.False(t, has(run(t, extract.Context{}, "i talked to neil ferguson about it and he said no"), mention.Location, "Ferguson"))
	get(t, run(t, extract.Context{}, "And AOC flew to the UK with him."), mention.Location, "United Kingdom")
	require.True(t, has(run(t, extract.Context{}, "she met him on hinge and they married"), mention.Product, "Hinge"))
	require.False(t, has(run(t, extract.Context{}, "He quoted Pascal, at length, on the train."), mention.Product, "Pascal"), "a person")
	require.True(t, has(run(t, extract.Context{}, "My first program was code in Pascal, on a school computer."), mention.Product, "Pascal"))
	get(t, run(t, extract.Context{}, "And in England Nora Vint wrote it down."), mention.Location, "England")
}

func TestAssistantsAreMeantWhereTheTalkIsOfThem(t *testing.T) {
	t.Parallel()
	host := extract.Context{People: []media.Person{{Name: "Claude Vint"}}}
	for _, text := range []string{
		"So I asked Claude, and an LLM is good at that.", "These days people move from ChatGPT to Claude and Gemini.",
		"We write the code with Cursor and with Devin, an AI engineer, and with Claude.",
	} {
		require.True(t, has(run(t, extract.Context{}, text), mention.Product, "Claude"), text)
		require.False(t, has(run(t, host, text), mention.Product, "Claude"), "somebody takes part who is called so: %s", text)
	}
	get(t, run(t, extract.Context{}, "We write the code with Cursor and with Devin, an AI engineer."), mention.Product, "Cursor")
	for _, text := range []string{
		"Then Claude came in and sat down.", "I saw Claude Monet paint, as no AI does.", "Then Usain Bolt ran, and the AI timed it.",
		"Move the cursor to the left, said the AI.",
	} {
		for _, name := range []string{"Claude", "Bolt.new", "Cursor", "Gemini"} {
			require.False(t, has(run(t, extract.Context{}, text), mention.Product, name), text)
		}
	}
}

func TestTheUnitedStatesInTwoLetters(t *testing.T) {
	t.Parallel()
	get(t, run(t, extract.Context{}, "She moved to the US in May."), mention.Location, "United States")
	for _, text := range []string{"He told Us and us in May.", "AND THEN THEY TOLD US ABOUT IT.", "US, they said."} {
		require.False(t, has(run(t, extract.Context{}, text), mention.Location, "United States"), text)
	}
}

func TestNamesThatBeginWithADigit(t *testing.T) {
	t.Parallel()
	get(t, run(t, extract.Context{}, "Keep it in 1Password, all of it."), mention.Company, "1Password")
	get(t, run(t, extract.Context{}, "We stopped at a 7-Eleven on the way."), mention.Company, "7-Eleven")
}

// Names that are short, or words, are believed where their spelling leaves little doubt.
func TestShortNamesOfProgramsAreBelievedAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	for text, name := range map[string]string{
		"Most of it was C# in those days.":             "C#",
		"When they hear .NET, they think of offices.":  ".NET",
		"They wrote it in Dotnet.":                     ".NET",
		"We keep the code of the library in Git.":      "Git",
		"The front end is Vue with a few plugins.":     "Vue.js",
		"The code of the library is on npm today.":     "npm",
		"You run the program with scikit-learn there.": "scikit-learn",
		"We had pre-commit do it.":                     "pre-commit",
		"It is drawn with Qt on all of them.":          "Qt",
		"It ran on Windows. The windows were dirty. We like Windows, have Windows and shipped for Windows.": "Windows",
	} {
		require.True(t, has(run(t, extract.Context{}, text), mention.Product, name), text)
	}
	for text, name := range map[string]string{
		"They walked up to Tor and down again.":                       "Tor Browser",
		"The net was large, and NET is what he wrote.":                ".NET",
		"Git is nice code of a library. Don't be a git, he said.":     "Git",
		"Then came Windows, and Windows broke, and the windows fell.": "Windows",
	} {
		require.False(t, has(run(t, extract.Context{}, text), mention.Product, name), text)
	}
}

func TestGoIsTheLanguageInTalkAboutPrograms(t *testing.T) {
	t.Parallel()
	const code = " The code is software, a program in a language, and programmers compile code."
	places := 0
	for _, c := range run(t, extract.Context{}, "We write Go here. I like Go because it is small. If Go fails, go home."+code) {
		if c.Name == "Go" {
			require.Equal(t, mention.Product, c.Type)
			places++
		}
	}
	require.Equal(t, 3, places, "at each place: nothing else looks for an everyday word")
	for _, text := range []string{
		"We write Go here.", "Go home, said the software." + code, "He said \"Go home\" to me." + code,
		"They caught one in Pokémon Go there." + code,
		"I read Go In Action there." + code, "The machine won at Go, the board game." + code, "we write go here" + strings.ToLower(code),
	} {
		require.False(t, has(run(t, extract.Context{}, text), mention.Product, "Go"), text)
	}
}

func TestEverydayConceptsAreMarked(t *testing.T) {
	t.Parallel()
	require.Contains(t, get(t, run(t, extract.Context{}, "It was before the pandemic."), mention.Concept, "pandemic").Signals,
		extract.SignalEverydayWord)
	require.NotContains(t, get(t, run(t, extract.Context{}, "It was the sunk cost fallacy."), mention.Concept, "sunk cost fallacy").Signals,
		extract.SignalEverydayWord)
}

func TestConceptsByTheirBuild(t *testing.T) {
	t.Parallel()
	for text, name := range map[string]string{
		"That was the wrong drawer fallacy of old.":       "drawer fallacy",
		"It is called the Zorvan effect by some.":         "Zorvan effect",
		"And his word for that is gleamability.":          "gleamability",
		"They speak of the concept of slow haulage, too.": "slow haulage",
		"They call it haulism, and it is dull.":           "haulism",
		"The word for it is theohaulage.":                 "theohaulage",
		"By Zorvan's law it had to fail.":                 "Zorvan's law",
	} {
		require.True(t, has(run(t, extract.Context{Language: "en"}, text), mention.Concept, name), "%s: %v", text,
			run(t, extract.Context{Language: "en"}, text))
	}
	for _, text := range []string{"That is the best effect of all.", "The law is the law.", "It was Nora's problem, not mine."} {
		for _, c := range run(t, extract.Context{Language: "en"}, text) {
			require.NotEqual(t, mention.Concept, c.Type, text)
		}
	}
}

func TestTitlesThatStandAlone(t *testing.T) {
	t.Parallel()
	b := get(t, run(t, extract.Context{}, "I want to complain. Borrowed Weather. Nora Vint. There we go."), mention.Book, "Borrowed Weather")
	require.Equal(t, "Nora Vint", b.Claims.Author)
	require.GreaterOrEqual(t, confidence(b), extract.Published)
	get(t, run(t, extract.Context{}, "What should people read first? The Weather of Salt. Two hundred pages, no more."), mention.Book,
		"The Weather of Salt")
	get(t, run(t, extract.Context{}, "So I would go to Nora Vint, Borrowed Weather. Good one."), mention.Book, "Borrowed Weather")
	for _, text := range []string{
		"The Weather of Salt. It was a fine day.", "I read it. So Nora Vint and Peter Osk. What now?",
		"I read books. October is Magic Month. Fine.",
	} {
		for _, c := range run(t, extract.Context{}, text) {
			require.NotEqual(t, mention.Book, c.Type, "%s: %s", text, c.Name)
		}
	}
}

func TestCreatorLinksAreTypedByEvidence(t *testing.T) {
	t.Parallel()
	wiki := func(slug, text string) media.Link {
		return media.Link{URL: "https://en.wikipedia.org/wiki/" + slug, Text: text}
	}
	cases := []struct {
		why, description, talk string
		link                   media.Link
		typ                    mention.Type
		name                   string
	}{
		{
			"an author behind it", "- Harbourmarch by Nora Vint\n", "Then I opened Harbourmarch again.", wiki("Harbourmarch", "Harbourmarch"),
			mention.Book, "Harbourmarch",
		},
		{
			"an author behind a comma", "- Borrowed Weather, Nora Vint\n", "Then came Borrowed Weather again.",
			wiki("Borrowed_Weather", "Borrowed Weather"), mention.Book, "Borrowed Weather",
		},
		{
			"a heading", "Books we talked about:\n\n- Harbourmarch\n", "Then I opened Harbourmarch again.", wiki("Harbourmarch", "Harbourmarch"),
			mention.Book, "Harbourmarch",
		},
		{
			"a subtitle", "- Borrowed Weather: How We Lost the Sky", "It was Borrowed Weather, all over.",
			wiki("BW", "Borrowed Weather: How We Lost the Sky"), mention.Book, "Borrowed Weather: How We Lost the Sky",
		},
		{
			"brackets in the address", "", "Then I saw Harbourmarch again.", wiki("Harbourmarch_(film)", "Harbourmarch"), mention.Product,
			"Harbourmarch",
		},
		{
			"by before it", "A letter by Zorvan Tellik.", "Then came Zorvan Tellik again.", wiki("Zorvan_Tellik", "Zorvan Tellik"), mention.Person,
			"Zorvan Tellik",
		},
		{"lower case", "", "A tidal lockstep is slow.", wiki("Tidal_lockstep", "Tidal lockstep (Wiki)"), mention.Concept, "Tidal lockstep"},
		{"a maker in front", "", "It is an IBM Zorvex.", wiki("Zorvex", "The IBM Zorvex"), mention.Product, "IBM Zorvex"},
		{
			"its own shop", "", "I went to Zorvan's Books on Friday.",
			media.Link{URL: "https://zorvans.com/", Text: "Zorvan's Books"},
			mention.Company, "Zorvan's Books",
		},
		{
			"a page at its maker's", "", "Just get the Zorvex.",
			media.Link{URL: "https://maker.example/zorvex", Text: "The Zorvex"},
			mention.Product, "Zorvex",
		},
		{"the talk", "", "I have a Zorvex, in green.", wiki("Zorvex", "Zorvex"), mention.Product, "Zorvex"},
		{
			"a program's site", "", "And then Zorvex helped us.",
			media.Link{URL: "https://zorvex.sh/", Text: "Zorvex"},
			mention.Product, "Zorvex",
		},
		{
			"a program's code", "", "And then Zorvex helped us.",
			media.Link{URL: "https://github.com/nora/zorvex", Text: "Zorvex"},
			mention.Product, "Zorvex",
		},
		{
			"what somebody shows", "", "And that was Nora Vint again.",
			media.Link{URL: "https://hall.example/en/1680-nora-vint", Text: "Nora Vint – Borrowed Weather"},
			mention.Person, "Nora Vint",
		},
		{
			"a page about an author", "", "And that was Nora Vint again.",
			media.Link{URL: "https://www.suhrkamp.de/person/nora-vint-p-15086", Text: "Nora Vint"},
			mention.Person, "Nora Vint",
		},
		{
			"a reference", "", "Then I opened Harbourmarch again.",
			wiki("Harbourmarch", "Nora Vint (1984) Harbourmarch: The Life of T. Osk book"), mention.Book, "Harbourmarch: The Life of T. Osk",
		},
	}
	for _, c := range cases {
		about := extract.Context{Language: "en", Description: c.description, Links: []media.Link{c.link}}
		found := get(t, run(t, about, c.talk), c.typ, c.name)
		require.GreaterOrEqual(t, confidence(found), extract.Published, c.why)
	}
	for _, remark := range []string{
		"Zorvex: which might have been invented twice", "Zorvex: - The opposite of a Brunnvex", "@41:31: It all comes back to Zorvex",
	} {
		for _, f := range run(t, extract.Context{Language: "en", Links: []media.Link{wiki("Zorvex", remark)}}, "And then Zorvex, of course.") {
			require.NotEqual(t, mention.Book, f.Type, "a remark is no subtitle: %s", remark)
		}
	}
	for _, text := range []media.Link{
		{URL: "https://maker.example/blog/tidal-ceremonies", Text: "Tidal Ceremonies"},
		{URL: "https://maker.example/2020/03/tidal-ceremonies/", Text: "Tidal Ceremonies"},
		{URL: "https://nora.example/tidal-ceremonies-explained", Text: "Tidal Ceremonies Explained"},
		{URL: "https://github.com/nora/zorvex/pull/3752", Text: "Tidal Ceremonies"},
		{URL: "https://gist.github.com/nora/2841832", Text: "Tidal Ceremonies"},
		{URL: "https://maker.example/tidal_ceremonies", Text: "Tidal_Ceremonies"},
	} {
		said := "And then came " + text.Text + ", of course."
		for _, f := range run(t, extract.Context{Language: "en", Links: []media.Link{text}}, said) {
			require.NotContains(t, f.Signals, mention.SignalCreatorLink, "a text is no product: %s", text.URL)
		}
	}
	silent := get(t, run(t, extract.Context{Language: "en", Links: []media.Link{wiki("Zorvex", "Zorvex")}}, "And then Zorvex, of course."),
		mention.Concept, "Zorvex")
	require.Less(t, confidence(silent), extract.Published, "nothing tells what it is")
}

func TestAuthorsOfListedBooksArePeople(t *testing.T) {
	t.Parallel()
	about := extract.Context{Description: "- Borrowed Weather by Zorvan Tellik, translated by Nora Vint\n"}
	found := run(t, about, "So Borrowed Weather, and what Zorvan Tellik meant.")
	require.Equal(t, "Zorvan Tellik", get(t, found, mention.Book, "Borrowed Weather").Claims.Author)
	require.GreaterOrEqual(t, confidence(get(t, found, mention.Person, "Zorvan Tellik")), extract.Published)
}

func TestSupportForTheShowNamesTheSponsor(t *testing.T) {
	t.Parallel()
	found := run(t, extract.Context{}, "Support for The Long River Hour comes from Plimsoft Beds. A hundred nights to try it, at "+
		"plimsoftbeds dot example, code RIVER20.")
	require.Equal(t, "RIVER20", get(t, found, mention.Sponsor, "Plimsoft Beds").Claims.PromoCode)
	doubled := run(t, extract.Context{}, "this episode is brought to you by zorvex zorvex is a kettle")
	get(t, doubled, mention.Sponsor, "Zorvex")
}

func TestOnlyShowsHaveSponsors(t *testing.T) {
	t.Parallel()
	about := extract.Context{Show: "The Long River", People: []media.Person{{Name: "Zelmira Okoro"}}}
	require.True(t, has(run(t, about, "The Long River is supported by Plimsoft."), mention.Sponsor, "Plimsoft"))
	require.True(t, has(run(t, about, "This episode's supported by Plimsoft."), mention.Sponsor, "Plimsoft"))
	require.False(t, has(run(t, about, "The compiler was supported by Plimsoft for years."), mention.Sponsor, "Plimsoft"))
	require.False(t, has(run(t, about, "This episode is brought to you by Zelmira."), mention.Sponsor, "Zelmira"), "the host")
}

func TestWordsSaidTwiceMakeNoName(t *testing.T) {
	t.Parallel()
	for _, c := range run(t, extract.Context{}, "I said Peter Peter come here. Nora Vint Nora? We read. Internet Internet. Nora "+
		"Vint. Right.") {
		require.NotContains(t, []string{"Peter Peter", "Nora Vint Nora", "Internet Internet"}, c.Name)
	}
	require.False(t, has(run(t, extract.Context{}, "We read a book. Zorvan Tellik, Nora Vint. Right."), mention.Book, "Zorvan Tellik"),
		"two names are no title and author")
}

func TestThingsAreNobody(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"They asked the Velmoran Authority and Nora Vint about it.", "They asked Plimsoft ABI and Nora Vint about it.",
		"Then Julia Flask was what we used.", "The Palestinian Zorvan said so.",
	} {
		for _, c := range run(t, extract.Context{Language: "en"}, text) {
			require.False(t, c.Type == mention.Person && c.Name != "Nora Vint" && confidence(c) >= extract.Published, "%s: %v", text, c)
		}
	}
}

func TestGreetingsAndTitlesAreNoBooks(t *testing.T) {
	t.Parallel()
	about := extract.Context{Language: "en", Show: "Talk Velmora To Me"}
	for _, text := range []string{
		"I read a book. Welcome to Talk Velmora To Me. Nora Vint.", "Welcome Zorvan. Nora Vint.", "President Plim, Nora Vint, was there.",
	} {
		for _, c := range run(t, about, text) {
			require.NotEqual(t, mention.Book, c.Type, "%s: %s", text, c.Name)
		}
	}
}

func TestPlacesIdeasAndWrittenNotesPayForNothing(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"This episode is brought to you by Berlin and its people.",
		"Kultur der Technik. Plimverlag: https://www.plimverlag.de/buch and https://www.plimverlag.de/code for Plimverlag. " +
			"Plimverlag: https://www.plimverlag.de/rabatt",
	} {
		for _, c := range run(t, extract.Context{}, text) {
			require.NotEqual(t, mention.Sponsor, c.Type, "%s: %s", text, c.Name)
		}
	}
	get(t, run(t, extract.Context{Language: "en"}, "This episode is brought to you by Plimsoft. Go to plimsoft.com for more."),
		mention.Sponsor, "Plimsoft")
}

func TestGermanIsReadAsGermanWithoutBeingTold(t *testing.T) {
	t.Parallel()
	for _, c := range run(t, extract.Context{}, "Das ist die Frage, ob wir an Emotionen denken und wie sich das auf uns auswirkt.") {
		require.NotEqual(t, mention.Product, c.Type, c.Name)
	}
}

func TestAddressesAndEpisodeCodesAreNoNames(t *testing.T) {
	t.Parallel()
	about := extract.Context{Language: "en"}
	for _, text := range []string{
		"Next: https://plimsoft.example/Zorvan-Tellik/PLM4200/x and more of it.", "On the same: S02E47 with Nora.",
	} {
		for _, c := range run(t, about, text) {
			require.NotEqual(t, mention.Product, c.Type, "%s: %s", text, c.Name)
			require.NotContains(t, c.Name, "Zorvan")
		}
	}
}

func TestATermIsNeitherTheEndOfANameNorAnAdverb(t *testing.T) {
	t.Parallel()
	about := extract.Context{Language: "en"}
	for _, text := range []string{
		"It is the Python Plim Index they read.", "They spoke of removing plim bias again.", "And it's called catalyxy originally.",
	} {
		for _, c := range run(t, about, text) {
			require.NotContains(t, []string{"Plim Index", "removing plim bias", "catalyxy originally"}, c.Name)
		}
	}
	get(t, run(t, about, "They call it the Plimmer Index."), mention.Concept, "Plimmer Index")
}
