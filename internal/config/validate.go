package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"golang.org/x/text/language"
)

// Command is what the program was asked to do; each needs other values.
type Command string

// The commands that need more than values that can be read.
const (
	Run    Command = "run"
	Serve  Command = "serve"
	Worker Command = "worker"
)

// Validate reports every problem at once: with the file, with values that cannot be read, and with values that do not fit
// each other or the command. Each names the setting and says what to do.
func (c *Config) Validate(cmd Command) error {
	p := problems{}
	var all []error
	if c.read != nil {
		all = slices.Clone(c.read.wrong)
		for v, given := range c.read.values {
			if given.err != nil {
				p.add(named(v), "%w", given.err)
			}
		}
	}
	if k := len(c.SessionKey); k > 0 && k < 32 {
		p.add("MENTIONARY_SESSION_KEY", "it has %d characters, it needs at least 32", k)
	}
	if c.Model.URL.Host != "" && c.Model.Name == "" {
		p.add("MENTIONARY_MODEL_NAME", "name the model to use at %s", c.Model.URL.String())
	}
	if c.Speech.URL.Host != "" && c.Speech.Name == "" {
		p.add("MENTIONARY_SPEECH_NAME", "name the model to use at %s", c.Speech.URL.String())
	}
	if _, err := language.Parse(c.Speech.Language); c.Speech.Language != "" && err != nil {
		p.add("MENTIONARY_SPEECH_LANGUAGE", "%q is not a language such as en or de", c.Speech.Language)
	}
	c.validateCatalogs(p)
	c.validateShows(p)
	c.validateTemporal(p)
	c.validateLayout(cmd, p)
	for _, name := range slices.Sorted(maps.Keys(p)) {
		all = append(all, p[name])
	}
	return errors.Join(all...)
}

// validateCatalogs wants to know whom catalogs can write to: those who do not say it are turned away.
func (c *Config) validateCatalogs(p problems) {
	for _, name := range c.Catalogs {
		switch name {
		case "wikidata", "openlibrary", "itunes":
		case "podcastindex":
			if c.Shows.IndexKey == "" {
				p.add("MENTIONARY_CATALOGS", "podcastindex is asked with a key: give MENTIONARY_PODCASTINDEX_KEY and its secret")
			}
		default:
			p.add("MENTIONARY_CATALOGS", "there is no public catalog %q; choose among wikidata, openlibrary, itunes and podcastindex", name)
		}
	}
	if len(c.Catalogs) > 0 && c.Contact == "" {
		p.add("MENTIONARY_CONTACT", "catalogs want to know whom to write to: give an e-mail address or a web page")
	}
	odd := func(r rune) bool { return r <= ' ' || r > '~' || r == '(' || r == ')' || r == ';' }
	if strings.ContainsFunc(c.Contact, odd) || len(c.Contact) > 200 {
		p.add("MENTIONARY_CONTACT", "give one e-mail address or the address of one page, without spaces")
	}
}

// named is what a value is called in problems: a setting by its variable, a flag of one command as it is written.
func named(v *kong.Value) string {
	if len(v.Tag.Envs) > 0 {
		return v.Tag.Envs[0]
	}
	return "--" + v.Name
}

func (c *Config) validateShows(p problems) {
	for _, name := range c.Shows.Directories {
		if name != "itunes" && name != "podcastindex" && name != "youtube" {
			p.add("MENTIONARY_SHOW_DIRECTORIES", "there is no directory %q; choose among itunes, podcastindex and youtube", name)
		}
	}
	if (c.Shows.IndexKey == "") != (c.Shows.IndexSecret == "") {
		p.add("MENTIONARY_PODCASTINDEX_KEY", "the key needs its secret (MENTIONARY_PODCASTINDEX_SECRET), and the secret its key")
	}
}

func (c *Config) validateTemporal(p problems) {
	t := c.Temporal
	if !t.TLS.On && (t.CAFile != "" || t.CertFile != "" || t.KeyFile != "" || t.Server != "" || t.APIKey != "") {
		p.add("MENTIONARY_TEMPORAL_TLS", "certificates and keys of the cluster are for TLS: set it to true")
	}
	if (t.CertFile == "") != (t.KeyFile == "") {
		p.add("MENTIONARY_TEMPORAL_CERT_FILE", "a client certificate needs its key (MENTIONARY_TEMPORAL_KEY_FILE), and the key its certificate")
	}
}

// validateLayout checks what belongs together: one machine may use SQLite and the development sign-in, several may not.
func (c *Config) validateLayout(cmd Command, p problems) {
	if (cmd == Serve || cmd == Worker) && !c.Database.Named() {
		p.add("MENTIONARY_DATABASE", "%s needs PostgreSQL: several processes cannot share an SQLite file", cmd)
	}
	if cmd == Serve && c.OIDC.Issuer.Host == "" {
		p.add("MENTIONARY_OIDC_ISSUER", "serve needs an identity provider; the development sign-in exists in run only")
	}
	if cmd == Run && c.OIDC.Issuer.Host == "" && !c.Listen.Loopback() {
		p.add("MENTIONARY_OIDC_ISSUER", "the development sign-in lets anybody be admin, so it works on loopback addresses only; "+
			"name an identity provider to listen on %s", c.Listen)
	}
	if c.Database.Named() && !c.Database.here() && c.Database.unencrypted() {
		p.add("MENTIONARY_DATABASE", "the database is on another host: use sslmode=verify-full instead of disable")
	}
}

// problems are what is wrong with settings, by their variables: the first problem of each.
type problems map[string]error

func (p problems) add(variable, format string, args ...any) {
	if p[variable] == nil {
		p[variable] = fmt.Errorf(variable+": "+format, args...)
	}
}
