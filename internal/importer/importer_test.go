package importer_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/importer"
	"mentionary/internal/source/upload"
)

func vtt(text string) string {
	return "WEBVTT\n\n00:00.000 --> 00:02.000\nWe read " + text + "\n\n00:02.000 --> 00:04.000\nand liked it very much.\n"
}

// folder writes the files into a folder called Field Notes.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "Field Notes")
	for name, text := range files {
		p := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(p), 0o755))
		require.NoError(t, os.WriteFile(p, []byte(text), 0o644))
	}
	return dir
}

func (i *instance) options(out *bytes.Buffer, paths ...string) importer.Options {
	return importer.Options{
		Place: importer.Place{Client: i.Client(), Base: i.URL, Token: token}, Paths: paths, Out: out, Now: i.clock.Now, Poll: 2 * time.Second,
		Wait: func(ctx context.Context, d time.Duration) error { i.clock.add(d); return ctx.Err() },
	}
}

// printed is the output with the address of the instance replaced.
func (i *instance) printed(out *bytes.Buffer) string {
	return strings.ReplaceAll(out.String(), i.URL, "http://instance")
}

func TestAFolderIsImportedAndSummarized(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	dir := folder(t, map[string]string{
		"one.vtt":          vtt("Middlemarch"),
		"two.de.srt":       "1\n00:00:00,000 --> 00:00:02,000\nWir lasen Momo\n",
		"show/x.en.vtt":    vtt("Emma"),
		"show/x.de.vtt":    vtt("Emma auf Deutsch"),
		"show/x.info.json": `{"id":"abcdefghijk","extractor":"youtube","title":"The X","channel":"X Show","language":"en"}`,
		"cover.jpg":        "not a transcript",
	})
	var out bytes.Buffer
	s, err := importer.Run(t.Context(), i.options(&out, dir))
	require.NoError(t, err)
	require.Equal(t, []string{"one.vtt", "two.de.srt", "x.en.vtt"}, i.names())
	require.Equal(t, sent{file: vtt("Middlemarch"), name: "one.vtt", title: "One", channel: "Field Notes"}, i.upload1(t, "one.vtt"))
	require.Equal(t, "de", i.upload1(t, "two.de.srt").language)
	x := i.upload1(t, "x.en.vtt")
	require.Contains(t, x.info, "X Show")
	require.Empty(t, x.channel, "its metadata names the channel")
	require.Equal(t, "upload", i.process[0].GetType())
	require.Equal(t, []string{"id-of-one.vtt", "id-of-x.en.vtt", "id-of-two.de.srt"}, i.process[0].GetUploadIds())

	require.Equal(t, 3, s.Files)
	require.Equal(t, 2, s.PassedOver, "the cover and the other language")
	require.Equal(t, 3, s.Analyzed)
	require.Equal(t, 3, s.Imported())
	require.Zero(t, s.Failed)
	require.EqualValues(t, 24690, s.Site.GetTotalMentions(), "in the site's own numbers")
	require.Equal(t, 750*time.Millisecond, s.SendTime)
	require.Equal(t, 2*time.Second, s.AnalysisTime)
	require.Equal(t, []string{i.URL + "/jobs/1"}, s.Jobs)
	require.NotContains(t, out.String(), token)
}

func TestShowsAreNamedByMetadataElseByFolders(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	dir := folder(t, map[string]string{
		"transcripts/one.vtt":             vtt("one"),
		"lex-fridman/transcripts/two.vtt": vtt("two"),
		"The Show/Season 2/en/three.srt":  "1\n00:00:00,000 --> 00:00:02,000\nWe read three.\n",
		"transcripts/ami-vora.md": "---\nguest: Ami Vora\ntitle: 'Making an impact\n  | Ami Vora (CPO)'\nchannel: Lenny's Podcast\n---\n" +
			"We read four and liked it.\n",
		"transcripts/broken.md":           "---\ntitle: [\n---\nWe read five and liked it.\n",
		"transcripts/no-matter.md":        "We read six and liked it.\n",
		"transcripts/東京/a-talk-on-ai.txt": "We read seven and liked it.\n",
	})
	var out bytes.Buffer
	_, err := importer.Run(t.Context(), i.options(&out, dir))
	require.NoError(t, err)
	for name, want := range map[string][2]string{
		"one.vtt":          {"Field Notes", "One"},
		"two.vtt":          {"Lex Fridman", "Two"},
		"three.srt":        {"The Show", "Three"},
		"ami-vora.md":      {"Lenny's Podcast", "Making an impact | Ami Vora (CPO)"},
		"broken.md":        {"Field Notes", "Broken"},
		"no-matter.md":     {"Field Notes", "No Matter"},
		"a-talk-on-ai.txt": {"東京", "A Talk on AI"},
	} {
		got := i.upload1(t, name)
		require.Equal(t, want, [2]string{got.channel, got.title}, name)
	}
	for _, given := range []string{"transcripts", "lex-fridman/transcripts"} { // beside what was given, but no further
		j := newInstance(t)
		_, err := importer.Run(t.Context(), j.options(&out, filepath.Join(dir, given)))
		require.NoError(t, err)
		if given == "transcripts" {
			require.Equal(t, "Field Notes", j.upload1(t, "one.vtt").channel)
		} else {
			require.Equal(t, "Lex Fridman", j.upload1(t, "two.vtt").channel)
		}
	}
}

