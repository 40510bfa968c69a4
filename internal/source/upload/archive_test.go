package upload_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source/upload"
	"mentionary/internal/transcript"
)

const (
	vttFile   = "WEBVTT\n\n00:01.000 --> 00:02.000\nRead Dune.\n"
	otherFile = "WEBVTT\n\n00:01.000 --> 00:09.000\nLies Dune.\n"
	infoFile  = `{"_type":"video","id":"abcdefghijk","extractor":"youtube","extractor_key":"Youtube","title":"A talk\u202e",
"description":"Buy https://example.org/book.\n\nBye",
"duration":61.5,"view_count":1234,"upload_date":"20240623","webpage_url":"https://evil.example/",
"thumbnail":"https://evil.example/x.jpg","channel":"Ann's Show",
"channel_id":"UCabcdefghijklmnopqrstuv","channel_follower_count":99,"language":"de","chapters":[{"start_time":0,"end_time":9,
"title":"Intro"},{"start_time":9.5,"title":"Books"}],
"subtitles":{"de":[{"ext":"vtt","url":"x"}],"live_chat":[{}]},"automatic_captions":{"en":[],"de-orig":[]}}`
)

func folder(files map[string]string) fstest.MapFS {
	m := fstest.MapFS{}
	for name, content := range files {
		m[name] = &fstest.MapFile{Data: []byte(content)}
	}
	return m
}

func TestArchiveOfVideosKeepsTheirMetadata(t *testing.T) {
	t.Parallel()
	fsys := folder(map[string]string{
		"Ann/A talk [abcdefghijk].info.json":      infoFile,
		"Ann/A talk [abcdefghijk].en.vtt":         otherFile,
		"Ann/A talk [abcdefghijk].de.vtt":         vttFile,
		"Ann/A talk [abcdefghijk].live_chat.json": "{}",
		"Ann/A talk [abcdefghijk].mp4":            "\x00",
		"Ann/Ann [UCx].info.json":                 `{"_type":"playlist","id":"UCx","title":"Ann"}`,
	})
	items, problems, err := upload.Scan(fsys)
	require.NoError(t, err)
	require.Empty(t, problems)
	require.Len(t, items, 1)
	it := items[0]
	require.Equal(t, "Ann/A talk [abcdefghijk].de.vtt", it.File, "the original language comes first")
	require.Equal(t, transcript.Captions, it.Origin)
	require.Equal(t, "de", it.Language)
	views, fans := 1234.0, 99.0
	require.Equal(t, media.Episode{
		Platform: media.YouTube, ExternalID: "abcdefghijk", Title: "A talk", Description: "Buy https://example.org/book.\n\nBye",
		ThumbnailURL: "https://i.ytimg.com/vi/abcdefghijk/hqdefault.jpg", PageURL: "https://www.youtube.com/watch?v=abcdefghijk",
		Duration: 61500 * time.Millisecond, ViewCount: &views, PublishedAt: time.Date(2024, 6, 23, 0, 0, 0, 0, time.UTC), Language: "de",
		Channel: media.Channel{
			Platform: media.YouTube, ExternalID: "UCabcdefghijklmnopqrstuv", Name: "Ann's Show",
			URL: "https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv", SubscriberCount: &fans,
		},
		Chapters: []media.Chapter{{Title: "Intro"}, {Start: 9500 * time.Millisecond, Title: "Books"}},
		Links:    []media.Link{{URL: "https://example.org/book", Text: "Buy"}},
	}, it.Episode)

	tr, err := upload.Read(fsys, it)
	require.NoError(t, err)
	require.Equal(t, transcript.Captions, tr.Origin)
	require.Equal(t, "Read Dune.", tr.Cues[0].Text)
}

