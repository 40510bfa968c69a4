package apiserver_test

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/apiserver"
	"mentionary/apiserver/uploads"
	"mentionary/internal/media"
	"mentionary/internal/speech/speechtest"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/storetest"
)

// hearing is a server that takes audio of at most 3 MiB, 6 MiB in all.
func hearing(t *testing.T) *world {
	t.Helper()
	return newWorldOn(t, storetest.SQLite(t), apiserver.WatchTiming{}, func(o *apiserver.Options) {
		o.Sounds = uploads.Sounds{Heard: true, MaxBytes: 3 << 20, Room: 6 << 20}
	})
}

// mp3 is audio of so many minutes.
func mp3(minutes int) string {
	return string(speechtest.NewTalk(1, time.Duration(minutes)*time.Minute).MP3())
}

// soundParts are the bytes that are kept of an upload.
func (w *world) soundParts(uploadID int) string {
	w.Helper()
	var out strings.Builder
	for i := 0; ; i++ {
		data, err := w.store.Jobs.SoundPart(w.Context(), uploadID, i)
		if err != nil {
			return out.String()
		}
		require.LessOrEqual(w, len(data), jobs.SoundPartBytes)
		out.Write(data)
	}
}

// howMany rows a table has.
func (w *world) howMany(table string) (n int) {
	w.Helper()
	require.NoError(w, storetest.Raw(w.T, w.store).QueryRow("SELECT COUNT(*) FROM "+table).Scan(&n))
	return n
}

func TestUploadedAudioIsKeptInPartsAndBecomesAJob(t *testing.T) {
	t.Parallel()
	w := hearing(t)
	p := w.signIn("una", "")
	talk := mp3(6)
	require.Greater(t, len(talk), 1<<20)
	for name, send := range map[string]func() answer{
		"form": func() answer {
			body, header := form(t, [2]string{"language", "de"}, [2]string{"channel", "My Show"}, [2]string{"file=a_long_talk.mp3", talk})
			return w.send(p, "POST", "/api/uploads", body, header)
		},
		"bare, called something else": func() answer {
			return w.send(p, "POST", "/api/uploads?language=de&channel=My%20Show", strings.NewReader(talk),
				http.Header{"Content-Type": {"application/octet-stream"}, "X-File-Name": {"a_long_talk.txt"}})
		},
	} {
		got := w.object(send(), http.StatusOK)
		require.Equal(t, "A Long Talk", got["title"], name)
		require.Equal(t, "mp3", got["format"], "%s: by its content", name)
		require.Equal(t, "de", got["language"], name)
		row := w.stored(p, got["uploadId"].(string))
		sum := sha256.Sum256([]byte(talk))
		require.Equal(t, hex.EncodeToString(sum[:]), row.ContentHash)
		require.Equal(t, len(talk), row.Size)
		require.Equal(t, media.Upload, row.Episode.Platform)
		require.Equal(t, "user:"+p.PublicID+":my show", row.Episode.Channel.ExternalID)
		require.Equal(t, talk, w.soundParts(row.ID), name)
		w.object(w.call(p, "POST", "/api/process", map[string]any{"uploadIds": []string{row.Key}}), http.StatusOK)
	}
	require.Equal(t, 1, w.howMany("uploads"), "the same bytes are one upload")
}

// What a metadata file names is a claim: the audio that somebody has is heard, and not what a site has.
func TestAudioWithMetadataOfASiteIsAnUpload(t *testing.T) {
	t.Parallel()
	w := hearing(t)
	p := w.signIn("una", "")
	info := `{"id":"abcdefghijk","extractor":"youtube","title":"On the site","channel":"Somebody",` +
		`"channel_id":"UCabcdefghijklmnopqrstuv","duration":300}`
	body, header := form(t, [2]string{"info=x.info.json", info}, [2]string{"file=x.mp3", mp3(1)})
	row := w.stored(p, w.object(w.send(p, "POST", "/api/uploads", body, header), http.StatusOK)["uploadId"].(string))
	require.Equal(t, media.Upload, row.Episode.Platform)
	require.Equal(t, row.ContentHash, row.Episode.ExternalID)
	require.Equal(t, "On the site", row.Episode.Title)
	require.Equal(t, "user:"+p.PublicID+":somebody", row.Episode.Channel.ExternalID)
}