func TestTheSummaryReadsLikeThis(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	i.refuse["big.vtt"] = answer{413, "A file may have 16 MiB at most."}
	i.job = func(_, look, _ int) map[string]any {
		return jobOf("completed", 3, 1,
			item("Episode 1", "done", "", "v1"), item("Episode 2", "partial", "", "v2"), item("Episode 3", "already", "", "v3"),
			item("東京の本屋さんと図書館についての長い話、第二部と第三部", "failed",
				"The model could not be reached.\x1b[31m", ""))
	}
	dir := folder(t, map[string]string{
		"a.vtt": vtt("a"), "b.vtt": vtt("b"), "c.vtt": vtt("c"), "d.vtt": vtt("d"), "big.vtt": vtt("everything"),
		"empty.vtt": "", "hollow.srt": "", "notes.pdf": "%PDF",
	})
	var out bytes.Buffer
	o := i.options(&out, dir)
	s, err := importer.Run(t.Context(), o)
	require.NoError(t, err)
	require.Equal(t, 1, s.Failed)
	require.Equal(t, 3, s.RefusedFiles())
	_, summary, found := strings.Cut(i.printed(&out), "\n\n")
	require.True(t, found)
	require.Equal(t, `  Files found             7  32 words in 0.0 hours sent
  Passed over             1  no transcripts, or more of an episode that was taken
  Refused                 3
    empty.vtt and 1 more                  The file is empty. Choose a file with a transcript in it.
    big.vtt                               A file may have 16 MiB at most.
  Sent                    4  in 1.0 s
  Analyzed                2  in 0.0 s, 1 only in part
  Already there           1
  Failed                  1
    東京の本屋さんと図書館についての長…   The model could not be reached.[31m
  Mentions           24,690  on the site now, 12,345 more than before
  Entities            2,014  on the site now, 1,007 more than before
    people            2,000
    books                14
  See               http://instance/jobs/1
`, summary)
}

func TestFilesNamedOneByOne(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	dir := folder(t, map[string]string{
		"talk.en.vtt":    vtt("Emma"),
		"talk.info.json": `{"id":"1","title":"A talk"}`,
		"other.vtt":      vtt("not asked for"),
		"copy.vtt":       vtt("Emma"),
		"paper.pdf":      "%PDF",
		"part.one.vtt":   vtt("Momo"),
		"part.info.json": `{"id":"2","title":"Not of part one"}`,
	})
	at := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.Symlink(at("part.one.vtt"), at("link.vtt")))
	var out bytes.Buffer
	s, err := importer.Run(t.Context(), i.options(&out, at("talk.en.vtt"), at("copy.vtt"), at("paper.pdf"), at("link.vtt"), at("part.one.vtt"),
		at("gone.vtt")))
	require.NoError(t, err)
	require.Len(t, i.names(), 2, "the same content is sent once")
	require.Contains(t, i.names(), "part.one.vtt")
	require.Empty(t, i.upload1(t, "part.one.vtt").info)
	require.Empty(t, i.upload1(t, "part.one.vtt").channel, "no folder was given")
	require.Equal(t, 1, s.PassedOver)
	require.Equal(t, []importer.Reason{
		{Sentence: "There is no file or folder of this name.", Files: 1, Example: at("gone.vtt")},
		{
			Sentence: "Its name is not that of a transcript or of audio. Mentionary reads .vtt, .srt, .json3, .json, .tsv, .txt and .md files, " +
				"and audio and video: .mp3, .m4a, .m4b, .mp4, .m4v, .ogg, .oga, .opus, .wav, .flac and .webm.", Files: 1,
			Example: "paper.pdf",
		},
	}, s.Refused)
}

// The list of endings shown to people is the one upload.Scan goes by.
func TestEveryEndingNamedIsRead(t *testing.T) {
	t.Parallel()
	for _, ending := range []string{".vtt", ".srt", ".json3", ".json", ".tsv", ".txt", ".md"} {
		items, problems, err := upload.Scan(os.DirFS(folder(t, map[string]string{"talk" + ending: "\x00"})))
		require.NoError(t, err)
		require.Len(t, problems, 1-len(items), ending)
	}
}

