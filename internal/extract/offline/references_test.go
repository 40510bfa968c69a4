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

func TestReferencesToBooks(t *testing.T) {
	t.Parallel()
	for line, title := range map[string]string{
		"Lind, Petra. 2016. Borrowed Weather. Oslo: Harbor:":                               "Borrowed Weather",
		"Lind, Petra. 2016. Borrowed Weather. Monthly Review Press:":                       "Borrowed Weather",
		"Lind, Petra. 2016. Borrowed Weather: How we lost the sky. Harbor Books.":          "Borrowed Weather: How we lost the sky",
		"Petra Lind (2016) Borrowed Weather book: https://shop.example/1":                  "Borrowed Weather",
		"Lind, Petra. 2016. Borrowed Weather. In Weather of the North herausgegeben von X": "",
		"Lind, Petra. 2016. Borrowed Weather. Harbor Review 116: 33-67.":                   "",
		"Lind, Petra. 2016. Borrowed Weather. Harbor Magazine, 12 (Open Access):":          "",
		"Lind, Petra. 2016. Borrowed Weather. Weather & Water, 99, 66–74:":                 "",
		"Lind, Petra. 2016. Borrowed Weather. The Review of Weather, 4 (1): 53–71:":        "",
		"Petra Lind (2016) Borrowed Weather paper: https://papers.example/1":               "",
		"Petra Lind (2016) Borrowed Weather movie: https://films.example/1":                "",
	} {
		n, ok := referenceIn(line)
		require.True(t, ok, line)
		require.Equal(t, title, n.name, line)
	}
	_, ok := referenceIn("We talk about Borrowed Weather, a movie: https://films.example/1")
	require.False(t, ok)
}
