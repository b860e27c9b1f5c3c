package glx

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hooke/gpu/commands"
)

// Source is the text of a shader, with its includes resolved. Where names the place from
// which a line of the text (counted from 1) comes, such as integrate.comp:23; nil leaves
// the driver's messages as they are.
type Source struct {
	Name  string // the entry file, such as integrate.comp
	Text  string
	Code  string // the part of Text that is compiled, by which KeepPrograms tells programs apart; empty: Text
	Where func(line int) string
}

// Program is a linked shader program. Its owner calls Release.
type Program struct {
	ctx   *Context
	id    uint32
	label string
	uses  *commands.Declared // nil: whatever is bound
	kept  *kept              // nil: the program has one owner
}

// NewCompute compiles and links a compute program. An error holds the driver's reason.
func (c *Context) NewCompute(source Source) (*Program, error) {
	if p := c.shared(source); p != nil {
		return p, nil
	}
	as := source
	p, err := c.link(source.Name, stage{gl.COMPUTE_SHADER, source})
	if err == nil && c.mixesBlocks() {
		if shorter := source.without(p.unusedBlocks()); shorter != source.Text {
			p.Release()
			source.Text = shorter
			p, err = c.link(source.Name, stage{gl.COMPUTE_SHADER, source})
		}
	}
	if err == nil {
		p.uses = p.declared()
		c.keep(as, p)
	}
	return p, err
}

// mixesBlocks reports whether a driver takes uniform blocks of one program for those of the next,
// where a program declares one that it does not use. Zink does (Mesa 22.3.6): its blocks are those
// that are in use, counted; it binds them anew only where one of them has changed, and the next program's
// blocks at the same binding points stay, whatever it counts there.
func (c *Context) mixesBlocks() bool { return strings.HasPrefix(c.Renderer, "zink") }

// without returns the text with unused structs instead of some uniform blocks.
func (s Source) without(blocks []string) string {
	text := s.Text
	for _, name := range blocks {
		text = regexp.MustCompile(`layout *\([^)]*\) *uniform +`+name+`\b`).ReplaceAllString(text, "struct "+name)
	}
	return text
}

// NewGraphics compiles and links a vertex and a fragment shader. An error holds the
// driver's reason.
func (c *Context) NewGraphics(label string, vertex, fragment Source) (*Program, error) {
	return c.link(label, stage{gl.VERTEX_SHADER, vertex}, stage{gl.FRAGMENT_SHADER, fragment})
}

// Label returns the name given at creation; the label of a compute program is its entry file.
func (p *Program) Label() string { return p.label }

// Release frees the program. Releasing twice, or a nil program, is harmless.
func (p *Program) Release() {
	if p == nil || p.id == 0 {
		return
	}
	if p.kept != nil {
		p.kept.release()
	} else {
		p.ctx.delete(p.id)
	}
	p.id = 0
	p.ctx.live["program"]--
}

type stage struct {
	kind   uint32
	source Source
}

func (c *Context) link(label string, stages ...stage) (*Program, error) {
	p := &Program{ctx: c, id: gl.CreateProgram(), label: label}
	c.live["program"]++
	gl.ObjectLabel(gl.PROGRAM, p.id, int32(len(label)), gl.Str(label+"\x00"))
	for _, s := range stages {
		shader, err := compile(s)
		if err != nil {
			p.Release()
			c.messages.take() // the error says it
			return nil, err
		}
		gl.AttachShader(p.id, shader)
		defer gl.DeleteShader(shader)
	}
	gl.LinkProgram(p.id)
	c.links++
	var status int32
	gl.GetProgramiv(p.id, gl.LINK_STATUS, &status)
	if status != gl.TRUE {
		log := infoLog(p.id, gl.GetProgramiv, gl.GetProgramInfoLog)
		p.Release()
		c.messages.take() // the error says it
		return nil, fmt.Errorf("glx: link %s: %s", label, log)
	}
	return p, c.Err("link " + label)
}

func compile(s stage) (uint32, error) {
	shader := gl.CreateShader(s.kind)
	text, free := gl.Strs(s.source.Text + "\x00")
	defer free()
	gl.ShaderSource(shader, 1, text, nil)
	gl.CompileShader(shader)
	var status int32
	gl.GetShaderiv(shader, gl.COMPILE_STATUS, &status)
	if status != gl.TRUE {
		log := infoLog(shader, gl.GetShaderiv, gl.GetShaderInfoLog)
		gl.DeleteShader(shader)
		return 0, fmt.Errorf("glx: compile %s:\n%s", s.source.Name, s.source.mapLines(log))
	}
	return shader, nil
}

// place matches the place that a driver names at the start of a message: Mesa and AMD
// write string:line(column), NVIDIA writes string(line). The text is one string.
var place = regexp.MustCompile(`(?m)^(?:ERROR: )?\d+(?::(\d+)(?:\(\d+\))?|\((\d+)\))`)

// mapLines replaces the driver's line numbers with places in the source files, such as
// integrate.comp:23.
func (s Source) mapLines(log string) string {
	if s.Where == nil {
		return log
	}
	return place.ReplaceAllStringFunc(log, func(match string) string {
		part := place.FindStringSubmatch(match)
		line, err := strconv.Atoi(part[1] + part[2])
		if err != nil {
			return match
		}
		return s.Where(line)
	})
}

func infoLog(id uint32, get func(uint32, uint32, *int32), read func(uint32, int32, *int32, *uint8)) string {
	var length int32
	get(id, gl.INFO_LOG_LENGTH, &length)
	if length <= 0 {
		return "the driver gave no reason; is the context current on this thread?"
	}
	log := make([]byte, length)
	read(id, length, &length, &log[0])
	return strings.TrimRight(string(log[:length]), "\x00\n ")
}
