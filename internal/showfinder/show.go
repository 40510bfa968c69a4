package showfinder

import (
	"regexp"
	"strings"
	"time"

	"golang.org/x/net/html"

	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/transcript"
)

// Show is a podcast or a channel as a directory lists it.
type Show struct {
	Title     string
	Author    string          // empty when unknown
	Kind      media.InputKind // media.KindFeed or media.KindChannel
	Address   string          // canonical; what to submit
	Picture   string          // address of its cover; empty when unknown
	Episodes  int             // 0 when unknown
	Latest    time.Time       // when its newest episode came out; zero when unknown
	Directory string          // the name of who listed it
	ID        string          // the directory's number of it; empty where it has none
	AppleID   string          // Apple's number of it, where another directory tells it
	Site      string          // address of its home page; empty when unknown
	Topics    []string        // what the directory says that it is about
}

const (
	maxText   = 300 // characters of a title or a name
	maxNumber = 1_000_000
	maxTopics = 10
)

var numbers = regexp.MustCompile(`^[1-9][0-9]{0,17}$`)

// Clean makes a show of what a stranger says about one: plain texts of bounded length, canonical addresses, plausible figures.
// It reports whether the show can be submitted: one without a name or an address cannot.
func (s Show) Clean(now time.Time) (Show, bool) {
	s.Title, s.Author = PlainText(s.Title), PlainText(s.Author)
	ref, err := source.Recognize(s.Address)
	if err != nil || s.Title == "" || ref.Kind != media.KindFeed && ref.Kind != media.KindChannel {
		return Show{}, false
	}
	s.Kind, s.Address, s.Picture = ref.Kind, ref.URL, source.CleanURL("", s.Picture)
	if s.Episodes < 0 || s.Episodes > maxNumber {
		s.Episodes = 0
	}
	if s.Latest.Year() < 1990 || s.Latest.After(now.AddDate(1, 0, 0)) {
		s.Latest = time.Time{}
	}
	s.Latest = s.Latest.UTC()
	if !numbers.MatchString(s.ID) {
		s.ID = ""
	}
	if !numbers.MatchString(s.AppleID) {
		s.AppleID = ""
	}
	s.Site = source.CleanURL("", s.Site)
	var topics []string
	for _, t := range s.Topics[:min(len(s.Topics), maxTopics)] {
		if t = PlainText(t); t != "" {
			topics = append(topics, t)
		}
	}
	s.Topics = topics
	return s, true
}

// PlainText makes one line of text of what may carry markup.
func PlainText(s string) string {
	if !strings.ContainsAny(s, "<&") {
		return transcript.CleanText(s, maxText)
	}
	var out strings.Builder
	z := html.NewTokenizer(strings.NewReader(s))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return transcript.CleanText(out.String(), maxText)
		case html.TextToken:
			out.WriteString(z.Token().Data)
		default:
			out.WriteByte(' ')
		}
	}
}

// place is what tells a show from all others: its address without what differs from one directory to the other.
func (s Show) place() string {
	_, rest, _ := strings.Cut(s.Address, "://")
	return strings.TrimSuffix(strings.TrimPrefix(rest, "www."), "/")
}

// filled is the show with what another directory knows of it and it does not.
func (s Show) filled(other Show) Show {
	if s.Author == "" {
		s.Author = other.Author
	}
	if s.Picture == "" {
		s.Picture = other.Picture
	}
	if s.Episodes == 0 {
		s.Episodes = other.Episodes
	}
	if s.Latest.IsZero() {
		s.Latest = other.Latest
	}
	return s
}
