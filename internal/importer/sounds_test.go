package importer_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/importer"
	"mentionary/internal/speech/speechtest"
)

func TestAudioIsImportedUnlessItsWordsAreThere(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	talk := string(speechtest.NewTalk(1, time.Minute).MP3())
	dir := folder(t, map[string]string{
		"one.mp3":               talk,
		"two.mp3":               talk,
		"two.en.vtt":            vtt("Emma"),
		"show/three.mp3":        talk,
		"show/three.info.json":  `{"id":"abcdefghijk","extractor":"youtube","title":"The third","channel":"X Show","language":"en"}`,
		"show/lonely.info.json": `{"id":"abcdefghijl","extractor":"youtube","title":"Alone"}`,
		"page.mp3":              "<!doctype html><html><body>Log in</body></html>",
		"empty.m4a":             "",
		"cover.jpg":             "a picture",
		".hidden.mp3":           talk,
	})
	var out bytes.Buffer
	s, err := importer.Run(t.Context(), i.options(&out, dir))
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"two.en.vtt", "one.mp3", "three.mp3"}, i.names())
	require.Equal(t, sent{file: talk, name: "one.mp3", title: "One", channel: "Field Notes"}, i.upload1(t, "one.mp3"))
	require.Contains(t, i.upload1(t, "three.mp3").info, "The third")
	require.Equal(t, 3, s.Analyzed)
	require.Equal(t, 2, s.PassedOver, "the cover, and the audio whose words are there")
	require.ElementsMatch(t, []importer.Reason{
		{Sentence: "There is no transcript next to this metadata file.", Files: 1, Example: "show/lonely.info.json"},
		{Sentence: "The file is empty.", Files: 1, Example: "empty.m4a"},
		{
			Sentence: "This file is a web page. What can be listened to is MP3, M4A, Ogg, WAV, FLAC, MP4 and WebM.", Files: 1, Example: "page.mp3",
		},
	}, s.Refused)
}

func TestALargeFileShowsHowMuchOfItIsSent(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	talk := speechtest.NewTalk(1, time.Minute).MP3()
	large := bytes.Repeat(talk, 18<<20/len(talk)+1)
	dir := folder(t, map[string]string{"long.mp3": string(large)})
	var out bytes.Buffer
	o := i.options(&out, dir+"/long.mp3")
	o.Terminal = true
	_, err := importer.Run(t.Context(), o)
	require.NoError(t, err)
	require.Len(t, i.upload1(t, "long.mp3").file, len(large))
	require.Contains(t, out.String(), "long.mp3, 0% of 18 MiB")
}

func TestAServerThatCannotListenSaysSo(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	i.refuse["talk.mp3"] = answer{415, "This server cannot listen to audio: no speech server is set up."}
	dir := folder(t, map[string]string{"talk.mp3": string(speechtest.NewTalk(1, time.Minute).MP3()), "a.vtt": vtt("Emma")})
	var out bytes.Buffer
	s, err := importer.Run(t.Context(), i.options(&out, dir))
	require.NoError(t, err)
	require.Equal(t, 1, s.Analyzed)
	require.Equal(t, 1, s.RefusedFiles())
	require.Contains(t, out.String(), "This server cannot listen to audio")
}
