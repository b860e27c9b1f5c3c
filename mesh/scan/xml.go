package scan

import (
	"bytes"
	"fmt"
	"html"
	"strings"
)

// XML takes tags from an XML file and leaves the text between them to the caller, which may
// take words, bytes or nothing. It refuses document types, and with them entities that a
// file defines. It checks that tags are nested.
type XML struct {
	*Cursor
	Open []string // names of the open elements around the cursor
	Self bool     // whether the last tag was empty, <a/>, so that its end comes next
}

// Tag is the beginning or the end of an element.
type Tag struct {
	Name       string
	attributes []Attribute
	End        bool
}

type Attribute struct{ name, value string }

// Limits of XML.
const (
	maxDepth      = 64
	maxAttributes = 64
	maxXMLName    = 256 // bytes of a name; a value may have 16 times as many
)

func NewXML(in *Source) *XML {
	x := &XML{Cursor: NewCursor(in)}
	x.Stop = '<'
	return x
}

// Get returns the value of an attribute, or "" without it.
func (t Tag) Get(name string) string {
	for _, a := range t.attributes {
		if a.name == name {
			return a.value
		}
	}
	return ""
}

// Next drops text, comments and instructions up to the next tag and takes the tag. It
// returns false at the end of the file and after a fault.
func (x *XML) Next() (tag Tag, ok bool) {
	if x.Self {
		x.Self = false
		return x.close(x.Open[len(x.Open)-1])
	}
	for x.skipTo('<') {
		switch {
		case x.Ahead("<!--"):
			x.Bytes(len("<!--"), "a comment")
			x.dropTo("-->")
		case x.Ahead("<![CDATA["):
			x.dropTo("]]>")
		case x.Ahead("<!"):
			x.Fault("a document type or declaration, which is refused; save the file without it")
		case x.Ahead("<?"):
			x.dropTo("?>")
		default:
			return x.tag()
		}
	}
	if x.Err == nil && len(x.Open) > 0 {
		x.Fault("the file ends inside <%s>; is it cut off?", x.Open[len(x.Open)-1])
	}
	return tag, false
}

// skipTo drops bytes up to the next mark, and returns false at the end of the file.
func (x *XML) skipTo(mark byte) bool {
	for x.Err == nil {
		window := x.Buffer[x.Taken:]
		at := bytes.IndexByte(window, mark)
		if at < 0 {
			at = len(window)
		}
		x.Line += bytes.Count(window[:at], []byte("\n"))
		x.Taken += at
		if at < len(window) {
			return true
		}
		if !x.Fill() {
			return false
		}
	}
	return false
}

func (x *XML) dropTo(mark string) {
	if !x.Find([]byte(mark)) {
		x.Fault("the file ends before %s", mark)
	}
}

// tag takes a tag that begins at the current <.
func (x *XML) tag() (tag Tag, ok bool) {
	text, ok := x.tagText()
	if !ok {
		return tag, false
	}
	if name, found := strings.CutPrefix(text, "/"); found {
		return x.close(strings.TrimSpace(name))
	}
	x.Self = strings.HasSuffix(text, "/")
	text = strings.TrimSuffix(text, "/")
	end := strings.IndexFunc(text, func(r rune) bool { return r < 128 && BlankSpace(byte(r)) })
	if end < 0 {
		end = len(text)
	}
	tag.Name = text[:end]
	if tag.Name == "" || len(tag.Name) > maxXMLName {
		x.Fault("a tag without a name, or with one of more than %d bytes", maxXMLName)
		return tag, false
	}
	var err error
	if tag.attributes, err = parseAttributes(text[end:]); err != nil {
		x.Fault("<%.40s>: %w", tag.Name, err)
		return tag, false
	}
	if len(x.Open) == maxDepth {
		x.Fault("more than %d elements inside each other", maxDepth)
		return tag, false
	}
	x.Open = append(x.Open, tag.Name)
	return tag, true
}