func TestTheOriginalLanguageIsPreferredHoweverItIsMarked(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"by the mark of automatic captions": {map[string]string{
			"a.info.json": `{"id":"x","automatic_captions":{"en":[],"fr-orig":[]}}`,
			"a.en.vtt":    otherFile, "a.fr-orig.vtt": vttFile,
		}, "a.fr-orig.vtt"},
		"written before automatic": {map[string]string{"a.info.json": `{"id":"x","language":"en","subtitles":{"en":[]},
"automatic_captions":{"en-orig":[]}}`, "a.en-orig.vtt": otherFile, "a.en.vtt": vttFile}, "a.en.vtt"},
		"best format": {
			map[string]string{"a.info.json": `{"id":"x"}`, "a.txt": "x", "a.vtt": vttFile, "a.json": "{}"},
			"a.vtt",
		},
		"next when broken": {map[string]string{
			"a.info.json": `{"id":"x","language":"de"}`, "a.de.vtt": "WEBVTT",
			"a.en.vtt": vttFile,
		}, "a.en.vtt"},
		"names with dots": {map[string]string{"a.is.info.json": `{"id":"x"}`, "a.is.vtt": vttFile}, "a.is.vtt"},
	} {
		items, _, err := upload.Scan(folder(c.files))
		require.NoError(t, err, name)
		require.Len(t, items, 1, name)
		require.Equal(t, c.want, items[0].File, name)
		require.Equal(t, media.Upload, items[0].Episode.Platform)
		require.Equal(t, items[0].Key, items[0].Episode.ExternalID)
	}
}

func TestLoneFilesBecomeEpisodes(t *testing.T) {
	t.Parallel()
	items, problems, err := upload.Scan(folder(map[string]string{
		"2024-05-06_my-first-episode.vtt": vttFile,
		"copy of it.vtt":                  vttFile,
		"two.srt":                         "1\n00:00:01,000 --> 00:00:05,000\nHello\n",
		"two.txt":                         "Hello",
		"empty.txt":                       "",
		"notes.docx":                      "PK",
		".hidden.txt":                     "x",
		".git/config.txt":                 "x",
		"lonely.info.json":                `{"id":"x","title":"y"}`,
	}))
	require.NoError(t, err)
	require.Len(t, items, 2, "the same file twice is one episode, and so are formats of one name")
	e := items[0].Episode
	require.Equal(t, "My First Episode", e.Title)
	require.Equal(t, time.Date(2024, 5, 6, 0, 0, 0, 0, time.UTC), e.PublishedAt)
	require.Equal(t, 2*time.Second, e.Duration)
	require.Equal(t, items[0].Key, e.ExternalID)
	require.Len(t, items[0].Key, 64)
	require.Equal(t, transcript.Uploaded, items[0].Origin)
	require.Equal(t, "two.srt", items[1].File)
	require.Equal(t, []upload.Problem{
		{File: "empty.txt", Sentence: "The file is empty. Choose a file with a transcript in it."},
		{File: "lonely.info.json", Sentence: "There is no transcript next to this metadata file."},
	}, problems)
}

func TestLinksAreNotFollowed(t *testing.T) {
	t.Parallel()
	outside, inside := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(outside, "secret.txt"), []byte("secret words"), 0o600))
	require.NoError(t, os.Symlink(filepath.Join(outside, "secret.txt"), filepath.Join(inside, "a.txt")))
	require.NoError(t, os.Symlink(outside, filepath.Join(inside, "folder")))
	items, problems, err := upload.Scan(os.DirFS(inside))
	require.NoError(t, err)
	require.Empty(t, items)
	require.Empty(t, problems)
	_, err = upload.Read(os.DirFS(inside), upload.Item{File: "../secret.txt"})
	require.Error(t, err)
}

