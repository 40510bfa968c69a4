package config

import (
	"log/slog"
	"maps"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"mentionary/internal/budget"
)

// Config is everything that can be set, read once into types. What cannot be read keeps its zero value and is a problem that
// Validate reports. A setting's group says under which heading help shows it, and with which commands; its range is what it
// must lie in; one that is blank may be empty although it has a default.
type Config struct {
	File      string     `name:"config" group:"general" placeholder:"FILE" env:"MENTIONARY_CONFIG"`
	LogLevel  slog.Level `group:"general" env:"MENTIONARY_LOG_LEVEL" default:"info"`
	LogFormat Choice     `group:"general" env:"MENTIONARY_LOG_FORMAT" default:"text" choices:"text json"`

	DataDir  string   `group:"data" env:"MENTIONARY_DATA_DIR" default:".mentionary"`
	Database Database `group:"data" placeholder:"ADDRESS" env:"MENTIONARY_DATABASE"`

	Listen             Address        `group:"web" env:"MENTIONARY_LISTEN" default:"127.0.0.1:8080"`
	BaseURL            url.URL        `group:"web" name:"base-url" placeholder:"URL" env:"MENTIONARY_BASE_URL"`
	Drain              time.Duration  `group:"web" env:"MENTIONARY_DRAIN" default:"0s" range:"0s to 1m"`
	SessionKey         Secret         `group:"web" placeholder:"SECRET" env:"MENTIONARY_SESSION_KEY"`
	Proxies            []netip.Prefix `group:"web" name:"trusted-proxies" placeholder:"RANGE,..." env:"MENTIONARY_TRUSTED_PROXIES"`
	SubmissionsPerHour int            `group:"web" env:"MENTIONARY_SUBMISSIONS_PER_HOUR" default:"60" range:"1 to 1000000"`

	UploadMiBPerDay int `group:"web" name:"upload-mib-per-day" env:"MENTIONARY_UPLOAD_MIB_PER_DAY" default:"1024" range:"1 to 1048576"`

	OIDC  OIDC  `embed:"" group:"sign-in" prefix:"oidc-" envprefix:"MENTIONARY_OIDC_"`
	Admin Admin `embed:"" group:"sign-in" prefix:"admin-" envprefix:"MENTIONARY_ADMIN_"`

	Temporal Temporal `embed:"" group:"temporal" prefix:"temporal-" envprefix:"MENTIONARY_TEMPORAL_"`
	Model    Model    `embed:"" group:"model" prefix:"model-" envprefix:"MENTIONARY_MODEL_"`
	Speech   Speech   `embed:"" group:"speech" prefix:"speech-" envprefix:"MENTIONARY_SPEECH_"`
	Audio    Audio    `embed:"" group:"speech" prefix:"audio-" envprefix:"MENTIONARY_AUDIO_"`
	Work     Work     `embed:"" group:"work" prefix:"work-" envprefix:"MENTIONARY_WORK_"`

	Networks      []netip.Prefix `group:"sources" name:"allow-network" placeholder:"RANGE,..." env:"MENTIONARY_ALLOW_NETWORKS"`
	Feeds         []url.URL      `group:"sources" placeholder:"URL,..." env:"MENTIONARY_FEED_ORIGINS"`
	YouTubeKey    Secret         `group:"sources" name:"youtube-key" placeholder:"SECRET" env:"MENTIONARY_YOUTUBE_KEY"`
	YouTubeLookup Switch         `group:"sources" name:"youtube-player-lookup" env:"MENTIONARY_YOUTUBE_PLAYER_LOOKUP" default:"false"`
	Catalogs      Words          `group:"sources" placeholder:"NAME,..." env:"MENTIONARY_CATALOGS"`
	Contact       string         `group:"sources" placeholder:"ADDRESS" env:"MENTIONARY_CONTACT"`
	Shows         Shows          `embed:"" group:"sources" envprefix:"MENTIONARY_"`
	Captions      Words          `group:"sources" env:"MENTIONARY_CAPTION_LANGUAGES" default:"en,de" blank:""`

	Demo       Switch  `group:"demo" env:"MENTIONARY_DEMO" default:"true"`
	DemoListen Address `group:"demo" env:"MENTIONARY_DEMO_LISTEN" default:"127.0.0.1:8091"`

	Ops    Address `group:"operators" name:"ops-listen" placeholder:"ADDRESS" env:"MENTIONARY_OPS_LISTEN"`
	Traces url.URL `group:"operators" placeholder:"URL" env:"MENTIONARY_TRACES"`

	read *reading
}

