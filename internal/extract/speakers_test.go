package extract_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/transcript"
)

func TestWhoSpeaksTakesPart(t *testing.T) {
	t.Parallel()
	var cues []transcript.Cue
	for _, label := range []string{
		"Nora Vint", "Ivo Brekke, PhD", "Speaker 2", "Voice Over", "Nora", "Guest One", "Orla Router", "", "NORA VINT",
	} {
		for range 3 {
			cues = append(cues, transcript.Cue{Speaker: label, Text: "So it goes."})
		}
	}
	cues = append(cues, transcript.Cue{Speaker: "Ada Sund", Text: "Once is too little."})
	about := extract.Context{People: []media.Person{{Name: "Nora Vint", Role: "host"}}}

	with := about.WithSpeakers(cues)
	require.Equal(t, []media.Person{{Name: "Nora Vint", Role: "host"}, {Name: "Ivo Brekke"}}, with.People)
	require.Len(t, about.People, 1, "what was given stays as it was")
}

// Transcripts label who speaks and hardly ever say the name in full.
func TestAFirstNameIsWhoSpeaksHere(t *testing.T) {
	t.Parallel()
	cues := []transcript.Cue{
		{Speaker: "Nora Vint", Text: "Hello there."},
		{Speaker: "Ivo Brekke", Text: "Thanks, Nora, good to be here."},
		{Speaker: "Nora Vint", Text: "So how was it?"},
		{Speaker: "Nora Vint", Text: "And then?"},
	}
	about := extract.Context{}.WithSpeakers(cues)
	first := mention.Candidate{
		Type: mention.Person, Name: "Nora", Surface: "Nora", Quote: cues[1].Text, Signals: []mention.Signal{extract.SignalGivenName},
	}
	doc := transcript.Layout(cues)
	chunk := transcript.Chunks(transcript.Transcript{Cues: cues}, 0)[0]
	found := []extract.ChunkCandidates{{Chunk: chunk, Candidates: []mention.Candidate{first}}}
	result := extract.Consolidate(doc, cues, found, nil, about, nil)
	require.Len(t, result.Mentions, 1)
	require.Equal(t, "Nora Vint", result.Mentions[0].Name)
	require.Contains(t, result.Mentions[0].Signals, mention.SignalParticipant)
}

func TestWhoCallsABookTheirOwnWroteIt(t *testing.T) {
	t.Parallel()
	const said = "In 2003 I wrote a book called Salt Engines."
	for label, author := range map[string]string{
		"Nora Vint": "Nora Vint", "Nora Vint, PhD": "Nora Vint", "Nora": "", "Speaker 1": "", "": "",
	} {
		for stance, want := range map[mention.Stance]string{mention.OwnWork: author, mention.Discussed: ""} {
			cues := []transcript.Cue{{Speaker: "Ivo Brekke", Text: "And what did you do then?"}, {Speaker: label, Text: said}}
			book := mention.Candidate{
				Type: mention.Book, Name: "Salt Engines", Surface: "Salt Engines", Quote: said, Stance: stance,
				Signals: []mention.Signal{mention.SignalCue},
			}
			chunk := transcript.Chunks(transcript.Transcript{Cues: cues}, 0)[0]
			found := []extract.ChunkCandidates{{Chunk: chunk, Candidates: []mention.Candidate{book}}}
			result := extract.Consolidate(transcript.Layout(cues), cues, found, nil, extract.Context{}, nil)
			require.Len(t, result.Mentions, 1)
			require.Equal(t, want, result.Mentions[0].Claims.Author, "%s: %s", label, stance)
		}
	}
	cues := []transcript.Cue{{Speaker: "Nora Vint", Text: said}}
	book := mention.Candidate{
		Type: mention.Book, Name: "Salt Engines", Surface: "Salt Engines", Quote: said, Stance: mention.OwnWork,
		Claims: mention.Claims{Author: "Orla Sund"}, Signals: []mention.Signal{mention.SignalCue},
	}
	chunk := transcript.Chunks(transcript.Transcript{Cues: cues}, 0)[0]
	found := []extract.ChunkCandidates{{Chunk: chunk, Candidates: []mention.Candidate{book}}}
	result := extract.Consolidate(transcript.Layout(cues), cues, found, nil, extract.Context{}, nil)
	require.Equal(t, "Orla Sund", result.Mentions[0].Claims.Author, "an author who is named stays")
}
