package usd

import (
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/mesh/scan"
)

// parser reads a layer into prims.
type parser struct {
	*lexer
	up        byte    // the axis up
	meters    float64 // length of a unit of the file; zero: not given
	kilograms float64 // mass of a unit of the file; zero: not given
	prims     []*prim // in the order of the file
	depth     int
	referred  int      // prims with references to other files or prims
	variants  int      // sets of variants
	unused    []string // names of attributes of deformable bodies that are not used, each once

	known map[*prim]mgl64.Mat4 // transforms to the coordinates of the file
}

// most is the largest number of prims.
const most = 1 << 20

// layer reads the whole file.
func (p *parser) layer() {
	p.next()
	if p.accept("(") {
		p.metadata(p.layerKey)
	}
	for p.err == nil && p.kind != endOfFile {
		switch {
		case p.accept("reorder"):
			p.assignment()
		case p.is("def") || p.is("over") || p.is("class"):
			p.prim(nil)
		default:
			p.fault("%s where a prim must be: def, over or class", p.shown())
		}
	}
}

// assignment passes over "name = value".
func (p *parser) assignment() {
	p.next()
	p.expect("=", "before a value")
	p.skip()
}

// metadata reads entries up to a closing bracket. key takes the value of an entry that it knows and
// returns true.
func (p *parser) metadata(key func(name string) bool) {
	for p.err == nil && !p.accept(")") {
		if p.kind == text || p.accept(";") { // a comment
			if p.kind == text {
				p.next()
			}
			continue
		}
		if p.kind != word {
			p.fault("%s where metadata must be", p.shown())
			return
		}
		name := string(p.text)
		p.next()
		if slices.Contains([]string{"add", "append", "prepend", "delete", "reorder"}, name) && p.kind == word {
			name = string(p.text)
			p.next()
		}
		if !p.accept("=") {
			continue // a keyword alone, such as kilogramsPerUnit in old files
		}
		if !key(name) {
			p.skip()
		}
	}
}

// layerKey takes the metadata of the file that give units and the axis up.
func (p *parser) layerKey(name string) bool {
	switch name {
	case "metersPerUnit", "kilogramsPerUnit":
		at := p.at
		x := p.finite()
		if p.err == nil && !(x > 0) {
			p.at = at
			p.fault("%s is %g; it must be above zero", name, x)
		}
		if name == "metersPerUnit" {
			p.meters = x
		} else {
			p.kilograms = x
		}
	case "upAxis":
		switch strings.ToUpper(string(p.text)) {
		case "Y":
			p.up = 'y'
		case "Z":
			p.up = 'z'
		default:
			p.fault("upAxis is %s; it is \"Y\" or \"Z\"", p.shown())
		}
		p.next()
	default:
		return false
	}
	return true
}

// prim reads a prim with all below it.
func (p *parser) prim(parent *prim) {
	made := &prim{parent: parent, at: p.at, abstract: !p.is("def")}
	if p.depth++; p.depth > deepest {
		p.fault("more than %d prims inside each other", deepest)
	}
	if len(p.prims) == most {
		p.fault("more than %d prims", most)
	}
	p.next()
	if p.kind == word {
		made.kind = string(p.text)
		p.next()
	}
	if p.kind != text {
		p.fault("%s where the name of a prim must be, in quotes", p.shown())
		return
	}
	made.name = string(p.text[:min(len(p.text), scan.MaxTextWord)])
	p.prims = append(p.prims, made)
	p.next()
	if p.accept("(") {
		p.metadata(func(name string) bool { return p.primKey(made, name) })
	}
	p.expect("{", "before the content of "+scan.Quoted([]byte(made.name)))
	p.content(made)
	p.depth--
}

// primKey takes the metadata of a prim that matter.
func (p *parser) primKey(of *prim, name string) bool {
	switch name {
	case "active":
		of.inactive = p.is("false") || p.is("False") || string(p.text) == "0"
	case "apiSchemas":
		of.schemas = append(of.schemas, p.words()...)
		return true
	case "references", "payload", "inherits", "specializes":
		if !p.is("None") {
			p.referred++
		}
	}
	return false
}

// content reads the properties and prims inside a prim, with its closing bracket.
func (p *parser) content(of *prim) {
	for p.err == nil && !p.accept("}") {
		switch {
		case p.accept(";"):
		case p.is("def") || p.is("over") || p.is("class"):
			p.prim(of)
		case p.accept("variantSet"):
			p.variants++
			p.assignment()
			p.optionalMetadata()
		case p.kind == word:
			p.property(of)
		default:
			p.fault("%s where a property or a prim must be", p.shown())
		}
	}
}

// optionalMetadata passes over metadata behind a property.
func (p *parser) optionalMetadata() {
	if p.accept("(") {
		p.metadata(func(string) bool { return false })
	}
}

// property reads an attribute or a relationship: "uniform token name = value".
func (p *parser) property(of *prim) {
	reorder := p.is("reorder")
	for slices.Contains([]string{"add", "append", "prepend", "delete", "reorder", "custom", "uniform", "varying", "config"}, string(p.text)) && p.kind == word {
		p.next()
	}
	if reorder { // reorder properties = [...]
		p.assignment()
		return
	}
	kind := string(p.text)
	p.next()
	if p.accept("[") {
		kind += "[]"
		p.expect("]", "in the type of an attribute")
	}
	if p.kind != word {
		p.fault("%s where the name of a property must be, behind its type %s", p.shown(), scan.Quoted([]byte(kind)))
		return
	}
	name := string(p.text)
	p.next()
	if p.accept("=") {
		base, samples := strings.CutSuffix(name, ".timeSamples")
		switch {
		case samples:
			p.samples(of, base)
		case strings.HasSuffix(name, ".connect") || strings.HasSuffix(name, ".spline"):
			p.skip()
		default:
			p.value(of, strings.TrimSuffix(name, ".default"))
		}
	}
	p.optionalMetadata()
}

// samples reads values over time, and takes the first where the attribute has no other value.
func (p *parser) samples(of *prim, name string) {
	p.expect("{", "before time samples")
	for first := true; p.err == nil && !p.is("}"); first = false {
		p.finite()
		p.expect(":", "behind the time of a sample")
		if first && !p.has(of, name) {
			p.value(of, name)
		} else {
			p.skip()
			of.sampled = of.sampled || isShape(name)
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect("}", "behind time samples")
}
