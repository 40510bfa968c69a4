package config

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Command is what the program was asked to do; each needs other values.
type Command string

// The commands.
const (
	Run     Command = "run"
	Serve   Command = "serve"
	Worker  Command = "worker"
	Engine  Command = "temporal"
	Migrate Command = "migrate"
)

// maxDailyTokens is more than anybody pays for: a larger number is a slip.
const maxDailyTokens = 1_000_000_000_000

// maxSubmissions is more than anybody submits in an hour: a larger number is a slip.
const maxSubmissions = 1_000_000

// maxUploadMiB is a terabyte: a larger number is a slip.
const maxUploadMiB = 1 << 20

// Validate reports every problem with the values a command needs, each with the variable to change.
func (c *Config) Validate(cmd Command) error {
	p := &problems{}
	p.address("MENTIONARY_LISTEN", c.Listen)
	p.address("MENTIONARY_DEMO_LISTEN", c.DemoListen)
	p.address("MENTIONARY_TEMPORAL_ADDRESS", c.Temporal.Address)
	if c.Temporal.UI != "" {
		p.address("MENTIONARY_TEMPORAL_UI", c.Temporal.UI)
	}
	if c.Ops != "" {
		p.address("MENTIONARY_OPS_LISTEN", c.Ops)
	}
	for name, v := range map[string]string{
		"MENTIONARY_MODEL_PROMPT_PRICE": c.Model.PromptPrice, "MENTIONARY_MODEL_CACHED_PRICE": c.Model.CachedPrice,
		"MENTIONARY_MODEL_COMPLETION_PRICE": c.Model.CompletionPrice,
	} {
		if n, err := strconv.ParseFloat(v, 64); v != "" && (err != nil || !(n >= 0 && n <= 1e6)) {
			p.add(name, "%q is not a price in US dollars for a million tokens", v)
		}
	}
	p.origin("MENTIONARY_TRACES", c.Traces)
	p.origin("MENTIONARY_BASE_URL", c.BaseURL)
	p.origin("MENTIONARY_OIDC_ISSUER", c.OIDC.Issuer)
	p.origin("MENTIONARY_MODEL_URL", c.Model.URL)
	for _, o := range append(c.FeedOrigins(), c.ProviderOrigins()...) {
		p.origin("MENTIONARY_FEED_ORIGINS or MENTIONARY_OIDC_ORIGINS", o)
	}
	p.ranges("MENTIONARY_ALLOW_NETWORKS", c.AllowNetwork)
	p.ranges("MENTIONARY_TRUSTED_PROXIES", c.Proxies)
	if d, err := time.ParseDuration(c.Drain); err != nil || d < 0 || d > time.Minute {
		p.add("MENTIONARY_DRAIN", "%q is not a time from 0s to 1m", c.Drain)
	}
	p.oneOf("MENTIONARY_LOG_FORMAT", c.LogFormat, "text", "json")
	p.oneOf("MENTIONARY_LOG_LEVEL", strings.ToLower(c.LogLevel), "debug", "info", "warn", "error")
	for name, v := range map[string]string{"MENTIONARY_DEMO": c.Demo, "MENTIONARY_TEMPORAL_TLS": c.Temporal.TLS, "MENTIONARY_YOUTUBE_PLAYER_LOOKUP": c.YouTubeLook} {
		p.oneOf(name, v, "true", "false")
	}
	for name, v := range map[string]string{"MENTIONARY_WORK_MAIN": c.Work.Main, "MENTIONARY_WORK_FETCH": c.Work.Fetch, "MENTIONARY_WORK_MODEL": c.Work.Model} {
		if n, err := strconv.Atoi(v); err != nil || n < 1 || n > 1000 {
			p.add(name, "%q is not a number from 1 to 1000", v)
		}
	}
	if t := c.Temporal; t.TLS != "true" && (t.CAFile != "" || t.CertFile != "" || t.KeyFile != "" || t.Server != "" || t.APIKey != "") {
		p.add("MENTIONARY_TEMPORAL_TLS", "certificates and keys of the cluster are for TLS: set it to true")
	}
	if (c.Temporal.CertFile == "") != (c.Temporal.KeyFile == "") {
		p.add("MENTIONARY_TEMPORAL_CERT_FILE", "a client certificate needs its key (MENTIONARY_TEMPORAL_KEY_FILE), and the key its certificate")
	}
	if n, err := strconv.Atoi(c.SubmissionsPerHour); err != nil || n < 1 || n > maxSubmissions {
		p.add("MENTIONARY_SUBMISSIONS_PER_HOUR", "%q is not a number from 1 to %d", c.SubmissionsPerHour, maxSubmissions)
	}
	if n, err := strconv.Atoi(c.UploadMiBPerDay); err != nil || n < 1 || n > maxUploadMiB {
		p.add("MENTIONARY_UPLOAD_MIB_PER_DAY", "%q is not a number from 1 to %d", c.UploadMiBPerDay, maxUploadMiB)
	}
	if c.Model.URL != "" && c.Model.Name == "" {
		p.add("MENTIONARY_MODEL_NAME", "name the model to use at %s", c.Model.URL)
	}
	if d, err := time.ParseDuration(c.Model.Timeout); c.Model.Timeout != "" && (err != nil || d < minModelTimeout || d > maxModelTimeout) {
		p.add("MENTIONARY_MODEL_TIMEOUT", "%q is not a time from %s to %s", c.Model.Timeout, minModelTimeout, maxModelTimeout)
	}
	for name, v := range map[string]string{"MENTIONARY_MODEL_DAILY_TOKENS": c.Model.DailyTokens, "MENTIONARY_MODEL_USER_DAILY_TOKENS": c.Model.UserDailyTokens} {
		if n, err := strconv.Atoi(v); v != "" && (err != nil || n < 0 || n > maxDailyTokens) {
			p.add(name, "%q is not a number of tokens from 0 to %d", v, maxDailyTokens)
		}
	}
	if k := len(c.SessionKey); k > 0 && k < 32 {
		p.add("MENTIONARY_SESSION_KEY", "it has %d characters, it needs at least 32", k)
	}
	c.validateLayout(cmd, p)
	return p.err()
}