func TestNothingToImport(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		path  string
		kind  fault.Kind
		want  string
	}{
		"no transcripts": {map[string]string{"cover.jpg": "x"}, "", fault.NotFound, "Neither transcripts nor audio were found there."},
		"only bad ones":  {map[string]string{"empty.vtt": ""}, "", fault.BadInput, "empty.vtt: The file is empty."},
		"no such path":   {map[string]string{"a.vtt": ""}, "gone", fault.BadInput, "There is no file or folder of this name."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := newInstance(t)
			var out bytes.Buffer
			_, err := importer.Run(t.Context(), i.options(&out, filepath.Join(folder(t, c.files), c.path)))
			require.Equal(t, c.kind, fault.KindOf(err))
			require.Contains(t, fault.Of(err).Sentence, c.want)
			require.Empty(t, i.uploads)
		})
	}
}

func TestEveryFileRefusedIsAnError(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	i.refuse["a.vtt"] = answer{413, ""}
	var out bytes.Buffer
	s, err := importer.Run(t.Context(), i.options(&out, folder(t, map[string]string{"a.vtt": vtt("a")})))
	require.Equal(t, "Nothing was imported. a.vtt: The file is larger than the instance takes.", fault.Of(err).Sentence)
	require.Equal(t, 1, s.Files)
	require.Equal(t, 1, s.RefusedFiles())
	require.Empty(t, i.process, "no job without uploads")
}

func TestARestartInTheMiddleIsSurvived(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	uploads, processes, looks := 0, 0, 0
	i.first = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		i.mu.Lock()
		defer i.mu.Unlock()
		switch {
		case isUpload(r):
			if uploads++; uploads <= 2 {
				hangUp(w)
				return true
			}
		case r.URL.Path == startJob:
			if processes++; processes == 1 {
				refuse(w, 503, "Starting.")
				return true
			}
		case r.URL.Path == showJob:
			if looks++; looks <= 2 {
				hangUp(w)
				return true
			}
		}
		return false
	}
	var out bytes.Buffer
	s, err := importer.Run(t.Context(), i.options(&out, folder(t, map[string]string{"a.vtt": vtt("a")})))
	require.NoError(t, err)
	require.Equal(t, 1, s.Analyzed)
	require.Equal(t, []string{"a.vtt"}, i.names())
	require.Equal(t, 3, uploads)
	require.Len(t, i.process, 1)
}

// An instance that is started again has another token.
func TestAnInstanceThatIsStartedAgainWithAnotherTokenIsFound(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]string{
		"while files are sent": "/api/uploads", "before the job": startJob,
		"while the job is watched": showJob,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i, restarted := newInstance(t), false
			inner := i.Config.Handler
			i.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				i.mu.Lock()
				if !restarted && r.URL.Path == at {
					restarted = true
					i.mu.Unlock()
					hangUp(w)
					return
				}
				gone := restarted
				i.mu.Unlock()
				if gone {
					if r.Header.Get("Authorization") != "Bearer the new one" {
						refuse(w, 401, "Please sign in.")
						return
					}
					r.Header.Set("Authorization", "Bearer "+token)
				}
				inner.ServeHTTP(w, r)
			})
			var out bytes.Buffer
			o := i.options(&out, folder(t, map[string]string{"a.vtt": vtt("a")}))
			looks := 0
			o.Find = func() (importer.Place, bool) {
				if looks++; looks < 10 { // it takes a while to start
					return importer.Place{Client: i.Client(), Base: i.URL, Token: token}, true
				}
				return importer.Place{Client: i.Client(), Base: i.URL, Token: "the new one"}, true
			}
			s, err := importer.Run(t.Context(), o)
			require.NoError(t, err, out.String())
			require.Equal(t, 1, s.Analyzed)
			require.Len(t, i.process, 1)
			require.Contains(t, out.String(), "Mentionary has stopped or is being started again. Waiting up to 2 minutes for it; nothing is lost.")
			require.Equal(t, 1, strings.Count(out.String(), "Waiting up to"), "it is said once")
			require.Contains(t, out.String(), "Mentionary is back; the import goes on.")
		})
	}
}

func TestAnInstanceThatDoesNotComeBackIsWaitedForSoLong(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	i.first = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		if isUpload(r) {
			hangUp(w)
			return true
		}
		return false
	}
	var out bytes.Buffer
	o := i.options(&out, folder(t, map[string]string{"a.vtt": vtt("a")}))
	o.Find = func() (importer.Place, bool) { return importer.Place{}, false }
	began := i.clock.Now()
	_, err := importer.Run(t.Context(), o)
	require.Contains(t, fault.Of(err).Sentence, "no longer answers")
	require.InDelta(t, 120, i.clock.Now().Sub(began).Seconds(), 5)
}

