package modelserver

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"mentionary/internal/fault"
)

// Settings are how a server is reached.
type Settings struct {
	BaseURL    string
	Key        string        // empty for servers without keys
	HTTPClient *http.Client  // from package outbound
	Timeout    time.Duration // of one question

	MaxAnswer int   // bytes
	ErrHuge   error // for an answer that is larger
	// Refused makes an error of an error answer and of the beginning of its body.
	Refused func(res *http.Response, body []byte) error
}

// maxComplaint bounds how much of an error answer is read to tell its cause, in bytes.
const maxComplaint = 64 << 10

// Post asks one question, of length bytes, at a path below the address, and returns the answer's bytes, whatever content type they
// came with. It asks once: Temporal owns retries.
func (s Settings) Post(ctx context.Context, path, contentType string, question io.Reader, length int64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(s.BaseURL, "/")+path, question)
	if err != nil {
		return nil, err
	}
	req.ContentLength = length // not every server takes a form without
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("Accept", "application/json")
	if s.Key != "" {
		req.Header.Set("Authorization", "Bearer "+s.Key)
	}
	res, err := s.HTTPClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode < 200 || res.StatusCode >= 300 {
		complaint, _ := io.ReadAll(io.LimitReader(res.Body, maxComplaint)) // what could be read is enough to tell the cause
		return nil, s.Refused(res, complaint)
	}
	answer, err := io.ReadAll(io.LimitReader(res.Body, int64(s.MaxAnswer)+1))
	if err != nil {
		return nil, err
	}
	if len(answer) > s.MaxAnswer {
		return nil, s.ErrHuge
	}
	return answer, nil
}

// CheckAddress returns a BadInput fault with a field when an address cannot be one of a server's API.
func CheckAddress(server, field, address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return fault.New(fault.BadInput, "The address of the "+server+" must look like https://host/v1.").WithField(field)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return fault.New(fault.BadInput, "The address of the "+server+" must not contain a user name, password or query.").WithField(field)
	}
	return nil
}