func TestArchivesAreLimited(t *testing.T) {
	t.Parallel()
	m := fstest.MapFS{}
	for i := range upload.MaxArchiveFiles + 1 {
		m[fmt.Sprintf("f%05d.bin", i)] = &fstest.MapFile{}
	}
	_, _, err := upload.Scan(m)
	require.True(t, fault.Is(err, fault.TooLarge))

	deep := folder(map[string]string{"1/2/3/4/5/6/7/8/9/10/a.txt": "Hello"})
	items, _, err := upload.Scan(deep)
	require.NoError(t, err)
	require.Empty(t, items)

	_, problems, err := upload.Scan(fstest.MapFS{"big.txt": &fstest.MapFile{Data: make([]byte, upload.MaxFileBytes+1)}})
	require.NoError(t, err)
	require.Len(t, problems, 1)
	require.Contains(t, problems[0].Sentence, "16 MiB")

	_, _, err = upload.Scan(brokenFS{})
	require.True(t, fault.Is(err, fault.Unavailable))
}

type brokenFS struct{}

func (brokenFS) Open(string) (fs.File, error) { return nil, fs.ErrPermission }

func TestTitlesOfFileNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"my_first-talk.en.vtt":                             "My First Talk",
		"A talk: part 1 [abcdefghijk].de.srt":              "A talk: part 1",
		"folder/042_startups and python.txt":               "042 Startups and Python",
		"2021_05_03.md":                                    "2021 05 03",
		"2021-05-03.md":                                    "2021-05-03",
		"540-monorepo-with-uv-transcript-final.vtt":        "540 Monorepo with Uv",
		"20240101 [abcdefghijk].vtt":                       "Untitled upload",
		"\u202e.vtt":                                       "Untitled upload",
		`C:\My Files\talk.vtt`:                             "Talk",
		"ami-vora.md":                                      "Ami Vora",
		"a-talk-on-ai-and-css-part-iii.txt":                "A Talk on AI and CSS Part III",
		"the-ceo-of-openai_vs-dr-o'neil.vtt":               "The CEO of OpenAI vs Dr O'Neil",
		"s02e11-what-we-are-for.vtt":                       "S02E11 What We Are For",
		"20-jake-knapp-2.0.md":                             "20 Jake Knapp 2.0",
		"ios-and-iphone.txt":                               "iOS and iPhone",
		"élan-vital.vtt":                                   "Élan Vital",
		"die-kunst-des-wir.de.vtt":                         "Die kunst des wir",
		"привет-мир.vtt":                                   "привет мир",
		"東京の本屋.vtt":                                        "東京の本屋",
		"Ami-vora_and Friends.vtt":                         "Ami-vora and Friends",
		"S01E06.json":                                      "S01E06",
		"Self-hosting apps – a talk with dashes.final.txt": "Self-hosting apps – a talk with dashes",
	} {
		title, _ := upload.TitleOf(name)
		require.Equal(t, want, title, name)
	}
}

func TestMetadataOfOtherSitesKeepsPlainAddressesOnly(t *testing.T) {
	t.Parallel()
	info, err := upload.ParseInfo(strings.NewReader(`{"id":"1","extractor":"vimeo","title":"T","webpage_url":"https://vimeo.com/1",
"thumbnail":"javascript:x","uploader":"Bob B","timestamp":1700000000,"duration":null}`))
	require.NoError(t, err)
	e := info.Episode
	require.Equal(t, media.Upload, e.Platform)
	require.Empty(t, e.ExternalID, "the caller sets it")
	require.Equal(t, "https://vimeo.com/1", e.PageURL)
	require.Empty(t, e.ThumbnailURL)
	require.Equal(t, "Bob B", e.Channel.Name)
	require.Equal(t, "bob b", e.Channel.ExternalID)
	require.Equal(t, int64(1_700_000_000), e.PublishedAt.Unix())
	for _, bad := range []string{"", "no json", `{"title":""}`, `{"a":` + deepJSON} {
		_, err := upload.ParseInfo(strings.NewReader(bad))
		require.True(t, fault.Is(err, fault.BadInput), bad)
	}
}

var deepJSON = strings.Repeat("[", 1000)
