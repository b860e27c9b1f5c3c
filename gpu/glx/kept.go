package glx

import (
	"slices"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// kept is a linked compute program that several owners share. It holds nothing of an owner: hooke
// sets no uniforms, and bindings belong to the context.
type kept struct {
	program Program // owners have copies
	key     string
	owners  int
}

// KeepPrograms keeps up to n compute programs after their owners release them, and returns one of
// them where NewCompute is asked for the same code: compiling takes most of the time of an engine
// that makes few steps. Programs in use are shared, too. The context keeps them until it is closed,
// or n falls. Zero, the default, keeps and shares none.
func (c *Context) KeepPrograms(n int) {
	c.mostKept = n
	c.dropIdle()
}

// Links returns the number of programs that the driver has linked for this context.
func (c *Context) Links() int64 { return c.links }

// key returns the same for sources that make the same program.
func (s Source) key() string {
	if s.Code != "" {
		return s.Name + "\n" + s.Code
	}
	return s.Name + "\n" + s.Text
}

// shared returns a kept program of a source for one more owner; nil: none.
func (c *Context) shared(source Source) *Program {
	if c.mostKept == 0 {
		return nil
	}
	k := c.kept[source.key()]
	if k == nil {
		return nil
	}
	if k.owners == 0 {
		c.idle = slices.DeleteFunc(c.idle, func(other *kept) bool { return other == k })
	}
	k.owners++
	c.live["program"]++
	p := k.program
	return &p
}

// keep shares a new program from here on, where the context keeps any.
func (c *Context) keep(source Source, p *Program) {
	if c.mostKept == 0 {
		return
	}
	if c.kept == nil {
		c.kept = map[string]*kept{}
	}
	p.kept = &kept{key: source.key(), owners: 1}
	p.kept.program = *p
	c.kept[p.kept.key] = p.kept
}

// release takes the program back from an owner, and keeps it for the next one.
func (k *kept) release() {
	if k.owners--; k.owners == 0 {
		c := k.program.ctx
		c.idle = append(c.idle, k)
		c.dropIdle()
	}
}

// dropIdle deletes the programs without owners that are too many, those first that have lacked one
// for the longest time.
func (c *Context) dropIdle() {
	drop := max(0, len(c.idle)-c.mostKept)
	for _, k := range c.idle[:drop] {
		c.delete(k.program.id)
		delete(c.kept, k.key)
	}
	c.idle = slices.Delete(c.idle, 0, drop)
}

func (c *Context) delete(program uint32) {
	gl.DeleteProgram(program)
	c.commands.DeletedProgram(program)
}
