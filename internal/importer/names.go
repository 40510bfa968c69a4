package importer

import (
	"bufio"
	"cmp"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"mentionary/internal/source/upload"
	"mentionary/internal/transcript"
)

const (
	maxNameRunes  = 120
	maxMatterSize = 64 << 10
)

// sorting are names of folders that say what lies in them, or where, and not which show it is.
var sorting = regexp.MustCompile(`(?i)^([^\p{L}\p{N}]*|((youtube|raw|full|auto)[-_ ]*)?(` +
	`transcripts?|captions?|subtitles?|subs|texts?|vtt|srt|json|md|txt|episodes?|show[-_ ]?notes|archive|audio|videos?|files|data|` +
	`podcasts?|channels?|shows?|downloads?|documents?|desktop|exports?|out|output|imports?|uploads?|new|old|misc|te?mp|` +
	`home|users|root|mnt|media|volumes|work|(season|staffel|series)[-_ ]*\d+|s?\d+|[a-z]{2}(-[a-z]{2})?))$`)

// showOf is the show that a transcript's folders name: the nearest one that is no sorting, up to the one beside which the
// folder lies that was given. Empty when none does.
func showOf(root, file string) string {
	folders := strings.Split(path.Dir(file), "/")
	if path.Dir(file) == "." {
		folders = nil
	}
	all := append([]string{filepath.Base(filepath.Dir(root)), filepath.Base(root)}, folders...)
	for i := len(all) - 1; i >= 0; i-- {
		if !sorting.MatchString(all[i]) {
			title, _ := upload.TitleOf(all[i] + ".txt")
			return transcript.CleanText(title, maxNameRunes)
		}
	}
	return ""
}

// matter is what the head of a Markdown file says about the episode.
type matter struct {
	Title   string `yaml:"title"`
	Channel string `yaml:"channel"`
	Show    string `yaml:"show"`
	Podcast string `yaml:"podcast"`
}

// matterOf reads the YAML between two lines of dashes with which a text may begin; nothing when it does not, or cannot be
// read.
func matterOf(fsys fs.FS, name string) (m matter) {
	if ending := strings.ToLower(path.Ext(name)); ending != ".md" && ending != ".txt" {
		return matter{}
	}
	f, err := fsys.Open(name)
	if err != nil {
		return matter{}
	}
	defer func() { _ = f.Close() }() // only read
	lines := bufio.NewScanner(io.LimitReader(f, maxMatterSize))
	if !lines.Scan() || strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\uFEFF")) != "---" {
		return matter{}
	}
	var text strings.Builder
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "---" {
			if yaml.Unmarshal([]byte(text.String()), &m) != nil {
				return matter{}
			}
			return matter{
				Title:   transcript.CleanText(m.Title, maxSentenceRunes),
				Channel: transcript.CleanText(cmp.Or(m.Channel, m.Show, m.Podcast), maxNameRunes),
			}
		}
		text.WriteString(lines.Text() + "\n")
	}
	return matter{}
}
