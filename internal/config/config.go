package config

import (
	"log/slog"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
	"time"
)

// Secret is text that never prints.
type Secret string

const hidden = "(secret)"

// String hides the value.
func (s Secret) String() string { return hidden }

// GoString hides the value.
func (s Secret) GoString() string { return hidden }

// MarshalText hides the value, also inside structs that are logged as JSON.
func (s Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// LogValue hides the value.
func (s Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// Reveal answers the value itself, for the one place that needs it.
func (s Secret) Reveal() string { return string(s) }

// Config is everything that can be set. All values are text here: Validate reads them and reports every problem at once.
type Config struct {
	Listen       string `help:"Address of the web server." env:"MENTIONARY_LISTEN" default:"127.0.0.1:8080"`
	BaseURL      string `name:"base-url" help:"Address people use, when it differs from the listening one." env:"MENTIONARY_BASE_URL"`
	Drain        string `help:"How long a web server goes on serving after it was asked to stop, so that proxies see it go; such as 5s." env:"MENTIONARY_DRAIN" default:"0s"`
	DataDir      string `help:"Folder of the databases of one machine." env:"MENTIONARY_DATA_DIR" default:".mentionary"`
	Database     string `help:"A postgres:// address; empty means SQLite in the data folder (run only)." env:"MENTIONARY_DATABASE"`
	SessionKey   Secret `help:"At least 32 characters, shared by all web processes; empty makes one and keeps it in the database." env:"MENTIONARY_SESSION_KEY"`
	LogLevel     string `help:"debug, info, warn or error." env:"MENTIONARY_LOG_LEVEL" default:"info"`
	LogFormat    string `help:"text or json." env:"MENTIONARY_LOG_FORMAT" default:"text"`
	Proxies      string `name:"trusted-proxies" help:"Proxies whose X-Forwarded-For is believed, as CIDR ranges separated by commas." env:"MENTIONARY_TRUSTED_PROXIES"`
	AllowNetwork string `help:"Private networks that addresses from data may lead to, as CIDR ranges separated by commas." env:"MENTIONARY_ALLOW_NETWORKS"`
	Feeds        string `help:"Origins of own feeds on private addresses, separated by commas." env:"MENTIONARY_FEED_ORIGINS"`
	Ops          string `name:"ops-listen" help:"Address for operators: /metrics, /healthz, /readyz; empty means none." env:"MENTIONARY_OPS_LISTEN"`
	Traces       string `help:"OpenTelemetry collector for traces (OTLP over HTTP), such as http://127.0.0.1:4318; empty means none." env:"MENTIONARY_TRACES"`
	YouTubeKey   Secret `name:"youtube-key" help:"Key of the YouTube Data API." env:"MENTIONARY_YOUTUBE_KEY"`
	YouTubeLook  string `name:"youtube-player-lookup" help:"Ask YouTube's player for captions: true or false." env:"MENTIONARY_YOUTUBE_PLAYER_LOOKUP" default:"false"`
	Captions     string `help:"Languages of captions beside the original, separated by commas." env:"MENTIONARY_CAPTION_LANGUAGES" default:"en,de"`
	Demo         string `help:"Serve and analyze the demo library (run only): true or false." env:"MENTIONARY_DEMO" default:"true"`
	DemoListen   string `help:"Loopback address of the demo library." env:"MENTIONARY_DEMO_LISTEN" default:"127.0.0.1:8091"`

	SubmissionsPerHour string `name:"submissions-per-hour" help:"Jobs that one user may submit in an hour; moderators and admins may more." env:"MENTIONARY_SUBMISSIONS_PER_HOUR" default:"60"`
	UploadMiBPerDay    string `name:"upload-mib-per-day" help:"MiB of files that one user may upload in a day; moderators may more, admins as much as they like." env:"MENTIONARY_UPLOAD_MIB_PER_DAY" default:"1024"`

	Temporal Temporal `embed:"" prefix:"temporal-" envprefix:"MENTIONARY_TEMPORAL_"`
	OIDC     OIDC     `embed:"" prefix:"oidc-" envprefix:"MENTIONARY_OIDC_"`
	Admin    Admin    `embed:"" prefix:"admin-" envprefix:"MENTIONARY_ADMIN_"`
	Model    Model    `embed:"" prefix:"model-" envprefix:"MENTIONARY_MODEL_"`
	Work     Work     `embed:"" prefix:"work-" envprefix:"MENTIONARY_WORK_"`
}

// Temporal says where workflows run.
type Temporal struct {
	Address   string `help:"Address of the cluster, or of the embedded server." env:"ADDRESS" default:"127.0.0.1:7233"`
	UI        string `name:"ui" help:"Loopback address of the embedded web UI; empty switches it off." env:"UI" default:"127.0.0.1:8233"`
	Namespace string `help:"Namespace." env:"NAMESPACE" default:"mentionary"`
	TLS       string `name:"tls" help:"Reach the cluster over TLS: true or false." env:"TLS" default:"false"`
	CAFile    string `name:"ca-file" help:"Certificates that the cluster's own is checked against, PEM; empty means the system's." env:"CA_FILE"`
	CertFile  string `name:"cert-file" help:"Client certificate for the cluster, PEM." env:"CERT_FILE"`
	KeyFile   string `name:"key-file" help:"Key of the client certificate, PEM." env:"KEY_FILE"`
	Server    string `name:"server-name" help:"Name in the cluster's certificate, when it is not the one of the address." env:"SERVER_NAME"`
	APIKey    Secret `name:"api-key" help:"API key of the cluster." env:"API_KEY"`
}

// OIDC names the identity provider. Empty means the development provider (run only).
type OIDC struct {
	Issuer       string `help:"Issuer of the identity provider." env:"ISSUER"`
	ClientID     string `name:"client-id" help:"Client id." env:"CLIENT_ID" default:"mentionary"`
	ClientSecret Secret `name:"client-secret" help:"Client secret." env:"CLIENT_SECRET"`
	Origins      string `help:"Further origins of the provider (token, keys, userinfo), separated by commas." env:"ORIGINS"`
}

// Admin names the first admin by the provider's subject.
type Admin struct {
	Subject string `help:"Subject of the first admin at the identity provider." env:"SUBJECT"`
}

// Model names an OpenAI-compatible model server. Empty means the built-in extractor.
type Model struct {
	URL  string `name:"url" help:"Address of an OpenAI-compatible server, ending in /v1." env:"URL"`
	Key  Secret `help:"Key of the model server." env:"KEY"`
	Name string `help:"Name of the model." env:"NAME"`

	Timeout string `help:"How long one call of the model may take." env:"TIMEOUT" default:"2m"`

	PromptPrice     string `name:"prompt-price" help:"US dollars for a million prompt tokens, for the metric of costs." env:"PROMPT_PRICE"`
	CachedPrice     string `name:"cached-price" help:"The same for cached prompt tokens." env:"CACHED_PRICE"`
	CompletionPrice string `name:"completion-price" help:"The same for completion tokens." env:"COMPLETION_PRICE"`
	DailyTokens     string `name:"daily-tokens" help:"Tokens that all analyses together may use a day (UTC); 0 lifts the cap, empty leaves it as it was." env:"DAILY_TOKENS"`
	UserDailyTokens string `name:"user-daily-tokens" help:"Tokens that each person's analyses may use a day (UTC); 0 lifts the cap, empty leaves it as it was." env:"USER_DAILY_TOKENS"`
}

// Work bounds how much one process does at once.
type Work struct {
	Main  string `help:"Database steps at once." env:"MAIN" default:"8"`
	Fetch string `help:"Fetches at once." env:"FETCH" default:"16"`
	Model string `help:"Chunks read at once." env:"MODEL" default:"4"`
}

// SQLite is the file of the product's own database in the data folder.
func (c *Config) SQLite() string { return filepath.Join(c.DataDir, "mentionary.db") }

// TemporalFile is the file of the embedded workflow server in the data folder.
func (c *Config) TemporalFile() string { return filepath.Join(c.DataDir, "temporal.db") }

// DemoOn reports whether the demo library is wanted.
func (c *Config) DemoOn() bool { return c.Demo == "true" }

// DrainTime answers how long a web server that was asked to stop goes on serving. Validate has seen to it that it can be read.
func (c *Config) DrainTime() time.Duration {
	d, _ := time.ParseDuration(c.Drain)
	return d
}

// list answers the parts of a comma-separated list.
func list(s string) []string {
	var out []string
	for _, p := range strings.Split(s, ",") {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// FeedOrigins answers the origins of own feeds.
func (c *Config) FeedOrigins() []string { return list(c.Feeds) }

// ProviderOrigins answers the identity provider's further origins.
func (c *Config) ProviderOrigins() []string { return list(c.OIDC.Origins) }

// CaptionLanguages answers the languages of captions, best first.
func (c *Config) CaptionLanguages() []string { return list(c.Captions) }

// Networks answers the private networks that are allowed.
func (c *Config) Networks() []netip.Prefix { return prefixes(c.AllowNetwork) }

// TrustedProxies answers where proxies whose X-Forwarded-For is believed are.
func (c *Config) TrustedProxies() []netip.Prefix { return prefixes(c.Proxies) }

// prefixes reads a list of ranges. Validate has seen to it that they can be read.
func prefixes(text string) []netip.Prefix {
	var out []netip.Prefix
	for _, s := range list(text) {
		if p, err := netip.ParsePrefix(s); err == nil {
			out = append(out, p)
		}
	}
	return out
}

// Base answers the address people use, without a trailing slash. localhost stands for a loopback address, because
// identity providers and browsers treat it best.
func (c *Config) Base() string {
	if c.BaseURL != "" {
		return strings.TrimSuffix(c.BaseURL, "/")
	}
	a, err := netip.ParseAddrPort(c.Listen)
	if err != nil {
		return "http://" + c.Listen
	}
	if a.Addr().IsLoopback() || a.Addr().IsUnspecified() {
		return "http://localhost:" + portOf(a)
	}
	return "http://" + c.Listen
}

func portOf(a netip.AddrPort) string {
	_, port, _ := strings.Cut(a.String()[strings.LastIndex(a.String(), ":"):], ":")
	return port
}

// Secure reports whether people reach the site over https.
func (c *Config) Secure() bool {
	u, err := url.Parse(c.Base())
	return err == nil && u.Scheme == "https"
}
