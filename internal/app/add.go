package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"mentionary/internal/config"
	"mentionary/internal/importer"
)

// Adding is what `mentionary add` is told.
type Adding struct {
	What   string
	Latest int
	Pick   int
	Yes    bool
}

// Add submits a show or an episode to the instance that runs on the data folder. On a terminal it asks which show is meant when
// that is not clear.
func Add(ctx context.Context, cfg *config.Config, out io.Writer, in io.Reader, a Adding) error {
	i, ok, err := findInstance(cfg.DataDir)
	if err != nil || !ok {
		return errors.Join(err, fmt.Errorf("no mentionary runs on %s: start one with mentionary run, or name another --data-dir", cfg.DataDir))
	}
	p, err := placeOf(i)
	if err != nil {
		return err
	}
	adding := importer.Adding{
		Options: importer.Options{Place: p, Out: out, Now: time.Now}, What: a.What, Latest: a.Latest, Pick: a.Pick, Best: a.Yes,
	}
	if isTerminal(out) {
		adding.In = in
	}
	return forPeople(importer.Add(ctx, adding))
}
