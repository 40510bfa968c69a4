// Command mentionary is the whole product: flags here, everything else in internal/app.
package main

import (
	"context"
	"errors"
	"fmt"
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
	Migrate  struct{}   `cmd:"" help:"Prepare the database; safe to run twice."`
	Import   importCmd  `cmd:"" help:"Import transcripts: VTT, SRT, JSON, TXT files or yt-dlp archive folders."`
	Healthy  healthyCmd `cmd:"" help:"Ask the web server of this machine whether it is ready; for the health checks of containers."`
	Version  struct{}   `cmd:"" help:"Print the version."`
}

type importCmd struct {
	Paths []string `arg:"" name:"path" help:"Files or folders." type:"existingpath"`
}

type healthyCmd struct {
	Address string `arg:"" optional:"" help:"Address it listens on; without one, that of the configuration."`
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
		return app.Migrate(ctx, cfg, log, os.Stdout)
	default:
		return app.Import(ctx, cfg, log, os.Stdout, c.Import.Paths)
	}
}

// served tells how a service ended: a stop that was asked for is no failure, wherever in its start it caught the process.
func served(ctx context.Context, err error) error {
	if ctx.Err() != nil && (errors.Is(err, context.Canceled) || status.Code(err) == codes.Canceled) {
		return nil
	}
	return err
}
