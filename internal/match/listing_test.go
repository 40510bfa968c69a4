package match_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/match"
	"mentionary/internal/mention"
)

// score is what two names of products are worth to each other.
func score(a, b string) float64 {
	prepare := func(name string) *match.Profile {
		return match.Prepare(match.Subject{Type: mention.Product, Name: name})
	}
	return prepare(a).Compare(prepare(b)).Score
}

// Each line holds a name, one that is the same, and one that is another, which differs in what is counted only.
func TestWhatAProductCountsTellsItFromOthers(t *testing.T) {
	t.Parallel()
	for what, names := range map[string][3]string{
		"a code, split or joined": {
			"Vanta Compact Camera VC-W150 Black", "vanta vcw150 camera with 2.7 inch display", "vanta vcw170 camera with 2.7 inch display",
		},
		"the ending of a code": {"Vanta receiver RX-V863", "Vanta RXV863B home receiver", "Vanta RXV663B home receiver"},
		"two endings": {
			"Vanta cushion top F8N044", "Vanta cushion top F8N044GRN", "Vanta cushion top slim F9K021SLV",
		},
		"a size":   {"Orbin portable drive 500GB USB", "Orbin 500 GB portable USB drive", "Orbin 750 GB portable USB drive"},
		"a length": {"Orbin patch cable 25-feet", "Orbin patch cable 25 ft", "Orbin patch cable 10 ft"},
		"a color":  {"Orbin headphones HX35 blue", "Orbin HX35 headphones, navy", "Orbin HX35 headphones, pink"},
		"a version": {
			"Quillmaker Studio 7.0", "Quillmaker Studio v. 7", "Quillmaker Studio 6.5",
		},
		"an edition": {"Quillmaker Studio upgrade", "Quillmaker Studio upg", "Quillmaker Studio academic"},
		"a language": {"Marrowby phrasebook Dutch", "Marrowby phrasebook: Dutch", "Marrowby phrasebook Swedish"},
		"an ordinal": {"Tollgate Atlas 5th edition", "Tollgate atlas fifth edition", "Tollgate Atlas 6th edition"},
		"a Roman numeral": {
			"Castaway Harbor II for PC", "Castaway Harbor 2 for PC, DVD-ROM", "Castaway Harbor III for PC, DVD-ROM",
		},
		"a version said more exactly": {"Pellucid Draw 8", "Pellucid Draw v8.0.1", "Pellucid Draw v9.0.1"},
		"a dealer's number":           {"Quillmaker Studio 7", "Brindle 20417 Quillmaker Studio 7", "Brindle 20417 Quillmaker Studio 6"},
		"what it runs on":             {"Quillmaker Studio 7", "Quillmaker Studio 7 (Win 98 ME 2000 XP)", "Quillmaker Studio 2000"},
		"a system":                    {"Quillmaker Studio for Mac", "Quillmaker Studio (Macintosh)", "Quillmaker Studio for Windows"},
	} {
		same, other := score(names[0], names[1]), score(names[0], names[2])
		require.Greater(t, same, match.ThresholdReview, what)
		require.Greater(t, same, other+0.1, what)
	}
}

func TestPartsOfWhatAProductIsForAreNotItsCode(t *testing.T) {
	t.Parallel()
	require.Less(t, score("Orbin desktop memory kit DDR3 KX4GX3M1", "Palwo desktop memory kit DDR3 TW2048C5"), match.ThresholdReview)
	require.Less(t, score("Orbin radio with 22-channel tuner CX105", "Orbin receiver PR170, 22-channel"), match.ThresholdReview)
}
