package offline

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAuthorsOfReferencesAreCalledAsPeopleSayThem(t *testing.T) {
	t.Parallel()
	for written, spoken := range map[string]string{
		"Lind, Petra":                           "Petra Lind",
		"Lind, Petra; Osk, Jon":                 "Petra Lind and Jon Osk",
		"Lind, Petra and Osk, Jon A.":           "Petra Lind and Jon A. Osk",
		"Lind, Petra und Jon A. Osk":            "Petra Lind and Jon A. Osk",
		"van Dorn, Silvia, und Tine Auber":      "Silvia van Dorn and Tine Auber",
		"Lind, Petra, Osk, Jon & van Dorn, Tim": "Petra Lind, Jon Osk and Tim van Dorn",
		"Lind, Petra, Jon Osk und Tine Auber":   "Petra Lind, Jon Osk and Tine Auber",
		"Lind, Petra und Jon Osk (Hg.)":         "Petra Lind and Jon Osk",
		"Lind, Petra (ed.), Osk, Jon (eds.)":    "Petra Lind and Jon Osk",
		"Brunnen, ":                             "Brunnen",
	} {
		require.Equal(t, spoken, spokenAuthors(written), written)
	}
}
