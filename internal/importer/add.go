package importer

import (
	"bufio"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"strconv"
	"strings"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/transcript"
	"mentionary/internal/wording"
)

// Adding says which show or episode an instance is to analyze.
type Adding struct {
	Options
	What   string // an address, the name of a show, or a subscription list (a file that ends in .opml)
	Latest int    // of a show only its so many newest episodes; 0: as many as the instance takes by itself
	Pick   int    // the number of the match, from 1; 0: the only one, or the one of exactly this name
	Best   bool   // ask nothing: where that does not tell, the first match, whatever listening to it takes

	In io.Reader // answers to questions are read from it; nil: nothing is asked

	answers *bufio.Reader // of In
}

// Add submits an address, the show that a name means, or all shows of a subscription list, once it has said what they come to, and
// prints the addresses of their jobs. It does not wait for them. Errors are the context's or faults with a sentence.
func Add(ctx context.Context, a Adding) error {
	a.fill()
	if a.In != nil {
		a.answers = bufio.NewReader(io.LimitReader(a.In, maxSentenceRunes))
	}
	c, err := newClient(a.Options)
	if err != nil {
		return err
	}
	if a.Latest < 0 || a.Latest > media.MaxEpisodeCount {
		return fault.Newf(fault.BadInput, "--latest must be a number from 1 to %d.", media.MaxEpisodeCount)
	}
	if isList(a.What) {
		return a.addList(ctx, c)
	}
	address := a.What
	if _, err := source.Recognize(address); err != nil {
		if strings.Contains(address, "://") || strings.TrimSpace(address) == "" {
			return err
		}
		show, err := a.find(ctx, c)
		if err != nil {
			return err
		}
		address = show.GetAddress()
	}
	if err := a.comesTo(ctx, c, []string{address}); err != nil {
		return err
	}
	job, err := a.submit(ctx, c, address)
	if err == nil {
		fmt.Fprintf(a.Out, "Job %d is on its way: %s/jobs/%d\n", job, c.base(), job)
	}
	return err
}

// submit makes a job of an address and returns its id.
func (a Adding) submit(ctx context.Context, c *client, address string) (job int32, err error) {
	// Sent again after a lost answer, it is the same job.
	request := &v1.ProcessRequest{Input: address, Config: a.config(), IdempotencyKey: rand.Text()}
	err = c.call(ctx, callTimeout, func(ctx context.Context, at *doors) error {
		answer, err := at.jobs.Process(ctx, request)
		job = answer.GetJobId()
		return err
	})
	return job, err
}

// config is which episodes of a show are taken; nil leaves that to the instance.
func (a Adding) config() *v1.ProcessConfig {
	if a.Latest == 0 {
		return nil
	}
	return &v1.ProcessConfig{Mode: string(media.SelectRecent), EpisodeCount: new(int32(a.Latest))}
}

// find asks for shows of the name, lists them and chooses one.
func (a Adding) find(ctx context.Context, c *client) (*v1.Show, error) {
	var found *v1.SearchShowsResponse
	err := c.call(ctx, callTimeout, func(ctx context.Context, at *doors) (err error) {
		found, err = at.shows.SearchShows(ctx, &v1.SearchShowsRequest{Q: a.What})
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(found.GetSilent()) > 0 {
		fmt.Fprintf(a.Out, "%s did not answer.\n", printable(strings.Join(found.GetSilent(), " and ")))
	}
	if len(found.GetShows()) == 0 {
		return nil, fault.Newf(fault.NotFound, "No show is called “%s”. Try fewer words, or give the feed's address.", printable(a.What))
	}
	for i, s := range found.GetShows() {
		fmt.Fprintf(a.Out, "%2d  %s\n    %s\n", i+1, described(s), printable(s.GetAddress()))
	}
	return a.choose(found.GetShows())
}

// described is a show in one line.
func described(s *v1.Show) string {
	parts := []string{printable(s.GetTitle())}
	if s.GetAuthor() != "" {
		parts = append(parts, printable(s.GetAuthor()))
	}
	if s.EpisodeCount != nil {
		parts = append(parts, wording.Count(int(s.GetEpisodeCount()), "episode", "episodes"))
	}
	return strings.Join(append(parts, printable(s.GetDirectory())), ", ")
}

// printable is a text of the instance without what would move the cursor of a terminal.
func printable(s string) string { return transcript.CleanText(s, maxSentenceRunes) }

func (a Adding) choose(shows []*v1.Show) (*v1.Show, error) {
	if a.Pick != 0 {
		return picked(shows, a.Pick)
	}
	exact := -1
	for i, s := range shows {
		if strings.EqualFold(s.GetTitle(), strings.TrimSpace(a.What)) {
			if exact >= 0 { // two of one name: a person decides
				exact = -1
				break
			}
			exact = i
		}
	}
	switch {
	case exact >= 0:
		return shows[exact], nil
	case len(shows) == 1 || a.Best:
		return shows[0], nil
	case a.In == nil:
		return nil, fault.New(fault.BadInput, "Several shows fit. Choose one with --pick and its number, or take the first with --yes.")
	}
	n, err := strconv.Atoi(a.ask(fmt.Sprintf("Which one? (1 to %d) ", len(shows))))
	if err != nil {
		return nil, fault.New(fault.BadInput, "Nothing was chosen, so nothing was added.")
	}
	return picked(shows, n)
}

// ask returns what is answered to a question; empty at the end of the input.
func (a Adding) ask(question string) string {
	fmt.Fprint(a.Out, question)
	line, _ := a.answers.ReadString('\n') // what cannot be read is no answer
	return strings.TrimSpace(line)
}

func picked(shows []*v1.Show, n int) (*v1.Show, error) {
	if n < 1 || n > len(shows) {
		return nil, fault.Newf(fault.BadInput, "There is no match %d: the list has %d.", n, len(shows))
	}
	return shows[n-1], nil
}
