// Package commands makes the OpenGL calls of compute passes: programs, bindings, dispatches
// and barriers. It caches the bindings of a context. At a dispatch or a draw it binds only
// changes and only names that the program declares, and binds neighbors by one call with
// GL_ARB_multi_bind. Only package glx uses it.
package commands

import "unsafe"

// Kind is a kind of binding points of shaders; each has numbers of its own.
type Kind int

// These are the kinds of binding points.
const (
	Storage Kind = iota // storage blocks
	Uniform             // uniform blocks
	Texels              // samplers of texels of buffers
	kinds
)

// target returns the OpenGL name of a kind of buffers; 0 for textures.
func (k Kind) target() uint32 { return [kinds]uint32{storageBuffer, uniformBuffer, 0}[k] }

// Part is a binding: a buffer, a part of one, or a texture. The zero value stands for an
// unknown binding.
type Part struct {
	Name          uint32 // of the object
	Whole         bool   // whether all of a buffer is bound
	Offset, Bytes int64  // of the part of the buffer; Bytes is its size where it is bound whole
}

// Declared are the numbers of the binding points that a program declares, ascending, of each kind.
type Declared [kinds][]uint32

// Queue makes the calls of a context. New makes it. It belongs to the thread of the context.
type Queue struct {
	// Many says whether several things are bound by one call. New sets it where the driver
	// has GL_ARB_multi_bind; a test may clear it.
	Many bool

	// AtOnce has every call made when it is asked for, whatever Together and Repeat say. A test
	// may set it.
	AtOnce bool

	calls
	places  [kinds]places
	program uint32    // the one that dispatches and draws run
	uses    *Declared // the declarations of that program; nil: all bindings
	inUse   uint32    // the program that the context has in use
	active  uint32    // the texture unit that the context has active
	counts  uint32    // the buffer that the context has bound for indirect dispatches

	together bool // calls wait until Settle or the end of Together
	settled  bool // Settle has made calls since this was last set to false
}

// places are the binding points of one kind, by their numbers.
type places struct {
	wanted []Part   // the last request
	bound  []Part   // the bindings of the context, as far as known
	all    []uint32 // the numbers
}

// unknown stands for an unknown name or number.
const unknown = ^uint32(0)

// New returns the queue of the current context, of which nothing is known. procAddress finds a
// function by name; multiBind says whether the driver has GL_ARB_multi_bind.
func New(procAddress func(name string) unsafe.Pointer, multiBind bool) *Queue {
	q := &Queue{}
	q.Many = q.find(procAddress) && multiBind
	q.Forget()
	return q
}

// Forget clears the cache of bindings, since other code may have bound something. All
// requested bindings are bound again for the dispatches and draws that need them.
func (q *Queue) Forget() {
	for k := range q.places {
		clear(q.places[k].bound)
	}
	q.inUse, q.active, q.counts = unknown, unknown, unknown
}

// ForgetTexels forgets the textures that the context has bound, and which unit is active.
func (q *Queue) ForgetTexels() {
	clear(q.places[Texels].bound)
	q.active = unknown
}

// Activated records the active texture unit of the context.
func (q *Queue) Activated(unit uint32) { q.active = unit }

// Deleted forgets a buffer, or a texture, that is deleted: its name may be that of another soon.
func (q *Queue) Deleted(name uint32, texture bool) {
	for k := range q.places {
		if texture != (Kind(k) == Texels) {
			continue
		}
		for n := range q.places[k].bound {
			for _, part := range []*Part{&q.places[k].wanted[n], &q.places[k].bound[n]} {
				if part.Name == name {
					*part = Part{}
				}
			}
		}
	}
	if !texture && q.counts == name {
		q.counts = unknown
	}
}

// DeletedProgram forgets a program that is deleted.
func (q *Queue) DeletedProgram(name uint32) {
	if q.inUse == name {
		q.inUse = unknown
	}
}

// Use selects the program for dispatches and draws. uses are its declarations; nil stands for
// all bindings.
func (q *Queue) Use(program uint32, uses *Declared) { q.program, q.uses = program, uses }

// Bind requests a binding at a point.
func (q *Queue) Bind(k Kind, number uint32, p Part) {
	s := &q.places[k]
	for uint32(len(s.all)) <= number {
		s.wanted, s.bound, s.all = append(s.wanted, Part{}), append(s.bound, Part{}), append(s.all, uint32(len(s.all)))
	}
	s.wanted[number] = p
}

// Ready makes the calls that a draw needs for its program and bindings.
func (q *Queue) Ready() {
	q.bind()
	q.settled = true
	q.play(1)
}

// Dispatch runs x × y work groups of the program.
func (q *Queue) Dispatch(x, y uint32) {
	q.bind()
	q.dispatch(x, y)
	q.due()
}

// DispatchIndirect runs as many work groups of the program as a buffer says from an offset on
// [bytes].
func (q *Queue) DispatchIndirect(counts uint32, offset int64) {
	q.bind()
	if q.counts != counts {
		q.counts = counts
		q.bindCounts(counts)
	}
	q.dispatchIndirect(offset)
	q.due()
}

// Barrier makes writes of shaders visible to the accesses in bits.
func (q *Queue) Barrier(bits uint32) {
	q.barrier(bits)
	q.due()
}

// bind binds the program and its declared names in the context.
func (q *Queue) bind() {
	if q.inUse != q.program {
		q.inUse = q.program
		q.use(q.program)
	}
	for k := range kinds {
		numbers := q.places[k].all
		if q.uses != nil {
			numbers = q.uses[k]
		}
		if k == Texels && !q.Many {
			q.bindTextures(numbers)
			continue
		}
		q.bindKind(k, numbers)
	}
}

// stale reports whether a requested binding differs from that of the context.
func (s *places) stale(number uint32) bool {
	return number < uint32(len(s.all)) && s.wanted[number].Name != 0 && s.wanted[number] != s.bound[number]
}

// bindKind binds stale bindings of a kind. A call that binds several includes valid ones
// between them.
func (q *Queue) bindKind(k Kind, numbers []uint32) {
	s := &q.places[k]
	for i := 0; i < len(numbers); i++ {
		if !s.stale(numbers[i]) {
			continue
		}
		first, last := numbers[i], numbers[i]
		for j := i + 1; q.Many && j < len(numbers) && numbers[j] == numbers[j-1]+1 && s.has(numbers[j]); j++ {
			if s.stale(numbers[j]) {
				i, last = j, numbers[j]
			}
		}
		if parts := s.wanted[first : last+1]; len(parts) > 1 || k == Texels {
			q.several(k.target(), first, parts)
		} else {
			q.buffer(k.target(), first, parts[0])
		}
		copy(s.bound[first:], s.wanted[first:last+1])
	}
}

// has reports whether a binding is wanted at a point.
func (s *places) has(number uint32) bool {
	return number < uint32(len(s.all)) && s.wanted[number].Name != 0
}

// bindTextures binds stale textures if only that of the active unit can be bound. It begins
// with the unit that is active already.
func (q *Queue) bindTextures(numbers []uint32) {
	s := &q.places[Texels]
	for _, onlyActive := range []bool{true, false} {
		for _, n := range numbers {
			if !s.stale(n) || onlyActive && n != q.active {
				continue
			}
			if n != q.active {
				q.active = n
				q.activate(n)
			}
			q.texture(s.wanted[n].Name)
			s.bound[n] = s.wanted[n]
		}
	}
}
