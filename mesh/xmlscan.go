package mesh

import (
	"bytes"
	"fmt"
	"html"
	"strings"
)

// xmlScan takes tags from an XML file and leaves the text between them to the
// caller, who may take words, bytes or nothing. Document types, and with them
// entities of the file's own, are refused. It checks that tags are nested.
type xmlScan struct {
	*scan
	open []string // names of the elements around the place
	self bool     // the last tag was empty, <a/>: its end comes next
}

// xmlTag is the begin or the end of an element.
type xmlTag struct {
	name       string
	attributes []xmlAttribute
	end        bool
}

type xmlAttribute struct{ name, value string }

// Limits of XML.
const (
	maxDepth      = 64
	maxAttributes = 64
	maxXMLName    = 256 // bytes, and of a value 16 times as many
)

func newXMLScan(in *source) *xmlScan {
	x := &xmlScan{scan: newScan(in)}
	x.stop = '<'
	return x
}

// get is the value of an attribute, "" where it is not there.
func (t xmlTag) get(name string) string {
	for _, a := range t.attributes {
		if a.name == name {
			return a.value
		}
	}
	return ""
}

// next drops text, comments and instructions up to the next tag and takes it;
// false at the end of the file and after a fault.
func (x *xmlScan) next() (tag xmlTag, ok bool) {
	if x.self {
		x.self = false
		return x.close(x.open[len(x.open)-1])
	}
	for x.skipTo('<') {
		switch {
		case x.ahead("<!--"):
			x.bytes(len("<!--"), "a comment")
			x.dropTo("-->")
		case x.ahead("<![CDATA["):
			x.dropTo("]]>")
		case x.ahead("<!"):
			x.fault("a document type or declaration, which is refused; save the file without it")
		case x.ahead("<?"):
			x.dropTo("?>")
		default:
			return x.tag()
		}
	}
	if x.err == nil && len(x.open) > 0 {
		x.fault("the file ends inside <%s>; is it cut off?", x.open[len(x.open)-1])
	}
	return tag, false
}

// skipTo drops bytes up to the next one like this, false where there is none.
func (x *xmlScan) skipTo(mark byte) bool {
	for x.err == nil {
		window := x.buffer[x.taken:]
		at := bytes.IndexByte(window, mark)
		if at < 0 {
			at = len(window)
		}
		x.line += bytes.Count(window[:at], []byte("\n"))
		x.taken += at
		if at < len(window) {
			return true
		}
		if !x.fill() {
			return false
		}
	}
	return false
}

func (x *xmlScan) dropTo(mark string) {
	if !x.find([]byte(mark)) {
		x.fault("the file ends before %s", mark)
	}
}

// tag takes a tag, at its <.
func (x *xmlScan) tag() (tag xmlTag, ok bool) {
	text, ok := x.tagText()
	if !ok {
		return tag, false
	}
	if name, found := strings.CutPrefix(text, "/"); found {
		return x.close(strings.TrimSpace(name))
	}
	x.self = strings.HasSuffix(text, "/")
	text = strings.TrimSuffix(text, "/")
	end := strings.IndexFunc(text, func(r rune) bool { return r < 128 && blankSpace(byte(r)) })
	if end < 0 {
		end = len(text)
	}
	tag.name = text[:end]
	if tag.name == "" || len(tag.name) > maxXMLName {
		x.fault("a tag without a name, or with one of more than %d bytes", maxXMLName)
		return tag, false
	}
	var err error
	if tag.attributes, err = parseAttributes(text[end:]); err != nil {
		x.fault("<%.40s>: %w", tag.name, err)
		return tag, false
	}
	if len(x.open) == maxDepth {
		x.fault("more than %d elements inside each other", maxDepth)
		return tag, false
	}
	x.open = append(x.open, tag.name)
	return tag, true
}

