package speechtest_test

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/speech/speechtest"
)

// ask sends a file as a form.
func ask(t *testing.T, s *speechtest.Server, file []byte, fields ...string) (int, map[string]any) {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "a.wav")
	require.NoError(t, err)
	_, err = part.Write(file)
	require.NoError(t, err)
	fields = append(fields, "model", speechtest.Model)
	for i := 0; i < len(fields); i += 2 {
		require.NoError(t, form.WriteField(fields[i], fields[i+1]))
	}
	require.NoError(t, form.Close())
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/audio/transcriptions", &body)
	require.NoError(t, err)
	req.Header.Set("Content-Type", form.FormDataContentType())
	req.Header.Set("Authorization", "Bearer "+speechtest.Key)
	resp, err := s.Client().Do(req)
	require.NoError(t, err)
	defer func() { _ = resp.Body.Close() }()
	var answer map[string]any
	require.NoError(t, json.NewDecoder(resp.Body).Decode(&answer))
	return resp.StatusCode, answer
}

func TestAnyPieceGivesTheWordsThatLieInIt(t *testing.T) {
	t.Parallel()
	talk := speechtest.NewTalk(3, time.Minute)
	require.Greater(t, len(talk.Words), 100)
	s := speechtest.New(t, talk, speechtest.Say(4, "Nothing of this."))

	_, whole := ask(t, s, talk.WAV())
	require.Equal(t, talk.Text(), whole["text"])
	_, whole = ask(t, s, talk.MP3())
	require.Equal(t, talk.Text(), whole["text"])

	wav := talk.WAV()
	piece := append(bytes.Clone(wav[:44]), wav[44+2*10_003:44+2*30_001]...)
	_, part := ask(t, s, piece, "response_format", speechtest.Verbose)
	require.InDelta(t, 19.998, part["duration"], 1e-9)
	require.Equal(t, map[speechtest.Stretch]int{
		{Talk: 3, StartMS: 0, EndMS: talk.MS}:     2,
		{Talk: 3, StartMS: 10_003, EndMS: 30_001}: 1,
	}, s.Counts())
	for _, w := range talk.Within(10_003, 30_001) {
		require.Contains(t, part["text"], w.Text)
	}
}

func TestScriptsChangeWhatIsAnswered(t *testing.T) {
	t.Parallel()
	talk := speechtest.Say(1, "One two. Three four.")
	s := speechtest.New(t, talk)
	s.SetScript(speechtest.First(1, speechtest.Status(http.StatusInternalServerError, "x"), speechtest.Speaks(speechtest.Plain)))
	status, _ := ask(t, s, talk.WAV(), "response_format", speechtest.Plain)
	require.Equal(t, http.StatusInternalServerError, status)
	status, _ = ask(t, s, talk.WAV(), "response_format", speechtest.Verbose)
	require.Equal(t, http.StatusBadRequest, status)
	status, answer := ask(t, s, talk.WAV(), "response_format", speechtest.Plain)
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, "One two. Three four.", answer["text"])
	status, _ = ask(t, s, []byte("RIFF and no talk"), "response_format", speechtest.Plain)
	require.Equal(t, http.StatusOK, status)
	require.Len(t, s.All(), 4)
	require.Len(t, s.Requests(), 3)
}
