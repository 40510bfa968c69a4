package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"mentionary/internal/link/check"
	"mentionary/internal/outbound"
)

// ask asks for links, many at once, as ours or with a bare client.
func ask(o order) (r result, err error) {
	ctx := context.Background()
	judge := bare(o)
	if o.Part == "ours" {
		if judge, err = ours(); err != nil {
			return r, err
		}
	}
	var next, valid atomic.Int64
	var all sync.WaitGroup
	begun := time.Now()
	for range o.AtOnce {
		all.Go(func() {
			for n := int(next.Add(1)) - 1; n < o.Links; n = int(next.Add(1)) - 1 {
				if judge(ctx, address(o, n)) {
					valid.Add(1)
				}
			}
		})
	}
	all.Wait()
	r.PerSecond, r.Valid = float64(o.Links)/time.Since(begun).Seconds(), int(valid.Load())
	var spent syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &spent); err != nil {
		return r, err
	}
	r.CPU = float64(spent.Utime.Nano()+spent.Stime.Nano()) / 1000 / float64(o.Links)
	r.MB, err = mostResident()
	return r, err
}

// address is a link on a host of its own. 127.0.0.0/24 is left to others.
func address(o order, n int) string {
	n += o.First + 255
	return fmt.Sprintf("http://127.%d.%d.%d:%s%s", n>>16&0xFF, n>>8&0xFF, n&0xFF, o.Origin, o.Path)
}

// ours is the product's checker, wired as the product does it, with loopback opened.
func ours() (func(context.Context, string) bool, error) {
	pacer := outbound.NewPacer(outbound.PacerLimits{}, outbound.SystemClock())
	doors, err := outbound.New(outbound.Options{
		Version: "bench", BaseURL: "http://localhost", Pacer: pacer, AllowCIDRs: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
	})
	if err != nil {
		return nil, err
	}
	c := check.New(check.Options{Client: doors.Hops(), Pacer: pacer})
	return func(ctx context.Context, address string) bool { return c.Check(ctx, address, "").State == check.Valid }, nil
}

// bare is a client of Go without anything of ours: one request a link.
func bare(o order) func(context.Context, string) bool {
	client := &http.Client{Transport: &http.Transport{DialContext: (&net.Dialer{}).DialContext, MaxIdleConns: o.AtOnce}}
	return func(ctx context.Context, address string) bool {
		r, err := http.NewRequestWithContext(ctx, http.MethodHead, address, nil)
		if err != nil {
			return false
		}
		answer, err := client.Do(r)
		if err != nil {
			return false
		}
		return answer.Body.Close() == nil && answer.StatusCode == http.StatusOK
	}
}

// mostResident is how much memory the process had at most, in MB.
func mostResident() (float64, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kB, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	n, err := strconv.Atoi(kB)
	return float64(n) * 1024 / 1e6, err
}
