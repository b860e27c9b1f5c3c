package ensemble

import (
	"cmp"
	"fmt"
	"slices"
	"sync/atomic"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/shaders"
)

// mostSteps is the largest number of steps of a dispatch.
const mostSteps = 64

// takesWork replaces the number of steps of a dispatch that takes in the work of muscles at boundaries.
const takesWork = mostSteps + 1

// rowsOfCopy is how many uniform blocks there are for each copy of the state.
const rowsOfCopy = takesWork + 1

// rowBytes is the size of the uniform block of a dispatch.
const rowBytes = int64(unsafe.Sizeof(shaders.MemberRow{}))

// block is members of a kind whose arrays fit storage blocks. Members beyond the last only fill its last
// pack, and have ended from the start.
type block struct {
	kind    *kind
	members []int // their numbers, by slot
	padded  int   // slots

	position, velocity      [2]*glx.Buffer // the copies of the state; the pipeline ensemble-resident has one
	value, word, rest       *glx.Buffer
	wish                    [2]*glx.Buffer // velocities that the friction of pairs changes
	phase, row              *glx.Buffer
	sum, sumAside, frame    *glx.Buffer // nil: nothing is measured
	wordAside               *glx.Buffer
	rowStride               int64       // bytes from one uniform block to the next
	sensed                  *glx.Buffer // nil: no sensor reads masses
	copies                  []*copied   // for sensors
	latest                  *copied     // of the state as it is now; nil: none
	steered                 atomic.Bool // whether changes of inputs must still be uploaded
	values                  *values
	phases                  phases
	looks, samples, started map[int64]bool // the steps of the engine, modulo those between looks and between samples, at which there is one; those at which members started
}

func (b *block) packs() int { return b.padded / shaders.Pack }

// newBlock makes the buffers of some members. On an error nothing stays.
func newBlock(ctx *glx.Context, k *kind, members []int) (b *block, err error) {
	padded := (len(members) + shaders.Pack - 1) / shaders.Pack * shaders.Pack
	b = &block{kind: k, members: members, padded: padded, values: newValues(k.table, k.layout, padded), phases: phases{words: make([]uint32, k.layout.phase*padded), each: padded}}
	b.phases.dirty.Store(true)
	defer func() {
		if err != nil {
			b.release()
		}
	}()
	places := map[string]**glx.Buffer{"Position": &b.position[0], "Velocity": &b.velocity[0], "NextPosition": &b.position[1], "NextVelocity": &b.velocity[1], "MemberValue": &b.value,
		"MemberWord": &b.word, "MemberRest": &b.rest, "MemberPhase": &b.phase, "MemberSum": &b.sum, "MemberSumAside": &b.sumAside, "MemberWordAside": &b.wordAside, "MemberFrame": &b.frame, wishNames[0]: &b.wish[0], wishNames[1]: &b.wish[1], "MemberSensed": &b.sensed}
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
	if b.row, err = ctx.NewBuffer("hooke.ensemble.MemberRow", 2*rowsOfCopy*b.rowStride); err != nil {
		return fmt.Errorf("ensemble: %w", err)
	}
	records := make([]shaders.MemberRow, 2*rowsOfCopy*b.rowStride/rowBytes)
	for held := range 2 {
		for steps := range rowsOfCopy {
			records[int64(held*rowsOfCopy+steps)*b.rowStride/rowBytes] = shaders.MemberRow{Steps: uint32(steps), Members: uint32(b.padded), Copy: uint32(held), DT: float32(b.kind.table.kind.Params.DT)}
		}
	}
	glx.Upload(b.row, 0, records)
	return nil
}

// send uploads the values and phases that the device does not have yet.
func (b *block) send() {
	var rows []int
	for row := range b.values.dirty {
		if b.values.dirty[row].Swap(false) {
			rows = append(rows, row)
		}
	}
	for first := 0; first < len(rows); {
		end := first + 1
		for end < len(rows) && rows[end] == rows[end-1]+1 {
			end++
		}
		glx.Upload(b.value, int64(rows[first]*b.padded), b.values.all[rows[first]*b.padded:(rows[end-1]+1)*b.padded])
		first = end
	}
	if b.phases.dirty.Swap(false) {
		glx.Upload(b.phase, 0, b.phases.words)
	}
}

func (b *block) release() {
	for _, buffer := range []*glx.Buffer{b.position[0], b.position[1], b.velocity[0], b.velocity[1], b.value, b.word, b.rest, b.phase, b.row, b.sum, b.sumAside, b.wordAside, b.frame, b.wish[0], b.wish[1], b.sensed} {
		buffer.Release()
	}
	for _, c := range b.copies {
		c.landing.Release()
	}
}

// gatherEvery is the smallest number of steps between checks for ended members. A check waits for the device.
const gatherEvery = 2048

