package config

import (
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/alecthomas/kong"
	"go.yaml.in/yaml/v3"
)

// Show writes every setting with its value and where that comes from, as a file that MENTIONARY_CONFIG may name. Secrets are
// hidden and, like settings without a value, commented out.
func (c *Config) Show(w io.Writer, ctx *kong.Context) error {
	var out strings.Builder
	all := settings(ctx.Model)
	for _, g := range Groups {
		fmt.Fprintf(&out, "\n# %s\n", g.Title)
		for _, f := range all {
			if f.Group.Key != g.Key {
				continue
			}
			text, off := c.text(f)
			line, err := yaml.Marshal(map[string]yaml.Node{f.Name: {Kind: yaml.ScalarNode, Value: text}})
			if err != nil {
				return err
			}
			shown := strings.TrimSpace(string(line))
			if off || f.Name == fileSetting {
				shown = "# " + shown
			}
			fmt.Fprintf(&out, "%-44s # %s\n", shown, c.origin(ctx, f))
		}
	}
	_, err := io.WriteString(w, strings.TrimPrefix(out.String(), "\n"))
	return err
}

// text is a setting's value as it was given; off says that it is empty or hidden.
func (c *Config) text(f *kong.Flag) (text string, off bool) {
	switch v := f.Target.Interface().(type) {
	case Secret:
		if v == "" {
			return "", true
		}
		return hidden, true
	case Database:
		return v.String(), v.String() != v.Reveal() || !v.Named()
	case string:
		return v, v == ""
	}
	text = c.read.values[f.Value].text
	return text, text == ""
}

// origin says where a setting's value comes from.
func (c *Config) origin(ctx *kong.Context, f *kong.Flag) string {
	for _, p := range ctx.Path {
		if p.Flag == f && !p.Resolved {
			return "--" + f.Name
		}
	}
	if _, found := environment(f); found {
		return f.Envs[0]
	}
	if _, found := c.read.file[f.Name]; found {
		return c.File
	}
	return "default"
}

// Secrets returns what must never print, in the forms in which others quote it.
func (c *Config) Secrets() []string {
	out := []string{
		c.SessionKey.Reveal(), c.YouTubeKey.Reveal(), c.OIDC.ClientSecret.Reveal(), c.Model.Key.Reveal(), c.Speech.Key.Reveal(),
		c.Temporal.APIKey.Reveal(), c.Shows.IndexKey.Reveal(), c.Shows.IndexSecret.Reveal(),
	}
	out = append(out, c.Database.passwords()...)
	for _, u := range []url.URL{c.BaseURL, c.OIDC.Issuer, c.Model.URL, c.Speech.URL} {
		out = append(out, u.Query().Get("password"))
	}
	return out
}