// Shows says which directories are asked for shows by their names, and how.
type Shows struct {
	Directories Words   `name:"show-directories" env:"SHOW_DIRECTORIES" default:"itunes,podcastindex,youtube" blank:""`
	ITunes      url.URL `name:"itunes-url" env:"ITUNES_URL" default:"https://itunes.apple.com"`
	Index       url.URL `name:"podcastindex-url" env:"PODCASTINDEX_URL" default:"https://api.podcastindex.org/api/1.0"`
	IndexKey    Secret  `name:"podcastindex-key" placeholder:"SECRET" env:"PODCASTINDEX_KEY"`
	IndexSecret Secret  `name:"podcastindex-secret" placeholder:"SECRET" env:"PODCASTINDEX_SECRET"`
}

// Temporal says where workflows run.
type Temporal struct {
	Address   Address `env:"ADDRESS" default:"127.0.0.1:7233"`
	UI        Address `name:"ui" env:"UI" default:"127.0.0.1:8233" blank:""`
	UIURL     url.URL `name:"ui-url" placeholder:"URL" env:"UI_URL"`
	Namespace string  `env:"NAMESPACE" default:"mentionary"`
	TLS       Switch  `name:"tls" env:"TLS" default:"false"`
	CAFile    string  `name:"ca-file" placeholder:"FILE" env:"CA_FILE"`
	CertFile  string  `name:"cert-file" placeholder:"FILE" env:"CERT_FILE"`
	KeyFile   string  `name:"key-file" placeholder:"FILE" env:"KEY_FILE"`
	Server    string  `name:"server-name" placeholder:"NAME" env:"SERVER_NAME"`
	APIKey    Secret  `name:"api-key" placeholder:"SECRET" env:"API_KEY"`
}

// OIDC names the identity provider. Empty means the development provider (run only).
type OIDC struct {
	Issuer       url.URL   `placeholder:"URL" env:"ISSUER"`
	ClientID     string    `name:"client-id" env:"CLIENT_ID" default:"mentionary"`
	ClientSecret Secret    `placeholder:"SECRET" env:"CLIENT_SECRET"`
	Origins      []url.URL `placeholder:"URL,..." env:"ORIGINS"`
}

// Admin names the first admin by the provider's subject.
type Admin struct {
	Subject string `placeholder:"SUBJECT" env:"SUBJECT"`
}

// Model names an OpenAI-compatible model server. Empty means the built-in extractor.
type Model struct {
	URL  url.URL `name:"url" placeholder:"URL" env:"URL"`
	Key  Secret  `placeholder:"SECRET" env:"KEY"`
	Name string  `placeholder:"NAME" env:"NAME"`

	// Timeout bounds one call. A step of a run makes several at most and has ten minutes.
	Timeout time.Duration `env:"TIMEOUT" default:"2m" blank:"" range:"5s to 3m"`

	// Batches has the model asked in batches of its server where nobody waits.
	Batches Switch `env:"BATCHES" default:"false"`

	PromptPrice     float64       `placeholder:"DOLLARS" env:"PROMPT_PRICE" range:"0 to 1000000"`
	CachedPrice     float64       `placeholder:"DOLLARS" env:"CACHED_PRICE" range:"0 to 1000000"`
	CompletionPrice float64       `placeholder:"DOLLARS" env:"COMPLETION_PRICE" range:"0 to 1000000"`
	Prices          budget.Prices `placeholder:"MODEL=DOLLARS/DOLLARS,..." env:"PRICES"`
	DailyTokens     *int          `placeholder:"TOKENS" env:"DAILY_TOKENS" range:"0 to 1000000000000"`
	UserDailyTokens *int          `placeholder:"TOKENS" env:"USER_DAILY_TOKENS" range:"0 to 1000000000000"`
}

