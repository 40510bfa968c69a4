package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"mentionary/internal/link"
)

// measureAddresses checks that canonical forms are stable and tells what kinds real links are of.
func measureAddresses(data string, _ runner, t *table) error {
	raw, err := os.ReadFile(filepath.Join(filepath.Clean(data), "urls", "shownotes", "links.tsv"))
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
	t.row("addresses unstable", fmt.Sprintf("%d of %d", unstable, total), "0")
	t.row("addresses refused", fmt.Sprint(refused), "")
	t.row("addresses with an authority id", percent(identified, total), "")
	var names []string
	for k, n := range kinds {
		names = append(names, fmt.Sprintf("%s %d", k, n))
	}
	sort.Strings(names)
	t.row("kinds", strings.Join(names, ", "), "")
	return nil
}
