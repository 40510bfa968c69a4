package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"mentionary/internal/config"
	"mentionary/internal/doctor"
	"mentionary/internal/fault"
	"mentionary/internal/outbound"
	"mentionary/internal/source/ytdlp"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
)

// errUnhealthy ends the doctor when it found a problem; the problems are printed already.
var errUnhealthy = errors.New("there are problems")

// Doctor looks at everything that the command as (empty: serve with a postgres:// database, else run) depends on, prints
// what it finds and what to do, and fails when there is a problem. It changes nothing.
func Doctor(ctx context.Context, cfg *config.Config, out io.Writer, as config.Command, asJSON bool) error {
	if as == "" {
		as = config.Run
		if database.IsPostgres(cfg.Database) {
			as = config.Serve
		}
	}
	d := &examination{cfg: cfg, as: as, parts: &parts{cfg: cfg, log: slog.New(slog.DiscardHandler)}}
	all := doctor.Run(ctx, d.checks(), doctor.Limit)
	all = doctor.Without(all, d.secrets()...)
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
	cfg   *config.Config
	as    config.Command
	parts *parts
}

// checks are those that the command needs, in the order in which problems are best mended.
func (d *examination) checks() []doctor.Check {
	cfg := d.cfg
	services := d.services()
	all := []doctor.Check{doctor.Configuration(string(d.as), cfg.Validate(d.as))}
	if d.as == config.Run {
		all = append(all, doctor.DataFolder(doctor.Folder{Path: cfg.DataDir, Free: freeSpace, Held: held}))
	}
	all = append(all, doctor.DatabaseCheck(d.database))
	if file := databaseTarget(cfg); !database.IsPostgres(file) {
		all = append(all, doctor.Integrity(file, func(ctx context.Context) error { return readThrough(ctx, file) }))
	}
	all = append(all, doctor.TemporalCheck(d.temporal()))
	if d.as != config.Worker {
		all = append(all, doctor.Provider(services, cfg.OIDC.Issuer))
	}
	if d.as != config.Serve {
		all = append(all, doctor.Model(services, cfg.Model.URL, cfg.Model.Key.Reveal(), cfg.Model.Name),
			doctor.YtDlp(ytdlpVersion), doctor.Network("www.youtube.com", resolve))
	}
	if d.as == config.Run {
		all = append(all, doctor.Ports(ports(cfg), func() (bool, error) { return held(cfg.DataDir) }, listenable))
	}
	return all
}

// services is the door to the identity provider and the model, as the product uses it.
func (d *examination) services() *http.Client {
	origins := d.cfg.ProviderOrigins()
	for _, o := range []string{d.cfg.OIDC.Issuer, d.cfg.Model.URL} {
		if o != "" {
			origins = append(origins, o)
		}
	}
	clients, err := outbound.New(outbound.Options{Version: Version, BaseURL: d.cfg.Base(), ServiceOrigins: origins})
	if err != nil { // an address that cannot be read: the configuration's check names it
		return httpClient(refusing{err})
	}
	return clients.Operator()
}

// refusing is a door that nothing goes through, with the reason.
type refusing struct{ err error }

// RoundTrip refuses.
func (r refusing) RoundTrip(*http.Request) (*http.Response, error) { return nil, r.err }

func (d *examination) database(ctx context.Context) (doctor.Database, error) {
	target := databaseTarget(d.cfg)
	out := doctor.Database{Name: target, Postgres: database.IsPostgres(target)}
	if out.Postgres {
		out.Name = "The database"
		if u, err := url.Parse(target); err == nil {
			out.Name = u.Host + u.Path
		}
	} else if err := lostFile(target); err != nil {
		return out, err
	} else if _, err := os.Stat(target); err != nil {
		return out, err
	}
	err := looking(ctx, target, func(s *store.Store) error {
		c, err := s.Condition(ctx)
		out.SchemaVersion, out.KnownVersion, out.JournalMode = c.SchemaVersion, c.KnownVersion, c.JournalMode
		out.ServerVersion, out.Trigrams, out.MayExtend, out.MayCreate, out.Ahead = c.ServerVersion, c.Trigrams, c.MayExtend, c.MayCreate, c.Ahead
		return err
	})
	var f *fault.Error
	if errors.As(err, &f) && f.Cause != nil {
		err = f.Cause // the check has sentences of its own
	}
	return out, err
}

// readThrough reads all of an SQLite file.
func readThrough(ctx context.Context, file string) error {
	if err := lostFile(file); err != nil {
		return err
	}
	if _, err := os.Stat(file); err != nil {
		return err
	}
	return looking(ctx, file, func(s *store.Store) error { return s.Verify(ctx) })
}

// secrets are what no result may hold.
func (d *examination) secrets() []string {
	c := d.cfg
	all := []string{c.SessionKey.Reveal(), c.YouTubeKey.Reveal(), c.OIDC.ClientSecret.Reveal(), c.Model.Key.Reveal(), c.Temporal.APIKey.Reveal()}
	for _, address := range []string{c.Database, c.Model.URL, c.OIDC.Issuer, c.BaseURL} {
		u, err := url.Parse(address)
		if err != nil {
			all = append(all, address)
			continue
		}
		if password, ok := u.User.Password(); ok {
			all = append(all, password, url.QueryEscape(password), url.PathEscape(password))
		}
		all = append(all, u.Query().Get("password"))
	}
	return all
}

// held reports whether a process has the data folder, without making the folder or its lock.
func held(dir string) (bool, error) {
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