// gather moves the living members of each block into as few packs as hold them, where under half of the slots
// of the stepped packs live: invocations of a pack wait for each other, so that one costs the same while any
// member of it lives. In the pipeline ensemble-resident a member that has ended costs nothing.
func (e *Engine) gather() error {
	e.gathered = e.clock
	moved := false
	for _, b := range e.blocks {
		if b.packs() < 2 {
			continue
		}
		e.ctx.Barrier(glx.ByTransfer)
		ended := make([]uint32, b.padded)
		glx.Download(b.word, int64(b.kind.layout.word.at["ENDED"]*b.padded), ended)
		if swaps := swapsOf(ended, len(b.members)); len(swaps) > 0 {
			b.swap(swaps)
			for _, s := range swaps {
				i, other := b.members[s[0]], b.members[s[1]]
				b.members[s[0]], b.members[s[1]] = other, i
				e.runs[i].at, e.runs[other].at = s[1], s[0]
			}
			moved = true
		}
	}
	if moved {
		e.drive()
	}
	return e.fault()
}

// swapsOf are pairs of slots, of a member that has ended and of one that lives, whose members are to be
// exchanged. It is empty where enough of the slots live.
func swapsOf(ended []uint32, members int) (swaps [][2]int) {
	living, total := make([]int, len(ended)/shaders.Pack), 0
	for at, word := range ended {
		if word == 0 {
			living[at/shaders.Pack]++
			total++
		}
	}
	var packs []int // that are stepped, first those with the most members
	for pack, count := range living {
		if count > 0 {
			packs = append(packs, pack)
		}
	}
	if len(packs) < 2 || 2*total >= len(packs)*shaders.Pack {
		return nil
	}
	slices.SortStableFunc(packs, func(a, b int) int { return cmp.Compare(living[b], living[a]) })
	var free, taken []int // slots of members that have ended, in that order, and of those that live, in the opposite one
	for k, pack := range packs {
		last := packs[len(packs)-1-k]
		for lane := range shaders.Pack {
			if at := pack*shaders.Pack + lane; at < members && ended[at] != 0 {
				free = append(free, at)
			}
			if at := last*shaders.Pack + lane; ended[at] == 0 {
				taken = append(taken, at)
			}
		}
	}
	rank := map[int]int{}
	for k, pack := range packs {
		rank[pack] = k
	}
	for k := range min(len(free), len(taken)) {
		if rank[free[k]/shaders.Pack] >= rank[taken[k]/shaders.Pack] {
			break
		}
		swaps = append(swaps, [2]int{free[k], taken[k]})
	}
	return swaps
}

// swap exchanges all data of members that last from step to step, on the device and of the data that the host sends there. Lists of pairs are
// made anew.
func (b *block) swap(swaps [][2]int) {
	l := b.kind.layout
	words := make([]uint32, l.word.count*b.padded)
	b.latest = nil
	glx.Download(b.word, 0, words)
	exchange(words, b.padded, swaps)
	if b.kind.table.pairs != nil {
		for _, s := range swaps {
			for _, at := range s {
				for copy := range 2 {
					row := (l.word.at["OLD"] + copy) * b.padded
					words[row+at], words[row+at/shaders.Pack*shaders.Pack] = 1, 1
				}
			}
		}
	}
	glx.Upload(b.word, 0, words)
	exchangeOn(b.rest, l.rest.count, b.padded, swaps)
	if l.sum != nil {
		exchangeOn(b.sum, l.sum.count, b.padded, swaps)
		exchangeOn(b.frame, 3*b.kind.table.kind.Model.MassCount()+b.kind.table.driven, b.padded, swaps)
	}
	exchange(b.values.all, b.padded, swaps)
	for row := range l.value.count {
		b.values.dirty[row].Store(true)
	}
	exchange(b.phases.words, b.padded, swaps)
	b.phases.dirty.Store(true)
	for copy := range b.kind.copies {
		b.swapStates(b.position[copy], swaps)
		b.swapStates(b.velocity[copy], swaps)
	}
}

// exchange exchanges numbers of members in all rows of an array.
func exchange[T any](rows []T, each int, swaps [][2]int) {
	for first := 0; first < len(rows); first += each {
		row := rows[first : first+each]
		for _, s := range swaps {
			row[s[0]], row[s[1]] = row[s[1]], row[s[0]]
		}
	}
}

// exchangeOn is exchange of rows of a buffer.
func exchangeOn(buffer *glx.Buffer, rows, each int, swaps [][2]int) {
	numbers := make([]uint32, rows*each)
	glx.Download(buffer, 0, numbers)
	exchange(numbers, each, swaps)
	glx.Upload(buffer, 0, numbers)
}

// swapStates exchanges vectors of masses, which lie pack by pack.
func (b *block) swapStates(buffer *glx.Buffer, swaps [][2]int) {
	n := b.kind.table.kind.Model.MassCount()
	packs := map[int][][4]float32{}
	of := func(at int) [][4]float32 {
		pack := at / shaders.Pack
		if packs[pack] == nil {
			packs[pack] = make([][4]float32, n*shaders.Pack)
			glx.Download(buffer, int64(pack*n*shaders.Pack), packs[pack])
		}
		return packs[pack]
	}
	for _, s := range swaps {
		from, to := of(s[0]), of(s[1])
		for i := range n {
			a, b := i*shaders.Pack+s[0]%shaders.Pack, i*shaders.Pack+s[1]%shaders.Pack
			from[a], to[b] = to[b], from[a]
		}
	}
	for pack, vectors := range packs {
		glx.Upload(buffer, int64(pack*n*shaders.Pack), vectors)
	}
}
