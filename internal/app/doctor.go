package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"mentionary/internal/config"
	"mentionary/internal/doctor"
	"mentionary/internal/fault"
	"mentionary/internal/outbound"
	"mentionary/internal/source"
	"mentionary/internal/source/ytdlp"
	"mentionary/internal/store"
)

// errUnhealthy ends the doctor when it found a problem; the problems are printed already.
var errUnhealthy = errors.New("there are problems")

// Doctor looks at everything that the command as (empty: serve with a postgres:// database, else run) depends on, prints
// what it finds and what to do, and fails when there is a problem. It changes nothing.
func Doctor(ctx context.Context, cfg *config.Config, out io.Writer, as config.Command, asJSON bool) error {
	if as == "" {
		as = config.Run
		if cfg.Database.Named() {
			as = config.Serve
		}
	}
	d := &examination{cfg: cfg, as: as, services: services(cfg)}
	all := doctor.ForOperator(doctor.Run(ctx, d.checks(), doctor.Limit), cfg.Secrets()...)
	show := doctor.Print
	if asJSON {
		show = doctor.PrintJSON
	}
	if err := show(out, all); err != nil {
		return err
	}
	if !doctor.Healthy(all) {
		return errUnhealthy
	}
	return nil
}

// examination is what the doctor looks at.
type examination struct {
	cfg      *config.Config
	as       config.Command
	services *http.Client // the door to the identity provider and the model, as the product uses it
}

// checks are those that the command needs, in the order in which problems are best mended.
func (d *examination) checks() []doctor.Check {
	cfg := d.cfg
	all := []doctor.Check{doctor.Configuration(string(d.as), cfg.Validate(d.as))}
	if d.as == config.Run {
		all = append(all, doctor.DataFolder(doctor.Folder{Path: cfg.DataDir, Free: freeSpace, Held: folderInUse}))
	}
	all = append(all, doctor.DatabaseCheck(d.database))
	if file := cfg.SQLite(); !cfg.Database.Named() {
		all = append(all, doctor.Integrity(file, func(ctx context.Context) error { return readThrough(ctx, file) }))
	}
	all = append(all, doctor.TemporalCheck(d.temporal()))
	if d.as != config.Worker {
		all = append(all, doctor.Provider(d.services, cfg.OIDC.Issuer.String()))
	}
	if d.as != config.Serve {
		all = append(all, modelCheck(cfg, d.services, cfg.Model.URL.String()),
			speechCheck(cfg, d.services, cfg.Speech.URL.String()), doctor.YtDlp(ytdlpVersion), doctor.Network(source.Hosts(), resolve))
	}
	if d.as == config.Run {
		var addresses []doctor.Port
		for _, p := range ports(cfg) {
			addresses = append(addresses, doctor.Port{Setting: p.setting, Address: p.address.String()})
		}
		all = append(all, doctor.Ports(addresses, func() (bool, error) { return folderInUse(cfg.DataDir) }, listenable))
	}
	return all
}

func services(cfg *config.Config) *http.Client {
	clients, err := outbound.New(outbound.Options{Version: Version, BaseURL: cfg.Base().String(), ServiceOrigins: cfg.Services()})
	if err != nil { // an address that cannot be used: every check that needs the door says so
		return httpClient(refusing{err})
	}
	return clients.Operator()
}

// refusing is a door that nothing goes through, with the reason.
type refusing struct{ err error }

// RoundTrip refuses.
func (r refusing) RoundTrip(*http.Request) (*http.Response, error) { return nil, r.err }

func (d *examination) database(ctx context.Context) (doctor.Database, error) {
	out := doctor.Database{Name: d.cfg.SQLite(), Postgres: d.cfg.Database.Named()}
	if out.Postgres {
		out.Name = d.cfg.Database.Name()
	} else if err := lostFile(out.Name); err != nil {
		return out, err
	} else if _, err := os.Stat(out.Name); err != nil {
		return out, err
	}
	err := withReadOnly(ctx, target(d.cfg), func(s *store.Store) error {
		c, err := s.Condition(ctx)
		out = condition(c, out.Name, out.Postgres)
		return err
	})
	return out, cause(err)
}

// cause is what is behind a fault: the checks have sentences of their own.
func cause(err error) error {
	var f *fault.Error
	if errors.As(err, &f) && f.Cause != nil {
		return f.Cause
	}
	return err
}

// readThrough reads all of an SQLite file.
func readThrough(ctx context.Context, file string) error {
	if err := lostFile(file); err != nil {
		return err
	}
	if _, err := os.Stat(file); err != nil {
		return err
	}
	return withReadOnly(ctx, file, func(s *store.Store) error { return s.Verify(ctx) })
}

// folderInUse reports whether a process has the data folder, without making the folder or its lock.
func folderInUse(dir string) (bool, error) {
	f, err := os.Open(filepath.Join(dir, "lock"))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer func() { _ = f.Close() }() // the lock goes with it
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return true, nil
	}
	return false, err
}

func freeSpace(dir string) (uint64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return s.Bavail * uint64(s.Bsize), nil
}

func ytdlpVersion(ctx context.Context) (string, bool, error) {
	runner, ok := ytdlp.Find()
	if !ok {
		return "", false, nil
	}
	said, err := runner.Version(ctx)
	return said, true, err
}

func resolve(ctx context.Context, host string) error {
	_, err := net.DefaultResolver.LookupHost(ctx, host)
	return err
}

// listenable listens for a moment.
func listenable(ctx context.Context, address string) error {
	var c net.ListenConfig
	l, err := c.Listen(ctx, "tcp", address)
	if err != nil {
		var op *net.OpError
		if errors.As(err, &op) {
			err = op.Err
		}
		return fmt.Errorf("%s", strings.TrimPrefix(err.Error(), "bind: "))
	}
	return l.Close()
}
