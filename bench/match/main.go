// Command match measures disambiguation on labeled pairs and fits the weights of its model.
//
//	go run ./bench/match -data DIR        prints precision, recall and F1 per set
//	go run ./bench/match -data DIR -fit   prints fitted weights per family and the F1 of sets left out of the fit
//
// DIR holds the measuring data; none of it is part of this repository.
package main

import (
	"flag"
	"fmt"
	"log"
	"slices"
	"sort"
	"time"

	"mentionary/internal/match"
	"mentionary/internal/mention"
)

func main() {
	dir := flag.String("data", "", "folder of the measuring data")
	doFit := flag.Bool("fit", false, "fit weights instead of measuring")
	wrong := flag.String("wrong", "", "list the mistakes of this set")
	flag.Parse()
	if *dir == "" {
		log.Fatal("match: -data is missing: name the folder of the measuring data")
	}
	sets, err := load(*dir)
	if err != nil {
		log.Fatalf("match: %v", err)
	}
	if *doFit {
		fitAll(sets)
		return
	}
	measure(sets, *wrong)
}

// set is a named list of pairs.
type set struct {
	name  string
	pairs []pair
}

func load(dir string) ([]set, error) {
	readers := []struct {
		name string
		read func(string) ([]pair, error)
	}{
		{"podcast-names", podcastNames},
		{"show-notes", showNotes},
		{"heard", heardNames},
		{"strangers", strangers},
	}
	var out []set
	for _, r := range readers {
		pairs, err := r.read(dir)
		if err != nil {
			return nil, err
		}
		out = append(out, set{r.name, pairs})
	}
	for _, name := range dittoSets {
		pairs, err := ditto(dir, name)
		if err != nil {
			log.Printf("%s is left out: %v", name, err)
			continue
		}
		out = append(out, set{name, pairs})
	}
	return out, nil
}

// scored is a pair's score with its label.
type scored struct {
	score float64
	same  bool
}

// score asks Decide, as the product does, so that support from channel and episode counts.
func score(p pair) float64 {
	known := match.Known{ID: 1, Name: p.b.Name, Author: p.b.Author, Company: p.b.Company, InChannel: p.channel, CoMentions: p.together}
	return match.Decide(p.a, []match.Known{known}, nil).Score
}

func measure(sets []set, wrong string) {
	fmt.Printf("%-26s %6s %6s | %-17s | %-17s | %-13s | %9s | %s\n", "set", "pairs", "same", "attach: P, R, F1", "review: P, R, F1", "best F1",
		"R at P.98", "found by blocks")
	for _, s := range sets {
		var list []scored
		same := 0
		for _, p := range s.pairs {
			x := scored{score(p), p.same}
			list = append(list, x)
			if p.same {
				same++
			}
			if s.name == wrong && (x.score >= match.ThresholdReview) != p.same {
				fmt.Printf("%.2f same=%v %s %q %q channel=%v together=%d\n", x.score, p.same, p.a.Type, p.a.Name, p.b.Name, p.channel, p.together)
			}
		}
		fmt.Printf("%-26s", s.name)
		p1, r1, f1 := at(list, match.ThresholdAttach)
		p2, r2, f2 := at(list, match.ThresholdReview)
		bf, bt, r98 := sweep(list)
		fmt.Printf(" %6d %6d | %.3f %.3f %.3f | %.3f %.3f %.3f | %.3f at %.2f | %9.3f | %.3f\n", len(list), same, p1, r1, f1, p2, r2, f2, bf, bt,
			r98, blocked(s.pairs))
	}
	speed(sets)
}

// blocked is the share of pairs that are the same and share a blocking key: what the product can find at all.
func blocked(pairs []pair) float64 {
	var same, found float64
	for _, p := range pairs {
		if !p.same {
			continue
		}
		same++
		b := match.Blocks(p.b.Type, p.b.Name)
		if slices.ContainsFunc(match.Blocks(p.a.Type, p.a.Name), func(x string) bool { return slices.Contains(b, x) }) {
			found++
		}
	}
	return found / max(same, 1)
}