// Speech names an OpenAI-compatible server that hears audio. Empty means that nobody does.
type Speech struct {
	URL      url.URL `name:"url" placeholder:"URL" env:"URL"`
	Key      Secret  `placeholder:"SECRET" env:"KEY"`
	Name     string  `placeholder:"NAME" env:"NAME"`
	Language string  `placeholder:"LANGUAGE" env:"LANGUAGE"`
	// Timeout bounds one call. A server without a graphics card may take as long as the piece lasts, which is ten minutes.
	Timeout time.Duration `env:"TIMEOUT" default:"20m" blank:"" range:"30s to 90m"`

	Price            float64 `placeholder:"DOLLARS" env:"PRICE" default:"0" range:"0 to 1000000"`
	DailyMinutes     *int    `placeholder:"MINUTES" env:"DAILY_MINUTES" range:"0 to 1000000000"`
	UserDailyMinutes *int    `placeholder:"MINUTES" env:"USER_DAILY_MINUTES" range:"0 to 1000000000"`
}

// Audio bounds the files that a speech server hears.
type Audio struct {
	MaxMiB   int `name:"max-mib" env:"MAX_MIB" default:"1024" range:"1 to 65536"`
	MaxHours int `env:"MAX_HOURS" default:"12" range:"1 to 24"`
	DiskMiB  int `name:"disk-mib" env:"DISK_MIB" default:"8192" range:"1 to 16777216"`
	GivenMiB int `name:"given-mib" env:"GIVEN_MIB" default:"4096" range:"1 to 16777216"`
}

// Work bounds how much one process does at once.
type Work struct {
	Main   int `env:"MAIN" default:"8" range:"1 to 1000"`
	Fetch  int `env:"FETCH" default:"16" range:"1 to 1000"`
	Model  int `env:"MODEL" default:"4" range:"1 to 1000"`
	Speech int `env:"SPEECH" default:"2" range:"1 to 1000"`
}

// PriceList returns the prices of all models and speech servers that have one.
func (c *Config) PriceList() budget.Prices {
	out := c.Model.PriceList()
	if c.Speech.Name != "" {
		price, named := out[c.Speech.Name]
		if price.Minute = c.Speech.Price; named || price.Minute > 0 {
			out[c.Speech.Name] = price
		}
	}
	return out
}

// PriceList returns the prices of all models that have one: those of the table, and those of the configured model by its own
// settings unless the table has it. Where a model is asked in batches, they have prices of their own.
func (m Model) PriceList() budget.Prices {
	out := budget.Prices{}
	if own := (budget.Price{Prompt: m.PromptPrice, Cached: m.CachedPrice, Completion: m.CompletionPrice}); own != (budget.Price{}) {
		out[m.Name] = own
	}
	maps.Copy(out, m.Prices)
	if m.Batches.On {
		return out.WithBatches()
	}
	return out
}

// SQLite is the file of the product's own database in the data folder.
func (c *Config) SQLite() string { return filepath.Join(c.DataDir, "mentionary.db") }

// AudioDir is the folder of audio that is being listened to, in the data folder.
func (c *Config) AudioDir() string { return filepath.Join(c.DataDir, "audio") }

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

// Services returns the origins of the services of the operator that are configured: identity provider, model, speech server,
// collector.
func (c *Config) Services() []string {
	out := Texts(c.OIDC.Origins)
	for _, u := range []url.URL{c.OIDC.Issuer, c.Model.URL, c.Speech.URL, c.Traces} {
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
