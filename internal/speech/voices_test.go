package speech_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/audio"
	"mentionary/internal/speech"
	"mentionary/internal/transcript"
)

// by is what somebody says in five seconds.
func by(speaker string, start int, text string) transcript.Cue {
	return transcript.Cue{StartMS: start, EndMS: start + 5000, Speaker: speaker, Text: text}
}

func speakers(cues []transcript.Cue) []string {
	out := make([]string, len(cues))
	for i, c := range cues {
		out[i] = c.Speaker
	}
	return out
}

func TestVoicesAreNamedByTheirIntroductions(t *testing.T) {
	t.Parallel()
	people := speech.People{Names: []string{"Ann Lee", "Jörg Müller", "Tom Baker", "Tom Ford"}, Told: "A talk with Grace Okafor\nabout bees"}
	for _, c := range []struct{ says, name string }{
		{"Hello, I'm Ann Lee.", "Ann Lee"},
		{"Welcome back. I’m ann lee, and", ""},
		{"Welcome, I am Ann Leigh and this is Bees.", "Ann Lee"}, // as the source writes it
		{"I'm Ann, your host.", "Ann Lee"},
		{"I'm Tom.", ""}, // which one?
		{"My name is Tom Baker Street", "Tom Baker"},
		{"Hallo, ich bin Jörg Müller.", "Jörg Müller"},
		{"Mein Name ist Joerg Müller", "Jörg Müller"},
		{"I'm Grace Okafor from Lagos.", "Grace Okafor"},
		{"I'm Grace.", ""},
		{"I'm Barry Sanders.", ""}, // nobody wrote that he is there
		{"This is Ann Lee.", ""},   // another person may be introduced
		{"Berlin I'm Ann Lee", "Ann Lee"},
		{"I'm so glad that Ann Lee is here.", ""},
		{"I'm Ann Lee. She said: I'm Tom Baker.", ""},
		{"ich binAnn Lee", ""},
	} {
		cues := []transcript.Cue{by("A", 0, c.says), by("speaker 2", 5000, "Thank you."), by("A", 10_000, "So.")}
		speech.NameVoices(cues, people)
		require.Equal(t, []string{c.name, "", c.name}, speakers(cues), c.says)
	}
}

func TestLabelsAreNoNames(t *testing.T) {
	t.Parallel()
	for speaker, want := range map[string]string{
		"A": "", "agent": "", "speaker_0": "", "SPEAKER_01": "", "Speaker 3": "", "voice 12": "", "Host": "", "7": "", "": "",
		"Ann Lee": "Ann Lee", "李娜": "李娜",
	} {
		cues := []transcript.Cue{by(speaker, 0, "Hello.")}
		speech.NameVoices(cues, speech.People{})
		require.Equal(t, want, cues[0].Speaker, speaker)
	}
}

func TestNamesThatAServerTellsStay(t *testing.T) {
	t.Parallel()
	cues := []transcript.Cue{by("Ann Lee", 0, "I'm Tom Baker, just joking."), by("", 5000, "I'm Tom Baker.")}
	speech.NameVoices(cues, speech.People{Names: []string{"Tom Baker"}})
	require.Equal(t, []string{"Ann Lee", ""}, speakers(cues))
}

// An introduction may lie in two lines.
func TestAnIntroductionGoesOverLines(t *testing.T) {
	t.Parallel()
	cues := []transcript.Cue{by("A", 0, "And I'm"), by("A", 5000, "Ann Lee."), by("B", 10_000, "And I'm"), by("A", 15_000, "Ann Lee.")}
	speech.NameVoices(cues, speech.People{Names: []string{"Ann Lee"}})
	require.Equal(t, []string{"Ann Lee", "Ann Lee", "", "Ann Lee"}, speakers(cues))
}

// "A" of the second piece is "B" of the first; whoever does not speak in the overlap is somebody new.
func TestVoicesAreFollowedOverAnOverlap(t *testing.T) {
	t.Parallel()
	pieces := []audio.Piece{{EndMS: 20_000}, {Number: 1, StartMS: 15_000, EndMS: 40_000}}
	left := []transcript.Cue{
		by("A", 0, "I'm Ann Lee, with me is"), by("B", 5000, "I'm Tom Baker, hello."),
		by("A", 10_000, "What do bees eat?"), by("B", 15_000, "Nectar and pollen from flowers nearby,"),
	}
	right := []transcript.Cue{
		by("A", 15_000, "Nectar and pollen from flowers nearby,"), by("A", 20_000, "and their own honey."),
		by("B", 25_000, "I see."), by("C", 30_000, "Me too."),
	}
	got := speech.Join(pieces, []speech.Heard{{Cues: left}, {Cues: right}})
	require.Equal(t, []string{"voice 1", "voice 2", "voice 1", "voice 2", "voice 2", "voice 2", "voice 3", "voice 4"}, speakers(got.Cues),
		"the line in the overlap is half of the one, half of the other piece")
	speech.NameVoices(got.Cues, speech.People{Names: []string{"Ann Lee", "Tom Baker"}})
	require.Equal(t, []string{"Ann Lee", "Tom Baker", "Ann Lee", "Tom Baker", "Tom Baker", "Tom Baker", "", ""}, speakers(got.Cues))
}

// The same words in two mouths on one side: which voice it was is not known.
func TestAVoiceIsNotFollowedByAFewWords(t *testing.T) {
	t.Parallel()
	pieces := []audio.Piece{{EndMS: 20_000}, {Number: 1, StartMS: 15_000, EndMS: 40_000}}
	left := []transcript.Cue{by("A", 15_000, "Nectar and pollen"), by("B", 16_000, "from flowers nearby,")}
	right := []transcript.Cue{by("A", 15_500, "Nectar and pollen from flowers nearby,"), by("A", 22_000, "and honey.")}
	got := speech.Join(pieces, []speech.Heard{{Cues: left}, {Cues: right}})
	require.NotContains(t, speakers(got.Cues)[len(got.Cues)-1:], "voice 1")
	require.NotContains(t, speakers(got.Cues)[len(got.Cues)-1:], "voice 2")
}
