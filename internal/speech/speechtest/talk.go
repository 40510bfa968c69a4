package speechtest

import (
	"math/rand/v2"
	"strings"
	"time"
)

// Word is one spoken word, in milliseconds of the talk.
type Word struct {
	Text    string
	StartMS int
	EndMS   int
}

// Talk is made speech.
type Talk struct {
	ID    uint16 // what its audio carries; a server knows its talks by it
	Words []Word
	MS    int // length
}

// lead is the silence before the first word and after the last.
const lead = 1000

// vocabulary are words that sentences are made of at random.
var vocabulary = strings.Fields(`we you they people time day year thing way world life work hand part place week case point house number
	group problem fact music story idea money study book lot word issue side kind head game line end member law car city name team
	minute river garden window winter summer morning evening bridge table paper letter answer question dinner water think know take see
	come want look use find give tell call try ask need feel leave put mean keep let begin seem help talk turn start show hear play run
	move like live believe hold bring happen write provide sit stand lose pay meet include continue set learn change lead understand
	watch follow stop create speak read allow add spend grow open walk win offer remember love consider appear buy wait serve die send
	expect build stay fall cut reach kill remain good new first last long great little own other old right big high different small`)

// NewTalk makes random sentences of about a length. The same id and length give the same talk.
func NewTalk(id uint16, length time.Duration) Talk {
	rnd := rand.New(rand.NewPCG(uint64(id), 17))
	var text strings.Builder
	for ms := 2 * lead; ms < int(length/time.Millisecond); {
		n := 3 + rnd.IntN(12)
		for i := range n {
			word := vocabulary[rnd.IntN(len(vocabulary))]
			if i == 0 {
				word = strings.ToUpper(word[:1]) + word[1:]
			}
			text.WriteString(word)
			if i < n-1 {
				text.WriteByte(' ')
			}
			ms += spoken(word)
		}
		text.WriteString(". ")
		ms += pause
	}
	return Say(id, text.String())
}

const (
	gap   = 60  // between words
	pause = 500 // after a sentence
)

// spoken is how long a word and the gap after it take.
func spoken(word string) int { return 150 + 30*len([]rune(word)) + gap }

// Say speaks a text at an even pace, with a pause after each sentence.
func Say(id uint16, text string) Talk {
	t := Talk{ID: id}
	at := lead
	for word := range strings.FieldsSeq(text) {
		took := spoken(word)
		t.Words = append(t.Words, Word{Text: word, StartMS: at, EndMS: at + took - gap})
		at += took
		if strings.HasSuffix(word, ".") || strings.HasSuffix(word, "?") || strings.HasSuffix(word, "!") {
			at += pause
		}
	}
	t.MS = (at + lead + frameMS - 1) / frameMS * frameMS // whole frames
	return t
}

// Text is everything said.
func (t Talk) Text() string { return textOf(t.Words) }

// Within returns the words that lie wholly between two times of the talk.
func (t Talk) Within(startMS, endMS int) []Word {
	var out []Word
	for _, w := range t.Words {
		if w.StartMS >= startMS && w.EndMS <= endMS {
			out = append(out, w)
		}
	}
	return out
}

func textOf(words []Word) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}
