package importer

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
)

const defaultPoll = time.Second

// Options say what to import and where to.
type Options struct {
	Place Place
	Paths []string  // files and folders
	Out   io.Writer // progress and summary, for people

	// Find looks where the instance answers now and with which token, for one that is started again while files are brought
	// in; false when none is there. nil: an instance that goes away ends the import.
	Find func() (Place, bool)

	Terminal  bool // Out is a terminal: one line is drawn again and again
	Temporary bool // the instance ends with this call; what is unfinished continues when it is started again

	Now  func() time.Time // nil: the real clock
	Poll time.Duration    // between two looks at the jobs; 0: a second. Slow answers make it longer
	// Wait sleeps, or returns the error of the context that ended first. nil: real time.
	Wait func(ctx context.Context, d time.Duration) error
}

func (o *Options) fill() {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Poll <= 0 {
		o.Poll = defaultPoll
	}
	if o.Wait == nil {
		o.Wait = sleep
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// Run imports the paths and prints the summary. Partial failure is in the Summary, not in the error. The error is the
// context's when it ended (what goes on without us has been printed), otherwise a fault with a sentence: nothing could be
// imported, the instance cannot be reached or refuses the token, or it was lost on the way. The Summary then holds what
// was known by then.
func Run(ctx context.Context, o Options) (Summary, error) {
	o.fill()
	c, err := newClient(o)
	if err != nil {
		return Summary{}, err
	}
	r := &run{Options: o, client: c, progress: &progress{out: o.Out, terminal: o.Terminal, now: o.Now}}
	if err := r.check(ctx); err != nil {
		return Summary{}, err
	}
	if c.lost != nil {
		c.lost.say = r.progress.say
	}
	err = r.do(ctx)
	r.progress.end()
	if ctx.Err() != nil && err != nil {
		r.sayStopped()
		return r.summary, ctx.Err()
	}
	if r.summary.Files > 0 {
		r.summary.print(o.Out)
	}
	return r.summary, err
}

// run is one import on its way.
type run struct {
	Options
	client   *client
	newest   int32 // id of the newest job from before this import
	progress *progress
	jobs     []*followed
	summary  Summary
}

func (r *run) do(ctx context.Context) error {
	found := &search{summary: &r.summary, seen: map[string]bool{}}
	defer found.close()
	fmt.Fprintln(r.Out, "Looking for transcripts and audio ...")
	if err := found.paths(ctx, r.Paths); err != nil {
		return err
	}
	if len(found.files) == 0 {
		return nothingFound(r.summary)
	}
	ids, err := r.send(ctx, found.files)
	r.progress.end()
	if err != nil {
		return err
	}
	if len(ids) == 0 {
		return nothingImported(r.summary)
	}
	if err := r.start(ctx, ids); err != nil {
		return err
	}
	if err := r.follow(ctx); err != nil {
		return err
	}
	r.tally()
	if r.summary.Imported() == 0 && r.summary.Waiting == 0 {
		return nothingImported(r.summary)
	}
	r.summary.Site = r.site(ctx)
	return nil
}

// check finds out whether an instance answers and takes the token, before any file is sent, which jobs are there and what the
// site counts. Other complaints are left to the calls that matter.
func (r *run) check(ctx context.Context) error {
	err := r.client.call(ctx, callTimeout, func(ctx context.Context, at *doors) error {
		answer, err := at.jobs.ListJobs(ctx, &v1.ListJobsRequest{Limit: 1})
		for _, j := range answer.GetJobs() {
			r.newest = max(r.newest, j.GetId())
		}
		return err
	})
	if err != nil && (ctx.Err() != nil || breaksOff(err)) {
		return err
	}
	r.summary.Before = r.site(ctx)
	return nil
}

// site asks for what the site counts, nil when it does not say: that is no reason to end an import.
func (r *run) site(ctx context.Context) (found *v1.GetStatsResponse) {
	_ = r.client.call(ctx, callTimeout, func(ctx context.Context, at *doors) (err error) {
		found, err = at.stats.GetStats(ctx, &v1.GetStatsRequest{})
		return err
	})
	return found
}

// sayStopped tells what a person who pressed Ctrl-C leaves behind.
func (r *run) sayStopped() {
	switch {
	case len(r.jobs) == 0:
		fmt.Fprintf(r.Out, "Stopped: %s sent, nothing is being analyzed. Run the same command to start again.\n",
			wasWere(r.summary.Sent, "file"))
		return
	case r.Temporary:
		fmt.Fprintln(r.Out, "Stopped. The analysis continues when Mentionary is started again with: mentionary run")
	case len(r.jobs) == 1:
		fmt.Fprintln(r.Out, "The job goes on without this command. Watch it here:")
	default:
		fmt.Fprintln(r.Out, "The jobs go on without this command. Watch them here:")
	}
	if !r.Temporary {
		for _, page := range r.summary.Jobs {
			fmt.Fprintln(r.Out, "  "+page)
		}
	}
}

func nothingFound(s Summary) error {
	if reason, ok := s.commonest(); ok {
		return fault.Newf(fault.BadInput, "Nothing could be imported. %s: %s", reason.Example, reason.Sentence)
	}
	return fault.New(fault.NotFound, "Neither transcripts nor audio were found there. Mentionary reads "+formatsSaid()+
		", and folders that yt-dlp wrote.")
}

func nothingImported(s Summary) error {
	if len(s.Failures) > 0 {
		return fault.Newf(fault.Unavailable, "Nothing was imported. %s: %s", s.Failures[0].Title, s.Failures[0].Sentence)
	}
	if reason, ok := s.commonest(); ok {
		return fault.Newf(fault.BadInput, "Nothing was imported. %s: %s", reason.Example, reason.Sentence)
	}
	return fault.New(fault.Unavailable, "Nothing was imported: the job ended without an episode. Look at its page: "+strings.Join(s.Jobs, " "))
}
