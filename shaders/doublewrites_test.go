package shaders

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// refuseDoubleWrites: NVIDIA's compiler (580.159) fails to link a program that writes a component of a vector or a column of a matrix of
// doubles by a variable index: "fatal error C9999: can't find __setVectorIndex function in stdlib". Constant indices,
// arrays of vectors, and vectors of floats are well.
func refuseDoubleWrites(t *testing.T, all []program) {
	seen := map[string]bool{}
	for _, p := range all {
		for _, fault := range doubleWrites(p.compiled) {
			if !seen[p.name+fault] {
				seen[p.name+fault] = true
				t.Errorf("%s: %s; NVIDIA links no such program: select the component, or build the vector at once", p.name, fault)
			}
		}
	}
}

var (
	defined = regexp.MustCompile(`(?m)^#define (\w+) (\w+)$`)
	tokens  = regexp.MustCompile(`#define(?:.*\\\n)*.*|\d[\w.]*|\w+|[<>!=]=|[-+*/]?=|\+\+|--|\S`)
	literal = regexp.MustCompile(`^\d+u?$`)
)

// named is a variable: whether it is a vector or matrix of doubles, and an array of such.
type named struct{ wide, array bool }

// search walks through a program and remembers the variables of the function that it is in.
type search struct {
	tokens               []string
	wide                 map[string]bool  // types
	global, local, field map[string]named // by name
	faults               []string
}

// doubleWrites lists the writes of components of double vectors and matrices by a variable index in a program.
func doubleWrites(compiled string) []string {
	s := search{tokens: tokens.FindAllString(compiled, -1), global: map[string]named{}, local: map[string]named{}, field: map[string]named{},
		wide: map[string]bool{"dvec2": true, "dvec3": true, "dvec4": true, "dmat2": true, "dmat3": true, "dmat4": true}}
	for range 3 { // a macro may stand for a macro
		for _, m := range defined.FindAllStringSubmatch(compiled, -1) {
			s.wide[m[1]] = s.wide[m[1]] || s.wide[m[2]]
		}
	}
	depth, scope := 0, s.global
	for k, token := range s.tokens {
		switch token {
		case "{":
			if depth++; depth == 1 && s.at(k-1) != ")" && s.at(k-2) == "struct" {
				scope = s.field
			}
		case "}":
			if depth--; depth == 0 {
				s.local, scope = map[string]named{}, s.global
			}
		case "(":
			if depth == 0 {
				scope = s.local // parameters, and the code behind them
			}
		case ";":
			if depth == 0 {
				s.local, scope = map[string]named{}, s.global
			}
		}
		s.declare(k, scope)
		s.write(k)
	}
	return s.faults
}

func (s *search) at(k int) string {
	if k < 0 || k >= len(s.tokens) {
		return ""
	}
	return s.tokens[k]
}

// declare takes in the variables of a declaration whose type is token k.
func (s *search) declare(k int, scope map[string]named) {
	words := []string{"return", "else", "const", "in", "out", "inout", "precise", "flat", "highp", "restrict", "readonly", "writeonly", "coherent", "volatile", "uniform", "buffer", "struct", "shared"}
	if !isName(s.at(k)) || !isName(s.at(k+1)) || slices.Contains(words, s.at(k)) {
		return
	}
	scope[s.at(k+1)] = named{s.wide[s.at(k)], s.at(k+2) == "["}
	nested := 0
	for at := k + 2; at < len(s.tokens) && s.tokens[at] != ";" && s.tokens[at] != "{" && nested >= 0; at++ {
		switch s.tokens[at] {
		case "(", "[":
			nested++
		case ")", "]":
			nested--
		case ",":
			if nested == 0 && isName(s.at(at+1)) && !isName(s.at(at+2)) {
				scope[s.at(at+1)] = named{s.wide[s.at(k)], s.at(at+2) == "["}
			}
		}
	}
}

// write notes a fault where token k is a variable that is written by a variable index.
func (s *search) write(k int) {
	variable, ok := s.local[s.at(k)]
	if !ok {
		variable = s.global[s.at(k)]
	}
	if s.at(k-1) == "." {
		variable = s.field[s.at(k)]
	}
	if !variable.wide || isName(s.at(k-1)) {
		return
	}
	end, variables := k+1, 0
	for place := 0; s.at(end) == "["; place++ {
		from := end + 1
		for nested := 1; nested > 0; {
			if end++; s.at(end) == "[" {
				nested++
			} else if s.at(end) == "]" {
				nested--
			}
		}
		if fixed := end == from+1 && literal.MatchString(s.at(from)); !fixed && !(place == 0 && variable.array) {
			variables++
		}
		end++
	}
	if variables > 0 && slices.Contains([]string{"=", "+=", "-=", "*=", "/=", "++", "--"}, s.at(end)) {
		s.faults = append(s.faults, strings.Join(s.tokens[k:end], "")+" is written, a double by a variable index")
	}
}

func isName(token string) bool {
	return token != "" && (token[0] == '_' || token[0] >= 'A' && token[0] <= 'Z' || token[0] >= 'a' && token[0] <= 'z')
}

// The search finds the planted double writes, and nothing else.
func TestDoubleWritesAreFound(t *testing.T) {
	for _, c := range []struct {
		text string
		bad  int
	}{
		{"dvec3 n = dvec3(0.0);\nn[face] = 1.0;\n", 1},
		{"dvec3 n = dvec3(0.0);\nn[2] = 1.0;\nn.x = 2.0;\n", 0},
		{"vec3 n = vec3(0.0);\nn[face] = 1.0;\n", 0},
		{"#define real3 dvec3\nvoid f(inout real3 n) {\nn[at[k]] += 1.0;\n}\n", 1},
		{"#define real dvec3\n#define mine real\nmine a, n;\nn[k]=1.0;\n", 1},
		{"dmat3 m;\nm[j] = dvec3(0.0);\nm[0][j] *= 2.0;\nm[0][1] = 3.0;\n", 2},
		{"dvec3 corner[3];\ncorner[k] = dvec3(0.0);\ncorner[k][1] = 0.0;\ncorner[0][k] = 1.0;\n", 1},
		{"dvec3 n;\nif (n[k] == 1.0) {}\nx = n[k] <= 2.0;\n", 0},
		{"struct Reach {\ndvec3 way;\n};\nvoid f() {\nr.way[axis] = 1.0;\n}\n", 1},
		{"void f(dvec3 v) {}\nvoid g() {\nfloat v[2];\nv[k] = 1.0;\n}\n", 0},
	} {
		if got := doubleWrites(c.text); len(got) != c.bad {
			t.Errorf("%q: %d faults %v, want %d", c.text, len(got), got, c.bad)
		}
	}
}
