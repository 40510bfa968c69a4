package youtube

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"encoding/json"
	"net/http"
	"sort"
	"strings"

	"mentionary/internal/fault"
)

func TestMeasure(t *testing.T) {
	root := os.Getenv("MEASURE_DIR")
	var files []string
	filepath.Walk(root, func(p string, i os.FileInfo, err error) error { if err == nil && !i.IsDir() { files = append(files, p) }; return nil })
	sort.Strings(files)
	st := map[string]int{}
	var idx []struct{ File string; Status int }
	b, _ := os.ReadFile(filepath.Join(root, "INDEX.json"))
	json.Unmarshal(b, &idx)
	for _, x := range idx { st[x.File] = x.Status }
	c := client{now: nil}
	for _, f := range files {
		body, _ := os.ReadFile(f)
		rel, _ := filepath.Rel(root, f)
		if s := st[rel]; s != 0 && s != 200 {
			fmt.Println(rel, "STATUS", c.siteFault(answer{status: s, header: http.Header{}, body: body}, "thing"))
			continue
		}
		switch {
		case strings.Contains(rel, "player/") && strings.Contains(rel, "-7"):
			var p player; json.Unmarshal(body, &p)
			fmt.Println(rel, "DATE", publishDate(body, p.VideoDetails.VideoID))
		case strings.Contains(rel, "player/") || strings.Contains(rel, "innertube"):
			var p player; json.Unmarshal(body, &p)
			p, err := parsePlayer(body, p.VideoDetails.VideoID)
			if err != nil { fmt.Println(rel, "FAULT", err); continue }
			ep := p.episode()
			var o []string
			for _, t := range p.Captions.Tracklist.ordered("", []string{"en"}) { o = append(o, t.Language+":"+t.Kind) }
			v := -1.0; if ep.ViewCount != nil { v = *ep.ViewCount }
			fmt.Println(rel, ep.Title, ep.Duration, v, ep.Channel.Name, ep.Channel.ExternalID, ep.Language, len(ep.Links), len(ep.Chapters), len(ep.Description), o[:min(3,len(o))], p.VideoDetails.IsLive)
		case strings.Contains(rel, "browse/"):
			l, err := parseBrowse(body, "channel")
			if err != nil { fmt.Println(rel, "FAULT", err); continue }
			d, a := 0, 0
			for i, e := range l.episodes { if e.Duration > 0 { d++ }; if l.ages[i] >= 0 { a++ } }
			fmt.Println(rel, "N", len(l.episodes), "dur", d, "age", a, "next", len(l.next), l.title, l.channel.Name, l.channel.ThumbnailURL != "")
			if len(l.episodes) > 0 { e := l.episodes[0]; fmt.Println("    ", e.Title, e.Duration, e.Channel.Name, e.Channel.ExternalID, l.ages[0]) }
		case strings.Contains(rel, "resolve"):
			id, err := parseResolved(body); fmt.Println(rel, id, err)
		case strings.HasSuffix(rel, "videos/youtubefeedextractor-kurzgesagt-0.xml"):
			fd, err := parsePublicFeed(body)
			if err != nil { fmt.Println(rel, "FAULT", err); continue }
			for _, e := range fd.Entries { ep, ok := e.episode(); fmt.Println("  ", ok, ep.Title, ep.PublishedAt, *ep.ViewCount, ep.Channel.ExternalID, len(ep.Links), len(ep.Chapters)) }
		case strings.HasSuffix(rel, ".html.static"):
			fmt.Println(rel, "HTML", isHTML(body), feedOfChannel.FindSubmatch(body) != nil)
		default: fmt.Println(rel, "??")
		}
	}
	_ = fault.Of
}
