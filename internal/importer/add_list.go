package importer

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"mentionary/internal/fault"
	"mentionary/internal/source/feed"
	"mentionary/internal/wording"
)

// isList reports whether what is to be added is a file of subscriptions, as podcast apps export them.
func isList(what string) bool {
	return !strings.Contains(what, "://") && strings.EqualFold(filepath.Ext(what), ".opml")
}

// addList submits each show of a subscription list and says what became of it. A show that is refused does not hold up the others;
// a limit that is reached ends it.
func (a Adding) addList(ctx context.Context, c *client) error {
	shows, err := readList(a.What)
	if err != nil {
		return err
	}
	addresses := make([]string, 0, len(shows))
	for _, s := range shows {
		addresses = append(addresses, s.Address)
	}
	if err := a.comesTo(ctx, c, addresses); err != nil {
		return err
	}
	refused := 0
	for n, s := range shows {
		name := printable(cmp.Or(s.Title, s.Address))
		job, err := a.submit(ctx, c, s.Address)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			fmt.Fprintf(a.Out, "%s: job %d, %s/jobs/%d\n", name, job, c.base(), job)
		case endsList(err):
			return fault.Wrap(fault.KindOf(err), err, fmt.Sprintf("%s That was %s, show %d of %d; what comes after it was not submitted.",
				fault.Of(err).Sentence, name, n+1, len(shows)))
		default:
			refused++
			fmt.Fprintf(a.Out, "%s: not added. %s\n", name, printable(fault.Of(err).Sentence))
		}
	}
	if refused > 0 {
		return fault.Newf(fault.BadInput, "%s of %d could not be added.", wording.Count(refused, "show", "shows"), len(shows))
	}
	return nil
}

// endsList reports whether the next show would be refused for the same reason.
func endsList(err error) bool {
	switch fault.KindOf(err) {
	case fault.BadInput, fault.Unsupported, fault.NotFound, fault.TooLarge:
		return false
	}
	return true
}

func readList(name string) ([]feed.Subscription, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fault.Wrap(fault.BadInput, err, fmt.Sprintf("%s cannot be read: check its name and your permission.", name))
	}
	defer func() { _ = f.Close() }() // it was only read
	return feed.OPML(f)
}
