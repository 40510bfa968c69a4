package eval

import (
	_ "embed"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"mentionary/internal/match"
	"mentionary/internal/mention"
)

// pair is two subjects with the answer.
type pair struct {
	a, b     match.Subject
	channel  bool // both were said in one channel
	together int  // both were said in one episode
	same     bool
}

// podcastNames reads pairs of names heard in podcasts; pairs labeled borderline are left out.
func podcastNames(dir string) ([]pair, error) {
	var out []pair
	err := jsonLines(filepath.Join(dir, "er/podcast-names/labels.jsonl"), func(v struct {
		ALabel        string `json:"a_label"`
		BLabel        string `json:"b_label"`
		AID           string `json:"a_id"`
		SharedEpisode bool   `json:"shared_episode"`
		SameShow      bool   `json:"same_show"`
		Label         string `json:"label"`
	},
	) {
		if v.Label != "SAME" && v.Label != "DIFFERENT" {
			return
		}
		t := mention.Person
		if !strings.HasPrefix(v.AID, "person:") {
			t = mention.Location
		}
		p := pair{
			a: match.Subject{Type: t, Name: v.ALabel}, b: match.Subject{Type: t, Name: v.BLabel}, channel: v.SameShow,
			same: v.Label == "SAME",
		}
		if v.SharedEpisode {
			p.together = 4
		}
		out = append(out, p)
	})
	return out, err
}

// typeOfKind maps the kinds of the show-notes files to types.
func typeOfKind(kind, name string) mention.Type {
	switch kind {
	case "book", "document", "article":
		return mention.Book
	case "software":
		return mention.Product
	case "person", "account":
		return mention.Person
	case "wiki":
		if looksLikePerson(name) {
			return mention.Person
		}
		return mention.Concept
	default:
		return mention.Company
	}
}

// looksLikePerson guesses that two or three capitalised words are somebody's name. Good enough for choosing a scorer.
func looksLikePerson(name string) bool {
	ws := strings.Fields(name)
	if len(ws) < 2 || len(ws) > 3 {
		return false
	}
	for _, w := range ws {
		r := []rune(w)
		if !unicode.IsUpper(r[0]) || strings.ContainsAny(w, "0123456789()/:") {
			return false
		}
	}
	return true
}

// showNotes reads clusters of names (all pairs of a cluster are the same) and hard negatives.
func showNotes(dir string) ([]pair, error) {
	var out []pair
	err := jsonLines(filepath.Join(dir, "gold/er_shownotes_clusters.jsonl"), func(v struct {
		Kind  string                  `json:"kind"`
		Names []struct{ Name string } `json:"names"`
	},
	) {
		for i, a := range v.Names {
			for _, b := range v.Names[i+1:] {
				t := typeOfKind(v.Kind, a.Name)
				out = append(out, pair{a: match.Subject{Type: t, Name: a.Name}, b: match.Subject{Type: t, Name: b.Name}, same: true})
			}
		}
	})
	if err != nil {
		return nil, err
	}
	err = jsonLines(filepath.Join(dir, "gold/er_shownotes_hard_negatives.jsonl"), func(v struct {
		A, B  string
		KindA string `json:"kind_a"`
	},
	) {
		t := typeOfKind(v.KindA, v.A)
		out = append(out, pair{a: match.Subject{Type: t, Name: v.A}, b: match.Subject{Type: t, Name: v.B}})
	})
	return out, err
}

// heardNames reads what speech recognition wrote for a name. Its negatives are each name against what was heard for the
// others of its type.
func heardNames(dir string) ([]pair, error) {
	var pos []pair
	err := jsonLines(filepath.Join(dir, "gold/asr_variants.jsonl"), func(v struct {
		Written, Heard, Kind string
		Score                float64
	},
	) {
		switch v.Kind {
		case "wiki", "person", "book", "site", "account":
		default:
			return
		}
		if v.Score < 0.9 {
			return
		}
		t := typeOfKind(v.Kind, v.Written)
		pos = append(pos, pair{a: match.Subject{Type: t, Name: v.Written}, b: match.Subject{Type: t, Name: v.Heard}, same: true})
	})
	out := pos
	for i, p := range pos {
		for j, q := range pos {
			if i != j && p.a.Type == q.b.Type && !oneThing(p.a, q.a) {
				out = append(out, pair{a: p.a, b: q.b})
			}
		}
	}
	return out, err
}

