package upload

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"encoding/json"
	"sort"

	"mentionary/internal/transcript"
)

func TestZZ(t *testing.T) {
	root := os.Getenv("ZZ")
	if root == "" {
		return
	}
	type stat struct{ n, ok, cues, bytes int; d time.Duration; chunkd time.Duration; sp int; timed int; one []string }
	stats := map[string]*stat{}
	filepath.WalkDir(root+"/transcripts", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() { return nil }
		ext := extension(p)
		if ranks[ext] == 0 || strings.Contains(p, "show-notes") || strings.HasSuffix(p, "SOURCE.md")|| strings.Contains(p, "README") || strings.Contains(p, "LICENSE") || strings.Contains(p,"mapping.json")||strings.Contains(p,"lexfridman/")&&ext=="json"||strings.Contains(p,"languages.json")||strings.Contains(p,"maintenance") { return nil }
		k := strings.Split(strings.TrimPrefix(p, root+"/transcripts/"), "/")[0] + "." + ext
		s := stats[k]
		if s == nil { s = &stat{}; stats[k] = s }
		b, _ := os.ReadFile(p)
		s.n++
		t0 := time.Now()
		tr, err := parse(filepath.Base(p), b)
		s.d += time.Since(t0)
		s.bytes += len(b)
		if err != nil { s.one = append(s.one, filepath.Base(p)+": "+err.Error()); return nil }
		s.ok++
		s.cues += len(tr.Cues)
		if tr.Timed() { s.timed++ }
		sp := map[string]bool{}
		for _, c := range tr.Cues { sp[c.Speaker] = true }
		s.sp += len(sp)
		t0 = time.Now()
		ch := transcript.Chunks(tr, 0)
		s.chunkd += time.Since(t0)
		low := 0
		for _, c := range ch { if c.LowerCase { low++ } }
		if low > 0 { s.one = append(s.one, fmt.Sprintf("%s: lower %d/%d", filepath.Base(p), low, len(ch))) }
		// naive count of arrows
		if ext == "vtt" || ext == "srt" {
			raw := strings.Count(string(b), "-->")
			_, rep := transcript.Clean(tr.Cues)
			if raw != len(tr.Cues) { s.one = append(s.one, fmt.Sprintf("%s: arrows %d cues %d again %+v", filepath.Base(p), raw, len(tr.Cues), rep)) }
		}
		return nil
	})
	var keys []string
	for k := range stats { keys = append(keys, k) }
	sort.Strings(keys)
	for _, k := range keys {
		s := stats[k]
		fmt.Printf("%-28s files %d ok %d cues %d timed %d speakers/file %.1f parse %.1f MB/s chunk %.1f MB/s\n", k, s.n, s.ok, s.cues, s.timed, float64(s.sp)/float64(max(1,s.ok)), float64(s.bytes)/1e6/s.d.Seconds(), float64(s.bytes)/1e6/s.chunkd.Seconds())
		for _, o := range s.one { fmt.Println("     ", o) }
	}
	// vtt.js
	same, diff, none := 0, 0, 0
	filepath.WalkDir(root+"/captions/vtt.js", func(p string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(p, ".vtt") { return nil }
		b, _ := os.ReadFile(p)
		j, err := os.ReadFile(strings.TrimSuffix(p, ".vtt") + ".json")
		if err != nil { none++; _, e := parse(filepath.Base(p), b); if e != nil { fmt.Println("no expectation", p, e) }; return nil }
		var want struct{ Cues []struct{ Text string; StartTime, EndTime float64 } }
		if json.Unmarshal(j, &want) != nil { none++; return nil }
		tr, e := parseVTT(strings.TrimPrefix(string(b), "\ufeff"))
		n := 0
		for _, c := range want.Cues { if !blank(c.Text) { n++ } }
		good := n == len(tr.Cues)
		if good { i := 0; for _, c := range want.Cues { if blank(c.Text) { continue }; if int(c.StartTime*1000+.5) != tr.Cues[i].StartMS || int(c.EndTime*1000+.5) != tr.Cues[i].EndMS { good = false }; i++ } }
		if good { same++ } else { diff++; fmt.Println("diff", strings.TrimPrefix(p, root), n, len(tr.Cues), e) }
		return nil
	})
	fmt.Println("vtt.js same", same, "diff", diff, "no expectation", none)
	filepath.WalkDir(root+"/captions/go-astisub", func(p string, d fs.DirEntry, err error) error {
		if d.IsDir() { return nil }
		b, _ := os.ReadFile(p)
		tr, e := parse(filepath.Base(p), b)
		fmt.Println(filepath.Base(p), len(tr.Cues), strings.Count(string(b), "-->"), e)
		return nil
	})
}
