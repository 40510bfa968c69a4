package audio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/outbound"
)

// download is one try to make a partial file whole.
type download struct {
	client   *http.Client
	address  string
	limits   Limits
	part     *os.File
	have     int64 // bytes of the file on disk
	room     int64 // bytes the file may have before the disk's quota is used up
	endless  bool  // the server does not say how long the file is
	progress func(bytes int64)
	stranger func(what string) error // the failure when what comes is no audio but what
}

// origin is what a partial file came from, kept beside it.
type origin struct {
	Address   string `json:"address"`
	Validator string `json:"validator"` // strong ETag, else Last-Modified; empty: the rest cannot be asked for
}

const originFile = ".origin.json"

// run fetches what is missing, checks what came and gives the file its name.
func (d *download) run(ctx context.Context, name string) (File, error) {
	limited, cancel := context.WithTimeout(ctx, d.limits.MaxTime)
	defer cancel()
	err := d.fetch(limited, name)
	switch {
	case err == nil:
		return d.finishOrDiscard(ctx, name)
	case ctx.Err() != nil:
		return File{}, ctx.Err()
	case errors.Is(limited.Err(), context.DeadlineExceeded) && d.endless:
		d.discard(name)
		return File{}, neverEnds(err)
	case errors.Is(limited.Err(), context.DeadlineExceeded):
		return File{}, fault.Wrap(fault.Unavailable, err, "The audio came too slowly. The rest is fetched at the next try.")
	default:
		if !fault.KindOf(err).Retryable() {
			d.discard(name)
		}
		return File{}, err
	}
}

func neverEnds(cause error) error {
	return fault.Wrap(fault.TooLarge, cause, "The audio did not end in the time that one file may take. It may be a live stream; "+
		"add a transcript instead.")
}

// finishOrDiscard finishes a file that came whole; one that is no audio is forgotten.
func (d *download) finishOrDiscard(ctx context.Context, name string) (File, error) {
	f, err := d.finish(ctx, name)
	if err != nil && ctx.Err() == nil {
		d.discard(name)
	}
	return f, err
}

// measure finds out how much room there is, for others write beside us.
func (d *download) measure() error {
	used, err := usedBytes(d.limits.Dir)
	d.room = d.limits.DiskBytes - used + d.have
	return diskFault(err)
}

// discard forgets what came so far: it is not what was wanted.
func (d *download) discard(name string) {
	_ = os.Remove(pathOf(d.limits, name, partial)) // what stays is swept some day
	_ = os.Remove(pathOf(d.limits, name, originFile))
}

func (d *download) finish(ctx context.Context, name string) (File, error) {
	if err := d.part.Sync(); err != nil {
		return File{}, diskFault(err)
	}
	path := pathOf(d.limits, name, partial)
	f, err := Open(ctx, path, Tools{})
	if err != nil {
		return File{}, err
	}
	f.Path = pathOf(d.limits, name, "."+string(f.Format))
	if err := os.Rename(path, f.Path); err != nil {
		return File{}, diskFault(err)
	}
	_ = os.Remove(pathOf(d.limits, name, originFile)) // swept otherwise
	return f, nil
}

// fetch asks for the rest of the file, or for all of it, and writes it to disk.
func (d *download) fetch(ctx context.Context, name string) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	timer := time.AfterFunc(d.limits.stall(), func() { stop(errStalled) })
	defer timer.Stop()

	resp, err := d.ask(ctx, d.validator(name))
	if err != nil {
		return unanswered(ctx, err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode == http.StatusRequestedRangeNotSatisfiable && d.have > 0 {
		// What is there is not the beginning of what is offered: it begins anew at the next try.
		d.discard(name)
		return fault.New(fault.Unavailable, "The audio has changed while it was fetched. It is fetched anew at the next try.")
	}
	if err := statusFault(resp); err != nil {
		return err
	}
	if coding := resp.Header.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return fault.New(fault.Unsupported, "The audio is sent in a compression that is not read. Add a transcript instead.")
	}
	if err := d.place(resp); err != nil {
		return err
	}
	d.remember(name, resp.Header)
	if err := d.copy(guarded{resp.Body, timer, d.limits.stall()}); err != nil {
		return unanswered(ctx, err)
	}
	return nil
}

// ask sends the request. Compression is declined, so that lengths and ranges mean the file.
func (d *download) ask(ctx context.Context, validator string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.address, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "audio/*, video/*;q=0.5, */*;q=0.1")
	req.Header.Set("Accept-Encoding", "identity")
	if validator == "" {
		d.have = 0
	} else {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", d.have))
		req.Header.Set("If-Range", validator)
	}
	return d.client.Do(req)
}

// place checks lengths and goes to where the answer belongs in the file.
func (d *download) place(resp *http.Response) error {
	if resp.StatusCode != http.StatusPartialContent {
		d.have = 0
	} else if !strings.HasPrefix(resp.Header.Get("Content-Range"), fmt.Sprintf("bytes %d-", d.have)) {
		return fault.New(fault.Unavailable, "The site sent another part of the audio than the one asked for. Try again later.")
	}
	d.endless = resp.ContentLength < 0
	if resp.ContentLength >= 0 {
		if d.have+resp.ContentLength > d.limits.MaxBytes {
			return tooLarge(d.limits)
		}
		if d.have+resp.ContentLength > d.room {
			return noRoom(nil)
		}
	}
	if err := d.part.Truncate(d.have); err != nil {
		return diskFault(err)
	}
	if _, err := d.part.Seek(d.have, io.SeekStart); err != nil {
		return diskFault(err)
	}
	return nil
}

