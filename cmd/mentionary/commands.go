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

// commandGroups are the headings under which help shows the commands.
var commandGroups = []kong.Group{
	{Key: "running", Title: "Run it:"}, {Key: "data", Title: "Data:"}, {Key: "look", Title: "Look at it:"},
}

// cli is the command line. A command's settings are the groups of settings that it heeds.
type cli struct {
	config.Config `embed:""`

	Run runCmd `cmd:"" group:"running" settings:"general data web sign-in temporal model work sources demo operators"`

	Serve      serveCmd      `cmd:"" group:"running" settings:"general data web sign-in temporal model sources operators"`
	Worker     workerCmd     `cmd:"" group:"running" settings:"general data temporal model work sources operators"`
	Temporal   temporalCmd   `cmd:"" group:"running" settings:"general data temporal"`
	Import     importCmd     `cmd:"" group:"data" settings:"general data model work sources"`
	Backup     backupCmd     `cmd:"" group:"data" settings:"general data"`
	Restore    restoreCmd    `cmd:"" group:"data" settings:"general data temporal"`
	Migrate    migrateCmd    `cmd:"" group:"data" settings:"general data temporal"`
	Doctor     doctorCmd     `cmd:"" group:"look" settings:"general data web sign-in temporal model sources demo operators"`
	Configured configCmd     `cmd:"" group:"look" name:"config" settings:"general data web sign-in temporal model work sources demo operators"`
	Healthy    healthyCmd    `cmd:"" group:"look" settings:"general web"`
	Version    versionCmd    `cmd:"" group:"look"`
	Completion completionCmd `cmd:"" group:"look"`
	Complete   completeCmd   `cmd:"" name:"__complete" hidden:"" passthrough:""`
}

// summaries say what each command does.
var summaries = map[string]string{
	"run":        "Run everything on this machine: database, workflows, sign-in, web server, workers, demo library.",
	"serve":      "Run a web server beside PostgreSQL, a Temporal cluster and an identity provider.",
	"worker":     "Run workers beside PostgreSQL and a Temporal cluster.",
	"temporal":   "Run the embedded Temporal server alone (full build).",
	"import":     "Import transcripts: VTT, SRT, JSON, TXT files or yt-dlp archive folders.",
	"backup":     "Back up the data folder into one file, also while the program runs.",
	"restore":    "Put a backup into the data folder, after verifying all of it.",
	"migrate":    "Prepare the database and the workflow engine's namespace; safe to run twice.",
	"doctor":     "Check configuration, data, database, Temporal, sign-in, model and ports; changes nothing.",
	"config":     "Print the settings in force and where each comes from; secrets are hidden.",
	"healthy":    "Ask whether the web server of this machine, or whoever listens at an address, is ready.",
	"version":    "Print the version.",
	"completion": "Print what makes a shell complete commands, flags and values.",
}

// describe gives every command its summary. They stand apart because a tag is one line.
func describe(k *kong.Kong) error {
	for _, c := range k.Model.Children {
		if c.Help = summaries[c.Name]; c.Help == "" && !c.Hidden {
			return fmt.Errorf("the command %s has no summary", c.Name)
		}
	}
	return nil
}

// ready reports what is wrong with the settings for a command, else returns where to log to.
func ready(cfg *config.Config, command config.Command) (*slog.Logger, error) {
	if err := cfg.Validate(command); err != nil {
		return nil, fmt.Errorf("the configuration has problems:\n%w", err)
	}
	return app.NewLogger(cfg, os.Stderr), nil
}

type runCmd struct{}

// Help shows examples.
func (runCmd) Help() string {
	return `Examples:

    mentionary run
    mentionary run --listen 127.0.0.1:9000 --data-dir /srv/mentionary --demo false
    MENTIONARY_MODEL_URL=http://127.0.0.1:11434/v1 MENTIONARY_MODEL_NAME=qwen3 mentionary run`
}

// Run implements the command.
func (runCmd) Run(ctx context.Context, cfg *config.Config) error {
	log, err := ready(cfg, config.Run)
	if err != nil {
		return err
	}
	return app.Run(ctx, cfg, log, os.Stdout)
}

type serveCmd struct{}

// Help shows an example.
func (serveCmd) Help() string {
	return `Example:

    mentionary serve --config /etc/mentionary.yaml --ops-listen 127.0.0.1:9090`
}

// Run implements the command.
func (serveCmd) Run(ctx context.Context, cfg *config.Config) error {
	log, err := ready(cfg, config.Serve)
	if err != nil {
		return err
	}
	return app.Serve(ctx, cfg, log, os.Stdout)
}

type workerCmd struct{}

// Help shows an example.
func (workerCmd) Help() string {
	return `Example:

    mentionary worker --config /etc/mentionary.yaml --work-model 8`
}

