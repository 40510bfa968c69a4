// Command mentionary is the whole product: flags here, everything else in internal/app.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"mentionary/internal/app"
	"mentionary/internal/config"
)

type cli struct {
	config.Config `embed:""`

	Run      struct{}   `cmd:"" help:"Run everything on this machine: database, workflows, sign-in, web server, workers, demo library."`
	Serve    struct{}   `cmd:"" help:"Run a web server beside PostgreSQL, a Temporal cluster and an identity provider."`
	Worker   struct{}   `cmd:"" help:"Run workers beside PostgreSQL and a Temporal cluster."`
	Temporal struct{}   `cmd:"" name:"temporal" help:"Run the embedded Temporal server alone (full build)."`
	Migrate  migrateCmd `cmd:"" help:"Prepare the database and the workflow engine's namespace; safe to run twice."`
	Import   importCmd  `cmd:"" help:"Import transcripts: VTT, SRT, JSON, TXT files or yt-dlp archive folders."`
	Backup   backupCmd  `cmd:"" help:"Back up the data folder into one file, also while the program runs."`
	Restore  restoreCmd `cmd:"" help:"Put a backup into the data folder, after verifying all of it."`
	Doctor   doctorCmd  `cmd:"" help:"Check configuration, data, database, Temporal, sign-in, model and ports; changes nothing."`
	Healthy  healthyCmd `cmd:"" help:"Ask the web server of this machine, or whoever listens at an address, whether it is ready; for the health checks of containers."`
	Version  struct{}   `cmd:"" help:"Print the version."`
}

type migrateCmd struct {
	DatabaseOnly bool `name:"database-only" help:"Leave the workflow engine alone."`
}

type backupCmd struct {
	To string `arg:"" name:"file-or-folder" help:"The file to make, or a folder for a file with the time in its name."`
}

type restoreCmd struct {
	From          string `arg:"" optional:"" name:"file" help:"A file made by mentionary backup."`
	Force         bool   `help:"Replace what is in the data folder; it is kept aside."`
	AfterPostgres bool   `help:"Verify a PostgreSQL database that pg_restore brought back, and let its open work start again."`
}

type doctorCmd struct {
	As   string `help:"The command to check for: run, serve or worker; empty: serve with a postgres:// database, else run." enum:",run,serve,worker" default:""`
	JSON bool   `name:"json" help:"Answer as JSON."`
}

type importCmd struct {
	Paths []string `arg:"" name:"path" help:"Files or folders." type:"existingpath"`
}

type healthyCmd struct {
	Address string `arg:"" optional:"" help:"Where to ask, such as a worker's address for operators; without one, the web server of the configuration."`
}

func main() {
	var c cli
	k := kong.Parse(&c, kong.Name("mentionary"), kong.UsageOnError(),
		kong.Description("A directory of what podcasts and videos mention, with the proof for every mention."))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := dispatch(ctx, &c, k.Command()); err != nil {
		fmt.Fprintln(os.Stderr, "mentionary:", err)
		os.Exit(1)
	}
}

func dispatch(ctx context.Context, c *cli, command string) error {
	cfg := &c.Config
	switch command {
	case "version":
		fmt.Println(app.Version, app.Variant)
		return nil
	case "healthy":
		return app.Healthy(ctx, cfg.Listen)
	case "healthy <address>":
		return app.Healthy(ctx, c.Healthy.Address)
	case "doctor": // it reports what is wrong with the configuration itself
		return app.Doctor(ctx, cfg, os.Stdout, config.Command(c.Doctor.As), c.Doctor.JSON)
	}
	name := config.Command(command)
	if command == "import <path>" {
		name = config.Run
	}
	if err := cfg.Validate(name); err != nil {
		return fmt.Errorf("the configuration has problems:\n%w", err)
	}
	log := app.NewLogger(cfg, os.Stderr)
	switch command {
	case "run":
		return served(ctx, app.Run(ctx, cfg, log, os.Stdout))
	case "serve":
		return served(ctx, app.Serve(ctx, cfg, log, os.Stdout))
	case "worker":
		return served(ctx, app.Worker(ctx, cfg, log, os.Stdout))
	case "temporal":
		return served(ctx, app.Engine(ctx, cfg, log, os.Stdout))
	case "migrate":
		return app.Migrate(ctx, cfg, log, os.Stdout, c.Migrate.DatabaseOnly)
	case "backup <file-or-folder>":
		return app.Backup(ctx, cfg, os.Stdout, c.Backup.To)
	case "restore", "restore <file>":
		return restore(ctx, cfg, log, c.Restore)
	default:
		return app.Import(ctx, cfg, log, os.Stdout, c.Import.Paths)
	}
}

func restore(ctx context.Context, cfg *config.Config, log *slog.Logger, c restoreCmd) error {
	switch {
	case c.AfterPostgres && c.From != "":
		return errors.New("--after-postgres takes no file: it verifies the database that pg_restore brought back")
	case c.AfterPostgres:
		return app.AfterPostgres(ctx, cfg, log, os.Stdout)
	case c.From == "":
		return errors.New("name the backup to restore: mentionary restore FILE")
	default:
		return app.Restore(ctx, cfg, log, os.Stdout, c.From, c.Force)
	}
}

// served tells how a service ended: a stop that was asked for is no failure, wherever in its start it caught the process.
func served(ctx context.Context, err error) error {
	if ctx.Err() != nil && (errors.Is(err, context.Canceled) || status.Code(err) == codes.Canceled) {
		return nil
	}
	return err
}
