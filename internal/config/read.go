package config

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"mentionary/internal/budget"
)

// Groups are the headings under which help shows the settings.
var Groups = []kong.Group{
	{Key: "general", Title: "General:"},
	{Key: "data", Title: "Data:"},
	{Key: "web", Title: "Web server:"},
	{Key: "sign-in", Title: "Sign-in:"},
	{Key: "temporal", Title: "Temporal:"},
	{Key: "model", Title: "Language model:"},
	{Key: "speech", Title: "Speech recognition:"},
	{Key: "work", Title: "Work at once:"},
	{Key: "sources", Title: "Sources:"},
	{Key: "demo", Title: "Demo library:"},
	{Key: "operators", Title: "For operators:"},
}

// reading is what was learned while the settings were read.
type reading struct {
	values map[*kong.Value]value
	file   map[string]string // settings of the file by the names of their flags
	wrong  []error           // with the file itself
	opened bool
}

// value is what a setting was given.
type value struct {
	text string
	err  error // why it cannot be read
}

// Options makes kong read the settings into c, which is embedded in the struct that kong parses into. No setting that cannot
// be read ends the parsing: Validate reports them all.
func (c *Config) Options() []kong.Option {
	c.read = &reading{values: map[*kong.Value]value{}}
	out := []kong.Option{kong.PostBuild(describe), kong.WithBeforeResolve(c.read.openFile)}
	for typ := range parsers {
		out = append(out, kong.TypeMapper(typ, kong.MapperFunc(c.read.decode)))
	}
	return out
}

// decode reads one setting. kong reads the command line first, then environment and defaults of all settings, also of those
// that the command line gives.
func (r *reading) decode(ctx *kong.DecodeContext, target reflect.Value) error {
	token, err := ctx.Scan.PopValue("setting")
	if err != nil {
		return err
	}
	v, tag := value{text: token.String()}, ctx.Value.Tag
	parsed := reflect.Zero(target.Type())
	if v.text != "" || tag.HasDefault && !tag.Has("blank") {
		var read any
		if read, v.err = parsers[target.Type()](v.text, tag.Get("range")+tag.Get("choices")); v.err == nil {
			parsed = reflect.ValueOf(read)
		}
	}
	target.Set(parsed)
	beneath := target.Addr().Interface() == ctx.Value.Target.Addr().Interface()
	if _, given := r.values[ctx.Value]; !given || !beneath {
		r.values[ctx.Value] = v
	}
	return nil
}

// parser reads a setting within its limits: a range such as “1 to 9” or words to choose from.
type parser func(text, limits string) (any, error)

// parsers read the types of settings that kong does not read, or reads and ends at the first problem.
var parsers = map[reflect.Type]parser{
	reflect.TypeFor[Address]():        plain(ParseAddress),
	reflect.TypeFor[Database]():       plain(ParseDatabase),
	reflect.TypeFor[url.URL]():        plain(parseURL),
	reflect.TypeFor[[]url.URL]():      plain(list(parseURL)),
	reflect.TypeFor[[]netip.Prefix](): plain(list(parsePrefix)),
	reflect.TypeFor[Words]():          plain(list(func(s string) (string, error) { return s, nil })),
	reflect.TypeFor[budget.Prices]():  plain(parsePrices),
	reflect.TypeFor[slog.Level]():     plain(parseLevel),
	reflect.TypeFor[Switch]():         plain(parseSwitch),
	reflect.TypeFor[Choice]():         parseChoice,
	reflect.TypeFor[time.Duration]():  ranged("time", time.ParseDuration),
	reflect.TypeFor[int]():            ranged("number", strconv.Atoi),
	reflect.TypeFor[*int]():           pointer(ranged("number", strconv.Atoi)),
	reflect.TypeFor[float64]():        ranged("number", func(s string) (float64, error) { return strconv.ParseFloat(s, 64) }),
}

func plain[T any](read func(string) (T, error)) parser {
	return func(text, _ string) (any, error) { return read(text) }
}

// list reads values separated by commas.
func list[T any](read func(string) (T, error)) func(string) ([]T, error) {
	return func(text string) ([]T, error) {
		var out []T
		var wrong []error
		for part := range strings.SplitSeq(text, ",") {
			if part = strings.TrimSpace(part); part == "" {
				continue
			}
			one, err := read(part)
			out, wrong = append(out, one), append(wrong, err)
		}
		return out, errors.Join(wrong...)
	}
}

