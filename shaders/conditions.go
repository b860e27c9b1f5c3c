package shaders

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// Compiled is the part of the text that conditions leave for the compiler. Two variants
// with the same code have the same text. Comments, empty lines, and macros and structures
// that nothing uses are left out. It returns an error where a condition, of #if or #elif,
// has a name that nothing before it defines, or cannot be understood. GLSL calls an undefined
// name an error (section 3.3); Mesa takes it for 0, which other drivers need not do.
func (e Expanded) Compiled() (string, error) {
	c := conditions{defined: map[string]string{}}
	var lines, variant []string // variant: its defines
	number := 0
	for line := range strings.Lines(e.Text) {
		number++
		line, _, _ = strings.Cut(line, "//")
		keep, err := c.line(strings.TrimSpace(line))
		if err != nil {
			return "", fmt.Errorf("shaders: %s: %s: %w", e.Where(number), strings.TrimSpace(line), err)
		}
		if keep && strings.HasPrefix(line, "#define") && e.Lines[number-1].Number == 1 {
			variant = append(variant, line)
		} else if keep {
			lines = append(lines, strings.TrimSpace(line)+"\n")
		}
	}
	return used(lines, variant), nil
}

// conditions holds the known conditions on the way through a text.
type conditions struct {
	defined map[string]string
	nested  []branch
}

// branch is one of the conditions that a line is in. reached says that the text around it
// is kept, kept that its own text is kept, done that one of its parts so far is kept.
type branch struct{ reached, kept, done bool }

// line takes in a line and says whether the compiler gets it.
func (c *conditions) line(line string) (keep bool, err error) {
	word, rest, _ := strings.Cut(line, " ")
	last := len(c.nested) - 1
	here := last < 0 || c.nested[last].kept
	switch word {
	case "#if", "#ifdef", "#ifndef":
		value := false
		if here {
			value, err = c.value(word, rest)
		}
		c.nested = append(c.nested, branch{here, here && value, value})
		return false, err
	case "#elif", "#else", "#endif":
		if last < 0 {
			return false, fmt.Errorf("no #if is open")
		}
		if b := &c.nested[last]; word == "#endif" {
			c.nested = c.nested[:last]
		} else {
			value := b.reached && !b.done
			if value && word == "#elif" {
				value, err = c.value("#if", rest)
			}
			b.kept, b.done = value, b.done || value
		}
		return false, err
	case "#define":
		if here {
			name, value, _ := strings.Cut(strings.TrimSpace(rest), " ")
			name, _, _ = strings.Cut(name, "(")
			c.defined[name] = strings.TrimSpace(value)
		}
		return here, nil
	}
	return here && line != "", nil
}

// value is the value of a condition; word is #if, #ifdef or #ifndef.
func (c *conditions) value(word, condition string) (bool, error) {
	if _, is := c.defined[strings.TrimSpace(condition)]; word != "#if" {
		return is == (word == "#ifdef"), nil
	}
	n, err := c.number(condition, 0)
	return n != 0, err
}

// number evaluates an expression. depth counts the names that stand for names, of which
// there may be maxDepth.
func (c *conditions) number(text string, depth int) (int64, error) {
	var plain strings.Builder // the text without the u of 2u
	for i, r := range text {
		if r != 'u' || i == 0 || text[i-1] < '0' || text[i-1] > '9' {
			plain.WriteRune(r)
		}
	}
	tree, err := parser.ParseExpr(plain.String())
	if err != nil || depth > maxDepth {
		return 0, fmt.Errorf("no expression of whole numbers: %q", text)
	}
	return c.evaluate(tree, depth)
}

func (c *conditions) evaluate(tree ast.Expr, depth int) (int64, error) {
	switch x := tree.(type) {
	case *ast.ParenExpr:
		return c.evaluate(x.X, depth)
	case *ast.BasicLit:
		return strconv.ParseInt(x.Value, 0, 64)
	case *ast.Ident:
		value, is := c.defined[x.Name]
		if !is {
			return 0, fmt.Errorf("%s is not defined", x.Name)
		}
		return c.number(value, depth+1)
	case *ast.CallExpr: // defined(NAME)
		if called, ok := x.Fun.(*ast.Ident); ok && called.Name == "defined" && len(x.Args) == 1 {
			if name, ok := x.Args[0].(*ast.Ident); ok {
				_, is := c.defined[name.Name]
				return truth(is), nil
			}
		}
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			n, err := c.evaluate(x.X, depth)
			return truth(n == 0), err
		}
	case *ast.BinaryExpr:
		a, err := c.evaluate(x.X, depth)
		if err != nil {
			return 0, err
		}
		b, err := c.evaluate(x.Y, depth)
		if err != nil {
			return 0, err
		}
		return binary(x.Op, a, b)
	}
	return 0, errNotUnderstood
}

var errNotUnderstood = errors.New("not understood: want whole numbers, names, defined(NAME), !, &&, || and comparisons")

func binary(op token.Token, a, b int64) (int64, error) {
	switch op {
	case token.LAND:
		return truth(a != 0 && b != 0), nil
	case token.LOR:
		return truth(a != 0 || b != 0), nil
	case token.EQL:
		return truth(a == b), nil
	case token.NEQ:
		return truth(a != b), nil
	case token.GTR:
		return truth(a > b), nil
	case token.LSS:
		return truth(a < b), nil
	case token.GEQ:
		return truth(a >= b), nil
	case token.LEQ:
		return truth(a <= b), nil
	}
	return 0, errNotUnderstood
}

func truth(is bool) int64 {
	if is {
		return 1
	}
	return 0
}
