package page

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// language is that of a program.
type language uint8

const (
	javaScript language = iota
	glsl
)

// stripped returns a program without comments, and without space, ends of lines and semicolons that mean nothing; other tokens stay
// as they are.
// A text that it cannot read with certainty is an error, such as one in which a slash may divide or begin a regular expression.
func stripped(program string, l language) (string, error) {
	s := &stripper{in: program, language: l}
	err := s.strip()
	if err != nil {
		return "", fmt.Errorf("page: line %d of a program: %w", 1+strings.Count(program[:s.at], "\n"), err)
	}
	if s.waits {
		s.out.WriteByte(';')
	}
	return strings.TrimSuffix(s.out.String(), "\n") + "\n", nil
}

// Tokens and the space between them, where a text begins with one. A line of the GLSL preprocessor is a token.
var (
	gap       = regexp.MustCompile(`^(?:[ \t\n]|//[^\n]*|/[*](?s:.*?)[*]/)+`)
	number    = regexp.MustCompile(`^\.?[0-9][0-9A-Za-z_.]*`)
	word      = regexp.MustCompile(`^[A-Za-z_$][0-9A-Za-z_$]*`)
	quoted    = regexp.MustCompile(`^(?:"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*')`)
	pattern   = regexp.MustCompile(`^/(?:[^/\\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+/[a-z]*`)
	sign      = regexp.MustCompile(`^(?:\+\+|--|\.\.\.|[-+*/%=<>!&|^~?:.,;(){}[\]])`)
	directive = regexp.MustCompile(`^#[^\n]*`)

	strange = regexp.MustCompile("(?i)[\r\u2028\u2029\uFEFF]|</?script|<!--|-->") // other ends of lines, and what HTML reads in a script
)

// Words before a slash that begins a regular expression, words before a slash that may, and words whose parentheses may precede one.
var (
	before    = set("return", "typeof", "case", "in", "delete", "void", "throw", "new", "else", "do", "instanceof", "extends")
	unsure    = set("of", "yield", "await", "async", "let", "get", "set", "static", "default")
	condition = set("if", "while", "for", "with", "await")
)

func set(words ...string) map[string]bool {
	out := map[string]bool{}
	for _, w := range words {
		out[w] = true
	}
	return out
}

// stripper copies a program token by token.
type stripper struct {
	language
	in    string
	at    int
	out   strings.Builder
	gap   string   // between the last token and the next one
	last  string   // token; of a template, its last part, and of a regular expression a word
	owner string   // of the last parentheses that ended, the word before them
	waits bool     // a semicolon
	open  []string // parentheses, with the word before them, brackets, and braces, of templates "${"
}

func (s *stripper) strip() error {
	if found := strange.FindString(s.in); found != "" {
		return fmt.Errorf("the program holds %q", found)
	}
	if s.language == glsl && strings.Contains(s.in, `\`) {
		return errors.New("a \\ continues lines of GLSL, which is not read here")
	}
	for s.at < len(s.in) {
		if err := s.next(); err != nil {
			return err
		}
	}
	if len(s.open) > 0 {
		return fmt.Errorf("nothing closes %q", s.open[len(s.open)-1])
	}
	return nil
}

// next copies a token, or skips a gap.
func (s *stripper) next() error {
	rest := s.in[s.at:]
	if found := gap.FindString(rest); found != "" {
		s.gap = found
		s.at += len(found)
		return nil
	}
	if strings.HasPrefix(rest, "/*") {
		return errors.New("nothing ends a comment")
	}
	if s.language == glsl {
		return s.nextOfGLSL(rest)
	}
	if rest[0] == '`' {
		return s.template(1)
	}
	if rest[0] == '/' {
		begins, err := s.beginsPattern()
		if err != nil {
			return err
		}
		if begins {
			return s.take(pattern.FindString(rest), "pattern")
		}
	}
	for _, kind := range []*regexp.Regexp{quoted, number, word} {
		if found := kind.FindString(rest); found != "" {
			if s.last == "." { // the name of a property is no keyword
				return s.take(found, "."+found)
			}
			return s.take(found, found)
		}
	}
	return s.bracket(sign.FindString(rest))
}

// nextOfGLSL copies a token of GLSL, which has no texts.
func (s *stripper) nextOfGLSL(rest string) error {
	found := directive.FindString(rest)
	if found != "" {
		text, _, _ := strings.Cut(found, "//")
		if s.last != "" && !strings.Contains(s.gap, "\n") || strings.Contains(text, "/*") {
			return errors.New("a # line must begin its line, and have no /*")
		}
		if s.last != "" && s.last != "\n" {
			s.out.WriteByte('\n')
		}
		s.out.WriteString(strings.TrimRight(text, " \t") + "\n")
		s.last, s.gap = "\n", ""
		s.at += len(found)
		return nil
	}
	for _, kind := range []*regexp.Regexp{number, word} {
		if found := kind.FindString(rest); found != "" && !strings.Contains(found, "$") {
			return s.take(found, found)
		}
	}
	return s.bracket(sign.FindString(rest))
}

// bracket copies a sign, and keeps account of parentheses, brackets and braces.
func (s *stripper) bracket(found string) error {
	switch found {
	case "(", "[", "{":
		s.open = append(s.open, found+s.last)
	case ")", "]", "}":
		opened := ""
		if n := len(s.open); n > 0 {
			opened, s.open = s.open[n-1], s.open[:n-1]
		}
		if opened == "${" && found == "}" {
			return s.template(1)
		}
		if opened == "" || strings.Index("([{", opened[:1]) != strings.Index(")]}", found) {
			return fmt.Errorf("%q closes %q", found, opened)
		}
		s.owner = opened[1:]
	}
	return s.take(found, found)
}

// template copies a part of a template: from a ` or from the } of an expression to the next ${ or the end.
func (s *stripper) template(from int) error {
	text := s.in[s.at:]
	for k := from; k < len(text); k++ {
		switch {
		case text[k] == '\\':
			k++
		case text[k] == '`':
			return s.take(text[:k+1], "`")
		case strings.HasPrefix(text[k:], "${"):
			s.open = append(s.open, "${")
			return s.take(text[:k+2], "{")
		}
	}
	return errors.New("nothing ends a template")
}

// beginsPattern reports whether a slash begins a regular expression, by the token before it.
func (s *stripper) beginsPattern() (bool, error) {
	last := s.last
	switch {
	case last == "}", last == "++", last == "--", unsure[last], last == ")" && s.owner == "await":
		return false, fmt.Errorf("a slash after %q may divide, or begin a regular expression", last)
	case last == ")":
		return condition[s.owner], nil
	case last == "" || before[last]:
		return true, nil
	}
	return last == "..." || len(last) == 1 && sign.MatchString(last) && last != "]", nil
}

// take copies a token, and remembers it as last. A semicolon of JavaScript waits for the next token: before } it ends nothing.
func (s *stripper) take(token, last string) error {
	if token == "" {
		return fmt.Errorf("%.10q begins no token", s.in[s.at:])
	}
	between := s.between(token)
	if s.waits && token[0] != '}' {
		s.out.WriteByte(';')
	}
	s.at += len(token)
	if s.waits = token == ";" && s.ends(); !s.waits {
		s.out.WriteString(between + token)
	}
	s.last, s.gap = last, ""
	return nil
}

// ends reports whether a semicolon at this point ends a statement that is not empty.
func (s *stripper) ends() bool {
	switch s.last {
	case ")":
		return s.language == javaScript && !condition[s.owner]
	case "else", "do":
		return false
	}
	return s.language == javaScript && (s.last == "]" || s.last == "}" || sign.FindString(s.last) != s.last)
}

// between returns the part of the gap before a token that means something: an end of a line may end a statement of JavaScript, and
// space parts two words, or two signs.
func (s *stripper) between(token string) string {
	if s.gap == "" || s.last == "" || s.last == "\n" {
		return ""
	}
	a, b := s.last[len(s.last)-1], token[0]
	in := func(c byte, some string) bool { return strings.IndexByte(some, c) >= 0 }
	worded := func(c byte) bool {
		return in(c, "_$\"'`") || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
	}
	switch {
	case in(a, "([{,;") || in(b, ")]}"):
		return ""
	case s.language == javaScript && strings.Contains(s.gap, "\n"):
		return "\n"
	case in(a, ")]}") || in(b, "([{,;") || worded(a) != worded(b) && a != '.' && b != '.', in(a, "=>|&?:") && in(b, "!-"):
		return ""
	}
	return " "
}
