package match

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/mention"
)

func doubtOf(t mention.Type, a, b string) string {
	return doubt(Prepare(Subject{Type: t, Name: a}), Prepare(Subject{Type: t, Name: b}), support{inChannel: true, together: 9})
}

// What is one name by ear and by eye is attached, whatever parts of words look like.
func TestLikeNamesAreNotDoubted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		typ  mention.Type
		a, b string
	}{
		{mention.Company, "Most Wanted Records", "Mozt Wanted Records"},
		{mention.Company, "Washington Post Company", "Washington Poste Company"},
		{mention.Company, "Costco Wholesale", "Cosco Wholesale"},
		{mention.Company, "Weston Foundation", "Veston Foundation"},
		{mention.Company, "IBM Watsen Research", "IBM WATSON RESEARCH"},
		{mention.Company, "Nasa Missions Office", "NASA Mission Office"},
		{mention.Company, "Northwestern University", "Northwestern Universities"},
		{mention.Book, "World War One: The Short History", "World War I: The Short Historie"},
		{mention.Book, "Im Zweiten Weltkrieg daheim", "Im Zweiter Weltkrieg daheim"},
		{mention.Book, "The First Word Battles", "The 1 Word Battle"},
	} {
		require.Empty(t, doubtOf(c.typ, c.a, c.b), "%s, %s", c.a, c.b)
	}
}

// Names that differ in one telling part are not one, however alike they sound.
func TestOneTellingPartIsDoubted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		typ  mention.Type
		a, b string
	}{
		{mention.Company, "Northeastern University", "Northwestern University"},
		{mention.Company, "Northeastern University", "Northwestern Universities"},
		{mention.Company, "Norddeutscher Rundfunk", "Süddeutscher Rundfunk"},
		{mention.Company, "East India Company", "West India Company"},
		{mention.Location, "Radio Ostberlin", "Radio Westberlin"},
		{mention.Company, "CIA Reports Office", "CIO Reports Office"},
		{mention.Company, "NASA Center Office", "Nasal Center Office"},
		{mention.Company, "UNESCO Fund", "UNICEF Fund"},
		{mention.Company, "KTZ Systems", "CSS Systems"},
		{mention.Book, "The Second World War", "The First World War"},
		{mention.Book, "World War One", "World War Two"},
		{mention.Book, "Das erste Kapitel", "Das zweite Kapitel"},
		{mention.Product, "Python 3.11 Guide", "Python 3.12 Guide"},
		{mention.Product, "Quillmaker Studio 7.0", "Quillmaker Studio 7.0 (Mac)"},
		{mention.Product, "Quillmaker Studio Standard", "Quillmaker Studio Professional"},
		{mention.Product, "Marrowby Phrasebook Dutch", "Marrowby Phrasebook Danish Dutch Italian"},
		{mention.Product, "Vanta Slate tablet", "Vanta Slate tablet 128 GB"},
	} {
		require.NotEmpty(t, doubtOf(c.typ, c.a, c.b), "%s, %s", c.a, c.b)
	}
}

func TestWhatIsMadeAboutAThingIsNotTheThing(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Quillmaker Text Book", "Quillmaker Text podcast", "Quillmaker Text website"} {
		d := Decide(Subject{Type: mention.Company, Name: name}, []Known{{ID: 1, Name: "Quillmaker Text"}}, nil)
		require.NotEqual(t, Attach, d.Action, name)
	}
}

func TestFamiliesShareASurname(t *testing.T) {
	t.Parallel()
	decide := func(name string) Decision {
		known := Known{ID: 1, Name: "Jonas Wisenthal", InChannel: true, CoMentions: 4}
		return Decide(Subject{Type: mention.Person, Name: name}, []Known{known}, nil)
	}
	require.Equal(t, Attach, decide("Jonas Wisental").Action)
	require.Equal(t, Create, decide("Aubrey Wisenthal").Action)
	require.Equal(t, Create, decide("Jill Wisenthal").Action)
}