func TestTheSameFilesAreTheSameJobWhileItIsOpenAndAnotherOneLater(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	dir := folder(t, map[string]string{"a.vtt": vtt("a"), "b.vtt": vtt("b")})
	bring := func() importer.Summary {
		var out bytes.Buffer
		s, err := importer.Run(t.Context(), i.options(&out, dir))
		require.NoError(t, err)
		return s
	}
	bring()
	require.Len(t, i.process, 1)
	i.looks = 0 // as another import that overlaps: the job was there before it and is open
	i.newest = 1
	bring()
	require.Len(t, i.process, 1, "it joins the job")
	bring()
	require.Len(t, i.process, 2, "that job has ended, so this is a new wish")
	i.newest = 2
	bring()
	require.Len(t, i.process, 3)
	require.NotEqual(t, i.process[0].GetIdempotencyKey(), i.process[1].GetIdempotencyKey())
}

func TestTheInstanceIsAskedToStartAJobWithOneKey(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	calls := 0
	inner := i.Config.Handler
	i.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != startJob {
			inner.ServeHTTP(w, r)
			return
		}
		if calls++; calls == 1 { // the job is made, its answer is lost
			inner.ServeHTTP(httptest.NewRecorder(), r)
			hangUp(w)
			return
		}
		inner.ServeHTTP(w, r)
	})
	var out bytes.Buffer
	_, err := importer.Run(t.Context(), i.options(&out, folder(t, map[string]string{"a.vtt": vtt("a")})))
	require.NoError(t, err)
	require.Equal(t, 2, calls)
	require.Len(t, i.process, 1)
}

func TestManyFilesBecomeSeveralJobs(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	files := map[string]string{}
	for n := range 501 {
		files[fmt.Sprintf("%03d.txt", n)] = fmt.Sprintf("Episode %d is about books.\n", n)
	}
	i.job = func(_, _, files int) map[string]any { return allDone(0, 2, files) }
	var out bytes.Buffer
	s, err := importer.Run(t.Context(), i.options(&out, folder(t, files)))
	require.NoError(t, err)
	require.Len(t, i.process, 2)
	require.Len(t, i.process[0].GetUploadIds(), 500)
	require.Equal(t, "id-of-000.txt", i.process[0].GetUploadIds()[0])
	require.Equal(t, []string{"id-of-500.txt"}, i.process[1].GetUploadIds())
	require.Equal(t, 501, s.Analyzed)
	require.Len(t, s.Jobs, 2)
}

func TestAFailedJobIsAnErrorWithItsReason(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		job    map[string]any
		failed int
		want   string
	}{
		"every episode": {
			jobOf("failed", 0, 2, item("One", "failed", "The model is away.", ""), item("Two", "failed", "The model is away.", "")),
			2, "One: The model is away.",
		},
		"before any": {jobOf("failed", 0, 0), 2, "2 files: State of the job."},
		"cancelled": {jobOf("cancelled", 0, 0, item("One", "cancelled", "Retry it to analyze it.", ""),
			item("Two", "pending", "", "")), 2, "One: The job was canceled."},
		"cut list": {map[string]any{"status": "failed", "itemsTotal": 2, "itemsFailed": 2}, 2, "2 more episodes: Their reasons"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := newInstance(t)
			i.job = func(int, int, int) map[string]any { return c.job }
			var out bytes.Buffer
			s, err := importer.Run(t.Context(), i.options(&out, folder(t, map[string]string{"a.vtt": vtt("a"), "b.vtt": vtt("b")})))
			require.Equal(t, c.failed, s.Failed)
			require.Error(t, err)
			require.Contains(t, fault.Of(err).Sentence, c.want)
			require.Contains(t, out.String(), "  Failed                  2\n")
		})
	}
}

func TestItEndsWhenNothingMovesAnyMore(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	i.job = func(int, int, int) map[string]any {
		return jobOf("waiting", 1, 0, item("One", "done", "", "v1"), item("Two", "parked", "Its source is away.", ""),
			item("Three", "needs_transcript", "It has no words.", ""))
	}
	var out bytes.Buffer
	s, err := importer.Run(t.Context(), i.options(&out, folder(t, map[string]string{"a.vtt": vtt("a")})))
	require.NoError(t, err)
	require.Equal(t, [3]int{1, 1, 1}, [3]int{s.Analyzed, s.Waiting, s.Failed})
	require.Equal(t, []importer.Failure{{Title: "Three", Sentence: "It has no words."}}, s.Failures)
}