// strangers pairs names of different things that share a blocking key, as the product meets them: participants of shows,
// books named in show notes, and the first name of each cluster.
func strangers(dir string) ([]pair, error) {
	seen := map[string]bool{}
	blocks := map[string][]match.Subject{}
	var order []string
	note := func(t mention.Type, name string) {
		k := string(t) + " " + match.Key(t, name)
		if seen[k] {
			return
		}
		seen[k] = true
		for _, b := range match.Blocks(t, name) {
			b = string(t) + " " + b
			if blocks[b] == nil {
				order = append(order, b)
			}
			blocks[b] = append(blocks[b], match.Subject{Type: t, Name: name})
		}
	}
	for _, f := range notedShows {
		err := jsonLines(filepath.Join(dir, "gold", f+".jsonl"), func(v struct {
			Participants []struct{ Name string } `json:"participants"`
			Mentioned    []struct{ Name, Kind string }
		},
		) {
			for _, p := range v.Participants {
				if strings.Contains(p.Name, " ") {
					note(mention.Person, p.Name)
				}
			}
			for _, m := range v.Mentioned {
				if m.Kind == "book" {
					note(mention.Book, m.Name)
				}
			}
		})
		if err != nil {
			return nil, err
		}
	}
	err := jsonLines(filepath.Join(dir, "gold/er_shownotes_clusters.jsonl"), func(v struct {
		Kind  string                  `json:"kind"`
		Names []struct{ Name string } `json:"names"`
	},
	) {
		note(typeOfKind(v.Kind, v.Names[0].Name), v.Names[0].Name)
	})
	return pairsIn(blocks, order), err
}

// pairsIn pairs the names within each block, each two once.
func pairsIn(blocks map[string][]match.Subject, order []string) []pair {
	var out []pair
	paired := map[string]bool{}
	for _, b := range order {
		for i, x := range blocks[b] {
			for _, y := range blocks[b][i+1:] {
				if k := x.Name + "\x00" + y.Name; !paired[k] && !oneTitle(x, y) {
					paired[k] = true
					out = append(out, pair{a: x, b: y})
				}
			}
		}
	}
	return out
}

// oneTitle reports whether a book's title contains the other's: then nobody knows whether they are strangers.
func oneTitle(x, y match.Subject) bool { return x.Type == mention.Book && oneThing(x, y) }

// oneThing reports whether one name begins like the other: the list has several spellings of some names.
func oneThing(x, y match.Subject) bool {
	a, b := match.Key(x.Type, x.Name), match.Key(y.Type, y.Name)
	n := min(len(a), len(b), 9)
	return strings.Contains(a, b) || strings.Contains(b, a) || a[:n] == b[:n]
}

//go:embed gold/listings.txt
var listingsFile string

// ownListings reads our own names of products: those of a line are the same, those of the lines of a block are not.
func ownListings(string) ([]pair, error) {
	type listed struct {
		line int
		match.Subject
	}
	var out []pair
	var block []listed
	for n, line := range strings.Split(listingsFile, "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		if line == "" {
			block = nil
			continue
		}
		for _, name := range strings.Split(line, " | ") {
			b := listed{n, match.Subject{Type: mention.Product, Name: name}}
			for _, a := range block {
				out = append(out, pair{a: a.Subject, b: b.Subject, same: a.line == b.line})
			}
			block = append(block, b)
		}
	}
	return out, nil
}

// dittoSets are the product sets of the entity-matching literature that are measured, by folder.
var dittoSets = []string{"Textual/Abt-Buy", "Structured/Amazon-Google", "Structured/Walmart-Amazon", "Structured/DBLP-ACM"}

// ditto reads one set's validation half. Titles become names, manufacturers and brands companies, authors authors; a
// model number is put behind the name, as people say it.
func ditto(dir, set string) ([]pair, error) {
	var out []pair
	err := lines(filepath.Join(dir, "er/ditto/er_magellan", set, "valid.txt"), func(line string) error {
		parts := strings.Split(line, "\t")
		if len(parts) != 3 {
			return fmt.Errorf("want 3 columns, got %d", len(parts))
		}
		out = append(out, pair{a: record(parts[0]), b: record(parts[1]), same: strings.TrimSpace(parts[2]) == "1"})
		return nil
	})
	return out, err
}

func record(s string) match.Subject {
	r := match.Subject{Type: mention.Product}
	for _, col := range strings.Split(s, "COL ") {
		name, value, ok := strings.Cut(col, " VAL")
		value = strings.TrimSpace(value)
		if name == "authors" { // without any, too
			r.Type = mention.Book
		}
		if !ok || value == "" {
			continue
		}
		switch name {
		case "title", "name":
			r.Name = value + r.Name
		case "modelno":
			r.Name += " " + value
		case "manufacturer", "brand":
			r.Company = value
		case "authors":
			r.Author = value
		}
	}
	return r
}
