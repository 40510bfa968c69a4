package feed

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/transcript"
)

// notes are show notes without markup: plain text with paragraphs, and the links in order.
type notes struct {
	text  string
	links []media.Link
}

// breaks says how many line breaks an element brings.
var breaks = map[atom.Atom]string{
	atom.Br: "\n", atom.Li: "\n", atom.Tr: "\n", atom.Dt: "\n", atom.Dd: "\n",
	atom.P: "\n\n", atom.Div: "\n\n", atom.Ul: "\n\n", atom.Ol: "\n\n", atom.Dl: "\n\n", atom.Table: "\n\n",
	atom.Blockquote: "\n\n", atom.Pre: "\n\n", atom.Hr: "\n\n", atom.Section: "\n\n", atom.Article: "\n\n",
	atom.H1: "\n\n", atom.H2: "\n\n", atom.H3: "\n\n", atom.H4: "\n\n", atom.H5: "\n\n", atom.H6: "\n\n",
}

// silent elements have content that is not text for people.
var silent = map[atom.Atom]bool{
	atom.Script: true, atom.Style: true, atom.Template: true, atom.Noscript: true, atom.Iframe: true,
	atom.Svg: true, atom.Textarea: true, atom.Title: true,
}

var lineBreaks = strings.NewReplacer("\r", " ", "\n", " ")

// plainNotes reads show notes that may be HTML or plain text. It walks tokens instead of building a tree, so nesting costs
// nothing. base resolves relative addresses.
func plainNotes(base, raw string) notes {
	r := noteReader{base: base, hasTags: looksLikeHTML(raw), seen: map[string]bool{}}
	z := html.NewTokenizer(strings.NewReader(raw))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		r.token(kind, z.Token())
	}
	r.endLink()
	return notes{text: transcript.CleanParagraphs(r.text.String(), source.MaxDescription), links: r.links}
}

type noteReader struct {
	base    string
	hasTags bool // line breaks of the source are white space only if tags make the lines

	text  strings.Builder
	links []media.Link
	seen  map[string]bool

	href  string          // of the open link
	label strings.Builder // its text so far
	skip  atom.Atom       // the silent element we are in
}

func (r *noteReader) token(kind html.TokenType, t html.Token) {
	if r.skip != 0 {
		if kind == html.EndTagToken && t.DataAtom == r.skip {
			r.skip = 0
		}
		return
	}
	switch kind {
	case html.TextToken:
		r.addText(t.Data)
	case html.StartTagToken, html.SelfClosingTagToken:
		if silent[t.DataAtom] {
			if kind == html.StartTagToken {
				r.skip = t.DataAtom
			}
			return
		}
		r.text.WriteString(breaks[t.DataAtom])
		if t.DataAtom == atom.A {
			r.endLink()
			r.href = attribute(t, "href")
		}
		if t.DataAtom == atom.Img && r.href != "" {
			r.label.WriteString(" " + attribute(t, "alt"))
		}
	case html.EndTagToken:
		if b := breaks[t.DataAtom]; t.DataAtom != atom.Li {
			r.text.WriteString(b)
		}
		if t.DataAtom == atom.A {
			r.endLink()
		}
	}
}

func (r *noteReader) addText(s string) {
	if r.hasTags {
		s = lineBreaks.Replace(s)
	}
	r.text.WriteString(s)
	if r.href != "" {
		r.label.WriteString(s)
		return
	}
	for _, l := range source.PlainLinks(s) {
		r.add(l)
	}
}

func (r *noteReader) endLink() {
	if r.href != "" {
		r.add(media.Link{URL: source.CleanURL(r.base, r.href), Text: transcript.CleanText(r.label.String(), source.MaxTitle)})
	}
	r.href = ""
	r.label.Reset()
}

func (r *noteReader) add(l media.Link) {
	if l.URL != "" && !r.seen[l.URL] && len(r.links) < source.MaxLinks {
		r.seen[l.URL] = true
		r.links = append(r.links, l)
	}
}

// looksLikeHTML reports whether the text has tags that make lines.
func looksLikeHTML(raw string) bool {
	lower := strings.ToLower(raw)
	for _, tag := range []string{"<p", "<br", "<div", "<li", "<h", "<ul", "<ol", "<table"} {
		if strings.Contains(lower, tag) {
			return true
		}
	}
	return false
}

func attribute(t html.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
