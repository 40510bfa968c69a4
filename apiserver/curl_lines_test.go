package apiserver_test

import (
	"bytes"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// curlCall is what a curl line sends, and the field that the jq after it asks for.
type curlCall struct {
	method, target string
	header         http.Header
	body           []byte
	field          string
}

// curlLines finds the curl lines in the shell blocks of a Markdown text.
func curlLines(markdown string) []string {
	var out []string
	blocks := regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(markdown, -1)
	for _, block := range blocks {
		joined := regexp.MustCompile(`\s*\\\n\s*`).ReplaceAllString(block[1], " ")
		for line := range strings.Lines(joined) {
			if strings.HasPrefix(line, "curl ") {
				out = append(out, strings.TrimSpace(line))
			}
		}
	}
	return out
}

// readCurl reads one line; what it does not know is an error, so that nothing of a line goes unnoticed.
func readCurl(line string, variable func(string) string) (curlCall, error) {
	words, err := shellWords(line, variable)
	if err != nil {
		return curlCall{}, err
	}
	n := len(words)
	if n < 5 || words[0] != "curl" || words[n-3] != "|" || words[n-2] != "jq" {
		return curlCall{}, errors.New("this is no curl line with a jq at its end")
	}
	call := curlCall{header: http.Header{}, field: words[n-1]}
	parts := &curlForm{}
	for i := 1; i < n-3; i++ {
		word := words[i]
		if !strings.HasPrefix(word, "-") {
			if call.target != "" {
				return call, fmt.Errorf("two addresses: %s and %s", call.target, word)
			}
			call.target = word
			continue
		}
		i++
		if err := call.option(word, words[i], parts); err != nil {
			return call, err
		}
	}
	return call.complete(parts)
}

// option takes one option with its value.
func (c *curlCall) option(name, value string, parts *curlForm) error {
	switch name {
	case "-X":
		c.method = value
	case "-H":
		key, text, ok := strings.Cut(value, ": ")
		if !ok {
			return fmt.Errorf("no header: %s", value)
		}
		c.header.Set(key, text)
	case "-d", "--data-binary":
		content, err := curlFile(value)
		if err != nil {
			return err
		}
		c.body = []byte(content)
	case "-F":
		return parts.add(value)
	default:
		return fmt.Errorf("the test does not know curl's %s", name)
	}
	return nil
}

// complete says what follows from the options: the method, and the body of a form.
func (c curlCall) complete(parts *curlForm) (curlCall, error) {
	if parts.writer != nil {
		if err := parts.writer.Close(); err != nil {
			return c, err
		}
		c.body = parts.body.Bytes()
		c.header.Set("Content-Type", parts.writer.FormDataContentType())
	}
	if c.method == "" {
		c.method = http.MethodGet
		if c.body != nil {
			c.method = http.MethodPost
		}
	}
	return c, nil
}

// curlForm is the form that -F builds.
type curlForm struct {
	body   bytes.Buffer
	writer *multipart.Writer
}

func (f *curlForm) add(value string) error {
	if f.writer == nil {
		f.writer = multipart.NewWriter(&f.body)
	}
	name, text, ok := strings.Cut(value, "=")
	if !ok {
		return fmt.Errorf("no part of a form: %s", value)
	}
	if !strings.HasPrefix(text, "@") {
		return f.writer.WriteField(name, text)
	}
	content, err := curlFile(text)
	if err != nil {
		return err
	}
	part, err := f.writer.CreateFormFile(name, text[1:])
	if err != nil {
		return err
	}
	_, err = part.Write([]byte(content))
	return err
}

// curlFile is a value, or the file that it names; the documentation knows one file.
func curlFile(value string) (string, error) {
	switch {
	case value == "@talk.vtt":
		return goodVTT, nil
	case strings.HasPrefix(value, "@"):
		return "", fmt.Errorf("the test has no file %s", value)
	}
	return value, nil
}

// shellWords cuts a line as a shell does: quotes, backslashes, variables, a comment at the end.
func shellWords(line string, variable func(string) string) ([]string, error) {
	var words []string
	var word strings.Builder
	begun, quote := false, byte(0)
	end := func() {
		if begun {
			words = append(words, word.String())
			word.Reset()
			begun = false
		}
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote == 0 && c == ' ':
			end()
			continue
		case quote == 0 && c == '#' && !begun:
			return words, nil
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case quote != 0 && c == quote:
			quote = 0
		case quote != '\'' && c == '\\' && i+1 < len(line):
			i++
			word.WriteByte(line[i])
		case quote != '\'' && c == '$':
			name := regexp.MustCompile(`^[A-Z]+`).FindString(line[i+1:])
			word.WriteString(variable(name))
			i += len(name)
		default:
			word.WriteByte(c)
		}
		begun = true
	}
	end()
	if quote != 0 {
		return nil, errors.New("a quote is not closed")
	}
	return words, nil
}

// pick follows a path of jq: fields and indexes, or everything.
func pick(value any, path string) (any, error) {
	if path == "." {
		return value, nil
	}
	steps := regexp.MustCompile(`\.?\[(\d+)\]|\.([A-Za-z]+)`).FindAllStringSubmatch(path, -1)
	if len(steps) == 0 {
		return nil, fmt.Errorf("no path: %s", path)
	}
	for _, step := range steps {
		if step[2] != "" {
			m, ok := value.(map[string]any)
			if _, there := m[step[2]]; !ok || !there {
				return nil, fmt.Errorf("no field %s", step[2])
			}
			value = m[step[2]]
			continue
		}
		rows, ok := value.([]any)
		i, _ := strconv.Atoi(step[1]) // the pattern lets digits through only
		if !ok || i >= len(rows) {
			return nil, fmt.Errorf("no element %d", i)
		}
		value = rows[i]
	}
	return value, nil
}
