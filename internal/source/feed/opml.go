package feed

import (
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"mentionary/internal/fault"
	"mentionary/internal/source"
	"mentionary/internal/transcript"
)

// Limits of a subscription list.
const (
	maxOPMLBytes = 1 << 20
	maxOPMLFeeds = 1_000
)

// Subscription is a feed of a subscription list.
type Subscription struct {
	Title   string // as the list calls it, may be empty
	Address string
}

// maxOPMLTitle is how much of a title is kept, in characters.
const maxOPMLTitle = 200

// OPML returns the feeds of a subscription list, in order and each address once. Faults: BadInput for what is no list
// or has no feeds, TooLarge for more than 1 MiB or 1,000 feeds.
func OPML(r io.Reader) ([]Subscription, error) {
	body, err := io.ReadAll(io.LimitReader(r, maxOPMLBytes+1))
	if err != nil {
		return nil, fault.Wrap(fault.Unavailable, err, "The subscription list could not be read to its end. Try again.")
	}
	if len(body) > maxOPMLBytes {
		return nil, fault.New(fault.TooLarge, "The subscription list is larger than 1 MiB.")
	}
	text, err := decode("", body)
	if err == nil {
		err = source.CheckXML(text)
	}
	if fault.Is(err, fault.TooLarge) {
		return nil, fault.Wrap(fault.TooLarge, err, "The subscription list is too complex to read safely. Split it.")
	}
	if err != nil {
		return nil, notOPML(err)
	}
	d := xml.NewDecoder(strings.NewReader(string(text)))
	d.Strict = false
	var feeds []Subscription
	seen := map[string]bool{}
	isOPML := false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, notOPML(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		isOPML = isOPML || strings.EqualFold(start.Name.Local, "opml")
		if s := subscription(start); s.Address != "" && !seen[s.Address] {
			seen[s.Address] = true
			feeds = append(feeds, s)
		}
	}
	switch {
	case !isOPML:
		return nil, notOPML(nil)
	case len(feeds) == 0:
		return nil, fault.New(fault.BadInput, "The subscription list names no feeds.")
	case len(feeds) > maxOPMLFeeds:
		return nil, fault.New(fault.TooLarge, "The subscription list names more than 1,000 feeds. Split it.")
	}
	return feeds, nil
}

// subscription reads an outline. Without an address it is none: a folder, or another element.
func subscription(e xml.StartElement) Subscription {
	var s Subscription
	if !strings.EqualFold(e.Name.Local, "outline") {
		return s
	}
	var text, title string // "text" is what the format asks for, "title" what some apps write beside it
	for _, a := range e.Attr {
		switch strings.ToLower(a.Name.Local) {
		case "xmlurl":
			s.Address = source.CleanURL("", a.Value)
		case "text":
			text = transcript.CleanText(a.Value, maxOPMLTitle)
		case "title":
			title = transcript.CleanText(a.Value, maxOPMLTitle)
		}
	}
	s.Title = cmp.Or(text, title)
	return s
}

func notOPML(cause error) error {
	return fault.Wrap(fault.BadInput, cause, "This file is not a subscription list (OPML) that can be read. Export it again from your "+
		"podcast app.")
}