const (
	copied      = 128 << 10 // bytes in memory
	toldOfEvery = 256 << 10
)

// copy writes the body to disk.
func (d *download) copy(body io.Reader) error {
	to, buffer := d.sink(), make([]byte, copied)
	for {
		n, err := body.Read(buffer)
		if _, err := to.Write(buffer[:n]); err != nil {
			return err
		}
		if errors.Is(err, io.EOF) {
			return to.end()
		}
		if err != nil {
			return err
		}
	}
}

// sink writes to the partial file within its limits. What it is is looked at as soon as enough is there.
type sink struct {
	*download

	checked bool
	told    int64
}

func (d *download) sink() *sink { return &sink{download: d, checked: d.have > HeadBytes, told: d.have} }

// Write implements io.Writer; its failures are faults.
func (s *sink) Write(p []byte) (int, error) {
	switch n := int64(len(p)); {
	case s.have+n > s.limits.MaxBytes:
		return 0, tooLarge(s.limits)
	case s.have+n > s.room:
		return 0, noRoom(nil)
	}
	n, err := s.part.Write(p)
	s.have += int64(n)
	if err != nil {
		return n, diskFault(err)
	}
	if !s.checked && s.have >= HeadBytes {
		if err := s.check(); err != nil {
			return n, err
		}
	}
	if s.have-s.told >= toldOfEvery {
		return n, s.tell()
	}
	return n, nil
}

// end is told when everything came.
func (s *sink) end() error {
	if !s.checked {
		if err := s.check(); err != nil {
			return err
		}
	}
	return s.tell()
}

func (s *sink) tell() error {
	s.told = s.have
	s.progress(s.have)
	return s.measure()
}

// check looks at the first bytes.
func (s *sink) check() error {
	s.checked = true
	head, err := headOf(s.part)
	if err != nil {
		return diskFault(err)
	}
	if len(head) == 0 {
		return s.stranger("an empty file")
	}
	if _, what := Kind(head); what != "" {
		return s.stranger(what)
	}
	return nil
}

// validator is what proves that the rest belongs to what is on disk, empty when nothing does.
func (d *download) validator(name string) string {
	if d.have == 0 {
		return ""
	}
	raw, err := os.ReadFile(pathOf(d.limits, name, originFile))
	var o origin
	if err != nil || json.Unmarshal(raw, &o) != nil || o.Address != d.address {
		return ""
	}
	return o.Validator
}

// remember keeps what a later try needs to go on. Without it that try begins anew.
func (d *download) remember(name string, h http.Header) {
	o := origin{Address: d.address, Validator: h.Get("ETag")}
	if o.Validator == "" || strings.HasPrefix(o.Validator, "W/") {
		o.Validator = h.Get("Last-Modified")
	}
	raw, err := json.Marshal(o)
	path := pathOf(d.limits, name, originFile)
	if err != nil || os.WriteFile(path, raw, 0o600) != nil {
		_ = os.Remove(path)
	}
}

// unanswered turns the failure of a connection to a fault; faults stay.
func unanswered(ctx context.Context, err error) error {
	if f := (*fault.Error)(nil); errors.As(err, &f) {
		return err
	}
	if errors.Is(context.Cause(ctx), errStalled) {
		return fault.Wrap(fault.Unavailable, errStalled, "The audio stopped coming. The rest is fetched at the next try.")
	}
	switch outbound.FailureOf(err) {
	case outbound.TimedOut:
		return fault.Wrap(fault.Unavailable, err, "The site of the audio took too long to answer. Try again later.")
	case outbound.BadCertificate:
		return fault.Wrap(fault.Unavailable, err, "The site of the audio has no valid certificate, so it cannot be read safely. Its owner has "+
			"to fix that.")
	case outbound.TooManyRedirects:
		return fault.Wrap(fault.Unavailable, err, "The address of the audio redirects too many times. Try again later.")
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fault.Wrap(fault.Unavailable, err, "The connection broke off in the middle of the audio. The rest is fetched at the next try.")
	}
	return fault.Wrap(fault.Unavailable, err, "The address of the audio could not be reached. Try again later.")
}

// statusFault turns an answer without audio to a fault, nil for the others.
func statusFault(resp *http.Response) error {
	code := resp.StatusCode
	after := outbound.RetryAfter(resp.Header, time.Now())
	switch {
	case code == http.StatusOK, code == http.StatusPartialContent:
		return nil
	case code == http.StatusNotFound, code == http.StatusGone:
		return fault.New(fault.NotFound, "The audio is no longer at its address. Add a transcript instead.")
	case code == http.StatusUnauthorized, code == http.StatusPaymentRequired, code == http.StatusForbidden:
		return fault.New(fault.Private, "The site does not let the audio be fetched. Its address may have expired or be for subscribers; add a "+
			"transcript instead.")
	case code == http.StatusTooManyRequests:
		return fault.New(fault.RateLimited, "The site of the audio asks us to come back later.").WithRetryAfter(after)
	case code == http.StatusUnavailableForLegalReasons, code == 999: // 999: what professional networks answer to robots
		return fault.New(fault.Blocked, "The site of the audio turns automated readers away.")
	case code >= 500, code == http.StatusRequestTimeout, code == http.StatusTooEarly:
		return fault.Newf(fault.Unavailable, "The site of the audio is having problems (status %d). Try again later.", code).
			WithRetryAfter(after)
	case code >= 400:
		return fault.Newf(fault.Unsupported, "The site of the audio refuses the request (status %d). Add a transcript instead.", code)
	default:
		return fault.Newf(fault.Unavailable, "The site sent no audio (status %d). Try again later.", code)
	}
}