// tagText takes everything between < and >, quotes respected.
func (x *xmlScan) tagText() (string, bool) {
	var text []byte
	var quote byte
	x.bytes(1, "<")
	for x.err == nil {
		b := x.bytes(1, "the end of a tag")
		switch {
		case b == nil:
			return "", false
		case b[0] == '\n':
			x.line++
		case quote != 0 && b[0] == quote:
			quote = 0
		case quote == 0 && (b[0] == '"' || b[0] == '\''):
			quote = b[0]
		case quote == 0 && b[0] == '<':
			x.fault("< inside a tag")
		case quote == 0 && b[0] == '>':
			return string(text), true
		}
		if text = append(text, b[0]); len(text) > maxXMLName*maxAttributes {
			x.fault("a tag of more than %d bytes", maxXMLName*maxAttributes)
		}
	}
	return "", false
}

// close checks the end of an element.
func (x *xmlScan) close(name string) (xmlTag, bool) {
	if n := len(x.open); n == 0 || x.open[n-1] != name {
		x.fault("</%.40s> does not close the element it is in", name)
		return xmlTag{}, false
	}
	x.open = x.open[:len(x.open)-1]
	return xmlTag{name: name, end: true}, true
}

// parseAttributes reads name="value" pairs.
func parseAttributes(text string) ([]xmlAttribute, error) {
	var list []xmlAttribute
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		name, rest, found := strings.Cut(text, "=")
		rest = strings.TrimSpace(rest)
		if !found || rest == "" || rest[0] != '"' && rest[0] != '\'' {
			return nil, fmt.Errorf("attribute %s has no value in quotes", quoted([]byte(name)))
		}
		value, after, found := strings.Cut(rest[1:], rest[:1])
		if !found || len(name) > maxXMLName || len(value) > 16*maxXMLName || len(list) == maxAttributes {
			return nil, fmt.Errorf("attributes that are too long or too many, or a quote that is not closed")
		}
		list = append(list, xmlAttribute{strings.TrimSpace(name), html.UnescapeString(value)})
		text = after
	}
	return list, nil
}

// text takes the text up to the next tag that is no comment, with the content of
// CDATA sections; at most limit bytes. References such as &amp; are resolved.
func (x *xmlScan) text(limit int) string {
	var text []byte
	plain := 0 // where what may hold references begins
	resolve := func() {
		if bytes.IndexByte(text[plain:], '&') >= 0 {
			text = append(text[:plain], html.UnescapeString(string(text[plain:]))...)
		}
		plain = len(text)
	}
	for x.err == nil && !x.self {
		start := x.taken
		end := bytes.IndexByte(x.buffer[start:], '<')
		if end < 0 {
			end = len(x.buffer) - start
		}
		text = x.keep(text, x.buffer[start:start+end], limit)
		x.taken += end
		switch {
		case x.taken == len(x.buffer):
			if !x.fill() {
				resolve()
				return string(text)
			}
		case x.ahead("<!--"):
			x.bytes(len("<!--"), "a comment")
			x.dropTo("-->")
		case x.ahead("<![CDATA["):
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
func (x *xmlScan) keep(text, more []byte, limit int) []byte {
	if len(text)+len(more) > limit {
		x.fault("more than %d bytes of text in one element", limit)
		return text
	}
	x.line += bytes.Count(more, []byte("\n"))
	return append(text, more...)
}

// cdata appends the content of a CDATA section.
func (x *xmlScan) cdata(text []byte, limit int) []byte {
	x.bytes(len("<![CDATA["), "CDATA")
	for x.err == nil {
		window := x.buffer[x.taken:]
		if at := bytes.Index(window, []byte("]]>")); at >= 0 {
			text = x.keep(text, window[:at], limit)
			x.taken += at + 3
			return text
		}
		sure := max(0, len(window)-2)
		text = x.keep(text, window[:sure], limit)
		x.taken += sure
		if !x.fill() {
			x.fault("the file ends inside CDATA")
		}
	}
	return text
}
