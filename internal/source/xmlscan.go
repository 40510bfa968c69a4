package source

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"

	"mentionary/internal/fault"
)

// Caps of XML from outside (SECURITY.md, Parsers).
const (
	MaxXMLDepth      = 64
	MaxXMLAttributes = 64
	MaxXMLNamespaces = 16
	MaxXMLItems      = 5_000
	MaxXMLTokens     = 200_000

	// MaxXMLScope bounds the namespace declarations in force at one place: pull parsers copy all of them for every element,
	// so that sixty nested ones made a 600 KB feed cost ten seconds.
	MaxXMLScope = 64

	// maxTagBytes bounds one tag before the decoder sees it, because the decoder collects all attributes of a tag at once.
	maxTagBytes = 64 << 10
)

// CheckXML scans the document token by token and refuses what could cost a parser without limits of its own too much:
// depth, attributes, namespace declarations, tokens, elements called item or entry, and any document type declaration.
// The text must be UTF-8 (an encoding named in the document is ignored). It returns TooLarge for a passed cap and
// Unsupported for text that is not XML even by lenient rules. Time and memory are linear in len(doc).
func CheckXML(doc []byte) error {
	if longTag(doc) {
		return tooComplex("a tag is too long")
	}
	d := xml.NewDecoder(bytes.NewReader(doc))
	d.Strict = false
	d.Entity = xml.HTMLEntity
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	var scope []int // namespace declarations in force, for each open element
	items, elements := 0, 0
	for tokens := 0; ; tokens++ {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			if elements == 0 {
				return fault.New(fault.Unsupported, "This address does not lead to a feed: there is no XML in it.")
			}
			return nil
		}
		if err != nil {
			return fault.Wrap(fault.Unsupported, err, "This feed cannot be read: it is not valid XML.")
		}
		if tokens >= MaxXMLTokens {
			return tooComplex("it has more than 200,000 parts")
		}
		switch t := token.(type) {
		case xml.StartElement:
			elements++
			if len(scope) == MaxXMLDepth {
				return tooComplex("it is nested more than 64 levels deep")
			}
			if t.Name.Local == "item" || t.Name.Local == "entry" {
				if items++; items > MaxXMLItems {
					return tooComplex("it has more than 5,000 items")
				}
			}
			declared, err := checkAttributes(t.Attr)
			if err != nil {
				return err
			}
			if len(scope) > 0 {
				declared += scope[len(scope)-1]
			}
			if declared > MaxXMLScope {
				return tooComplex("more than 64 namespaces are in force at once")
			}
			scope = append(scope, declared)
		case xml.EndElement:
			if len(scope) > 0 {
				scope = scope[:len(scope)-1]
			}
		case xml.Directive:
			return fault.New(fault.Unsupported, "This feed cannot be read: it declares a document type, which is refused for safety.")
		}
	}
}

// checkAttributes returns how many namespaces the attributes declare.
func checkAttributes(attrs []xml.Attr) (int, error) {
	if len(attrs) > MaxXMLAttributes {
		return 0, tooComplex("a tag has more than 64 attributes")
	}
	n := 0
	for _, a := range attrs {
		if a.Name.Space == "xmlns" || a.Name.Local == "xmlns" {
			n++
		}
	}
	if n > MaxXMLNamespaces {
		return 0, tooComplex("a tag declares more than 16 namespaces")
	}
	return n, nil
}

func tooComplex(why string) error {
	return fault.Newf(fault.TooLarge, "This feed is too complex to read safely: %s.", why)
}

// longTag reports whether any tag is longer than maxTagBytes. Comments and CDATA sections are text and may be long.
func longTag(doc []byte) bool {
	for {
		i := bytes.IndexByte(doc, '<')
		if i < 0 {
			return false
		}
		doc = doc[i:]
		var n int
		switch {
		case bytes.HasPrefix(doc, []byte("<!--")):
			n = bytes.Index(doc, []byte("-->"))
		case bytes.HasPrefix(doc, []byte("<![CDATA[")):
			n = bytes.Index(doc, []byte("]]>"))
		default:
			n = tagEnd(doc)
			if n > maxTagBytes || n < 0 && len(doc) > maxTagBytes {
				return true
			}
		}
		if n < 0 {
			return false
		}
		doc = doc[n+1:]
	}
}

// tagEnd returns the index of the '>' that ends the tag doc starts with, outside quotes, or -1.
func tagEnd(doc []byte) int {
	var quote byte
	for i, c := range doc[:min(len(doc), maxTagBytes+1)] {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i
		}
	}
	return -1
}
