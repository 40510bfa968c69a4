package apiserver_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

const goodVTT = "WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nHello there.\n\n00:00:05.000 --> 00:00:09.500\nWe read Dune.\n"

// form is a multipart body: fields by name, files as "name=filename".
func form(t *testing.T, parts ...[2]string) (*bytes.Buffer, http.Header) {
	t.Helper()
	var buf bytes.Buffer
	m := multipart.NewWriter(&buf)
	for _, p := range parts {
		name, file, isFile := strings.Cut(p[0], "=")
		if isFile {
			part, err := m.CreateFormFile(name, file)
			require.NoError(t, err)
			_, err = part.Write([]byte(p[1]))
			require.NoError(t, err)
		} else {
			require.NoError(t, m.WriteField(name, p[1]))
		}
	}
	require.NoError(t, m.Close())
	return &buf, http.Header{"Content-Type": {m.FormDataContentType()}}
}

func (w *world) uploadFile(p *person, name, content string) answer {
	w.Helper()
	body, header := form(w.T, [2]string{"file=" + name, content})
	return w.send(p, "POST", "/api/uploads", body, header)
}

func (w *world) stored(p *person, key string) *store.Upload {
	w.Helper()
	rows, err := w.store.Jobs.Uploads(w.Context(), p.ID, []string{key})
	require.NoError(w, err)
	return rows[0]
}

func TestUploadedTranscripts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.signIn("una", "")
	got := w.object(w.uploadFile(p, "my_first_talk.en.vtt", goodVTT), http.StatusOK)
	require.Equal(t, "My First Talk", got["title"])
	require.Equal(t, 2.0, got["cues"])
	require.Equal(t, 9.0, got["duration"])
	require.Equal(t, "en", got["language"])
	require.Len(t, got, 5)
	row := w.stored(p, got["uploadId"].(string))
	require.Equal(t, media.Upload, row.Episode.Platform)
	require.Len(t, row.Episode.ExternalID, 64, "the hash of the bytes")
	require.Equal(t, row.ContentHash, row.Episode.ExternalID)
	require.Equal(t, "user:"+p.PublicID+":uploads", row.Episode.Channel.ExternalID)
	require.Equal(t, "Uploads", row.Episode.Channel.Name)
	require.Equal(t, len(goodVTT), row.Size)

	body, header := form(t, [2]string{"title", "Another title"}, [2]string{"channel", "My Show"}, [2]string{"language", "de-AT"},
		[2]string{"file=talk.vtt", goodVTT})
	got = w.object(w.send(p, "POST", "/api/uploads", body, header), http.StatusOK)
	require.Equal(t, "Another title", got["title"])
	require.Equal(t, "de-AT", got["language"])
	row = w.stored(p, got["uploadId"].(string))
	require.Equal(t, "user:"+p.PublicID+":my show", row.Episode.Channel.ExternalID)

	bare := w.send(p, "POST", "/api/uploads?title=Bare", strings.NewReader(goodVTT),
		http.Header{"Content-Type": {"text/vtt"}, "X-File-Name": {"..%2F..%2Fe%C3%BCl.vtt"}})
	got = w.object(bare, http.StatusOK)
	require.Equal(t, "Bare", got["title"])
	require.Equal(t, "eül.vtt", w.stored(p, got["uploadId"].(string)).FileName)

	info := `{"id":"abcdefghijk","extractor":"youtube","title":"On the site","channel":"Somebody",` +
		`"channel_id":"UCabcdefghijklmnopqrstuv","duration":300}`
	body, header = form(t, [2]string{"file=x.vtt", goodVTT}, [2]string{"info=x.info.json", info})
	got = w.object(w.send(p, "POST", "/api/uploads", body, header), http.StatusOK)
	row = w.stored(p, got["uploadId"].(string))
	require.Equal(t, media.YouTube, row.Episode.Platform)
	require.Equal(t, "abcdefghijk", row.Episode.ExternalID)
	require.Equal(t, "On the site", row.Episode.Title)
}

