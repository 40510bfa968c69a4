package source_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/source"
)

func TestXMLCaps(t *testing.T) {
	t.Parallel()
	attributes := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, ` a%d="x"`, i)
		}
		return b.String()
	}
	namespaces := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, ` xmlns:n%d="urn:%d"`, i, i)
		}
		return b.String()
	}
	nested := func(n int) string { return strings.Repeat("<a>", n) + strings.Repeat("</a>", n) }
	for name, c := range map[string]struct {
		doc  string
		want fault.Kind
	}{
		"plain":                   {"<rss><channel><item/></channel></rss>", ""},
		"64 levels":               {nested(source.MaxXMLDepth), ""},
		"65 levels":               {nested(source.MaxXMLDepth + 1), fault.TooLarge},
		"64 attributes":           {"<a" + attributes(64) + "/>", ""},
		"65 attributes":           {"<a" + attributes(65) + "/>", fault.TooLarge},
		"16 namespaces":           {"<a" + namespaces(16) + "/>", ""},
		"17 namespaces":           {"<a" + namespaces(17) + "/>", fault.TooLarge},
		"16 in 4 levels":          {strings.Repeat("<a"+namespaces(16)+">", 4) + strings.Repeat("</a>", 4), ""},
		"16 in 5 levels":          {strings.Repeat("<a"+namespaces(16)+">", 5), fault.TooLarge},
		"16 in many places":       {"<a>" + strings.Repeat("<a"+namespaces(16)+"></a>", 100) + "</a>", ""},
		"5,000 items":             {"<rss>" + strings.Repeat("<item/>", 5_000) + "</rss>", ""},
		"5,001 items":             {"<rss>" + strings.Repeat("<item/>", 5_001) + "</rss>", fault.TooLarge},
		"5,001 entries":           {"<feed>" + strings.Repeat("<entry/>", 5_001) + "</feed>", fault.TooLarge},
		"too many tokens":         {"<rss>" + strings.Repeat("<b/>", 100_001) + "</rss>", fault.TooLarge},
		"document type":           {`<!DOCTYPE rss [<!ENTITY a "b">]><rss/>`, fault.Unsupported},
		"a long text":             {"<rss><![CDATA[" + strings.Repeat("x > ", 100_000) + "]]></rss>", ""},
		"a quoted end of tag":     {`<a b="` + strings.Repeat(">", 100_000) + `"/>`, fault.TooLarge},
		"a tag that never ends":   {"<a " + strings.Repeat(`b="" `, 100_000), fault.TooLarge},
		"nothing":                 {"", fault.Unsupported},
		"prose":                   {"hello there", fault.Unsupported},
		"not XML":                 {"<<<", fault.Unsupported},
		"unclosed, which is fine": {"<rss><item>", ""},
	} {
		err := source.CheckXML([]byte(c.doc))
		require.Equal(t, c.want, fault.KindOf(err), "%s: %v", name, err)
	}
}

// Eight mebibytes, the most that is fetched, of the dearest shapes we know.
// A bomb is refused at the first cap it passes, not after it was parsed: what parsing costs shows as allocations, of which
// each of these documents would cause millions. Not parallel, because allocations are counted for the whole process.
func TestXMLBombsAreRefusedAtTheFirstCap(t *testing.T) {
	const size = 8 << 20
	for name, bomb := range map[string]struct{ doc, why string }{
		"attributes": {"<a" + strings.Repeat(` b=""`, size/5) + "/>", "a tag is too long"},
		"depth":      {strings.Repeat("<a>", size/3), "nested more than 64 levels deep"},
		"items":      {"<a>" + strings.Repeat("<item></item>", size/13), "more than 5,000 items"},
		"brackets":   {strings.Repeat("<", size), "a tag is too long"},
		"quotes":     {strings.Repeat(`<a '`, size/4), "a tag is too long"},
	} {
		doc := []byte(bomb.doc)
		var err error
		allocations := testing.AllocsPerRun(1, func() { err = source.CheckXML(doc) })
		require.ErrorContains(t, err, bomb.why, name)
		require.Less(t, allocations, 20*float64(source.MaxXMLItems), name)
	}
}

func FuzzCheckXML(f *testing.F) {
	for _, s := range []string{"<a/>", `<a b="c">d</a>`, "<!-- x --><a><![CDATA[y]]></a>", `<a b='>'/>`, "<?xml?><a>", "&amp;<a"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		if err := source.CheckXML(doc); err != nil {
			require.Contains(t, []fault.Kind{fault.TooLarge, fault.Unsupported}, fault.KindOf(err))
		}
	})
}
