package demo

import (
	"bytes"
	"fmt"
	"html/template"
)

// page is the data of every HTML page; fields that do not apply are zero.
type page struct {
	Language    string
	Title       string
	Description string
	Feeds       []Feed // offered as alternates of the page
	Cover       string
	Notes       template.HTML
	Links       []pageLink
}

type pageLink struct{ Title, URL string }

var pageTemplate = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="{{.Language}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
<meta name="description" content="{{.Description}}">
{{range .Feeds}}<link rel="alternate" type="application/rss+xml" title="{{.Title}}" href="{{.URL}}">
{{end}}<style>body{font:1.05rem/1.6 system-ui,sans-serif;max-width:42rem;margin:2rem auto;padding:0 1rem}
img{width:8rem;height:8rem;border-radius:.5rem}</style>
</head>
<body>
{{if .Cover}}<img src="{{.Cover}}" alt="">
{{end}}<h1>{{.Title}}</h1>
<p>{{.Description}}</p>
{{.Notes}}
<ul>
{{range .Links}}<li><a href="{{.URL}}">{{.Title}}</a></li>
{{end}}</ul>
</body>
</html>
`))

func (p page) html() []byte {
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, p); err != nil {
		// The template and its data are both fixed.
		panic(fmt.Sprintf("demo: render page %q: %v", p.Title, err))
	}
	return b.Bytes()
}

// indexPage lists the feeds.
func indexPage(base string) []byte {
	p := page{
		Language:    "en",
		Title:       "Mentionary demo library",
		Description: "Invented podcasts about real things. Paste one of these feeds to analyze it.",
	}
	for _, f := range Feeds(base) {
		p.Links = append(p.Links, pageLink(f))
	}
	return p.html()
}

func (s *show) page(base string) []byte {
	feed := Feed{s.Title, base + s.feedPath()}
	p := page{
		Language: s.Language, Title: s.Title, Description: s.Description,
		Cover: base + s.coverPath(), Feeds: []Feed{feed}, Links: []pageLink{{"RSS", feed.URL}},
	}
	for _, e := range s.Episodes {
		p.Links = append(p.Links, pageLink{e.Title, base + e.pagePath()})
	}
	return p.html()
}

func (e *episode) page(base string) []byte {
	return page{
		Language: e.show.Language, Title: e.Title, Description: e.Summary,
		Cover: base + e.show.coverPath(),
		Feeds: []Feed{{e.show.Title, base + e.show.feedPath()}},
		Notes: template.HTML(e.notes), // our own embedded show notes
		Links: []pageLink{
			{e.show.Title, base + e.show.pagePath()},
			{"Transcript", base + e.transcriptPath()},
		},
	}.html()
}
