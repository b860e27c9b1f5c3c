package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// printer prints one file.
type printer struct {
	*laws
	out   strings.Builder
	depth int
}

// file returns the GLSL of a file; "" where it has no laws.
func (l *laws) file(name string, file *ast.File) (string, error) {
	p := &printer{laws: l}
	for _, declared := range file.Decls {
		f, ok := declared.(*ast.FuncDecl)
		if !ok || !isLaw(f) {
			continue
		}
		if err := p.function(f); err != nil {
			return "", err
		}
	}
	if p.out.Len() == 0 {
		return "", nil
	}
	return fmt.Sprintf("// Code generated from laws/%s by \"go generate ./laws\". DO NOT EDIT.\n%s", name, p.out.String()), nil
}

// line prints a line with its indent.
func (p *printer) line(format string, args ...any) {
	p.out.WriteString(strings.Repeat("\t", p.depth) + fmt.Sprintf(format, args...) + "\n")
}

// function prints a function with its comment.
func (p *printer) function(f *ast.FuncDecl) error {
	p.line("")
	comment := p.names[f.Name.Name] + strings.TrimPrefix(f.Doc.Text(), f.Name.Name)
	for line := range strings.Lines(comment) {
		p.line("%s", strings.TrimRight(strings.Replace("// "+line, "// \t", "//\t", 1), " \n"))
	}
	if f.Recv != nil || f.Type.Results.NumFields() != 1 {
		return p.fault(f, "%s is a method or has not one result", f.Name.Name)
	}
	result, ok := p.typeName(p.info.TypeOf(f.Type.Results.List[0].Type))
	if !ok {
		return p.fault(f, "the result of %s has no type in GLSL", f.Name.Name)
	}
	var takes []string
	for _, field := range f.Type.Params.List {
		of, ok := p.typeName(p.info.TypeOf(field.Type))
		if !ok {
			return p.fault(field, "a parameter of %s has no type in GLSL", f.Name.Name)
		}
		for _, name := range field.Names {
			takes = append(takes, of+" "+name.Name)
		}
	}
	p.line("%s %s(%s) {", result, p.names[f.Name.Name], strings.Join(takes, ", "))
	if err := p.block(f.Body); err != nil {
		return err
	}
	p.line("}")
	return nil
}

// block prints the statements of a block, indented by one level.
func (p *printer) block(b *ast.BlockStmt) error {
	p.depth++
	defer func() { p.depth-- }()
	for _, s := range b.List {
		wanted, conditional := p.hints[p.at(s.Pos())]
		if conditional {
			delete(p.hints, p.at(s.Pos()))
			p.out.WriteString("#if " + wanted + "\n")
		}
		if err := p.statement(s); err != nil {
			return err
		}
		if conditional {
			p.out.WriteString("#endif\n")
		}
	}
	return nil
}

func (p *printer) statement(s ast.Stmt) error {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		if len(s.Results) == 0 {
			return p.fault(s, "a return without a value is not translated")
		}
		value, err := p.expression(s.Results[0])
		p.line("return %s;", value)
		return err
	case *ast.AssignStmt:
		return p.assignment(s)
	case *ast.IfStmt:
		return p.branch(s)
	}
	return p.fault(s, "%T is not translated", s)
}

// assignment prints x := y as a declaration, and x = y, x += y and the like as they are.
func (p *printer) assignment(s *ast.AssignStmt) error {
	if len(s.Lhs) != 1 {
		return p.fault(s, "an assignment of several values is not translated")
	}
	left, err := p.expression(s.Lhs[0])
	if err != nil {
		return err
	}
	right, err := p.expression(s.Rhs[0])
	if err != nil {
		return err
	}
	if s.Tok != token.DEFINE {
		p.line("%s %s %s;", left, s.Tok, right)
		return nil
	}
	of, ok := p.typeName(p.info.TypeOf(s.Rhs[0]))
	if !ok {
		return p.fault(s, "%s has no type in GLSL", left)
	}
	p.line("%s %s = %s;", of, left, right)
	return nil
}

func (p *printer) branch(s *ast.IfStmt) error {
	if s.Init != nil {
		return p.fault(s, "an if with a statement before its condition is not translated")
	}
	condition, err := p.expression(s.Cond)
	if err != nil {
		return err
	}
	p.line("if (%s) {", condition)
	if err := p.block(s.Body); err != nil {
		return err
	}
	if s.Else != nil {
		other, ok := s.Else.(*ast.BlockStmt)
		if !ok {
			return p.fault(s.Else, "else if is not translated")
		}
		p.line("} else {")
		if err := p.block(other); err != nil {
			return err
		}
	}
	p.line("}")
	return nil
}