// at computes precision, recall and F1 when everything from threshold on is called the same.
func at(list []scored, threshold float64) (p, r, f float64) {
	var tp, fp, fn float64
	for _, x := range list {
		switch {
		case x.score >= threshold && x.same:
			tp++
		case x.score >= threshold:
			fp++
		case x.same:
			fn++
		}
	}
	if tp == 0 {
		return 0, 0, 0
	}
	p, r = tp/(tp+fp), tp/(tp+fn)
	return p, r, 2 * p * r / (p + r)
}

// sweep finds the best F1 over all thresholds, and the best recall at precision 0.98.
func sweep(list []scored) (best, threshold, recall98 float64) {
	byScore := append([]scored(nil), list...)
	sort.Slice(byScore, func(i, j int) bool { return byScore[i].score > byScore[j].score })
	var total, tp float64
	for _, x := range byScore {
		if x.same {
			total++
		}
	}
	for i, x := range byScore {
		if x.same {
			tp++
		}
		if i+1 < len(byScore) && byScore[i+1].score == x.score {
			continue
		}
		p, r := tp/float64(i+1), tp/total
		if f := 2 * p * r / (p + r); f > best {
			best, threshold = f, x.score
		}
		if p >= 0.98 {
			recall98 = max(recall98, r)
		}
	}
	return best, threshold, recall98
}

// speed prints how many prepared pairs a core compares.
func speed(sets []set) {
	var a, b []*match.Profile
	for _, s := range sets {
		for _, p := range s.pairs[:min(len(s.pairs), 2000)] {
			a, b = append(a, match.Prepare(p.a)), append(b, match.Prepare(p.b))
		}
	}
	start, n := time.Now(), 0
	for time.Since(start) < time.Second {
		for i := range a {
			a[i].Compare(b[i])
		}
		n += len(a)
	}
	fmt.Printf("%.0f prepared pairs/s on one core\n", float64(n)/time.Since(start).Seconds())
}

func fitAll(sets []set) {
	byType := func(want func(mention.Type) bool, names ...string) []pair {
		var out []pair
		for _, s := range sets {
			for _, n := range names {
				if s.name != n {
					continue
				}
				for _, p := range s.pairs {
					if want(p.a.Type) {
						out = append(out, p)
					}
				}
			}
		}
		return out
	}
	person := func(t mention.Type) bool { return t == mention.Person }
	work := func(t mention.Type) bool { return t == mention.Book }
	other := func(t mention.Type) bool { return t != mention.Person && t != mention.Book }

	people := append(samples(byType(person, "podcast-names", "show-notes"), 5), samples(byType(person, "heard"), 1)...)
	people = append(people, samples(byType(person, "strangers"), 1)...)
	books := append(samples(byType(work, "heard", "strangers"), 1), samples(byType(work, "show-notes"), 3)...)
	books = append(books, positives(byType(work, "heard"))...)
	notes := append(samples(byType(other, "show-notes"), 1), samples(byType(other, "heard"), 0.1)...)
	notes = append(notes, samples(byType(other, "strangers"), 1)...)
	notes = append(notes, positives(byType(other, "heard"))...)
	fmt.Println("person:", literal(fit(people)))
	fmt.Println("name:  ", literal(fit(notes)))
	fmt.Println("work:  ", literal(fit(append(books, notes...))))
	var all []sample
	for _, n := range dittoSets {
		all = append(all, samples(byType(other, n), 1)...)
	}
	fmt.Println("product listings:", literal(fit(all)))
	fmt.Println("product listings and show notes:", literal(fit(append(all, notes...))))
	for _, left := range dittoSets[:3] {
		var rest []sample
		for _, n := range dittoSets {
			if n != left {
				rest = append(rest, samples(byType(other, n), 1)...)
			}
		}
		out := samples(byType(other, left), 1)
		fmt.Printf("%-26s fitted on the others: %s; on itself: %s\n", left, judge(fit(rest), out), judge(fit(out), out))
	}
}

// positives takes the pairs that are the same, with weight: names heard wrongly are few among the names in show notes.
func positives(pairs []pair) []sample {
	var out []pair
	for _, p := range pairs {
		if p.same {
			out = append(out, p)
		}
	}
	return samples(out, 5)
}

func judge(w []float64, data []sample) string {
	var list []scored
	for _, s := range data {
		list = append(list, scored{probability(w, s.x), s.same})
	}
	_, _, f := at(list, 0.5)
	best, t, _ := sweep(list)
	return fmt.Sprintf("F1 %.3f at 0.5, best %.3f at %.2f", f, best, t)
}
