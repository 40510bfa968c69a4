package source

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"mentionary/internal/fault"
)

func TestMeasure(t *testing.T) {
	root := os.Getenv("MEASURE_DIR")
	f, _ := os.Open(root + "/shownotes/links.tsv")
	sc := bufio.NewScanner(f); sc.Buffer(nil, 1<<20)
	n := map[string]int{}
	for sc.Scan() {
		_, u, _ := strings.Cut(sc.Text(), "\t")
		r, err := Recognise(u)
		k := ""
		if err != nil { k = "ERR " + string(fault.KindOf(err)); if n[k] < 60 { fmt.Println(k, u, fault.Of(err).Sentence[:30]) } } else { k = string(r.Platform) + " " + string(r.Kind) }
		n[k]++
		if err == nil { r2, err2 := Recognise(r.URL); if err2 != nil || r2 != r { fmt.Println("NOT STABLE", u, r, r2, err2) } }
		if strings.Contains(u, "youtu") && err == nil && string(r.Platform) == "feed" { fmt.Println("YT AS FEED", u) }
	}
	fmt.Println(n)
	b, _ := os.ReadFile(root + "/blns/blns.json")
	var l []string; json.Unmarshal(b, &l)
	acc := 0
	for _, s := range l { if r, err := Recognise(s); err == nil { acc++; fmt.Println("BLNS", s, r) } }
	fmt.Println("blns", acc, len(l))
	b, _ = os.ReadFile(root + "/whatwg/urltestdata.json")
	var w []any; json.Unmarshal(b, &w)
	bad, good, badAcc, goodAcc := 0, 0, 0, 0
	for _, x := range w { m, ok := x.(map[string]any); if !ok { continue }
		in, _ := m["input"].(string)
		if m["base"] != nil { continue }
		if m["failure"] == true { bad++; if r, err := Recognise(in); err == nil { badAcc++; fmt.Println("WH", in, r.URL) } } else { href, _ := m["href"].(string); if strings.HasPrefix(href, "http") { good++; r, err := Recognise(in); if err == nil { goodAcc++; if r.URL != href && r.Platform == "feed" { fmt.Println("DIFF", in, r.URL, href) } } else { fmt.Printf("REF %q\n", in) } } }
	}
	fmt.Println("whatwg bad", bad, badAcc, "good", good, goodAcc)
	b, _ = os.ReadFile(root + "/ssrf/payloads.txt")
	for _, s := range strings.Split(string(b), "\n") { r, err := Recognise(s); fmt.Println("SSRF", s, r.URL, fault.KindOf(err)) }
}
