package cpu

import (
	"fmt"
	"runtime"
	"time"

	"hooke/cpu/collide"
	"hooke/cpu/external"
	"hooke/cpu/kernels"
	"hooke/cpu/ledger"
	"hooke/cpu/table"
	"hooke/machine"
	"hooke/model"
	"hooke/physics"
	"hooke/physics/bigstep"
)

// Figures say how a model was laid out.
type Figures struct {
	Order   string // of masses: given (the model's own), rows (of a grid), grid (its rows, each from a new slice on) or curve (Morton's)
	Entries string // format of entries of columns: class (4 bytes), law (8) or own (16)
	Classes int    // number of different combinations of k, c and rest length
	Hubs    int    // masses with a slice of their own
	// Regular is the share of ends of springs, 0 to 1, that lie in slots: at a distance
	// to the other end that neighboring masses share. Ends at masses that are pinned on
	// all axes do not count. It is 1 when no ends count.
	Regular float64
	Once    float64 // the share of these ends whose spring is evaluated once for both ends
	Padding float64 // entries and lanes without a spring, as a share of all
	Threads int     // that step, unless there are fewer blocks of masses or another number is asked for
	Levels  int     // most steps that are taken while a part of the masses is in a near cache; 1: all masses take each step together

	SweepTime  time.Duration // about how long one thread takes to evaluate the forces once and to move the masses, by which Threads are chosen
	TableBytes int64         // the structure and its order
	StepBytes  int64         // the part of TableBytes that a step reads
	StateBytes int64         // the state, masses, pins, and the forces that threads hand on
}

// Figures say how the engine's model is laid out.
func (e *engine[T]) Figures() Figures {
	f, size := figuresOf(e.table, e.classes), table.SizeOf[T]()
	f.Levels, f.Threads = max(1, e.tiling.levels), e.Threads()
	f.SweepTime = e.table.SweepTime(e.run.params, e.kernel.Name)
	f.StateBytes = e.stateBytes() + size*int64(len(e.lastGood.motion.Arena)+len(e.lastGood.acceleration.Arena)+e.threadCount*e.table.Pattern.Held())
	f.StateBytes += e.run.external.Bytes() + e.guides.bytes() + ledger.Bytes(e.model, e.run.params)
	if e.dividing.solver != nil {
		f.StateBytes += e.dividing.solver.Bytes()
	}
	if e.pairs.lists != nil {
		f.StateBytes += e.pairs.lists.Bytes() + e.pairs.before.bytes()
	}
	return f
}

// plan returns Plan with numbers of type T.
func plan[T table.Real](m *model.Model, p model.Params) (Figures, error) {
	if err := m.Validate(); err != nil {
		return Figures{}, fmt.Errorf("cpu: %w", err)
	}
	if err := supported(m, p); err != nil {
		return Figures{}, err
	}
	p, err := bigstep.With(m, p)
	if err != nil {
		return Figures{}, fmt.Errorf("cpu: %w", err)
	}
	t, c, err := table.New[T](m, p.Substep().DT, runtime.GOMAXPROCS(0))
	if err != nil {
		return Figures{}, err
	}
	f, size := figuresOf(t, c), table.SizeOf[T]()
	slices := len(t.Order.MassOf) / table.Width
	both := c.Damped || c.Cables
	kernel := kernels.ForThisMachine[T]()[0]
	step := stateBytes(t, both, p.Integrator, kernel.PackedNumbers(t, both))
	f.SweepTime = t.SweepTime(p, kernel.Name)
	f.Threads = machine.ThreadsWorth(f.SweepTime, runtime.GOMAXPROCS(0), tilesOf(t, p, step))
	f.Levels = max(1, tilingOf(t, slices, grainOf(t, p), step, f.Threads).levels)
	forces := external.Of[T](m, p, t.Order)
	f.StateBytes = step + size*int64(kernels.Arrays*kernels.StrideOf[T](t.LaneCount())+f.Threads*t.Pattern.Held())
	f.StateBytes += forces.Bytes() + guidedBytes[T]()*int64(p.Guided(m)) + ledger.Bytes(m, p)
	if p.Integrator == model.VelocityVerlet { // the last good state has its acceleration
		f.StateBytes += 3 * size * int64(kernels.StrideOf[T](t.LaneCount()))
	}
	if p.Ledger && !both { // velocities alternate
		f.StateBytes += 3 * size * int64(t.LaneCount())
	}
	if lists := collide.New[T](m, p, t.Order, t.LaneCount()); lists != nil {
		f.StateBytes += lists.Bytes()
		if f.Levels > 1 && !p.Driven() && !physics.Catches(p) {
			f.StateBytes += newKept[T](t.LaneCount(), p.Integrator == model.VelocityVerlet).bytes()
		}
	}
	return f, nil
}

// figuresOf returns the figures of a table alone.
func figuresOf[T table.Real](t *table.Table[T], c *table.Classes[T]) Figures {
	f := Figures{
		Order: t.Order.Name, Entries: t.Format.String(), Classes: len(c.All), Hubs: len(t.Hubs), Regular: 1,
		TableBytes: t.Bytes(), StepBytes: t.StepBytes(),
	}
	held := t.Regular + t.Irregular
	if held > 0 {
		f.Regular = float64(t.Regular) / float64(held)
		f.Once = float64(t.Paired) / float64(held)
		places := int64(table.Width)*int64(len(t.Slots)+2*len(t.Pairs)) + int64(len(t.Columns)/t.Words())
		f.Padding = 1 - float64(held)/float64(places)
	}
	return f
}

// stateBytes returns the memory of masses that a step reads and writes [bytes].
func (e *engine[T]) stateBytes() int64 {
	return stateBytes(e.table, e.buffers.both, e.run.params.Integrator, e.buffers.motion[0].PackedOf)
}

// stateBytes returns the memory of the state of any engine [bytes]: with velocities that
// alternate or not, with the registers of an integrator, and with the given number of numbers
// per mass in a packed copy.
func stateBytes[T table.Real](t *table.Table[T], both bool, integrator model.Integrator, packed int) int64 {
	held := int64(kernels.Arrays + 3 + 3*integrator.Method().Registers)
	if both {
		held += 3
	}
	lanes := len(t.Order.MassOf)
	numbers := held*int64(kernels.StrideOf[T](t.LaneCount())) + int64(lanes) + 2*int64(packed)*int64(t.LaneCount())
	return table.SizeOf[T]()*numbers + 8*int64(lanes/table.Width)
}

// Traffic returns the bytes that a step must move between memory and caches: it reads
// positions of one buffer and velocities, writes those of the next, and reads 1/m, the free
// axes, the packed copies of both, and the table. Each counts once, as if every neighbor were
// in a cache. Of the steps that a tile takes at once, all but the first find these numbers in
// a cache, apart from the seams.
func (e *engine[T]) Traffic() int64 {
	lanes, slices := int64(len(e.table.Order.MassOf)), int64(len(e.run.integration.Masses.Movable))
	state := lanes * table.SizeOf[T]() * (13 + 2*int64(e.buffers.motion[0].PackedOf))
	return int64(float64(state+8*slices+e.table.Streamed()) * e.tiling.share())
}

// Memory returns the memory of the engine in addition to the model [bytes].
func (e *engine[T]) Memory() int64 {
	f := e.Figures()
	return f.TableBytes + f.StateBytes
}

// Threads returns the number of threads that step: fewer than requested if there is too
// little to do.
func (e *engine[T]) Threads() int { return len(e.threads.Shares) }
