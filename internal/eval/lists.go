package eval

import (
	"fmt"

	"mentionary/internal/budget"
	"mentionary/internal/mention"
)

const (
	listsPart = "Lists"
	topNames  = 100 // of each type
)

// judgeLists adds what the lists are worth: the most mentioned of each type, links, and names that were learned.
func judgeLists(r *Report, in *imported, judged Judged) {
	for _, t := range mention.Types() {
		entities, linked, links, topLinked := 0, 0, 0, 0
		var s, weighted score
		for _, l := range in.entities {
			if l.typ != t {
				continue
			}
			entities++
			links += l.links
			if l.links > 0 {
				linked++
			}
			if entities > topNames {
				continue
			}
			if l.links > 0 {
				topLinked++
			}
			n := Name{Type: string(t), Name: l.name, Mentions: l.mentions, Verdict: judged.verdict(t, l.name)}
			r.Top = append(r.Top, n)
			if n.Verdict != notJudged {
				s.find(n.Verdict == right)
				weighted.found += l.mentions
				if n.Verdict == right {
					weighted.right += l.mentions
				}
			}
		}
		r.count(listsPart, string(t)+": entities", entities, "")
		r.share(listsPart, string(t)+": with a link", linked, entities, "")
		r.share(listsPart, fmt.Sprintf("%s: with a link, of the top %d", t, topNames), topLinked, min(entities, topNames), ">= 0.60")
		r.add(listsPart, string(t)+": links per entity", Number, ratio(links, entities), entities, "")
		r.share(listsPart, fmt.Sprintf("%s: right of the top %d", t, topNames), s.right, s.found, ">= 0.95")
		r.share(listsPart, fmt.Sprintf("%s: right of the top %d, by mentions", t, topNames), weighted.right, weighted.found, ">= 0.95")
	}
	judgeLearned(r, in, judged)
}

func judgeLearned(r *Report, in *imported, judged Judged) {
	var s score
	mentions := 0
	for _, l := range in.learned {
		n := Name{Type: string(l.typ), Name: l.heard + " -> " + l.name, Mentions: l.mentions}
		n.Verdict = judged.verdict(l.typ, n.Name)
		r.Learned = append(r.Learned, n)
		mentions += l.mentions
		if n.Verdict != notJudged {
			s.find(n.Verdict == right)
		}
	}
	r.count(listsPart, "learned names", len(in.learned), "")
	r.count(listsPart, "learned names: published mentions by them", mentions, "")
	r.share(listsPart, "learned names: right", s.right, s.found, ">= 0.97")
}

// reportSpent adds what a model took. Calls of models without a price have tokens and no dollars.
func reportSpent(r *Report, all []spent, prices budget.Prices) {
	const part = "Model"
	for _, s := range all {
		t := budget.Tokens{Prompt: s.prompt, Cached: s.cached, Completion: s.completion}
		var cost budget.Cost
		cost.Add(prices, s.model, t, 0, s.calls)
		r.count(part, s.model+": calls", s.calls, "")
		r.count(part, s.model+": tokens", t.Total(), "")
		r.add(part, s.model+": dollars", Number, cost.Dollars, 0, "")
	}
}
