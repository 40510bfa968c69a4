// Command mentionary is the whole product: commands, flags and exit codes here, everything else in internal/app.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"syscall"

	"github.com/alecthomas/kong"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"mentionary/internal/config"
)

// newParser reads command lines into c. It writes help to out and ends the program with exit.
func newParser(c *cli, out io.Writer, exit func(int)) (*kong.Kong, error) {
	return kong.New(c, append(c.Options(), kong.Name("mentionary"), kong.PostBuild(describe), kong.ShortUsageOnError(),
		kong.Writers(out, os.Stderr), kong.Exit(exit),
		kong.Help(config.PrintHelp),
		kong.ExplicitGroups(slices.Concat(config.Groups, commandGroups)),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 110}),
		kong.Description("A directory of what podcasts and videos mention, with the proof for every mention."))...)
}

func main() {
	runtime.MemProfileRate = 0 // nobody is shown a profile of memory: its stacks would take two megabytes
	var c cli
	parser, err := newParser(&c, os.Stdout, os.Exit)
	if err != nil {
		panic(err) // a mistake in a tag: the tests find it
	}
	line, err := parser.Parse(os.Args[1:])
	parser.FatalIfErrorf(err)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := c.do(ctx, line); err != nil && !asked(ctx, err) {
		fmt.Fprintln(os.Stderr, "mentionary:", err)
		os.Exit(1)
	}
}

// asked reports whether an error is the end that was asked for, wherever in its start it caught a service.
func asked(ctx context.Context, err error) bool {
	return ctx.Err() != nil && (errors.Is(err, context.Canceled) || status.Code(err) == codes.Canceled)
}
