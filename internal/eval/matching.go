package eval

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"sort"

	"mentionary/internal/match"
)

const matchingPart = "Matching of labeled pairs, with the product's weights"

// set is a named list of pairs.
type set struct {
	name  string
	pairs []pair
}

// pairSets reads the labeled pairs. A set of the literature that is not there is left out.
func pairSets(dir string) ([]set, error) {
	readers := []struct {
		name string
		read func(string) ([]pair, error)
	}{
		{"podcast-names", podcastNames},
		{"show-notes", showNotes},
		{"heard", heardNames},
		{"strangers", strangers},
		{"listings", ownListings},
	}
	for _, name := range dittoSets {
		readers = append(readers, struct {
			name string
			read func(string) ([]pair, error)
		}{name, func(dir string) ([]pair, error) { return ditto(dir, name) }})
	}
	var out []set
	for _, r := range readers {
		pairs, err := r.read(dir)
		if errors.Is(err, fs.ErrNotExist) && slices.Contains(dittoSets, r.name) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, set{r.name, pairs})
	}
	return out, nil
}

// matching measures disambiguation on labeled pairs.
func (e *evaluation) matching(context.Context) error {
	sets, err := pairSets(e.Data)
	if err != nil {
		return err
	}
	for _, s := range sets {
		e.judgePairs(s)
	}
	if e.Fit {
		crossValidate(e.report, sets)
		for _, f := range families {
			e.report.note("weights of %s:%s", f.name, literal(fit(f.samples(sets, ""))))
		}
	}
	return nil
}

func (e *evaluation) judgePairs(s set) {
	var list []scored
	attached := score{}
	same := 0
	for _, p := range s.pairs {
		d := match.Decide(p.a, []match.Known{p.known()}, nil)
		list = append(list, scored{d.Score, p.same})
		if d.Action == match.Attach {
			attached.find(p.same)
		}
		if p.same {
			same++
			attached.want(d.Action == match.Attach)
		}
		if attach := d.Action == match.Attach; attach && !p.same || d.Score < match.ThresholdReview && p.same {
			e.tell("pair of %s, same %v: %s %q %q: %s", s.name, p.same, p.a.Type, p.a.Name, p.b.Name, d)
		}
	}
	if same == 0 { // strangers
		e.report.share(matchingPart, s.name+", wrongly attached", attached.found, len(list), "0")
		return
	}
	e.report.score(matchingPart, s.name+", attached", attached, "")
	p, r, f := at(list, match.ThresholdReview)
	e.report.add(matchingPart, s.name+", attached or reviewed: precision", Share, p, len(list), "")
	e.report.add(matchingPart, s.name+", attached or reviewed: recall", Share, r, same, "")
	e.report.add(matchingPart, s.name+", attached or reviewed: F1", Share, f, same, "")
	_, _, recall := sweep(list)
	e.report.add(matchingPart, s.name+", recall at precision 0.98", Share, recall, same, "")
	e.report.add(matchingPart, s.name+", share a block", Share, blocked(s.pairs), same, "")
}

// known is the second subject as the directory knows it, with what supports it.
func (p pair) known() match.Known {
	return match.Known{ID: 1, Name: p.b.Name, Author: p.b.Author, Company: p.b.Company, InChannel: p.channel, CoMentions: p.together}
}

// scored is a pair's score with its label.
type scored struct {
	score float64
	same  bool
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
