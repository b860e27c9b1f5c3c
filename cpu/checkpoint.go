package cpu

import (
	"fmt"
	"hash/crc32"
	"runtime"
	"slices"
	"unsafe"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/model/inelastic"
)

var _ model.Checkpointer = (*engine[float32])(nil)

// Save copies the state into c, bit for bit. The number of threads is not a part of it,
// since it does not change results.
func (e *engine[T]) Save(c *model.Checkpoint) error {
	e.survey()
	s := e.copyOf(e.buffers.now())
	*c = model.Checkpoint{
		Engine: "cpu", Pipeline: "fused", Precision: e.precision.String(),
		Variant: fmt.Sprintf("kernel %s, entries by %v, order %s, layout %08x, %s", e.kernel.Name, e.table.Format, e.table.Order.Name, sumOf(e.table), runtime.GOARCH),
		Step:    e.step(), Time: e.time(), ClockStep: e.progress.clockStep, ClockTime: e.progress.clockTime,
		Runaway: e.lastGood.runaway, Primed: e.progress.schedule.primed,
		Drives: e.run.drives.State(), Caught: e.catching.caught, Touching: model.Touching{Most: e.pairs.touched, Rebuilds: e.pairs.made},
		Words: []model.Words{{Name: "position", Data: words(s.position)}, {Name: "velocity", Data: words(s.velocity)}},
	}
	if e.books.keeper != nil {
		c.Ledger = e.books.keeper.Numbers()
	}
	if e.run.params.Integrator == model.VelocityVerlet {
		// The state alone does not determine the acceleration, since dampers act at
		// predicted velocities.
		c.Words = append(c.Words, model.Words{Name: "acceleration", Data: words(e.accelerations())})
	}
	if sides := e.meets().Sides(); sides != nil {
		c.Words = append(c.Words, model.Words{Name: "sides", Data: sides})
	}
	e.saveDivided(c)
	if e.changes != nil {
		flat := inelastic.Numbers(e.changes)
		c.Words = append(c.Words, model.Words{Name: "changes", Data: slices.Clone(wordsOf(flat))})
	}
	return nil
}

// Restore takes up a run that Save saved.
func (e *engine[T]) Restore(c *model.Checkpoint) error {
	var own model.Checkpoint
	if err := e.Save(&own); err != nil {
		return err
	}
	if err := c.Agrees(&own); err != nil {
		return err
	}
	s := newCopied[T](e.model.MassCount())
	vectors(s.position, c.Words[0].Data)
	vectors(s.velocity, c.Words[1].Data)
	e.packState(s, e.buffers.now())
	e.copyHubs(e.table.Hubs, e.buffers.now())
	e.pairs.moved()
	e.pairs.made, e.pairs.touched = c.Touching.Rebuilds, c.Touching.Most
	if e.run.params.Integrator == model.VelocityVerlet {
		vectors(s.velocity, c.Words[2].Data)
		e.run.integration.Acceleration.Pack(e.table.Order, kernels.ArrayX, s.velocity)
	}
	if e.meets().Sides() != nil {
		e.meets().SetSides(c.Words[len(c.Words)-1].Data)
	}
	e.restoreDivided(c)
	if e.changes != nil {
		flat := make([]float64, inelastic.PerChange*len(e.changes))
		copy(wordsOf(flat), c.Words[len(c.Words)-1].Data)
		inelastic.SetNumbers(e.changes, flat)
		e.tear()
	}
	e.progress.start, e.progress.ran = c.Step, 0
	e.progress.clockStep, e.progress.clockTime = c.ClockStep, c.ClockTime
	e.run.drives.SetState(c.Drives)
	e.progress.diverged, e.progress.doubted = nil, false
	e.progress.schedule, e.catching.caught = schedule{primed: c.Primed}, c.Caught
	e.keepNow(c.Step, c.Time, c.Runaway)
	if sums := e.books.sums(); e.books.keeper != nil {
		sums.SetNumbers(c.Ledger)
		e.resumeLedger(sums)
		e.books.kept = sums
	}
	return nil
}

// Where returns the position of a mass [m].
func (e *engine[T]) Where(mass int) (model.Vec3, error) {
	return kernels.Widen(e.buffers.now().Position.Get(kernels.ArrayX, int(e.table.Order.LaneOf[mass]))), nil
}

// Shift takes a vector off the positions in a checkpoint.
func (e *engine[T]) Shift(c *model.Checkpoint, by model.Vec3) {
	x := make([][3]T, e.model.MassCount())
	vectors(x, c.Words[0].Data)
	for i := range x {
		x[i] = kernels.Narrow[T](kernels.Widen(x[i]).Sub(by))
	}
	c.Words[0].Data = words(x)
}

// accelerations returns those that velocity Verlet keeps, in the model's numbering [m/s²].
func (e *engine[T]) accelerations() [][3]T {
	out := make([][3]T, e.model.MassCount())
	kernels.Unpack(e.run.integration.Acceleration, e.table.Order, kernels.ArrayX, out)
	return out
}

// words are vectors as they lie in memory.
func words[T table.Real](from [][3]T) []uint32 {
	return slices.Clone(wordsOf(from))
}

// vectors is the inverse of words.
func vectors[T table.Real](into [][3]T, from []uint32) {
	copy(wordsOf(into), from)
}

// wordsOf returns the words of the numbers themselves, which is to say of their memory.
func wordsOf[V any](of []V) []uint32 {
	if len(of) == 0 {
		return nil
	}
	return unsafe.Slice((*uint32)(unsafe.Pointer(&of[0])), len(of)*int(unsafe.Sizeof(of[0])/4))
}

// saveDivided adds the data of a solver that divides steps, besides the state.
func (e *engine[T]) saveDivided(c *model.Checkpoint) {
	solver := e.dividing.solver
	if solver == nil {
		return
	}
	c.Variant += ", " + solver.Variant()
	if lasting := solver.Lasting(); lasting.Set != nil {
		c.Words = append(c.Words, model.Words{Name: lasting.Name, Data: slices.Clone(wordsOf(lasting.Of))})
	}
}

// restoreDivided is the inverse of saveDivided, for a state that is restored.
func (e *engine[T]) restoreDivided(c *model.Checkpoint) {
	e.restartDivided()
	if e.dividing.solver == nil {
		return
	}
	if lasting := e.dividing.solver.Lasting(); lasting.Set != nil {
		copy(wordsOf(lasting.Of), c.Words[2].Data)
		lasting.Set(lasting.Of)
	}
}

// RestScale returns L0(t)/L0 of the springs of each actuator, at the current time; nil
// without actuators.
func (e *engine[T]) RestScale() []float64 {
	e.lookAhead(0)
	return e.run.signals.RestScale
}

// sumOf returns a checksum of the order in which kernels go over masses and springs, and so
// of the order in which they add forces.
func sumOf[T table.Real](t *table.Table[T]) uint32 {
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	sum.Write(bytesOf(t.Order.MassOf))
	sum.Write(bytesOf(t.Ends))
	sum.Write(bytesOf(t.Slots))
	sum.Write(bytesOf(t.Pairs))
	sum.Write(bytesOf(t.Spans))
	for column := 0; column+table.Width <= len(t.Columns); column += table.Width * t.Words() {
		sum.Write(bytesOf(t.Columns[column : column+table.Width])) // the neighbors; the other numbers of a column may change with time
	}
	return sum.Sum32()
}

// bytesOf are numbers without pointers as they lie in memory.
func bytesOf[T any](from []T) []byte {
	if len(from) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&from[0])), uintptr(len(from))*unsafe.Sizeof(from[0]))
}
