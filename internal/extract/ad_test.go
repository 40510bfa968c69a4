package extract_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
)

const (
	before = "We were talking about how rivers move through a valley over thousands of years. My grandmother lived next to one, and she " +
		"told me that the water came up to the door twice. Nobody believed her until the photographs turned up in the attic. "
	read = "This episode is brought to you by Lantern Mattress. A Lantern mattress keeps you cool all night, and shipping is free. Go to " +
		"lanternmattress.com slash river and use code RIVER for 20 percent off your first order. "
	after = "So the photographs showed the flood of the fifties. The whole village stood under water for a week, and the church lost its " +
		"organ. People rowed to the bakery in wash tubs and laughed about it later. "
)

func spans(text string) []string {
	var out []string
	for _, s := range extract.AdSpans(text, extract.Words(text)) {
		out = append(out, text[s.Start:s.End])
	}
	return out
}

func TestAPaidReadIsFoundWithItsBorders(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{strings.TrimSpace(read)}, spans(before+read+after))
}

func TestAPaidReadIsFoundWithoutCapitalsAndPunctuation(t *testing.T) {
	t.Parallel()
	text := strings.ToLower(strings.NewReplacer(".com", " dot com", ".", "", ",", "").Replace(before + before + read + after + after))
	found := spans(text)
	require.Len(t, found, 1)
	require.Contains(t, found[0], "use code river")
	require.NotContains(t, found[0], "grandmother")
	require.NotContains(t, found[0], "organ")
}

func TestAnAnnouncementOfTheEpisodeNeedsNoCallToAction(t *testing.T) {
	t.Parallel()
	announced := "This episode is brought to you by Lantern Mattress. Lantern Mattress has made beds for ninety years. "
	require.Equal(t, []string{strings.TrimSpace(announced)}, spans(before+announced+after))
}

func TestADiscountMayHaveASign(t *testing.T) {
	t.Parallel()
	offer := "We measure every bed for free. Right now, get up to 45% off at lanternmattress.com. Visit lanternmattress.com for details. "
	found := spans(before + offer + after)
	require.Len(t, found, 1)
	require.Contains(t, found[0], "45% off")
}

func TestWhatAShowSaysOfItselfIsNoAdvertisement(t *testing.T) {
	t.Parallel()
	credits := "If you know anything, go to floodarchive.org. You can find the source material for this episode on our website, " +
		"riverstories.com. You can follow us on Instagram, too. We'll be back next week with a brand new episode. "
	require.Empty(t, spans(before+credits))
	require.Equal(t, []string{strings.TrimSpace(read)}, spans(before+credits+read))
}

func TestTalkIsNoAdvertisement(t *testing.T) {
	t.Parallel()
	require.Empty(t, spans(before+after))
	require.Empty(t, spans(before+"It was a series brought to you by the parish. "+after), "one phrase is not enough")
	require.Empty(t, spans(before+"The code review took long and we go to market with it. "+after))
	require.Empty(t, spans(""))
}
