package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"time"

	"mentionary/internal/config"
	"mentionary/internal/importer"
	"mentionary/internal/outbound"
)

// Import brings files and archive folders into the instance that runs on the data folder. When none runs it starts one
// for the purpose, on free ports, and stops it afterwards.
func Import(ctx context.Context, cfg *config.Config, log *slog.Logger, out io.Writer, paths []string) error {
	running, err := isRunning(cfg.DataDir)
	if err != nil {
		return err
	}
	if running {
		i, ok, err := findInstance(cfg.DataDir)
		if err != nil || !ok {
			return errors.Join(err, fmt.Errorf("mentionary is starting or stopping on %s: try again in a moment", cfg.DataDir))
		}
		// An instance that was killed leaves its file behind: then it is the one we know.
		return importInto(ctx, i, out, paths, func() (importer.Place, bool) {
			i, ok, err := findInstance(cfg.DataDir)
			if err != nil || !ok {
				return importer.Place{}, false
			}
			p, err := placeOf(i)
			return p, err == nil
		})
	}
	fmt.Fprintln(out, "No instance runs here; one is started for this import.")
	return withInstance(ctx, cfg, log, starting{}, func(ctx context.Context, i *instance) error {
		return importInto(ctx, i, out, paths, nil)
	})
}

// withInstance starts an instance on the data folder, on free ports, lets it be used and stops it.
func withInstance(ctx context.Context, cfg *config.Config, log *slog.Logger, how starting,
	use func(context.Context, *instance) error,
) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	private := *cfg
	private.Listen, private.Temporal.Address = anyPort, anyPort
	private.Temporal.UI, private.Demo, private.BaseURL = config.Address{}, config.Switch{}, url.URL{}
	started, ended := make(chan *instance, 1), make(chan error, 1)
	how.tell = func(i *instance) { started <- i }
	go func() { ended <- run(ctx, &private, log, io.Discard, how) }()
	select {
	case err := <-ended:
		return errors.Join(errors.New("the instance for the import did not start"), err)
	case i := <-started:
		err := use(ctx, i)
		stop()
		return errors.Join(err, <-ended)
	}
}

// anyPort is a free address on this machine.
var anyPort = config.Address{Host: "127.0.0.1", Port: "0"}

// importInto sends the files to an instance and follows their jobs. again finds the instance that runs after a restart; nil
// says that the instance is ours and ends with the import.
func importInto(ctx context.Context, i *instance, out io.Writer, paths []string, again func() (importer.Place, bool)) error {
	p, err := placeOf(i)
	if err != nil {
		return err
	}
	s, err := importer.Run(ctx, importer.Options{
		Place: p, Paths: paths, Out: out, Terminal: isTerminal(out), Temporary: again == nil, Find: again, Now: time.Now,
	})
	if err == nil && s.Failed > 0 {
		err = fmt.Errorf("%d episodes failed", s.Failed)
	}
	return forPeople(err)
}

// placeOf is where an instance answers, with a client that can reach nothing else.
func placeOf(i *instance) (importer.Place, error) {
	clients, err := outbound.New(outbound.Options{Version: Version, ServiceOrigins: []string{i.Address}})
	if err != nil {
		return importer.Place{}, err
	}
	return importer.Place{Client: clients.Operator(), Base: i.Address, Token: i.Token}, nil
}

// isRunning reports whether a process holds the data folder.
func isRunning(dir string) (bool, error) {
	release, err := lockFolder(dir)
	if errors.Is(err, errLocked) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	release()
	return false, nil
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
