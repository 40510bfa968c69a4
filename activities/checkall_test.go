package activities

import (
	"context"
	"fmt"
	"net/url"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/link"
	"mentionary/internal/link/check"
)

// countingChecker takes a second for each address and counts how many are asked at once, in all and of one host.
type countingChecker struct {
	mu            sync.Mutex
	now           map[string]int
	all           int
	most, mostOne int
}

func (c *countingChecker) Check(_ context.Context, rawURL string, _ link.Kind) check.Verdict {
	u, _ := url.Parse(rawURL)
	c.count(u.Hostname(), 1)
	time.Sleep(time.Second) // of the test's own clock
	c.count(u.Hostname(), -1)
	return check.Verdict{State: check.Valid, FinalURL: rawURL}
}

func (c *countingChecker) count(host string, by int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now == nil {
		c.now = map[string]int{}
	}
	c.now[host] += by
	c.all += by
	c.most, c.mostOne = max(c.most, c.all), max(c.mostOne, c.now[host])
}

func addresses(hosts, each int) (urls []string) {
	for i := range each {
		for h := range hosts {
			urls = append(urls, fmt.Sprintf("https://host%03d.example/%d", h, i))
		}
	}
	return urls
}

func TestAllHostsOfARunAreCheckedSideBySide(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := &countingChecker{}
		a := &Links{Checker: c}
		began := time.Now()
		require.Len(t, a.checkAll(t.Context(), addresses(50, 4)), 200)
		require.Equal(t, 100, c.most)
		require.Equal(t, checkPerHost, c.mostOne, "no more of one host than its pace lets through")
		require.Equal(t, 2*time.Second, time.Since(began))
	})
}

func TestAProcessChecksNoMoreAtOnceThanItHasRoomFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := &countingChecker{}
		a := &Links{Checker: c}
		require.Len(t, a.checkAll(t.Context(), addresses(2*checkAtOnce, 1)), 2*checkAtOnce)
		require.Equal(t, checkAtOnce, c.most)
	})
}