// validateLayout checks what belongs together: one machine may use SQLite and the development sign-in, several may not.
func (c *Config) validateLayout(cmd Command, p *problems) {
	postgres := strings.HasPrefix(c.Database, "postgres://") || strings.HasPrefix(c.Database, "postgresql://")
	if c.Database != "" && !postgres {
		p.add("MENTIONARY_DATABASE", "it must be a postgres:// address; leave it empty for SQLite in %s", c.DataDir)
	}
	if (cmd == Serve || cmd == Worker) && !postgres {
		p.add("MENTIONARY_DATABASE", "%s needs PostgreSQL: several processes cannot share an SQLite file", cmd)
	}
	if cmd == Serve && c.OIDC.Issuer == "" {
		p.add("MENTIONARY_OIDC_ISSUER", "serve needs an identity provider; the development sign-in exists in run only")
	}
	if cmd == Run && c.OIDC.Issuer == "" && !loopback(c.Listen) {
		p.add("MENTIONARY_OIDC_ISSUER", "the development sign-in lets anybody be admin, so it works on loopback addresses only; name an identity provider to listen on %s", c.Listen)
	}
	if postgres && !loopbackDatabase(c.Database) && strings.Contains(c.Database, "sslmode=disable") {
		p.add("MENTIONARY_DATABASE", "the database is on another host: use sslmode=verify-full instead of disable")
	}
}

func loopbackDatabase(dsn string) bool {
	u, err := url.Parse(dsn)
	return err == nil && (u.Hostname() == "" || u.Hostname() == "localhost" || isLoopback(u.Hostname()))
}

func loopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	return err == nil && (host == "localhost" || isLoopback(host))
}

func isLoopback(host string) bool {
	a, err := netip.ParseAddr(host)
	return err == nil && a.IsLoopback()
}

// Level answers the log level. Validate has seen to it that it can be read.
func (c *Config) Level() slog.Level {
	var l slog.Level
	_ = l.UnmarshalText([]byte(c.LogLevel))
	return l
}

// The time one call of a model may take. A step of a run calls several times at most and has ten minutes.
const (
	minModelTimeout = 5 * time.Second
	maxModelTimeout = 3 * time.Minute
)

// Duration answers a validated time, 0 when none is configured.
func Duration(s string) time.Duration {
	d, _ := time.ParseDuration(s)
	return d
}

// Number answers a validated number.
func Number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// Price answers a validated price, 0 when none is configured.
func Price(s string) float64 {
	n, _ := strconv.ParseFloat(s, 64)
	return n
}

type problems struct{ list []error }

func (p *problems) add(name, format string, args ...any) {
	p.list = append(p.list, fmt.Errorf("%s: %s", name, fmt.Sprintf(format, args...)))
}

func (p *problems) err() error { return errors.Join(p.list...) }

func (p *problems) address(name, v string) {
	if _, _, err := net.SplitHostPort(v); err != nil {
		p.add(name, "%q is not an address such as 127.0.0.1:8080", v)
	}
}

func (p *problems) origin(name, v string) {
	if v == "" {
		return
	}
	u, err := url.Parse(v)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		p.add(name, "%q is not an address such as https://example.org", v)
	}
}

func (p *problems) oneOf(name, v string, allowed ...string) {
	for _, a := range allowed {
		if v == a {
			return
		}
	}
	p.add(name, "%q is not one of %s", v, strings.Join(allowed, ", "))
}

func (p *problems) ranges(name, value string) {
	for _, n := range list(value) {
		if _, err := netip.ParsePrefix(n); err != nil {
			p.add(name, "%q is not a range such as 10.0.0.0/8", n)
		}
	}
}
