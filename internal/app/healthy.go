package app

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"mentionary/internal/config"
)

// healthyTimeout bounds how long a process may take to say that it is ready; it allows its database less.
const healthyTimeout = 5 * time.Second

// Healthy asks the process that listens at an address whether it is ready, and returns why not: a web server where it serves
// people, a worker at its address for operators. Containers have neither shell nor curl, so the program asks itself.
func Healthy(ctx context.Context, address config.Address) error {
	target := address.FromHere()
	ctx, cancel := context.WithTimeout(ctx, healthyTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+target+"/readyz", nil)
	if err != nil {
		return fmt.Errorf("ask %s: %w", target, err)
	}
	// Without a proxy on purpose: the question is about this machine.
	resp, err := httpClient(&http.Transport{DisableKeepAlives: true}).Do(req)
	if err != nil {
		return fmt.Errorf("nothing answers at %s: %w", target, err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the process at %s is not ready: it answered %s", target, resp.Status)
	}
	return nil
}