// Run implements the command.
func (workerCmd) Run(ctx context.Context, cfg *config.Config) error {
	log, err := ready(cfg, config.Worker)
	if err != nil {
		return err
	}
	return app.Worker(ctx, cfg, log, os.Stdout)
}

type temporalCmd struct{}

// Run implements the command.
func (temporalCmd) Run(ctx context.Context, cfg *config.Config) error {
	log, err := ready(cfg, "temporal")
	if err != nil {
		return err
	}
	return app.Engine(ctx, cfg, log, os.Stdout)
}

type importCmd struct {
	Paths []string `arg:"" name:"path" sep:"none" help:"Files or folders."`
}

// Help shows examples.
func (importCmd) Help() string {
	return `Shows are named by the metadata of a transcript, else by its folder. The files go to the
program that runs on the data folder; when none runs, one is started for the purpose (full
build).

Examples:

    mentionary import talks/
    mentionary import interview.vtt "Lenny's Podcast/"`
}

// Run implements the command.
func (c importCmd) Run(ctx context.Context, cfg *config.Config) error {
	log, err := ready(cfg, config.Run)
	if err != nil {
		return err
	}
	return app.Import(ctx, cfg, log, os.Stdout, c.Paths)
}

type backupCmd struct {
	To string `arg:"" name:"file-or-folder" help:"The file to make, or a folder for a file with the time in its name."`
}

// Help shows an example.
func (backupCmd) Help() string {
	return `Example:

    mentionary backup /backups/`
}

// Run implements the command.
func (c backupCmd) Run(ctx context.Context, cfg *config.Config) error {
	if _, err := ready(cfg, "backup"); err != nil {
		return err
	}
	return app.Backup(ctx, cfg, os.Stdout, c.To)
}

type restoreCmd struct {
	From          string `arg:"" optional:"" name:"file" help:"A file made by mentionary backup."`
	Force         bool   `help:"Replace what is in the data folder; it is kept aside."`
	AfterPostgres bool   `help:"Verify a PostgreSQL database that pg_restore brought back, and let its open work start again."`
}

// Help shows examples.
func (restoreCmd) Help() string {
	return `Examples:

    mentionary restore /backups/mentionary-20261120T140000Z.tar.gz
    mentionary restore --after-postgres`
}

// Run implements the command.
func (c restoreCmd) Run(ctx context.Context, cfg *config.Config) error {
	log, err := ready(cfg, "restore")
	switch {
	case err != nil:
		return err
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

type migrateCmd struct {
	DatabaseOnly bool `name:"database-only" help:"Leave the workflow engine alone."`
}

// Run implements the command.
func (c migrateCmd) Run(ctx context.Context, cfg *config.Config) error {
	log, err := ready(cfg, "migrate")
	if err != nil {
		return err
	}
	return app.Migrate(ctx, cfg, log, os.Stdout, c.DatabaseOnly)
}

type doctorCmd struct {
	As string `enum:",run,serve,worker" default:"" help:"run, serve or worker; empty: serve with a postgres:// database, else run."`
	JSON bool `name:"json" help:"Print JSON."`
}

// Help shows an example.
func (doctorCmd) Help() string {
	return `Example:

    mentionary doctor --as worker`
}

// Run implements the command. It reports what is wrong with the configuration itself.
func (c doctorCmd) Run(ctx context.Context, cfg *config.Config) error {
	return app.Doctor(ctx, cfg, os.Stdout, config.Command(c.As), c.JSON)
}

type configCmd struct{}

// Help shows an example.
func (configCmd) Help() string {
	return `A flag wins over the environment, the environment over the file, the file over the
default. What is printed is a file that --config takes.

Example:

    mentionary config > mentionary.yaml`
}

// Run implements the command.
func (configCmd) Run(cfg *config.Config, line *kong.Context) error {
	if err := cfg.Show(os.Stdout, line); err != nil {
		return err
	}
	_, err := ready(cfg, "config")
	return err
}

type healthyCmd struct {
	Address string `arg:"" optional:"" help:"Where to ask, such as a worker's --ops-listen; without one, at --listen."`
}

// Help says what the command is for.
func (healthyCmd) Help() string {
	return `It is for the health checks of containers, which have neither shell nor curl.

Example:

    mentionary healthy 127.0.0.1:9090`
}

// Run implements the command.
func (c healthyCmd) Run(ctx context.Context, cfg *config.Config) error {
	at := cfg.Listen
	if c.Address != "" {
		var err error
		if at, err = config.ParseAddress(c.Address); err != nil {
			return err
		}
	} else if _, err := ready(cfg, "healthy"); err != nil {
		return err
	}
	return app.Healthy(ctx, at)
}

type versionCmd struct{}

// Run implements the command.
func (versionCmd) Run() error {
	_, err := fmt.Println(app.Version, app.Variant)
	return err
}
