package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"time"

	"mentionary/internal/store"
)

// hits is how many of the best are compared.
const hits = 10

// known is a name as the brute force reads it.
type known struct {
	id, mentions int
	name         string // folded
}

// searched is a query with what it is about.
type searched struct {
	kind, query string
}

// The kinds of queries.
const (
	prefix    = "prefix"
	inside    = "substring"
	oneTypo   = "one typo"
	twoTypos  = "two typos"
	frequent  = "“the”"
	leastName = 7 // letters of names that are looked for
)

// measureSearch asks what people type, of the kinds whose rows only matches, and compares the answers with all names, one by one.
func measureSearch(ctx context.Context, target string, each int, only *regexp.Regexp) (out []measured, err error) {
	s, err := store.Open(ctx, target)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	names, err := knownNames(ctx, target)
	if err != nil {
		return nil, err
	}
	times, recalls := map[string]timing{}, map[string]float64{}
	var all timing
	queries := slices.DeleteFunc(searchQueries(names, each), func(q searched) bool {
		return !only.MatchString(searchRowName(q.kind)) && !only.MatchString(searchRowName(anyKind))
	})
	if len(queries) == 0 {
		return nil, nil
	}
	for i, q := range append(queries[:min(5, len(queries)):min(5, len(queries))], queries...) { // the first ones twice: they fill caches
		at := time.Now()
		found, err := s.Catalogue.Search(ctx, q.query, hits, store.Viewer{})
		if err != nil {
			return nil, fmt.Errorf("%q: %w", q.query, err)
		}
		took := time.Since(at)
		if i < 5 {
			continue
		}
		times[q.kind] = append(times[q.kind], took)
		all = append(all, took)
		ids := make([]int, 0, len(found.Entities))
		for _, e := range found.Entities {
			ids = append(ids, e.ID)
		}
		recalls[q.kind] += recall(names, q, ids)
	}
	sum, n := 0.0, 0
	for _, kind := range []string{prefix, inside, oneTypo, twoTypos, frequent} {
		if len(times[kind]) == 0 {
			continue
		}
		m := searchRow(searchRowName(kind), times[kind], recalls[kind]/float64(len(times[kind])))
		sum, n = sum+recalls[kind], n+len(times[kind])
		out = append(out, m)
	}
	return append(out, searchRow(searchRowName(anyKind), all, sum/float64(n))), nil
}

// anyKind stands for the queries of all kinds together.
const anyKind = "all"

func searchRowName(kind string) string { return "search: " + kind }

// What search is to reach (BENCHMARKS.md, B2).
const (
	searchP50, searchP95 = 5.0, 25.0 // milliseconds
	searchRecall         = .98
)

func searchRow(name string, t timing, recall float64) measured {
	m := measured{
		Name: name, P50: milliseconds(t.at(.5)), P95: milliseconds(t.at(.95)), Recall: recall,
		Goal: fmt.Sprintf("p50 <= %.0f ms, p95 <= %.0f ms, recall >= %.2f", searchP50, searchP95, searchRecall),
	}
	m.Reached = m.P50 <= searchP50 && m.P95 <= searchP95 && m.Recall >= searchRecall
	return m
}

func knownNames(ctx context.Context, target string) (out []known, err error) {
	plain, err := openPlain(target)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, plain.Close()) }()
	rows, err := plain.QueryContext(ctx, "SELECT id, mention_count, name FROM entities WHERE"+listed+" ORDER BY mention_count DESC, id")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var k known
		if err := rows.Scan(&k.id, &k.mentions, &k.name); err != nil {
			return nil, err
		}
		k.name = strings.ToLower(k.name) // made-up names have no marks
		out = append(out, k)
	}
	return out, rows.Err()
}

// searchQueries picks names, half of them among the better known, and types them as people do.
func searchQueries(names []known, each int) []searched {
	r := rand.New(rand.NewPCG(11, 3)) //nolint:gosec // the same questions in every run
	pick := func() string {
		for {
			of := len(names)
			if r.IntN(2) == 0 {
				of = max(1, of/20)
			}
			if n := names[r.IntN(of)].name; len(n) >= leastName {
				return n
			}
		}
	}
	out := []searched{{frequent, "the"}, {frequent, "the "}, {frequent, "The"}}
	for range each {
		n := pick()
		out = append(out, searched{prefix, n[:4+r.IntN(min(8, len(n))-3)]})
		n = pick()
		from := 1 + r.IntN(len(n)-5)
		out = append(out, searched{inside, n[from:min(len(n), from+5+r.IntN(3))]})
		out = append(out, searched{oneTypo, mistyped(r, pick(), 1)}, searched{twoTypos, mistyped(r, pick(), 2)})
	}
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// mistyped replaces, adds, forgets or swaps letters, never the first.
func mistyped(r *rand.Rand, name string, times int) string {
	s := []byte(name)
	for range times {
		p, letter := 1+r.IntN(len(s)-1), byte('a'+r.IntN(26))
		switch r.IntN(4) {
		case 0:
			s[p] = letter
		case 1:
			s = slices.Insert(s, p, letter)
		case 2:
			s = slices.Delete(s, p, p+1)
		case 3:
			if p+1 < len(s) {
				s[p], s[p+1] = s[p+1], s[p]
			}
		}
	}
	return string(s)
}

// recall is the share of the best that an answer has. Names that are as good as the last of the best count as well.
func recall(names []known, q searched, got []int) float64 {
	query := strings.Join(strings.Fields(strings.ToLower(q.query)), " ")
	typos := q.kind == oneTypo || q.kind == twoTypos
	type ranked struct{ id, class, mentions int }
	var all []ranked
	for _, k := range names {
		if class, ok := classOf(k.name, query, typos); ok {
			all = append(all, ranked{k.id, class, k.mentions})
		}
	}
	if len(all) == 0 {
		return 1
	}
	better := func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(b.mentions, a.mentions))
	}
	slices.SortFunc(all, better)
	last := all[min(hits, len(all))-1]
	good := 0
	for _, r := range all {
		if better(r, last) <= 0 && slices.Contains(got, r.id) {
			good++
		}
	}
	return min(1, float64(good)/float64(min(hits, len(all))))
}

// classOf says how well a name fits a query, 0 best. Spelled as the query: the whole name, its beginning, the beginning of a word, inside
// words. For typos it is the number of edits, two at most.
func classOf(name, query string, typos bool) (int, bool) {
	if typos {
		if d := edits(name, query, 2); d <= 2 {
			return d, true
		}
		return 0, false
	}
	switch {
	case name == query:
		return 0, true
	case strings.HasPrefix(name, query):
		return 1, true
	case strings.Contains(" "+name, " "+query):
		return 2, true
	case strings.Contains(name, query):
		return 3, true
	}
	return 0, false
}

// edits is the number of letters replaced, added, forgotten or swapped with their neighbor (optimal string alignment), most+1 when it is
// more than most.
func edits(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	var rows [3][128]int
	if len(b) >= len(rows[0]) {
		return most + 1
	}
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		now, before, second := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		now[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			now[j] = min(now[j-1]+1, before[j]+1, before[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				now[j] = min(now[j], second[j-2]+1)
			}
			least = min(least, now[j])
		}
		if least > most {
			return most + 1
		}
	}
	return rows[len(a)%3][len(b)]
}