// ranged reads a value that lies between two others.
func ranged[T cmp.Ordered](noun string, read func(string) (T, error)) parser {
	return func(text, limits string) (any, error) {
		from, to, _ := strings.Cut(limits, " to ")
		least, err1 := read(from)
		most, err2 := read(to)
		v, err := read(text)
		if within := v >= least && v <= most; err != nil || !within { // not a number is within nothing
			err = fmt.Errorf("%q is not a %s from %s", text, noun, limits)
		}
		return v, errors.Join(err1, err2, err)
	}
}

func pointer(read parser) parser {
	return func(text, limits string) (any, error) {
		v, err := read(text, limits)
		n, _ := v.(int)
		return &n, err
	}
}

func parseURL(text string) (url.URL, error) {
	if strings.Contains(text, "@") { // it is not repeated: it may hold a password
		return url.URL{}, errors.New("write the address without a user and a password")
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return url.URL{}, fmt.Errorf("%q is not an address such as https://example.org", text)
	}
	return *u, nil
}

func parsePrefix(text string) (netip.Prefix, error) {
	p, err := netip.ParsePrefix(text)
	if err != nil {
		err = fmt.Errorf("%q is not a range such as 10.0.0.0/8", text)
	}
	return p, err
}

// parsePrices reads a table of models and their prices.
func parsePrices(text string) (budget.Prices, error) {
	rows, err := list(parsePrice)(text)
	out := make(budget.Prices, len(rows))
	for _, r := range rows {
		if _, twice := out[r.model]; twice && err == nil {
			err = fmt.Errorf("%q has two prices", r.model)
		}
		out[r.model] = r.Price
	}
	return out, err
}

type pricedModel struct {
	model string
	budget.Price
}

// parsePrice reads the price of a model: that of the prompt, of its cached part, which may be left out, and of the completion.
func parsePrice(text string) (pricedModel, error) {
	wrong := fmt.Errorf("%q is not a model and its prices such as small-model=0.4/1.6 or small-model=0.4/0.1/1.6", text)
	at := strings.LastIndexByte(text, '=')
	if at <= 0 {
		return pricedModel{}, wrong
	}
	var numbers []float64
	for part := range strings.SplitSeq(text[at+1:], "/") {
		n, err := strconv.ParseFloat(part, 64)
		if err != nil || !(n >= 0 && n <= 1_000_000) {
			return pricedModel{}, wrong
		}
		numbers = append(numbers, n)
	}
	out := pricedModel{model: strings.TrimSpace(text[:at])}
	switch len(numbers) {
	case 2:
		out.Price = budget.Price{Prompt: numbers[0], Cached: numbers[0], Completion: numbers[1]}
	case 3:
		out.Price = budget.Price{Prompt: numbers[0], Cached: numbers[1], Completion: numbers[2]}
	default:
		return pricedModel{}, wrong
	}
	return out, nil
}

// levels are the words for how much is logged.
const levels = "debug info warn error"

func parseLevel(text string) (l slog.Level, err error) {
	text = strings.ToLower(text)
	if _, err := parseChoice(text, levels); err != nil {
		return 0, err
	}
	return l, l.UnmarshalText([]byte(text))
}

func parseSwitch(text string) (Switch, error) {
	_, err := parseChoice(text, "true false")
	return Switch{text == "true"}, err
}

func parseChoice(text, choices string) (any, error) {
	if !slices.Contains(strings.Fields(choices), text) {
		return Choice(""), fmt.Errorf("%q is not one of %s", text, strings.ReplaceAll(choices, " ", ", "))
	}
	return Choice(text), nil
}

// setting reports whether a flag of the program is a setting.
func setting(f *kong.Flag) bool { return f.Group != nil && len(f.Envs) > 0 }

// settings are the flags of all settings.
func settings(app *kong.Application) []*kong.Flag {
	return slices.DeleteFunc(slices.Clone(app.Flags), func(f *kong.Flag) bool { return !setting(f) })
}

// environment returns what the environment says about a setting.
func environment(f *kong.Flag) (text string, found bool) { return os.LookupEnv(f.Envs[0]) }
