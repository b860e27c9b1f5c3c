package main

import (
	"fmt"
	"go/ast"
	"path/filepath"
	"slices"
	"strings"
)

// perRecord is how many numbers a record of the device has room for. A vector of the palette has room for as many,
// beside the rest length and the flags.
const perRecord = 2

// number is a field of a law that records of the device hold.
type number struct {
	name string // in GLSL
	when string // the case in which laws have it; "": always
}

// record returns the GLSL of a type that the device has in records: the struct, and how the numbers of one are read. A
// number is in the vectors of a class of springs, in the pipeline fused; in an entry of the table there; or in
// the array of materials.
func (l *laws) record(file *ast.File, spec *ast.TypeSpec, name string) (string, error) {
	fields, ok := spec.Type.(*ast.StructType)
	if !ok {
		return "", l.fault(spec, "%s is no struct", spec.Name.Name)
	}
	p := &printer{laws: l}
	p.line("// Code generated from laws/%s by \"go generate ./laws\". DO NOT EDIT.", filepath.Base(l.files.Position(file.Pos()).Filename))
	p.line("")
	p.line("// %s is how a spring resists.", name)
	p.line("struct %s {", name)
	var numbers []number
	for _, field := range fields.Fields.List {
		of, ok := l.typeName(l.info.TypeOf(field.Type))
		if !ok || len(field.Names) != 1 {
			return "", l.fault(field, "a field is one name of a type that GLSL has")
		}
		one := number{small(field.Names[0].Name), l.takeHint(field)}
		p.within(one.when, func() {
			p.line("%s", strings.TrimRight(fmt.Sprintf("\t%s %s; // %s", of, one.name, strings.TrimSpace(field.Comment.Text())), " /"))
		})
		if one.name == "restLength" {
			p.line("\tfloat restLengthLow; // its second word, when compensated [m]")
		} else if of == "real" {
			numbers = append(numbers, one)
		}
	}
	p.line("};")
	p.readers(name, numbers)
	return p.out.String(), nil
}

// takeHint returns the case beside a field, and notes that it is used.
func (l *laws) takeHint(field *ast.Field) string {
	when := l.hints[l.at(field.Pos())]
	delete(l.hints, l.at(field.Pos()))
	return when
}

// within prints lines that shaders compile in a case; "": always.
func (p *printer) within(when string, do func()) {
	if when != "" {
		p.out.WriteString("#if " + when + "\n")
		defer p.out.WriteString("#endif\n")
	}
	do()
}

// readers prints the functions that read numbers.
func (p *printer) readers(of string, numbers []number) {
	groups := slices.Collect(slices.Chunk(numbers, perRecord))
	p.line("\n#if FUSED")
	p.line("// takeNumbers takes the numbers of a law from the vectors of its class, of which bits is the first.")
	p.line("void takeNumbers(inout %s law, uvec4 bits, uint kind) {", of)
	p.line("\tvec2 words = uintBitsToFloat(bits.xy);")
	for k, group := range groups {
		p.within(caseOf(group), func() {
			if k > 0 {
				p.line("\twords = uintBitsToFloat(palette.kind[(PRECISION == SINGLE ? %du : %du) * SECOND_WORDS + kind].xy);", k, 2*k)
			}
			p.each(group, "law.%s = real(words.%s);", "x", "y")
			p.out.WriteString("#if PRECISION == DOUBLE\n")
			p.line("\twords = uintBitsToFloat(palette.kind[%du * SECOND_WORDS + kind].xy);", 2*k+1)
			p.each(group, "law.%s += real(words.%s);", "x", "y")
			p.out.WriteString("#endif\n")
		})
	}
	p.line("}\n\n#if ENTRIES && ENTRY_OWN")
	p.line("uint word(uint at); // of the table\n")
	p.line("// takeEntry takes them from the words of the table behind a word, which are stride apart.")
	p.line("void takeEntry(inout %s law, uint at, uint stride) {", of)
	p.each(numbers, "at += stride;\n\tlaw.%s = real(uintBitsToFloat(word(at)));")
	p.out.WriteString("#if PRECISION == DOUBLE\n")
	p.each(numbers, "at += stride;\n\tlaw.%s += real(uintBitsToFloat(word(at)));")
	p.line("#endif\n}\n#endif\n#else")
	p.line("// LAW_RECORDS is how many records the numbers of a law take in each word.")
	how := "#if"
	for k := len(groups) - 1; k > 0; k-- {
		p.line("%s %s\n#define LAW_RECORDS %du", how, caseOf(groups[k]), k+1)
		how = "#elif"
	}
	if how == "#if" {
		p.line("#define LAW_RECORDS 1u")
	} else {
		p.line("#else\n#define LAW_RECORDS 1u\n#endif")
	}
	p.line("\n// takeNumbers takes the numbers of a law from its records, from one on.")
	p.line("void takeNumbers(inout %s law, uint record) {", of)
	p.records(groups, "record", "=")
	p.out.WriteString("#if PRECISION == DOUBLE\n")
	p.records(groups, "LAW_RECORDS * COUNT_OF(params.springCount) + record", "+=")
	p.line("#endif\n}\n#endif")
}

// caseOf returns the case in which laws have any of some numbers; "": always.
func caseOf(group []number) string {
	var all []string
	for _, n := range group {
		if n.when == "" {
			return ""
		}
		if !slices.Contains(all, n.when) {
			all = append(all, n.when)
		}
	}
	return strings.Join(all, " || ")
}

// each prints a line for each number, in its case, with its name and then by its position.
func (p *printer) each(numbers []number, format string, places ...any) {
	for k, n := range numbers {
		args := []any{n.name}
		if len(places) > 0 {
			args = append(args, places[k])
		}
		p.within(n.when, func() { p.line("\t"+format, args...) })
	}
}

// records prints that numbers are taken from the records from one on.
func (p *printer) records(groups [][]number, from, how string) {
	for k, group := range groups {
		at := from
		if k > 0 {
			at += fmt.Sprintf(" + %du", k)
		}
		p.each(group, "law.%s "+how+" real(material["+at+"].%s);", "even", "odd")
	}
}