func TestBadUploadsAreRefusedWithASentence(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.signIn("una", "")
	large := strings.Repeat("A line of a transcript that goes on.\n", 17<<20/37)
	for name, c := range map[string]struct {
		file, content string
		status        int
		says          string
	}{
		"empty":            {"a.vtt", "", 400, "empty"},
		"spaces":           {"a.txt", " \n\t\n", 400, "empty"},
		"binary":           {"a.vtt", "\x7fELF\x00\x01\x02\x00\x00\xff\xfe", 415, ""},
		"a picture":        {"a.txt", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", 415, ""},
		"broken VTT":       {"a.vtt", "WEBVTT\n\n00:00:01.000 --> never\nHello\n", 400, ""},
		"17 MiB":           {"a.txt", large, 413, "16 MiB"},
		"not a transcript": {"a.html", "<!doctype html><html><body>Hello</body></html>", 415, ""},
	} {
		got := w.uploadFile(p, c.file, c.content)
		require.Equal(t, c.status, got.status, "%s: %s", name, got.body)
		code := "invalid_argument"
		require.Contains(t, w.refused(got, c.status, code), c.says, name)
		bare := w.send(p, "POST", "/api/uploads", strings.NewReader(c.content),
			http.Header{"Content-Type": {"application/octet-stream"}, "X-File-Name": {c.file}})
		require.Equal(t, c.status, bare.status, "%s, bare: %s", name, bare.body)
	}
	body, header := form(t, [2]string{"title", "No file"})
	require.Contains(t, w.refused(w.send(p, "POST", "/api/uploads", body, header), 400, "invalid_argument"), "no file")
	body, header = form(t, [2]string{"file=a.vtt", goodVTT}, [2]string{"file=b.vtt", goodVTT})
	w.refused(w.send(p, "POST", "/api/uploads", body, header), 400, "invalid_argument")
	body, header = form(t, [2]string{"file=a.vtt", goodVTT}, [2]string{"info=a.info.json", `{"title":"` + strings.Repeat("x", 4<<20) + `"}`})
	require.Contains(t, w.refused(w.send(p, "POST", "/api/uploads", body, header), 413, "invalid_argument"), "4 MiB")
	body, header = form(t, [2]string{"file=a.vtt", goodVTT}, [2]string{"info=a.info.json", `{"_type":"playlist","id":"PL"}`})
	w.refused(w.send(p, "POST", "/api/uploads", body, header), 400, "invalid_argument")
	body, _ = form(t, [2]string{"file=a.vtt", goodVTT})
	cutOff := bytes.NewReader(body.Bytes()[:body.Len()/2])
	w.refused(w.send(p, "POST", "/api/uploads", cutOff, http.Header{"Content-Type": {"multipart/form-data; boundary=x"}}), 400,
		"invalid_argument")
	w.refused(w.send(p, "POST", "/api/uploads", strings.NewReader(goodVTT), nil), 415, "invalid_argument")
	w.refused(w.uploadFile(nil, "a.vtt", goodVTT), 401, "unauthenticated")
	w.refused(w.call(p, "GET", "/api/uploads", nil), http.StatusMethodNotAllowed, "unimplemented")
}

func TestUploadsBecomeAJob(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, otto := w.signIn("una", ""), w.signIn("otto", "")
	first := w.object(w.uploadFile(una, "one.vtt", goodVTT), http.StatusOK)["uploadId"].(string)
	second := w.object(w.uploadFile(una, "two.txt", "We talked about Dune."), http.StatusOK)["uploadId"].(string)
	submit := map[string]any{"uploadIds": []string{first, second, first}}
	w.refused(w.call(otto, "POST", "/api/process", submit), http.StatusNotFound, "not_found")
	got := w.object(w.call(una, "POST", "/api/process", submit), http.StatusOK)
	require.Equal(t, "upload", got["type"])
	row, err := w.store.Jobs.Job(t.Context(), int(got["jobId"].(float64)), una.ID)
	require.NoError(t, err)
	require.Equal(t, []string{first, second}, row.UploadIds, "each file once")
	require.Equal(t, "one.vtt and 1 more", row.Input)
	n, err := w.store.Jobs.AddUploads(t.Context(), row.ID)
	require.NoError(t, err)
	require.Equal(t, 2, n)
	items := w.object(w.call(una, "GET", fmt.Sprintf("/api/jobs/%d", row.ID), nil), http.StatusOK)["items"].([]any)
	require.Equal(t, "One", items[0].(map[string]any)["title"])
	require.Equal(t, "pending", items[0].(map[string]any)["state"])
}

func TestAGivenTranscriptIsTakenUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una := w.signIn("una", "moderator")
	id := w.process(una, "https://youtu.be/abcdefghijk")
	item := w.items(id, video("abcdefghijk"))[0]
	file := w.object(w.uploadFile(una, "one.vtt", goodVTT), http.StatusOK)["uploadId"].(string)
	path := fmt.Sprintf("/api/jobs/%d/items/%d/transcript", id, item.ID)
	w.refused(w.call(una, "POST", path, map[string]any{"uploadId": file}), http.StatusConflict, "aborted")
	run := w.want(id, item.ID)
	w.engine.taken()
	w.refused(w.call(una, "POST", path, map[string]any{"uploadId": "unknown"}), http.StatusNotFound, "not_found")
	got := w.object(w.call(una, "POST", path, map[string]any{"uploadId": file}), http.StatusOK)
	require.Equal(t, []string{"tell transcript"}, w.engine.taken(), "a live run is told")
	require.Equal(t, false, got["items"].([]any)[0].(map[string]any)["canProvideTranscript"])

	_, _, err := w.store.Jobs.FinishRun(t.Context(), run, work.RunNeedsTranscript, jobs.Failure{Class: string(fault.NoTranscript)})
	require.NoError(t, err)
	w.object(w.call(una, "POST", path, map[string]any{"uploadId": file}), http.StatusOK)
	require.Equal(t, []string{"start job", "hurry job"}, w.engine.taken(), "a job whose run has ended begins again")
}
