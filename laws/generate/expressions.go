package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
)

// expression returns the GLSL of an expression. A number is real(…), whatever type it has in Go.
func (p *printer) expression(e ast.Expr) (string, error) {
	if of := p.info.Types[e]; of.Value != nil && of.Value.Kind() != constant.Bool {
		value, _ := constant.Float64Val(of.Value)
		text := fmt.Sprint(value)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		return "real(" + text + ")", nil
	}
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name, nil
	case *ast.ParenExpr:
		inner, err := p.expression(e.X)
		return "(" + inner + ")", err
	case *ast.SelectorExpr:
		of, err := p.side(e.X, token.HighestPrec)
		return of + "." + small(e.Sel.Name), err
	case *ast.UnaryExpr:
		of, err := p.side(e.X, token.UnaryPrec)
		return e.Op.String() + of, err
	case *ast.BinaryExpr:
		left, right, err := p.both(e.X, e.Y, e.Op.Precedence())
		return left + " " + e.Op.String() + " " + right, err
	case *ast.CallExpr:
		return p.call(e)
	case *ast.CompositeLit:
		return p.vector(e)
	}
	return "", p.fault(e, "%T is not translated", e)
}

// both are two sides of an operator of a precedence.
func (p *printer) both(x, y ast.Expr, precedence int) (left, right string, err error) {
	if left, err = p.side(x, precedence); err != nil {
		return "", "", err
	}
	right, err = p.side(y, precedence+1)
	return left, right, err
}

// side is one side of an operator, in parentheses where its own operator binds less than needed: calls
// of Minus and Times, and conversions, become operators.
func (p *printer) side(e ast.Expr, needed int) (string, error) {
	text, err := p.expression(e)
	if own := p.precedence(e); own != 0 && own < needed {
		text = "(" + text + ")"
	}
	return text, err
}

// precedence is that of the operator that an expression is in GLSL; 0: it is none.
func (p *printer) precedence(e ast.Expr) int {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return e.Op.Precedence()
	case *ast.CallExpr:
		switch name := called(e); {
		case p.info.Types[e.Fun].IsType():
			return p.precedence(e.Args[0])
		case operatorOf[name] != token.ILLEGAL:
			return operatorOf[name].Precedence()
		}
	}
	return 0
}

// operatorOf are the operators that functions of vectors become.
var operatorOf = map[string]token.Token{"Plus": token.ADD, "Minus": token.SUB, "Times": token.MUL, "Over": token.QUO}

// called returns the name of a function that is called, its type arguments left out.
func called(e *ast.CallExpr) string {
	name, ok := e.Fun.(*ast.Ident)
	if !ok {
		return ""
	}
	return name.Name
}

// call returns a call. A conversion to T, by which Go rounds, is its argument alone.
func (p *printer) call(e *ast.CallExpr) (string, error) {
	name := called(e)
	if p.info.Types[e.Fun].IsType() {
		if _, ok := p.info.TypeOf(e.Fun).(*types.TypeParam); !ok {
			return "", p.fault(e, "a conversion to another type than T is not translated")
		}
		return p.expression(e.Args[0])
	}
	if op := operatorOf[name]; op != token.ILLEGAL {
		left, right, err := p.both(e.Args[0], e.Args[1], op.Precedence())
		return left + " " + op.String() + " " + right, err
	}
	known := map[string]string{"Cross": "cross", "Dot": "dot", "Length": "length", "Sqrt": "sqrt", "Abs": "abs", "min": "min", "max": "max"}[name]
	if known == "" {
		known = p.names[name]
	}
	if known == "" {
		return "", p.fault(e, "%s is not a law", name)
	}
	args := make([]string, len(e.Args))
	for i, arg := range e.Args {
		var err error
		if args[i], err = p.expression(arg); err != nil {
			return "", err
		}
	}
	return known + "(" + strings.Join(args, ", ") + ")", nil
}

// vector translates a vector: of three numbers, or the zero one.
func (p *printer) vector(e *ast.CompositeLit) (string, error) {
	if of, ok := p.typeName(p.info.TypeOf(e)); !ok || of != "real3" || len(e.Elts) != 0 && len(e.Elts) != 3 {
		return "", p.fault(e, "a value that is no vector is not translated")
	}
	if len(e.Elts) == 0 {
		return "real3(real(0.0))", nil
	}
	parts := make([]string, len(e.Elts))
	for k, part := range e.Elts {
		var err error
		if parts[k], err = p.expression(part); err != nil {
			return "", err
		}
	}
	return "real3(" + strings.Join(parts, ", ") + ")", nil
}
