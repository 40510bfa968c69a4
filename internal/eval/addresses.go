package eval

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mentionary/internal/link"
)

// addresses measures that canonical forms are stable, and tells what kinds real links are of.
func (e *evaluation) addresses(context.Context) error {
	raw, err := os.ReadFile(filepath.Join(filepath.Clean(e.Data), "urls", "shownotes", "links.tsv"))
	if err != nil {
		return err
	}
	kinds := map[link.Kind]int{}
	total, refused, unstable, identified := 0, 0, 0, 0
	for line := range strings.Lines(string(raw)) {
		_, address, found := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if !found {
			continue
		}
		total++
		once, err := link.Canonical(address)
		if err != nil {
			refused++
			continue
		}
		if twice, err := link.Canonical(once); err != nil || twice != once {
			unstable++
		}
		if _, _, ok := link.AuthorityID(once); ok {
			identified++
		}
		kinds[link.KindOf(once)]++
	}
	const part = "Addresses of show notes"
	e.report.share(part, "unstable", unstable, total, "0")
	e.report.share(part, "refused", refused, total, "")
	e.report.share(part, "with an authority id", identified, total, "")
	for _, k := range slices.Sorted(maps.Keys(kinds)) {
		e.report.share(part, "kind "+string(k), kinds[k], total, "")
	}
	return nil
}
