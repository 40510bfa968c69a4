package auth

import (
	"net/http"
	"time"
)

const (
	// maxProviderBody bounds every answer of the provider, after decompression.
	maxProviderBody = 1 << 20
	// providerTimeout bounds one request to the provider.
	providerTimeout = 10 * time.Second
)

// boundClient copies a client and puts our limits on the copy. Redirects are not followed: a code or token must not
// travel to an address that discovery did not name.
func boundClient(given *http.Client) *http.Client {
	c := *given
	c.Transport = boundTransport{c.Transport}
	c.Jar = nil
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	if c.Timeout <= 0 || c.Timeout > providerTimeout {
		c.Timeout = providerTimeout
	}
	return &c
}

// boundTransport limits the answers of the provider.
type boundTransport struct{ next http.RoundTripper }

func (t boundTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := t.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	res.Body = http.MaxBytesReader(nil, res.Body, maxProviderBody) // fails, instead of ending early
	if r.Method == http.MethodGet && res.StatusCode != http.StatusOK {
		// The libraries put the body of a refused GET into their errors, and errors go to the log.
		_ = res.Body.Close()
		res.Body = http.NoBody
	}
	return res, nil
}
