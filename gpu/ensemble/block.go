package ensemble

import (
	"fmt"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/shaders"
)

// mostSteps is the largest number of steps of a dispatch.
const mostSteps = 64

// rowBytes is the size of the uniform block of a dispatch.
const rowBytes = int64(unsafe.Sizeof(shaders.MemberRow{}))

// block is members of a kind whose arrays fit storage blocks. Members beyond the last only fill its last
// pack, and have ended from the start.
type block struct {
	kind    *kind
	members []int // their numbers, by place
	padded  int   // places

	position, velocity      [2]*glx.Buffer // the copies of the state; the pipeline ensemble-resident has one
	value, word, rest       *glx.Buffer
	wish                    [2]*glx.Buffer // velocities that the friction of pairs changes
	phase, row              *glx.Buffer
	sum, sumAside, frame    *glx.Buffer // nil: nothing is measured
	wordAside               *glx.Buffer
	rowStride               int64 // bytes from one uniform block to the next
	values                  *values
	phases                  phases
	looks, samples, started map[int64]bool // the steps of the engine, modulo those between looks and between samples, at which there is one; those at which members started
}

func (b *block) packs() int { return b.padded / shaders.Pack }

// newBlock makes the buffers of some members. On an error nothing stays.
func newBlock(ctx *glx.Context, k *kind, members []int) (b *block, err error) {
	padded := (len(members) + shaders.Pack - 1) / shaders.Pack * shaders.Pack
	b = &block{kind: k, members: members, padded: padded, values: newValues(k.table, k.layout, padded), phases: phases{words: make([]uint32, k.layout.phase*padded), each: padded, dirty: true}}
	defer func() {
		if err != nil {
			b.release()
		}
	}()
	places := map[string]**glx.Buffer{"Position": &b.position[0], "Velocity": &b.velocity[0], "NextPosition": &b.position[1], "NextVelocity": &b.velocity[1], "MemberValue": &b.value,
		"MemberWord": &b.word, "MemberRest": &b.rest, "MemberPhase": &b.phase, "MemberSum": &b.sum, "MemberSumAside": &b.sumAside, "MemberWordAside": &b.wordAside, "MemberFrame": &b.frame, wishNames[0]: &b.wish[0], wishNames[1]: &b.wish[1]}
	for _, a := range k.arraysOf() {
		if *places[a.name], err = ctx.NewBuffer("hooke.ensemble."+a.name, a.each*int64(padded)); err != nil {
			return nil, fmt.Errorf("ensemble: %d members: %w", len(members), err)
		}
	}
	b.forget()
	return b, b.makeRows(ctx)
}

// forget drops the times at which members are looked at and sampled.
func (b *block) forget() {
	b.looks, b.samples, b.started = map[int64]bool{}, map[int64]bool{}, map[int64]bool{}
}

// makeRows writes a uniform block for each number of steps and each copy, so that no step uploads one.
func (b *block) makeRows(ctx *glx.Context) (err error) {
	alignment := max(rowBytes, int64(ctx.Limits.UniformAlignment))
	b.rowStride = (rowBytes + alignment - 1) / alignment * alignment
	if b.row, err = ctx.NewBuffer("hooke.ensemble.MemberRow", 2*(mostSteps+1)*b.rowStride); err != nil {
		return fmt.Errorf("ensemble: %w", err)
	}
	records := make([]shaders.MemberRow, 2*(mostSteps+1)*b.rowStride/rowBytes)
	for held := range 2 {
		for steps := range mostSteps + 1 {
			records[int64(held*(mostSteps+1)+steps)*b.rowStride/rowBytes] = shaders.MemberRow{Steps: uint32(steps), Members: uint32(b.padded), Copy: uint32(held), DT: float32(b.kind.table.kind.Params.DT)}
		}
	}
	glx.Upload(b.row, 0, records)
	return nil
}

// send uploads the values and phases that the device does not have yet.
func (b *block) send() {
	for row := range b.values.dirty {
		glx.Upload(b.value, int64(row*b.padded), b.values.all[row*b.padded:(row+1)*b.padded])
	}
	clear(b.values.dirty)
	if b.phases.dirty {
		glx.Upload(b.phase, 0, b.phases.words)
		b.phases.dirty = false
	}
}

func (b *block) release() {
	for _, buffer := range []*glx.Buffer{b.position[0], b.position[1], b.velocity[0], b.velocity[1], b.value, b.word, b.rest, b.phase, b.row, b.sum, b.sumAside, b.wordAside, b.frame, b.wish[0], b.wish[1]} {
		buffer.Release()
	}
}
