package config

import (
	"log/slog"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
	"time"
)

// Config is everything that can be set, read once into types. What cannot be read keeps its zero value and is a problem that
// Validate reports. A setting's group says under which heading help shows it, and with which commands; its range is what it
// must lie in; one that is blank may be empty although it has a default.
type Config struct {
	File      string     `name:"config" group:"general" placeholder:"FILE" env:"MENTIONARY_CONFIG" help:"A YAML file of settings: flags without their dashes, such as “listen: 127.0.0.1:8080”. Flags and the environment win over it."`
	LogLevel  slog.Level `group:"general" env:"MENTIONARY_LOG_LEVEL" default:"info" help:"debug, info, warn or error."`
	LogFormat Choice     `group:"general" env:"MENTIONARY_LOG_FORMAT" default:"text" choices:"text json" help:"text or json."`

	DataDir  string   `group:"data" env:"MENTIONARY_DATA_DIR" default:".mentionary" help:"Folder of the databases of one machine."`
	Database Database `group:"data" placeholder:"ADDRESS" env:"MENTIONARY_DATABASE" help:"A postgres:// address; empty means SQLite in the data folder (run only)."`

	Listen             Address        `group:"web" env:"MENTIONARY_LISTEN" default:"127.0.0.1:8080" help:"Address of the web server."`
	BaseURL            url.URL        `group:"web" name:"base-url" placeholder:"URL" env:"MENTIONARY_BASE_URL" help:"Address people use, when it differs from the listening one."`
	Drain              time.Duration  `group:"web" env:"MENTIONARY_DRAIN" default:"0s" range:"0s to 1m" help:"How long a web server goes on serving after it was asked to stop, so that proxies see it go; such as 5s."`
	SessionKey         Secret         `group:"web" placeholder:"SECRET" env:"MENTIONARY_SESSION_KEY" help:"At least 32 characters, shared by all web processes; empty makes one and keeps it in the database."`
	Proxies            []netip.Prefix `group:"web" name:"trusted-proxies" placeholder:"RANGE,..." env:"MENTIONARY_TRUSTED_PROXIES" help:"Proxies whose X-Forwarded-For is believed, as CIDR ranges separated by commas."`
	SubmissionsPerHour int            `group:"web" env:"MENTIONARY_SUBMISSIONS_PER_HOUR" default:"60" range:"1 to 1000000" help:"Jobs that one user may submit in an hour; moderators and admins may submit more."`
	UploadMiBPerDay    int            `group:"web" name:"upload-mib-per-day" env:"MENTIONARY_UPLOAD_MIB_PER_DAY" default:"1024" range:"1 to 1048576" help:"MiB of files that one user may upload in a day; moderators may upload more, admins as much as they like."`

	OIDC  OIDC  `embed:"" group:"sign-in" prefix:"oidc-" envprefix:"MENTIONARY_OIDC_"`
	Admin Admin `embed:"" group:"sign-in" prefix:"admin-" envprefix:"MENTIONARY_ADMIN_"`

	Temporal Temporal `embed:"" group:"temporal" prefix:"temporal-" envprefix:"MENTIONARY_TEMPORAL_"`
	Model    Model    `embed:"" group:"model" prefix:"model-" envprefix:"MENTIONARY_MODEL_"`
	Work     Work     `embed:"" group:"work" prefix:"work-" envprefix:"MENTIONARY_WORK_"`

	Networks      []netip.Prefix `group:"sources" name:"allow-network" placeholder:"RANGE,..." env:"MENTIONARY_ALLOW_NETWORKS" help:"Private networks that addresses from data may lead to, as CIDR ranges separated by commas."`
	Feeds         []url.URL      `group:"sources" placeholder:"URL,..." env:"MENTIONARY_FEED_ORIGINS" help:"Origins of your own feeds on private addresses, separated by commas."`
	YouTubeKey    Secret         `group:"sources" name:"youtube-key" placeholder:"SECRET" env:"MENTIONARY_YOUTUBE_KEY" help:"Key of the YouTube Data API."`
	YouTubeLookup Switch         `group:"sources" name:"youtube-player-lookup" env:"MENTIONARY_YOUTUBE_PLAYER_LOOKUP" default:"false" help:"Ask YouTube's player for captions: true or false."`
	Captions      Words          `group:"sources" env:"MENTIONARY_CAPTION_LANGUAGES" default:"en,de" blank:"" help:"Languages of captions beside the original, separated by commas."`

	Demo       Switch  `group:"demo" env:"MENTIONARY_DEMO" default:"true" help:"Serve and analyze the demo library (run only): true or false."`
	DemoListen Address `group:"demo" env:"MENTIONARY_DEMO_LISTEN" default:"127.0.0.1:8091" help:"Loopback address of the demo library."`

	Ops    Address `group:"operators" name:"ops-listen" placeholder:"ADDRESS" env:"MENTIONARY_OPS_LISTEN" help:"Address for operators: /metrics, /healthz, /readyz; empty means none."`
	Traces url.URL `group:"operators" placeholder:"URL" env:"MENTIONARY_TRACES" help:"OpenTelemetry collector for traces (OTLP over HTTP), such as http://127.0.0.1:4318; empty means none."`

	read *reading
}

