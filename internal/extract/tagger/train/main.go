// Command train makes the weights of the sequence tagger:
//
//	go run ./internal/extract/tagger/train -data DIR -out internal/extract/offline/data/tagger.bin
//
// DIR holds the annotated text (corpus.go says which, and under which license). The same text gives the same file, bit for
// bit, on the same kind of machine. With -hold N every Nth sentence is kept out of training and measured.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"slices"
	"time"

	"mentionary/internal/extract/offline"
	"mentionary/internal/extract/tagger"
)

const seed = 20

func main() {
	log.SetFlags(0)
	data := flag.String("data", "", "folder with the annotated text")
	out := flag.String("out", "", "file to write the weights to")
	hold := flag.Int("hold", 0, "keep every Nth sentence out of training and measure on it")
	epochs := flag.Int("epochs", 5, "how often to go over the text")
	rate := flag.Float64("rate", 0.05, "length of the steps")
	decay := flag.Float64("decay", 1e-5, "pull towards zero")
	least := flag.Int("least", 3, "drop features seen less often")
	prune := flag.Float64("prune", 0.2, "drop features whose weights are all smaller")
	flag.Parse()
	if *data == "" {
		log.Fatal("Say where the annotated text is: go run ./internal/extract/tagger/train -data DIR -out FILE")
	}
	all, err := load(*data)
	if err != nil {
		log.Fatal(err)
	}
	lists := offline.Lists()
	var train, held []sentence
	for i, s := range all {
		if *hold > 0 && i%*hold == 0 {
			held = append(held, s)
			continue
		}
		train = append(train, s)
		switch {
		case i%2 == 0:
			train = append(train, s.lowered())
		case i%9 == 0:
			train = append(train, s.titled())
		}
	}
	numbers := countFeatures(train, lists, *least)
	examples := number(train, lists, numbers)
	fmt.Printf("%d sentences, %d examples, %d features\n", len(all), len(examples), len(numbers))
	c := newCRF(len(numbers), float32(*rate), float32(*decay), seed)
	for n := range *epochs {
		begin := time.Now()
		fmt.Printf("epoch %d: loss of a word %.4f, %.1fs\n", n+1, c.epoch(examples), time.Since(begin).Seconds())
	}
	file := tagger.Encode(c.weightsOf(numbers, float32(*prune)))
	model, err := tagger.Load(file)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d features kept, %d bytes\n", model.Features(), len(file))
	if *hold > 0 {
		measure(model, lists, held)
	}
	if *out != "" {
		if err := os.WriteFile(*out, file, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// countFeatures numbers the features that were seen at least so often, in the order of their hashes.
func countFeatures(train []sentence, lists tagger.Lists, least int) map[uint32]int32 {
	counts := map[uint32]int{}
	for _, s := range train {
		for _, word := range tagger.Features(s.text, s.words, lists) {
			for _, f := range word {
				counts[f]++
			}
		}
	}
	var kept []uint32
	for f, n := range counts {
		if n >= least {
			kept = append(kept, f)
		}
	}
	slices.Sort(kept)
	numbers := make(map[uint32]int32, len(kept))
	for i, f := range kept {
		numbers[f] = int32(i)
	}
	return numbers
}

func number(train []sentence, lists tagger.Lists, numbers map[uint32]int32) []example {
	examples := make([]example, 0, len(train))
	for _, s := range train {
		e := example{gold: s.gold, allowed: s.allowed}
		for _, word := range tagger.Features(s.text, s.words, lists) {
			var known []int32
			for _, f := range word {
				if n, ok := numbers[f]; ok {
					known = append(known, n)
				}
			}
			e.features = append(e.features, known)
		}
		examples = append(examples, e)
	}
	return examples
}

func (c *crf) weightsOf(numbers map[uint32]int32, prune float32) tagger.Weights {
	w := tagger.Weights{Features: map[uint32][tags]float32{}, Pass: c.pass}
	for hash, n := range numbers {
		for _, x := range c.weights[n] {
			if x > prune || x < -prune {
				w.Features[hash] = c.weights[n]
				break
			}
		}
	}
	return w
}

// measure prints how well names are found in sentences that were not trained on, as written and in lower case, and how
// many words a second are read.
func measure(model *tagger.Model, lists tagger.Lists, held []sentence) {
	t := tagger.New(model, lists)
	for _, lower := range []bool{false, true} {
		right, found, wanted := map[tagger.Kind]int{}, map[tagger.Kind]int{}, map[tagger.Kind]int{}
		words, begin := 0, time.Now()
		var beliefs []tagger.Belief
		for _, s := range held {
			if lower {
				s = s.lowered()
			}
			beliefs = t.Read(s.text, s.words, beliefs[:0])
			words += len(s.words)
			score(s, beliefs, right, found, wanted)
		}
		seconds := time.Since(begin).Seconds()
		fmt.Printf("lower case %v, words a second %.0f\n", lower, float64(words)/seconds)
		var all [3]int
		for k := range tagger.Kinds {
			fmt.Printf("  kind %d: %s\n", k, figures(right[k], found[k], wanted[k]))
			all[0], all[1], all[2] = all[0]+right[k], all[1]+found[k], all[2]+wanted[k]
		}
		fmt.Printf("  all:    %s\n", figures(all[0], all[1], all[2]))
	}
}

func figures(right, found, wanted int) string {
	p, r := float64(right)/float64(max(found, 1)), float64(right)/float64(max(wanted, 1))
	return fmt.Sprintf("words of names: precision %.3f, recall %.3f of %d, F1 %.3f", p, r, wanted, 2*p*r/max(p+r, 1e-9))
}

// score counts words of names by kind.
func score(s sentence, beliefs []tagger.Belief, right, found, wanted map[tagger.Kind]int) {
	for i, b := range beliefs {
		best, likely := tagger.Kinds, float32(1)
		for _, p := range b {
			likely -= p
		}
		for k, p := range b {
			if p > likely {
				best, likely = tagger.Kind(k), p
			}
		}
		gold := tagger.Kinds
		if s.gold[i] > 0 {
			gold = tagger.Kind((s.gold[i] - 1) / 2)
			wanted[gold]++
		}
		if best < tagger.Kinds && s.allowed[tagger.Begin(best)] {
			found[best]++
			if best == gold {
				right[best]++
			}
		}
	}
}
