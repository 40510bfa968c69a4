package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/alecthomas/kong"

	"mentionary/internal/app"
	"mentionary/internal/config"
)

// cli is the command line. A command's settings are the groups of settings that it heeds.
type cli struct {
	config.Config `embed:""`

	Run      struct{} `cmd:"" group:"running" settings:"general data web sign-in temporal model work sources demo operators"`
	Serve    struct{} `cmd:"" group:"running" settings:"general data web sign-in temporal model sources operators"`
	Worker   struct{} `cmd:"" group:"running" settings:"general data temporal model work sources operators"`
	Temporal struct{} `cmd:"" group:"running" settings:"general data temporal"`

	Import struct {
		Paths []string `arg:"" name:"path" sep:"none" help:"Files or folders."`
	} `cmd:"" group:"data" settings:"general data model work sources"`
	Add struct {
		What   string `arg:"" name:"name-or-address" help:"Name of a show, an address, or a subscription list (.opml)."`
		Latest int    `placeholder:"N" range:"1 to 100" help:"Only the newest N episodes of a show, at most 100."`
		Pick   int    `placeholder:"N" range:"1 to 20" help:"Take match N of the list."`
		Yes    bool   `help:"Ask nothing: take the first match, whatever listening to it takes."`
	} `cmd:"" group:"data" settings:"general data"`
	Backup struct {
		To string `arg:"" name:"file-or-folder" help:"The file to make, or a folder for a file with the time in its name."`
	} `cmd:"" group:"data" settings:"general data"`
	Restore restoreCmd `cmd:"" group:"data" settings:"general data temporal"`
	Migrate struct {
		DatabaseOnly bool `name:"database-only" help:"Leave the workflow engine alone."`
	} `cmd:"" group:"data" settings:"general data temporal"`

	Eval struct {
		Paths   []string `arg:"" optional:"" name:"folder" sep:"none" help:"Folder with data, or two reports with --compare."`
		Compare bool     `help:"Compare two reports that --json wrote."`
		Judged  string   `placeholder:"FILE" help:"Names that people judged; without it judged.tsv of the folder."`
		Only    []string `placeholder:"PART,..." help:"Only these: own, conversations, transcripts, archive, matching, paid-reads, addresses."`
		JSON    string   `name:"json" placeholder:"FILE" help:"Write the report to this file."`
		Details bool     `help:"List what was missed and what was wrong."`
		Fit     bool     `help:"Fit the weights of matching, and cross-validate them; slow."`
	} `cmd:"" group:"look" settings:"general model work"`
	Doctor struct {
		As   string `enum:",run,serve,worker" default:"" help:"run, serve or worker; empty: serve with a postgres:// database, else run."`
		JSON bool   `name:"json" help:"Print JSON."`
	} `cmd:"" group:"look" settings:"general data web sign-in temporal model sources demo operators"`
	Configured struct{} `cmd:"" group:"look" name:"config" settings:"general data web sign-in temporal model work sources demo operators"`
	Healthy    struct {
		Address string `arg:"" optional:"" help:"Where to ask, such as a worker's --ops-listen; without one, at --listen."`
	} `cmd:"" group:"look" settings:"general web"`
	Version    struct{} `cmd:"" group:"look"`
	Completion struct {
		Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
	} `cmd:"" group:"look"`
	Complete struct {
		Words []string `arg:"" optional:"" sep:"none"`
	} `cmd:"" name:"__complete" hidden:"" passthrough:""`
}

type restoreCmd struct {
	From          string `arg:"" optional:"" name:"file" help:"A file made by mentionary backup."`
	Force         bool   `help:"Replace what is in the data folder; it is kept aside."`
	AfterPostgres bool   `help:"Verify a PostgreSQL database that pg_restore brought back, and let its open work start again."`
}

// do does what the command line says.
func (c *cli) do(ctx context.Context, line *kong.Context) error {
	cfg, out, command := &c.Config, os.Stdout, line.Selected().Name
	switch command { // those that work whatever is configured, and doctor, which reports what is wrong with that
	case "version":
		_, err := fmt.Fprintln(out, app.Version, app.Variant)
		return err
	case "completion":
		_, err := fmt.Fprint(out, scripts[c.Completion.Shell])
		return err
	case "__complete":
		return complete(out, line.Model, c.Complete.Words)
	case "doctor":
		return app.Doctor(ctx, cfg, out, config.Command(c.Doctor.As), c.Doctor.JSON)
	case "config":
		if err := cfg.Show(out, line); err != nil {
			return err
		}
	}
	needs := config.Command(command)
	if command == "import" || command == "eval" {
		needs = config.Run // it may start one
	}
	if err := cfg.Validate(needs); err != nil {
		return fmt.Errorf("the configuration has problems:\n%w", err)
	}
	if command == "eval" { // its instances have nothing to say but what goes wrong
		cfg.LogLevel = max(cfg.LogLevel, slog.LevelWarn)
	}
	log := app.NewLogger(cfg, os.Stderr)
	switch command {
	case "run":
		return app.Run(ctx, cfg, log, out)
	case "serve":
		return app.Serve(ctx, cfg, log, out)
	case "worker":
		return app.Worker(ctx, cfg, log, out)
	case "temporal":
		return app.Engine(ctx, cfg, log, out)
	case "import":
		return app.Import(ctx, cfg, log, out, c.Import.Paths)
	case "add":
		return app.Add(ctx, cfg, out, os.Stdin, app.Adding(c.Add))
	case "eval":
		return app.Eval(ctx, cfg, log, out, app.Evaluation(c.Eval))
	case "backup":
		return app.Backup(ctx, cfg, out, c.Backup.To)
	case "migrate":
		return app.Migrate(ctx, cfg, log, out, c.Migrate.DatabaseOnly)
	case "healthy":
		return healthy(ctx, cfg.Listen, c.Healthy.Address)
	case "restore":
		return c.Restore.do(ctx, cfg, log)
	}
	return nil // config has been shown
}

func (r restoreCmd) do(ctx context.Context, cfg *config.Config, log *slog.Logger) error {
	switch {
	case r.AfterPostgres && r.From != "":
		return errors.New("--after-postgres takes no file: it verifies the database that pg_restore brought back")
	case r.AfterPostgres:
		return app.AfterPostgres(ctx, cfg, log, os.Stdout)
	case r.From == "":
		return errors.New("name the backup to restore: mentionary restore FILE")
	}
	return app.Restore(ctx, cfg, log, os.Stdout, r.From, r.Force)
}

func healthy(ctx context.Context, at config.Address, elsewhere string) (err error) {
	if elsewhere != "" {
		if at, err = config.ParseAddress(elsewhere); err != nil {
			return err
		}
	}
	return app.Healthy(ctx, at)
}
