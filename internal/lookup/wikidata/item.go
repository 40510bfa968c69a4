package wikidata

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The properties that are read.
const (
	instanceOf     = "P31"
	subclassOf     = "P279"
	author         = "P50"
	authorName     = "P2093"
	published      = "P577"
	inception      = "P571"
	editionOf      = "P629"
	hasEdition     = "P747"
	titled         = "P1476"
	languageOfWork = "P407"
	notableWork    = "P800"
	isbn13         = "P212"
	isbn10         = "P957"
	country        = "P17"
	coordinates    = "P625"
	website        = "P856"
	occupation     = "P106"
	industry       = "P452"
	developer      = "P178"
	manufacturer   = "P176"
	linkedInOrg    = "P4264"
	linkedInIn     = "P6634"
	readsAuthor    = "P2963"
	readsBook      = "P2969"
	readsWork      = "P8383"
	openLibrary    = "P648"
	endTime        = "P582"
)

// related are the properties whose items have to do with a thing; topics those that say what it is about.
var (
	related = []string{
		author, notableWork, developer, manufacturer, "P108", "P112", "P169", "P749", "P123", "P127", country, "P131", "P27", "P159", "P361",
	}
	topics = []string{occupation, industry, "P136", "P921", "P101"}
)

// item is an item as wbgetentities returns it. Empty maps may come as lists in older answers.
type item struct {
	ID           string             `json:"id"`
	Missing      *json.RawMessage   `json:"missing"`
	Labels       loose[text]        `json:"labels"`
	Descriptions loose[text]        `json:"descriptions"`
	Aliases      loose[[]text]      `json:"aliases"`
	Claims       loose[[]statement] `json:"claims"`
	SiteLinks    loose[siteLink]    `json:"sitelinks"`
	meanings     [][]string         // of its classes, once they are known
	names        map[string]string  // of items that it names, by id
	editions     []*item            // of a work, when the search found them
}

type text struct {
	Value string `json:"value"`
}

type siteLink struct {
	Title string `json:"title"`
}

type statement struct {
	Mainsnak struct {
		Snaktype  string `json:"snaktype"`
		Datavalue *struct {
			Value json.RawMessage `json:"value"`
		} `json:"datavalue"`
	} `json:"mainsnak"`
	Rank       string                   `json:"rank"`
	Qualifiers loose[[]json.RawMessage] `json:"qualifiers"`
}

// loose is a map whose entries are read one by one: an empty one may be a list, and an entry of another shape is left out.
type loose[T any] map[string]T

// UnmarshalJSON implements json.Unmarshaler.
func (l *loose[T]) UnmarshalJSON(b []byte) error {
	var raw map[string]json.RawMessage
	if json.Unmarshal(b, &raw) != nil {
		return nil
	}
	*l = make(loose[T], len(raw))
	for k, v := range raw {
		var one T
		if json.Unmarshal(v, &one) == nil {
			(*l)[k] = one
		}
	}
	return nil
}

// best are the values of a property that count: the preferred ones, else the normal ones; never deprecated, unknown or past
// ones.
func (i item) best(property string) []json.RawMessage {
	var preferred, normal []json.RawMessage
	for _, s := range i.Claims[property] {
		if s.Mainsnak.Snaktype != "value" || s.Mainsnak.Datavalue == nil || len(s.Qualifiers[endTime]) > 0 {
			continue
		}
		switch s.Rank {
		case "preferred":
			preferred = append(preferred, s.Mainsnak.Datavalue.Value)
		case "normal":
			normal = append(normal, s.Mainsnak.Datavalue.Value)
		}
	}
	if len(preferred) > 0 {
		return preferred
	}
	return normal
}

// strings are the best values of a property that are texts.
func (i item) strings(property string) []string {
	var out []string
	for _, raw := range i.best(property) {
		var s string
		if json.Unmarshal(raw, &s) == nil && s != "" {
			out = append(out, s)
		}
	}
	return out
}

// items are the ids that a property names.
func (i item) items(property string) []string {
	var out []string
	for _, raw := range i.best(property) {
		var v struct {
			ID      string `json:"id"`
			Numeric int    `json:"numeric-id"`
		}
		if json.Unmarshal(raw, &v) != nil {
			continue
		}
		if v.ID == "" {
			v.ID = "Q" + strconv.Itoa(v.Numeric)
		}
		if validID(v.ID) && !slices.Contains(out, v.ID) {
			out = append(out, v.ID)
		}
	}
	return out
}

// named are the names of the items that properties name, as far as they are known.
func (i item) named(properties ...string) []string {
	var out []string
	for _, p := range properties {
		for _, id := range i.items(p) {
			if n := i.names[id]; n != "" && !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// year is the earliest year among the best values of the properties, 0 when none is known to the year.
func (i item) year(properties ...string) int {
	first := 0
	for _, p := range properties {
		for _, raw := range i.best(p) {
			var v struct {
				Time      string `json:"time"`
				Precision int    `json:"precision"`
			}
			if json.Unmarshal(raw, &v) != nil || v.Precision < 9 || !strings.HasPrefix(v.Time, "+") {
				continue // a decade, or before our era
			}
			digits, _, _ := strings.Cut(v.Time[1:], "-")
			if y, err := strconv.Atoi(digits); err == nil && y > 0 && y < 3000 && (first == 0 || y < first) {
				first = y
			}
		}
	}
	return first
}

// place is where a thing lies on Earth, "48.2083,16.3731", empty when unknown.
func (i item) place() string {
	for _, raw := range i.best(coordinates) {
		var v struct {
			Latitude  *float64 `json:"latitude"`
			Longitude *float64 `json:"longitude"`
			Globe     string   `json:"globe"`
		}
		if json.Unmarshal(raw, &v) != nil || v.Latitude == nil || v.Longitude == nil || !strings.HasSuffix(v.Globe, "/Q2") ||
			*v.Latitude < -90 || *v.Latitude > 90 || *v.Longitude < -180 || *v.Longitude > 180 {
			continue
		}
		return strconv.FormatFloat(*v.Latitude, 'f', 4, 64) + "," + strconv.FormatFloat(*v.Longitude, 'f', 4, 64)
	}
	return ""
}

// name is the item's label: English, for all languages, or German.
func (i item) name() string { return inLanguage(i.Labels) }

func inLanguage(texts loose[text]) string {
	for _, l := range languages {
		if t := texts[l].Value; t != "" {
			return t
		}
	}
	return ""
}

// allNames are labels and aliases, each once.
func (i item) allNames() []string {
	var out []string
	add := func(n string) {
		if n != "" && len(out) < maxNames && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	for _, l := range languages {
		add(i.Labels[l].Value)
	}
	for _, l := range languages {
		for _, a := range i.Aliases[l] {
			add(a.Value)
		}
	}
	return out
}

const maxNames = 60

var idShape = regexp.MustCompile(`^Q[1-9][0-9]{0,9}$`)

// validID reports whether an id is one that Wikidata can have: a malformed one fails the whole call.
func validID(id string) bool {
	if !idShape.MatchString(id) {
		return false
	}
	n, err := strconv.ParseInt(id[1:], 10, 64)
	return err == nil && n <= 1<<31-1
}
