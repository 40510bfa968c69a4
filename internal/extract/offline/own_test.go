package offline_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// sponsorsIn are the sponsors that are found in a text.
func sponsorsIn(t *testing.T, about extract.Context, text string) (names []string) {
	t.Helper()
	about.Language = "en"
	for _, f := range run(t, about, text) {
		if f.Type == mention.Sponsor {
			names = append(names, f.Name)
		}
	}
	return names
}

func TestNobodyPaysForWhatIsTheProgramsOwn(t *testing.T) {
	t.Parallel()
	about := extract.Context{Show: "Harbour Talk"}
	for text, want := range map[string][]string{
		"This episode is brought to you by our Boat Building with Tar course. Visit harbour.example to learn it.":    nil,
		"This episode is brought to you by my newsletter. This episode is brought to you by our Tarline newsletter.": nil,
		"This episode is brought to you by Harbour Talk Training. Learn more at harbourtalk.example.":                nil,
		"This episode is brought to you by our friends at Tarline. Get started at tarline.example.":                  {"Tarline"},
		"This episode is brought to you by the Tarline at Sea Summit. Get started at sea.example.":                   {"Tarline at Sea Summit"},
		"This episode is brought to you by the Tarline podcast. Listen at tarline.example.":                          {"Tarline"},
	} {
		require.Equal(t, want, sponsorsIn(t, about, text), text)
	}
}

// An address in a paid read is its sponsor's, unless the talk is about what it belongs to or somebody else is said to pay.
func TestAddressesOfWhatIsTalkedAboutPayForNothing(t *testing.T) {
	t.Parallel()
	read := "Tarline makes boats tight. Get a free trial of Tarline with the promo code boat at tarline.com today."
	require.Equal(t, []string{"Tarline"}, sponsorsIn(t, extract.Context{Title: "Boats"}, read))
	require.Equal(t, []string{"Tarline"}, sponsorsIn(t, extract.Context{Title: "Boats | Ada Vint (formerly Tarline)"}, read))
	require.Empty(t, sponsorsIn(t, extract.Context{Title: "How Tarline works"}, read))
	require.Equal(t, []string{"Lantern"}, sponsorsIn(t, extract.Context{Title: "Boats"},
		"This episode is brought to you by Lantern. Get a free trial of Lantern at getlantern.com with the promo code boat."))
}

func TestWhereAPaidReadSaysThatItsSponsorIs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, name, want string }{
		{"Learn more at useTarline.com/Harbor. That's usetarline.com/harbor.", "Tarline", "https://usetarline.com/harbor"},
		{"Go to tarline.com, or to tarline.com/harbor for a free trial.", "Tarline", "https://tarline.com/harbor"},
		{"Go to tarline dot com forward slash harbor for a free trial.", "Tarline", "https://tarline.com/harbor"},
		{"Get a free trial at T-A-R-L-I-N-E.com.", "Tarline", "https://tarline.com/"},
		{"Get a free trial at harbor.fm/tarline, or look at othertars.com.", "Tarline", "https://harbor.fm/tarline"},
		{"Get a free trial at tarline.com/harbor today.", "Tarline Search", "https://tarline.com/harbor"},
		{"Get a free trial at othertars.com/harbor today.", "Tarline", ""},
		{"Get a free trial at getqv.com/harbor today.", "QV", "https://getqv.com/harbor"},
		{"Get a free trial at marqvis.com/harbor today.", "QV", ""},
	} {
		found := run(t, extract.Context{Language: "en"}, "This episode is brought to you by "+c.name+". "+c.text)
		require.Equal(t, c.want, get(t, found, mention.Sponsor, c.name).URL, c.text)
	}
}
