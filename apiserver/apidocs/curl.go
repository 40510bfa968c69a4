package apidocs

import (
	"net/url"
	"strings"

	"mentionary/internal/restgate/apidoc"
)

// curl writes a call with the values of its examples as a line for the shell.
func curl(base, verb, path string, c apidoc.Operation) string {
	var words []string
	word := func(s ...string) { words = append(words, s...) }
	word("curl")
	if verb != "GET" {
		word("-X", verb)
	}
	switch {
	case c.Needs == "anonymous":
	case byToken(c):
		word("-H", shell("Authorization: Bearer mnt_..."))
	default:
		word("-H", shell("Cookie: __Host-session=..."))
	}
	query := url.Values{}
	for _, p := range c.Parameters {
		switch value := p.Example.Value; p.In {
		case "path":
			path = strings.ReplaceAll(path, "{"+p.Name+"}", url.PathEscape(value))
		case "query":
			if p.Required || p.Name == "limit" || p.Name == "type" || p.Name == "search" {
				query.Set(p.Name, value)
			}
		}
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	if body, ok := c.Body.Content["application/json"]; ok {
		word("-H", shell("Content-Type: application/json"), "-d", shell(jsonLine(&body.Example)))
	}
	if body, ok := c.Body.Content["multipart/form-data"]; ok {
		for i := 0; i+1 < len(body.Example.Content); i += 2 {
			word("-F", shell(body.Example.Content[i].Value+"="+body.Example.Content[i+1].Value))
		}
	}
	word(shell(base + path))
	return strings.Join(words, " ")
}

// shell quotes a word where the shell needs it.
func shell(s string) string {
	if strings.IndexFunc(s, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/:._-=@,", r)
	}) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
