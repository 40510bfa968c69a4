package transcript_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/transcript"
)

func packed(t require.TestingT, cues []transcript.Cue) []byte {
	v, err := transcript.Packed(cues).Value()
	require.NoError(t, err)
	return v.([]byte)
}

func TestPackedCuesComeBackAsTheyWere(t *testing.T) {
	t.Parallel()
	for name, cues := range map[string][]transcript.Cue{
		"without times": {{Text: "One."}, {Text: "Two."}},
		"speakers": {
			{StartMS: 5, EndMS: 9, Speaker: "Ann", Text: "a"},
			{StartMS: 7, EndMS: 7, Text: "b"},
			{StartMS: 7, EndMS: 6, Speaker: "Ann", Text: ""},
		},
		"other scripts": {{StartMS: transcript.MaxDurationMS, EndMS: transcript.MaxDurationMS, Speaker: "名", Text: "日本語 👩‍🚀"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got transcript.Packed
			require.NoError(t, got.Scan(packed(t, cues)))
			require.Equal(t, transcript.Packed(cues), got)
			require.Equal(t, packed(t, cues), packed(t, got), "equal cues are equal bytes")
		})
	}
	none, err := transcript.Packed{}.Value()
	require.NoError(t, err)
	require.Nil(t, none)
	got := transcript.Packed{{Text: "x"}}
	require.NoError(t, got.Scan(nil))
	require.Empty(t, got)
}

func TestPackedCuesTakeAFractionOfTheirJSON(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	var cues []transcript.Cue
	text := 0
	for i := range 5000 {
		var b strings.Builder
		for range 8 {
			fmt.Fprintf(&b, "word%d ", r.IntN(3000))
		}
		cues = append(cues, transcript.Cue{StartMS: i * 2000, EndMS: i*2000 + 1900, Speaker: "Ann", Text: strings.TrimSpace(b.String())})
		text += len(cues[i].Text)
	}
	whole, err := json.Marshal(cues)
	require.NoError(t, err)
	require.Less(t, len(packed(t, cues)), text*6/10, "less than the words alone")
	require.Less(t, len(packed(t, cues)), len(whole)*4/10)
}

func FuzzPacked(f *testing.F) {
	f.Add(packed(f, []transcript.Cue{{StartMS: 5, EndMS: 9, Speaker: "Ann", Text: "a"}, {Text: "b"}}))
	f.Add([]byte{})
	f.Add([]byte{1})
	f.Add([]byte{2, 3})
	f.Add([]byte("[{\"text\":\"a\"}]"))
	f.Fuzz(func(t *testing.T, stored []byte) {
		var got transcript.Packed
		if got.Scan(stored) != nil || len(got) == 0 {
			require.Empty(t, got)
			return
		}
		var again transcript.Packed
		require.NoError(t, again.Scan(packed(t, got)))
		require.Equal(t, got, again)
	})
}