// tagText takes all bytes between < and >; a > inside quotes does not end them.
func (x *XML) tagText() (string, bool) {
	var text []byte
	var quote byte
	x.Bytes(1, "<")
	for x.Err == nil {
		b := x.Bytes(1, "the end of a tag")
		switch {
		case b == nil:
			return "", false
		case b[0] == '\n':
			x.Line++
		case quote != 0 && b[0] == quote:
			quote = 0
		case quote == 0 && (b[0] == '"' || b[0] == '\''):
			quote = b[0]
		case quote == 0 && b[0] == '<':
			x.Fault("< inside a tag")
		case quote == 0 && b[0] == '>':
			return string(text), true
		}
		if text = append(text, b[0]); len(text) > maxXMLName*maxAttributes {
			x.Fault("a tag of more than %d bytes", maxXMLName*maxAttributes)
		}
	}
	return "", false
}

// close checks the end of an element.
func (x *XML) close(name string) (Tag, bool) {
	if n := len(x.Open); n == 0 || x.Open[n-1] != name {
		x.Fault("</%.40s> does not close the element it is in", name)
		return Tag{}, false
	}
	x.Open = x.Open[:len(x.Open)-1]
	return Tag{Name: name, End: true}, true
}

// parseAttributes reads name="value" pairs.
func parseAttributes(text string) ([]Attribute, error) {
	var list []Attribute
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		name, rest, found := strings.Cut(text, "=")
		rest = strings.TrimSpace(rest)
		if !found || rest == "" || rest[0] != '"' && rest[0] != '\'' {
			return nil, fmt.Errorf("attribute %s has no value in quotes", Quoted([]byte(name)))
		}
		value, after, found := strings.Cut(rest[1:], rest[:1])
		if !found || len(name) > maxXMLName || len(value) > 16*maxXMLName || len(list) == maxAttributes {
			return nil, fmt.Errorf("attributes that are too long or too many, or a quote that is not closed")
		}
		list = append(list, Attribute{strings.TrimSpace(name), html.UnescapeString(value)})
		text = after
	}
	return list, nil
}

// Text takes the text up to the next tag that is no comment, with the content of
// CDATA sections; at most limit bytes. References such as &amp; are resolved.
func (x *XML) Text(limit int) string {
	var text []byte
	plain := 0 // where the part begins that may hold references
	resolve := func() {
		if bytes.IndexByte(text[plain:], '&') >= 0 {
			text = append(text[:plain], html.UnescapeString(string(text[plain:]))...)
		}
		plain = len(text)
	}
	for x.Err == nil && !x.Self {
		start := x.Taken
		end := bytes.IndexByte(x.Buffer[start:], '<')
		if end < 0 {
			end = len(x.Buffer) - start
		}
		text = x.keep(text, x.Buffer[start:start+end], limit)
		x.Taken += end
		switch {
		case x.Taken == len(x.Buffer):
			if !x.Fill() {
				resolve()
				return string(text)
			}
		case x.Ahead("<!--"):
			x.Bytes(len("<!--"), "a comment")
			x.dropTo("-->")
		case x.Ahead("<![CDATA["):
			resolve()
			text = x.cdata(text, limit)
			plain = len(text)
		default:
			resolve()
			return strings.TrimSpace(string(text))
		}
	}
	return strings.TrimSpace(string(text))
}

// keep appends to a text, within the limit.
func (x *XML) keep(text, more []byte, limit int) []byte {
	if len(text)+len(more) > limit {
		x.Fault("more than %d bytes of text in one element", limit)
		return text
	}
	x.Line += bytes.Count(more, []byte("\n"))
	return append(text, more...)
}

// cdata appends the content of a CDATA section.
func (x *XML) cdata(text []byte, limit int) []byte {
	x.Bytes(len("<![CDATA["), "CDATA")
	for x.Err == nil {
		window := x.Buffer[x.Taken:]
		if at := bytes.Index(window, []byte("]]>")); at >= 0 {
			text = x.keep(text, window[:at], limit)
			x.Taken += at + 3
			return text
		}
		sure := max(0, len(window)-2)
		text = x.keep(text, window[:sure], limit)
		x.Taken += sure
		if !x.Fill() {
			x.Fault("the file ends inside CDATA")
		}
	}
	return text
}
