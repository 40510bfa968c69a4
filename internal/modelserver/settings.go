package modelserver

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/openai/openai-go/v3/option"

	"mentionary/internal/fault"
)

// Settings are how a server is reached.
type Settings struct {
	BaseURL    string
	Key        string       // empty for servers without keys
	HTTPClient *http.Client // from package outbound
	Timeout    time.Duration

	MaxAnswer int   // bytes
	ErrHuge   error // for an answer that is larger
	// Refused makes an error of an error answer and of the beginning of its body.
	Refused func(res *http.Response, body []byte) error
}

// Options are for one service of the library. A service is built by itself, not the whole client: the client would read OPENAI_*
// variables.
func (s Settings) Options() []option.RequestOption {
	opts := []option.RequestOption{
		option.WithBaseURL(s.BaseURL),
		option.WithHTTPClient(s.HTTPClient),
		option.WithMaxRetries(0), // Temporal owns retries
		option.WithRequestTimeout(s.Timeout),
		option.WithMiddleware(s.guard),
	}
	if s.Key != "" {
		opts = append(opts, option.WithAPIKey(s.Key))
	}
	return opts
}

// maxComplaint bounds how much of an error answer is read to tell its cause, in bytes.
const maxComplaint = 64 << 10

// guard stands between the library and the network: it bounds answers, and turns error answers to our own errors before
// the library stores request and response, key included, in its error.
func (s Settings) guard(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	res, err := next(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode < 200 || res.StatusCode >= 300 {
		complaint, _ := io.ReadAll(io.LimitReader(res.Body, maxComplaint)) // what could be read is enough to tell the cause
		return nil, s.Refused(res, complaint)
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, int64(s.MaxAnswer)+1))
	if err != nil {
		return nil, err
	}
	if len(body) > s.MaxAnswer {
		return nil, s.ErrHuge
	}
	out := *res // the other body is closed here
	out.Body = io.NopCloser(bytes.NewReader(body))
	return &out, nil
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