// Temporal says where workflows run.
type Temporal struct {
	Address   Address `env:"ADDRESS" default:"127.0.0.1:7233" help:"Address of the cluster, or of the embedded server."`
	UI        Address `name:"ui" env:"UI" default:"127.0.0.1:8233" blank:"" help:"Loopback address of the embedded web UI; empty switches it off."`
	Namespace string  `env:"NAMESPACE" default:"mentionary" help:"Namespace."`
	TLS       Switch  `name:"tls" env:"TLS" default:"false" help:"Reach the cluster over TLS: true or false."`
	CAFile    string  `name:"ca-file" placeholder:"FILE" env:"CA_FILE" help:"Certificates that the cluster's own is checked against, PEM; empty means the system's."`
	CertFile  string  `name:"cert-file" placeholder:"FILE" env:"CERT_FILE" help:"Client certificate for the cluster, PEM."`
	KeyFile   string  `name:"key-file" placeholder:"FILE" env:"KEY_FILE" help:"Key of the client certificate, PEM."`
	Server    string  `name:"server-name" placeholder:"NAME" env:"SERVER_NAME" help:"Name in the cluster's certificate, when it is not the one of the address."`
	APIKey    Secret  `name:"api-key" placeholder:"SECRET" env:"API_KEY" help:"API key of the cluster."`
}

// OIDC names the identity provider. Empty means the development provider (run only).
type OIDC struct {
	Issuer       url.URL   `placeholder:"URL" env:"ISSUER" help:"Issuer of the identity provider; empty means the development sign-in (run on loopback only)."`
	ClientID     string    `name:"client-id" env:"CLIENT_ID" default:"mentionary" help:"Client id."`
	ClientSecret Secret    `placeholder:"SECRET" env:"CLIENT_SECRET" help:"Client secret."`
	Origins      []url.URL `placeholder:"URL,..." env:"ORIGINS" help:"Further origins of the provider (token, keys, userinfo), separated by commas."`
}

// Admin names the first admin by the provider's subject.
type Admin struct {
	Subject string `placeholder:"SUBJECT" env:"SUBJECT" help:"Subject of the first admin at the identity provider."`
}

// Model names an OpenAI-compatible model server. Empty means the built-in extractor.
type Model struct {
	URL  url.URL `name:"url" placeholder:"URL" env:"URL" help:"Address of an OpenAI-compatible server, ending in /v1."`
	Key  Secret  `placeholder:"SECRET" env:"KEY" help:"Key of the model server."`
	Name string  `placeholder:"NAME" env:"NAME" help:"Name of the model."`

	// Timeout bounds one call. A step of a run makes several at most and has ten minutes.
	Timeout time.Duration `env:"TIMEOUT" default:"2m" blank:"" range:"5s to 3m" help:"How long one call of the model may take."`

	PromptPrice     float64 `placeholder:"DOLLARS" env:"PROMPT_PRICE" range:"0 to 1000000" help:"US dollars for a million prompt tokens, for the metric of costs."`
	CachedPrice     float64 `placeholder:"DOLLARS" env:"CACHED_PRICE" range:"0 to 1000000" help:"The same for cached prompt tokens."`
	CompletionPrice float64 `placeholder:"DOLLARS" env:"COMPLETION_PRICE" range:"0 to 1000000" help:"The same for completion tokens."`
	DailyTokens     *int    `placeholder:"TOKENS" env:"DAILY_TOKENS" range:"0 to 1000000000000" help:"Tokens that all analyses together may use a day (UTC); 0 lifts the cap, empty leaves it as it was."`
	UserDailyTokens *int    `placeholder:"TOKENS" env:"USER_DAILY_TOKENS" range:"0 to 1000000000000" help:"Tokens that each person's analyses may use a day (UTC); 0 lifts the cap, empty leaves it as it was."`
}

// Work bounds how much one process does at once.
type Work struct {
	Main  int `env:"MAIN" default:"8" range:"1 to 1000" help:"Database steps at once."`
	Fetch int `env:"FETCH" default:"16" range:"1 to 1000" help:"Fetches at once."`
	Model int `env:"MODEL" default:"4" range:"1 to 1000" help:"Chunks read at once."`
}

// SQLite is the file of the product's own database in the data folder.
func (c *Config) SQLite() string { return filepath.Join(c.DataDir, "mentionary.db") }

// TemporalFile is the file of the embedded workflow server in the data folder.
func (c *Config) TemporalFile() string { return filepath.Join(c.DataDir, "temporal.db") }

// Base returns the address people use, without a trailing slash. localhost stands for a loopback address, because
// identity providers and browsers treat it best.
func (c *Config) Base() *url.URL {
	if c.BaseURL.Host != "" {
		base := c.BaseURL
		base.Path = strings.TrimSuffix(base.Path, "/")
		return &base
	}
	if c.Listen.Loopback() || c.Listen.Everywhere() {
		return &url.URL{Scheme: "http", Host: "localhost:" + c.Listen.Port}
	}
	return &url.URL{Scheme: "http", Host: c.Listen.String()}
}

// Secure reports whether people reach the site over https.
func (c *Config) Secure() bool { return c.Base().Scheme == "https" }

// Services returns the origins of the services of the operator that are configured: identity provider, model, collector.
func (c *Config) Services() []string {
	out := Texts(c.OIDC.Origins)
	for _, u := range []url.URL{c.OIDC.Issuer, c.Model.URL, c.Traces} {
		if u.Host != "" {
			out = append(out, u.String())
		}
	}
	return out
}

// Texts returns addresses as texts.
func Texts(all []url.URL) []string {
	out := make([]string, len(all))
	for i := range all {
		out[i] = all[i].String()
	}
	return out
}
