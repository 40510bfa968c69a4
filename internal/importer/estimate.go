package importer

import (
	"context"
	"fmt"
	"math"
	"strings"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/wording"
)

// comesTo says what shows come to before they are submitted and, where audio is listened to and somebody can be asked, asks whether to
// go on. What cannot be told holds nothing up.
func (a Adding) comesTo(ctx context.Context, c *client, addresses []string) error {
	if len(addresses) > 1 {
		fmt.Fprintf(a.Out, "Looking at what %d shows come to.\n", len(addresses))
	}
	sum, known, why := a.estimate(ctx, c, addresses)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if !c.reached.Load() { // submitting says so, after some tries
		return nil
	}
	if known > 0 {
		fmt.Fprintln(a.Out, estimateText(sum))
	}
	if known < len(addresses) && why != nil {
		fmt.Fprintf(a.Out, "What %s to could not be told. %s\n", wording.Count(len(addresses)-known, "show comes", "shows come"),
			printable(fault.Of(why).Sentence))
	}
	if sum.GetListened().GetEpisodes()+sum.GetPerhapsListened().GetEpisodes() == 0 || a.In == nil || a.Best {
		return nil
	}
	if answer := strings.ToLower(a.ask("Go on? (y/n) ")); answer != "y" && answer != "yes" {
		return fault.New(fault.BadInput, "Nothing was added.")
	}
	return nil
}

// estimate adds up what shows come to. known is how many of them could be asked about; why is the last reason why one could not be, nil
// for what is no show.
func (a Adding) estimate(ctx context.Context, c *client, addresses []string) (sum *v1.EstimateEpisodesResponse, known int, why error) {
	sum = &v1.EstimateEpisodesResponse{New: &v1.Lengths{}, Listened: &v1.Lengths{}, PerhapsListened: &v1.Lengths{}}
	for _, address := range addresses {
		var got *v1.EstimateEpisodesResponse
		err := c.judged(ctx, callTimeout, func(ctx context.Context, at *doors) (err error) {
			got, err = at.shows.EstimateEpisodes(ctx, &v1.EstimateEpisodesRequest{Address: address, Config: a.config()})
			return err
		})
		switch {
		case err == nil:
			known++
			addUp(sum, got)
		case !fault.Is(err, fault.BadInput):
			if why = err; endsList(err) {
				return sum, known, why
			}
		}
	}
	return sum, known, why
}

func addUp(sum, more *v1.EstimateEpisodesResponse) {
	addLengths(sum.New, more.GetNew())
	addLengths(sum.Listened, more.GetListened())
	addLengths(sum.PerhapsListened, more.GetPerhapsListened())
	sum.Analyzed += more.GetAnalyzed()
	sum.More = sum.GetMore() || more.GetMore()
	sum.ListeningPrice, sum.ListeningSpeed = more.ListeningPrice, more.ListeningSpeed
}

func addLengths(sum, more *v1.Lengths) {
	sum.Episodes += more.GetEpisodes()
	sum.Seconds += more.GetSeconds()
	sum.Unknown += more.GetUnknown()
}

// estimateText says what episodes come to, as the pages do (webapp/src/modules/shows/estimate.ts).
func estimateText(e *v1.EstimateEpisodesResponse) string {
	total := wording.Count(int(e.GetNew().GetEpisodes()+e.GetAnalyzed()), "episode", "episodes")
	if e.GetMore() {
		total = "More than " + total
	}
	long := lengthText(e.GetNew())
	if n := e.GetNew().GetUnknown(); n > 0 {
		long = append(long, fmt.Sprintf("%d of unknown length", n))
	}
	rest, sentences := strings.Join(long, ", "), []string(nil)
	switch n := int(e.GetAnalyzed()); {
	case n == 0 && rest != "":
		sentences = append(sentences, total+", "+rest+".")
	case n == 0:
		sentences = append(sentences, total+".")
	case rest == "":
		sentences = append(sentences, total+".", wording.Count(n, "is analyzed already.", "are analyzed already."))
	default: // only of those that are new it is told how long they are
		sentences = append(sentences, total+".", wording.Count(n, "is", "are")+" analyzed already; the rest comes to "+rest+".")
	}
	if n := int(e.GetListened().GetEpisodes()); n > 0 {
		sentences = append(sentences, wording.Count(n, "has no transcript and is", "have no transcript and are")+" listened to"+
			inBrackets("", listeningText(e.GetListened(), e))+".")
	}
	switch n, all := e.GetPerhapsListened().GetEpisodes(), listeningText(e.GetPerhapsListened(), e); {
	case n == 1:
		sentences = append(sentences, "The list does not say whether 1 has a transcript; without one it is listened to"+inBrackets("", all)+".")
	case n > 1:
		sentences = append(sentences, fmt.Sprintf("The list does not say which of %d have a transcript; those without are listened to%s.", n,
			inBrackets(fmt.Sprintf("all %d: ", n), all)))
	}
	return strings.Join(sentences, " ")
}

// listeningText says what listening to so much takes; empty when nobody knows.
func listeningText(heard *v1.Lengths, e *v1.EstimateEpisodesResponse) string {
	parts, nearly, seconds := lengthText(heard), "about", float64(heard.GetSeconds())
	if heard.GetUnknown() > 0 {
		nearly = "at least"
	}
	if seconds > 0 && e.GetListeningPrice() > 0 {
		parts = append(parts, fmt.Sprintf("%s $%.2f", nearly, seconds/60*e.GetListeningPrice()))
	}
	if seconds > 0 && e.GetListeningSpeed() > 0 {
		minutes := max(1, math.Round(seconds/60/e.GetListeningSpeed()))
		parts = append(parts, fmt.Sprintf("%s %s on this server", nearly, wording.Length(int(minutes)*60_000)))
	}
	return strings.Join(parts, ", ")
}

func inBrackets(before, text string) string {
	if text == "" {
		return ""
	}
	return " (" + before + text + ")"
}

func lengthText(l *v1.Lengths) []string {
	if l.GetEpisodes() == l.GetUnknown() {
		return nil
	}
	return []string{wording.Length(int(l.GetSeconds()) * 1000)}
}
