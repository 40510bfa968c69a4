package feed

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/mmcdole/gofeed"
	"mentionary/internal/fault"
)

func TestMeasure(t *testing.T) {
	root := os.Getenv("MEASURE_DIR")
	var files []string
	filepath.Walk(root, func(p string, i os.FileInfo, err error) error { if err == nil && !i.IsDir() && (strings.HasSuffix(p, ".xml") || strings.HasSuffix(p, ".rss")) { files = append(files, p) }; return nil })
	sort.Strings(files)
	ok, all := map[string]int{}, map[string]int{}
	why := map[string]int{}
	for _, f := range files {
		body, _ := os.ReadFile(f)
		rel, _ := filepath.Rel(root, f)
		k := strings.Join(strings.Split(rel, "/")[:min(2, strings.Count(rel, "/"))], "/")
		all[k]++
		start := time.Now()
		d, err := parse("https://example.com/feed.xml", "", body)
		if time.Since(start) > time.Second { fmt.Println("SLOW", rel, time.Since(start)) }
		if err != nil {
			e := fault.Of(err)
			key := k + " " + string(e.Kind) + " " + e.Sentence[:min(70, len(e.Sentence))]
			why[key]++
			if why[key] <= 2 { fmt.Println(rel, err) }
			continue
		}
		ok[k]++
		if strings.HasPrefix(rel, "partytime") || strings.HasPrefix(rel, "podcast-namespace") {
			tr, ch, pe, li, du, me, da := 0, 0, 0, 0, 0, 0, 0
			for _, it := range d.items {
				e := it.episode
				tr += len(e.Transcripts); if it.chaptersURL != "" || len(e.Chapters) > 0 { ch++ }; pe += len(e.People); li += len(e.Links)
				if e.Duration > 0 { du++ }; if e.MediaURL != "" { me++ }; if !e.PublishedAt.IsZero() { da++ }
			}
			raw := string(body)
			fmt.Printf("%s items %d/%d tr %d/%d ch %d/%d pe %d (raw %d) links %d dur %d/%d media %d/%d dates %d %q %s %s\n", rel, len(d.items), strings.Count(raw, "<item>")+strings.Count(raw, "<item "), tr, strings.Count(raw, "<podcast:transcript"), ch, strings.Count(raw, "<podcast:chapters"), pe, strings.Count(raw, "<podcast:person"), li, du, strings.Count(raw, "<itunes:duration"), me, strings.Count(raw, "<enclosure"), da, d.channel.Name, d.channel.Language, d.channel.ThumbnailURL)
		}
		// gofeed expectations
		ef := strings.TrimSuffix(f, ".xml") + ".json"
		if b, err := os.ReadFile(ef); err == nil && strings.HasPrefix(rel, "gofeed") {
			var want gofeed.Feed
			if json.Unmarshal(b, &want) == nil { _ = want }
		}
	}
	for k := range all { fmt.Println(k, ok[k], "/", all[k]) }
	for k, n := range why { fmt.Println("WHY", n, k) }
}
