package commands

/*
#include <stddef.h>
#include <stdint.h>

// A command is one call of OpenGL; its field what selects the call, and a, b, c, offset and bytes are its
// arguments. Those of the calls that bind several buffers begin at an index in the arrays that play gets.
typedef struct { uint32_t what, a, b, c; int64_t offset, bytes; } command;

typedef struct {
	void (*useProgram)(uint32_t);
	void (*bindBuffer)(uint32_t, uint32_t);
	void (*bindBufferBase)(uint32_t, uint32_t, uint32_t);
	void (*bindBufferRange)(uint32_t, uint32_t, uint32_t, ptrdiff_t, ptrdiff_t);
	void (*bindBuffersBase)(uint32_t, uint32_t, int32_t, const uint32_t *);
	void (*bindBuffersRange)(uint32_t, uint32_t, int32_t, const uint32_t *, const ptrdiff_t *, const ptrdiff_t *);
	void (*activeTexture)(uint32_t);
	void (*bindTexture)(uint32_t, uint32_t);
	void (*bindTextures)(uint32_t, int32_t, const uint32_t *);
	void (*dispatchCompute)(uint32_t, uint32_t, uint32_t);
	void (*dispatchComputeIndirect)(ptrdiff_t);
	void (*memoryBarrier)(uint32_t);
} functions;

enum { USE, BUFFER, BASE, RANGE, BASES, RANGES, ACTIVE, TEXTURE, TEXTURES, DISPATCH, INDIRECT, BARRIER };

static void once(const functions *gl, const command *list, size_t count,
	const uint32_t *names, const ptrdiff_t *offsets, const ptrdiff_t *sizes) {
	for (const command *c = list; c < list + count; c++) {
		switch (c->what) {
		case USE: gl->useProgram(c->a); break;
		case BUFFER: gl->bindBuffer(c->a, c->b); break;
		case BASE: gl->bindBufferBase(c->a, c->b, c->c); break;
		case RANGE: gl->bindBufferRange(c->a, c->b, c->c, c->offset, c->bytes); break;
		case BASES: gl->bindBuffersBase(c->a, c->b, c->c, names + c->offset); break;
		case RANGES: gl->bindBuffersRange(c->a, c->b, c->c, names + c->offset, offsets + c->offset, sizes + c->offset); break;
		case ACTIVE: gl->activeTexture(c->a); break;
		case TEXTURE: gl->bindTexture(c->a, c->b); break;
		case TEXTURES: gl->bindTextures(c->b, c->c, names + c->offset); break;
		case DISPATCH: gl->dispatchCompute(c->a, c->b, 1); break;
		case INDIRECT: gl->dispatchComputeIndirect(c->offset); break;
		case BARRIER: gl->memoryBarrier(c->a); break;
		}
	}
}

static void play(const functions *gl, const command *list, size_t count,
	const uint32_t *names, const ptrdiff_t *offsets, const ptrdiff_t *sizes, size_t times) {
	for (; times > 0; times--) {
		once(gl, list, count, names, offsets, sizes);
	}
}
*/
import "C"

import "unsafe"

// These are names of OpenGL.
const (
	uniformBuffer          = 0x8A11
	storageBuffer          = 0x90D2
	dispatchIndirectBuffer = 0x90EE
	textureBuffer          = 0x8C2A
	texture0               = 0x84C0
)

// calls are the functions of a context, and the calls that wait to be made.
type calls struct {
	gl      C.functions
	list    []C.command
	names   []C.uint32_t  // of the calls that bind several things,
	offsets []C.ptrdiff_t // with the parts of buffers
	sizes   []C.ptrdiff_t // that they bind [bytes]

	// Entered is how often the calls that waited were made: each time costs the way from Go to
	// C and back, about as much as some calls of OpenGL.
	Entered int64
}

// find looks the functions up. many says whether those that bind several things are there.
func (c *calls) find(procAddress func(name string) unsafe.Pointer) (many bool) {
	at := func(name string) *[0]byte { return (*[0]byte)(procAddress(name)) }
	c.gl = C.functions{
		useProgram: at("glUseProgram"), bindBuffer: at("glBindBuffer"), bindBufferBase: at("glBindBufferBase"),
		bindBufferRange: at("glBindBufferRange"), bindBuffersBase: at("glBindBuffersBase"), bindBuffersRange: at("glBindBuffersRange"),
		activeTexture: at("glActiveTexture"), bindTexture: at("glBindTexture"), bindTextures: at("glBindTextures"),
		dispatchCompute: at("glDispatchCompute"), dispatchComputeIndirect: at("glDispatchComputeIndirect"), memoryBarrier: at("glMemoryBarrier"),
	}
	return c.gl.bindBuffersBase != nil && c.gl.bindBuffersRange != nil && c.gl.bindTextures != nil
}

func (c *calls) add(what, a, b, third uint32, offset, bytes int64) {
	c.list = append(c.list, C.command{what: C.uint32_t(what), a: C.uint32_t(a), b: C.uint32_t(b), c: C.uint32_t(third), offset: C.int64_t(offset), bytes: C.int64_t(bytes)})
}

func (c *calls) use(program uint32)            { c.add(C.USE, program, 0, 0, 0, 0) }
func (c *calls) dispatch(x, y uint32)          { c.add(C.DISPATCH, x, y, 0, 0, 0) }
func (c *calls) bindCounts(name uint32)        { c.add(C.BUFFER, dispatchIndirectBuffer, name, 0, 0, 0) }
func (c *calls) dispatchIndirect(offset int64) { c.add(C.INDIRECT, 0, 0, 0, offset, 0) }
func (c *calls) barrier(bits uint32)           { c.add(C.BARRIER, bits, 0, 0, 0, 0) }
func (c *calls) activate(unit uint32)          { c.add(C.ACTIVE, texture0+unit, 0, 0, 0, 0) }
func (c *calls) texture(name uint32)           { c.add(C.TEXTURE, textureBuffer, name, 0, 0, 0) }

// buffer binds one buffer.
func (c *calls) buffer(target, number uint32, p Part) {
	if p.Whole {
		c.add(C.BASE, target, number, p.Name, 0, 0)
		return
	}
	c.add(C.RANGE, target, number, p.Name, p.Offset, p.Bytes)
}

// several binds buffers or, where target is 0, textures at numbers that follow each other.
func (c *calls) several(target, first uint32, parts []Part) {
	what, at := uint32(C.BASES), int64(len(c.names))
	if target == 0 {
		what = C.TEXTURES
	}
	for _, p := range parts {
		c.names = append(c.names, C.uint32_t(p.Name))
		c.offsets, c.sizes = append(c.offsets, C.ptrdiff_t(p.Offset)), append(c.sizes, C.ptrdiff_t(p.Bytes))
		if target != 0 && !p.Whole {
			what = C.RANGES
		}
	}
	c.add(what, target, first, uint32(len(parts)), at, 0)
}

// play makes the calls that wait, the given number of times.
func (c *calls) play(times int) {
	if len(c.list) == 0 {
		return
	}
	c.Entered++
	var names *C.uint32_t
	var offsets, sizes *C.ptrdiff_t
	if len(c.names) > 0 {
		names, offsets, sizes = &c.names[0], &c.offsets[0], &c.sizes[0]
	}
	C.play(&c.gl, &c.list[0], C.size_t(len(c.list)), names, offsets, sizes, C.size_t(times))
	c.list, c.names, c.offsets, c.sizes = c.list[:0], c.names[:0], c.offsets[:0], c.sizes[:0]
}
