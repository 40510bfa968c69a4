package feed

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"mentionary/internal/fault"
	"mentionary/internal/source"
)

// Limits of a subscription list.
const (
	maxOPMLBytes = 1 << 20
	maxOPMLFeeds = 1_000
)

// OPML returns the feed addresses of a subscription list, in order and each once. Faults: BadInput for what is no list
// or has no feeds, TooLarge for more than 1 MiB or 1,000 feeds.
func OPML(r io.Reader) ([]string, error) {
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
	var feeds []string
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
		for _, a := range start.Attr {
			if !strings.EqualFold(start.Name.Local, "outline") || !strings.EqualFold(a.Name.Local, "xmlUrl") {
				continue
			}
			if address := source.CleanURL("", a.Value); address != "" && !seen[address] {
				seen[address] = true
				feeds = append(feeds, address)
			}
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

func notOPML(cause error) error {
	return fault.Wrap(fault.BadInput, cause, "This file is not a subscription list (OPML) that can be read. Export it again from your "+
		"podcast app.")
}
