package importer

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/reflect/protoreflect"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/mention"
)

const (
	nameColumns    = 36 // of a file or title in the summary
	maxReasons     = 15 // printed, of each kind
	maxFailures    = 1000
	labelColumns   = 16
	numberColumns  = 9
	maxReasonKinds = 200
)

// Summary says what became of an import. Refused files were never analyzed because of what they are; Failed counts what
// should have been imported and was not. The two do not overlap.
type Summary struct {
	Files      int // transcripts found, the refused ones included
	PassedOver int // other files: no transcripts, other languages and formats of an episode that was taken, copies
	Refused    []Reason
	Sent       int // files the instance took

	Words  int           // of the files sent
	Speech time.Duration // of the files sent

	Analyzed int // the episodes in part included
	Partial  int // of them: published although some parts could not be read
	Already  int // were there, analyzed before
	Waiting  int // go on when their source is back
	Failed   int
	Failures []Failure // at most 1,000 entries

	Before, Site *v1.GetStatsResponse // what the site counted before and counts now; nil when it did not say

	SendTime     time.Duration
	AnalysisTime time.Duration
	Jobs         []string // addresses of the jobs' pages
}

// Reason is why files were refused. Sentences that differ only in numbers are one reason.
type Reason struct {
	Sentence string // of the first
	Files    int
	Example  string // name of the first
}

// Failure is an episode that should have been imported and was not.
type Failure struct{ Title, Sentence string }

// Imported is how many episodes are there now.
func (s Summary) Imported() int { return s.Analyzed + s.Already }

// RefusedFiles is how many files were refused.
func (s Summary) RefusedFiles() int {
	n := 0
	for _, r := range s.Refused {
		n += r.Files
	}
	return n
}

var digits = regexp.MustCompile(`[0-9]+`)

func class(sentence string) string { return digits.ReplaceAllString(sentence, "#") }

func (s *Summary) refuse(name, sentence string) {
	s.Files++
	for i := range s.Refused {
		if class(s.Refused[i].Sentence) == class(sentence) {
			s.Refused[i].Files++
			return
		}
	}
	if len(s.Refused) == maxReasonKinds { // the last one stands for all that differ from every other
		s.Refused[maxReasonKinds-1].Files++
		return
	}
	s.Refused = append(s.Refused, Reason{Sentence: sentence, Files: 1, Example: name})
}

func (s *Summary) fail(title, sentence string) { s.failMany(title, sentence, 1) }

// failMany counts several failures under one entry.
func (s *Summary) failMany(title, sentence string, n int) {
	s.Failed += n
	if len(s.Failures) < maxFailures {
		s.Failures = append(s.Failures, Failure{Title: title, Sentence: sentence})
	}
}

// commonest is the reason for which most files were refused.
func (s Summary) commonest() (Reason, bool) {
	if len(s.Refused) == 0 {
		return Reason{}, false
	}
	return s.byFiles()[0], true
}

func (s Summary) byFiles() []Reason {
	out := slices.Clone(s.Refused)
	slices.SortStableFunc(out, func(a, b Reason) int { return cmp.Compare(b.Files, a.Files) })
	return out
}

// print writes the table. Lines about nothing are left out.
func (s Summary) print(w io.Writer) {
	fmt.Fprintln(w)
	row(w, "Files found", s.Files, s.speech())
	row(w, "Passed over", s.PassedOver, "no transcripts, or more of an episode that was taken")
	row(w, "Refused", s.RefusedFiles(), "")
	lines(w, s.byFiles(), func(r Reason) (string, string) {
		if r.Files == 1 {
			return r.Example, r.Sentence
		}
		return fmt.Sprintf("%s and %s", cut(r.Example, nameColumns-len(" and 9,999 more")), grouped(r.Files-1)+" more"), r.Sentence
	})
	row(w, "Sent", s.Sent, "in "+seconds(s.SendTime))
	note := "in " + seconds(s.AnalysisTime)
	if s.Partial > 0 {
		note += fmt.Sprintf(", %s only in part", grouped(s.Partial))
	}
	row(w, "Analyzed", s.Analyzed, note)
	row(w, "Already there", s.Already, "")
	row(w, "Waiting", s.Waiting, "they go on when their source is back")
	row(w, "Failed", s.Failed, "")
	lines(w, s.Failures, func(f Failure) (string, string) { return f.Title, f.Sentence })
	if s.Imported() > 0 && s.Site != nil {
		s.printSite(w)
	}
	for i, page := range s.Jobs {
		label := "See"
		if i > 0 {
			label = ""
		}
		fmt.Fprintf(w, "  %s  %s\n", pad(label, labelColumns), page)
	}
}

// count is a number of things.
type count struct {
	noun string
	n    int
}

// entities counts what the site has, of all types and of each.
func entities(of *v1.GetStatsResponse) (sum int, types []count) {
	figures := of.ProtoReflect()
	for _, t := range mention.Types() {
		total := figures.Descriptor().Fields().ByName(protoreflect.Name("total_" + t.Plural()))
		n := int(figures.Get(total).Int())
		types, sum = append(types, count{t.Plural(), n}), sum+n
	}
	slices.SortStableFunc(types, func(a, b count) int { return cmp.Compare(b.n, a.n) })
	return sum, types
}

// printSite writes what the site counts now, in its own numbers.
func (s Summary) printSite(w io.Writer) {
	before, _ := entities(s.Before)
	now, types := entities(s.Site)
	mentions := int(s.Site.GetTotalMentions())
	row(w, "Mentions", mentions, "on the site now"+more(mentions-int(s.Before.GetTotalMentions())))
	row(w, "Entities", now, "on the site now"+more(now-before))
	for _, t := range types {
		row(w, "  "+t.noun, t.n, "")
	}
}

func more(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf(", %s more than before", grouped(n))
}

func row(w io.Writer, label string, n int, note string) {
	if n == 0 && label != "Mentions" {
		return
	}
	line := fmt.Sprintf("  %s%*s  %s", pad(label, labelColumns), numberColumns, grouped(n), note)
	fmt.Fprintln(w, strings.TrimRight(line, " "))
}

// lines writes names with their sentences, as many as fit a summary.
func lines[T any](w io.Writer, all []T, of func(T) (name, sentence string)) {
	for _, one := range all[:min(len(all), maxReasons)] {
		name, sentence := of(one)
		fmt.Fprintf(w, "    %s  %s\n", pad(cut(name, nameColumns), nameColumns), sentence)
	}
	if more := len(all) - maxReasons; more > 0 {
		fmt.Fprintf(w, "    and %s more\n", grouped(more))
	}
}

func (s Summary) speech() string {
	if s.Words == 0 {
		return ""
	}
	return fmt.Sprintf("%s in %.1f hours sent", counted(s.Words, "word"), s.Speech.Hours())
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }
