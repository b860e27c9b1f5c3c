package shaders

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// ErrInclude is wrapped when an #include is unknown, cyclic or too deep.
var ErrInclude = errors.New("shaders: bad include")

// maxDepth is the depth to which includes may nest; those of hooke nest two deep.
const maxDepth = 8

// Define is one line "#define Name Value", which follows the version line.
type Define struct {
	Name  string
	Value string
}

// Expanded is a shader with its includes resolved. Lines says from where each line
// of the text comes, so that a driver's message about line 120 can be traced. (#line
// directives would do, but Mesa forgets the file they name.)
type Expanded struct {
	Text  string
	Lines []Line
}

// Line is a place in a shader file.
type Line struct {
	File   string
	Number int // from 1
}

// Expand reads the entry file from the file system, adds the defines after its
// #version line, and puts each file that an #include "file" names instead of the
// first such line. An error wraps ErrInclude.
func Expand(from fs.FS, entry string, defines ...Define) (Expanded, error) {
	e := expander{from: from, defines: defines, done: map[string]bool{}, origin: make([]Line, 0, 1<<11)}
	e.out.Grow(1 << 16) // most are shorter
	if err := e.file(entry, nil); err != nil {
		return Expanded{}, err
	}
	return Expanded{Text: e.out.String(), Lines: e.origin}, nil
}

type expander struct {
	from    fs.FS
	defines []Define
	out     strings.Builder
	origin  []Line
	done    map[string]bool
}

func (e *expander) file(name string, parents []string) error {
	for _, parent := range parents {
		if parent == name {
			return fmt.Errorf("%w: %s includes itself: %s", ErrInclude, name, strings.Join(append(parents, name), " > "))
		}
	}
	if len(parents) >= maxDepth {
		return fmt.Errorf("%w: %s is more than %d deep: %s", ErrInclude, name, maxDepth, strings.Join(parents, " > "))
	}
	if e.done[name] {
		return nil
	}
	text, err := fs.ReadFile(e.from, name)
	if err != nil {
		return fmt.Errorf("%w: %s: no such shader file", ErrInclude, strings.Join(append(parents, name), " > "))
	}
	e.done[name] = true
	return e.lines(name, string(text), parents)
}

func (e *expander) lines(name, text string, parents []string) error {
	number := 0
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		number++
		here := Line{File: name, Number: number}
		switch {
		case strings.HasPrefix(line, "#version"):
			if len(parents) > 0 || here.Number != 1 {
				return fmt.Errorf("%w: %s:%d: #version belongs on the first line of the entry file", ErrInclude, name, here.Number)
			}
			e.emit(line, here)
			for _, d := range e.defines {
				e.emit("#define "+d.Name+" "+d.Value, here)
			}
		case strings.HasPrefix(line, "#include"):
			target, ok := includeTarget(line)
			if !ok {
				return fmt.Errorf("%w: %s:%d: want #include \"file\"", ErrInclude, name, here.Number)
			}
			if err := e.file(target, append(parents, name)); err != nil {
				return fmt.Errorf("%s:%d: %w", name, here.Number, err)
			}
		default:
			e.emit(line, here)
		}
	}
	return nil
}

func (e *expander) emit(line string, from Line) {
	e.out.WriteString(line)
	e.out.WriteByte('\n')
	e.origin = append(e.origin, from)
}

func includeTarget(line string) (string, bool) {
	target := strings.TrimSpace(strings.TrimPrefix(line, "#include"))
	if len(target) < 3 || target[0] != '"' || target[len(target)-1] != '"' {
		return "", false
	}
	return target[1 : len(target)-1], true
}

// Where names the place from which a line of the text (counted from 1) comes, such as
// integrate.comp:23. For a line that does not exist it returns "line" and the number.
func (e Expanded) Where(line int) string {
	if line < 1 || line > len(e.Lines) {
		return fmt.Sprintf("line %d", line)
	}
	return fmt.Sprintf("%s:%d", e.Lines[line-1].File, e.Lines[line-1].Number)
}