func TestAudioThatCannotBeTakenIsRefusedWithASentence(t *testing.T) {
	t.Parallel()
	w := hearing(t)
	p := w.signIn("una", "")
	avi := "RIFF\x00\x10\x00\x00AVI LIST" + strings.Repeat("\x00", 200)
	for name, c := range map[string]struct {
		file, content string
		status        int
		says          string
	}{
		"a page":    {"talk.mp3", "<!doctype html><html><body>Log in</body></html>", 415, "This file is a web page."},
		"AVI":       {"talk.avi", avi, 415, "a video of a kind that speech servers do not take"},
		"text":      {"talk.wav", "We talked about Dune.", 415, "This file is text."},
		"empty":     {"talk.mp3", "", 400, "empty"},
		"too large": {"talk.mp3", mp3(20), 413, "larger than 3 MiB, the most that is listened to"},
	} {
		got := w.uploadFile(p, c.file, c.content)
		require.Contains(t, w.refused(got, c.status, "invalid_argument"), c.says, name)
	}
	require.Zero(t, w.howMany("uploads"), "nothing is left")

	body, header := form(t, [2]string{"file=talk.mp3", mp3(6)})
	cutOff := strings.NewReader(body.String()[:body.Len()/2])
	require.Contains(t, w.refused(w.send(p, "POST", "/api/uploads", cutOff, header), 400, "invalid_argument"), "ended before")
	body, header = form(t, [2]string{"file=talk.mp3", mp3(1)}, [2]string{"info=x.info.json", `{"_type":"playlist","id":"PL"}`})
	w.refused(w.send(p, "POST", "/api/uploads", body, header), 400, "invalid_argument")
	body, header = form(t, [2]string{"file=talk.mp3", mp3(1)}, [2]string{"file=b.vtt", goodVTT})
	w.refused(w.send(p, "POST", "/api/uploads", body, header), 400, "invalid_argument")
	require.Zero(t, w.howMany("uploads"), "nothing is left of what did not come whole")
	require.Zero(t, w.howMany("upload_parts"))
}

func TestWithoutASpeechServerAudioIsRefusedAndTranscriptsAreNot(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.signIn("una", "")
	require.Contains(t, w.refused(w.uploadFile(p, "talk.mp3", mp3(6)), 415, "invalid_argument"),
		"This server cannot listen to audio: no speech server is set up.")
	w.object(w.uploadFile(p, "talk.vtt", goodVTT), http.StatusOK)
	require.Zero(t, w.howMany("upload_parts"))
}

func TestAudioWaitsForRoomAndIsNoTranscriptOfAnEpisode(t *testing.T) {
	t.Parallel()
	w := hearing(t)
	una, otto := w.signIn("una", "moderator"), w.signIn("otto", "")
	first := w.object(w.uploadFile(una, "one.mp3", mp3(10)), http.StatusOK)["uploadId"].(string)
	w.object(w.uploadFile(una, "two.mp3", mp3(11)), http.StatusOK)
	require.Contains(t, w.refused(w.uploadFile(otto, "three.mp3", mp3(12)), http.StatusRequestEntityTooLarge, "invalid_argument"),
		"no room for more audio")
	require.Equal(t, 2, w.howMany("uploads"))

	id := w.process(una, "https://youtu.be/abcdefghijk")
	path := "/api/jobs/" + strconv.Itoa(id) + "/items/" + strconv.Itoa(w.items(id, video("abcdefghijk"))[0].ID) + "/transcript"
	require.Contains(t, w.refused(w.call(una, "POST", path, map[string]any{"uploadId": first}), 400, "invalid_argument"), "audio")
}
