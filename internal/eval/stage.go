package eval

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"

	"mentionary/internal/transcript"
)

// staged is an episode on its way into an import.
type staged struct {
	Show        string
	Title       string
	Language    string
	Description string
	Name        string // of the file, with its ending
	File        []byte
}

// key is by what the episode is known in the database: uploads are known by the hash of their file.
func (s staged) key() string {
	sum := sha256.Sum256(s.File)
	return hex.EncodeToString(sum[:])
}

// stage writes episodes to a folder as an archive has them: a transcript, and its metadata beside it.
func stage(folder string, episodes []staged) error {
	for i, e := range episodes {
		dir := filepath.Join(folder, fmt.Sprintf("%04d", i)) // files of one name must not be taken for one episode
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		info, err := json.Marshal(map[string]string{
			"id": e.key()[:12], "title": e.Title, "channel": e.Show, "language": e.Language, "description": e.Description,
		})
		if err != nil {
			return err
		}
		name := filepath.Join(dir, "episode"+filepath.Ext(e.Name))
		if err := os.WriteFile(name, e.File, 0o600); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, "episode.info.json"), info, 0o600); err != nil {
			return err
		}
	}
	return nil
}

const (
	wordMS   = 400 // how long a word takes to say
	cueWords = 12  // of a caption
)

// captions writes cues as captions: whole as they are, or in short lines as speech recognition does.
func captions(cues []transcript.Cue, short bool) []byte {
	var b strings.Builder
	b.WriteString("WEBVTT\n")
	at := 0
	for _, c := range cues {
		words := strings.Fields(c.Text)
		for len(words) > 0 {
			n := len(words)
			if short {
				n = min(n, cueWords)
			}
			fmt.Fprintf(&b, "\n%s --> %s\n", stamp(at), stamp(at+n*wordMS))
			if c.Speaker != "" {
				fmt.Fprintf(&b, "<v %s>", html.EscapeString(c.Speaker))
			}
			b.WriteString(html.EscapeString(strings.Join(words[:n], " ")) + "\n")
			at += n * wordMS
			words = words[n:]
		}
	}
	return []byte(b.String())
}

func stamp(ms int) string {
	return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3600_000, ms/60_000%60, ms/1000%60, ms%1000)
}
