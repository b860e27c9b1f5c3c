package bench

import (
	"context"

	"hooke/cpuref"
	"hooke/engine/origin"
	"hooke/model"
)

// mostWhole is the largest number of springs of a model by a pattern that the reference steps
// whole, and blockSide how many masses a block of a larger one has along each axis at most. The
// reference needs arrays of springs.
const (
	mostWhole = 1_000_000
	blockSide = 32
)

// NewTruthOf is NewTruth for models with a pattern, too. Of a large one at rest the reference
// steps a block at the corner of mass 0, with as many layers around it as the states of
// outside masses can reach in the given number of steps: in each step, a mass feels those
// that its springs reach. So the masses of the block move as in the whole model.
func NewTruthOf(ctx context.Context, m *model.Model, p model.Params, start *model.State, steps int) (*Truth, error) {
	if m.Pattern == nil {
		return NewTruth(ctx, m, p, start, steps)
	}
	if m.SpringCount() <= mostWhole || start.Position != nil || len(p.Handles)+len(p.Motors)+len(p.Forces) > 0 {
		written, from := *m, *start
		m.StateInArrays(&from)
		written.InArrays()
		return NewTruth(ctx, &written, p, &from, steps)
	}
	return newBlockTruth(ctx, m, p, start, steps, blockSide)
}

// newBlockTruth runs the reference on a block of that many masses along each axis.
func newBlockTruth(ctx context.Context, m *model.Model, p model.Params, start *model.State, steps, side int) (*Truth, error) {
	return blockTruth(ctx, m, p, start, steps, side, steps)
}

// blockTruth is newBlockTruth with layers for that many steps.
func blockTruth(ctx context.Context, m *model.Model, p model.Params, start *model.State, steps, side, layers int) (*Truth, error) {
	reach, core, around := m.Pattern.Reach(), [3]int{}, [3]int{}
	for axis, n := range m.Pattern.Size {
		core[axis] = min(n, side)
		around[axis] = min(n, side+layers*reach[axis])
	}
	block, numbers := blockOf(m, around)
	truth, err := newTruth(ctx, block, p, block.Start(), steps, origin.At(start))
	if err != nil {
		return nil, err
	}
	out := &Truth{Steps: steps, Whole: start, Start: &model.State{}, End: &cpuref.State{Step: truth.End.Step, Time: truth.End.Time}}
	for i, number := range numbers {
		if x, y, z := m.Pattern.Place(int(number)); x >= core[0] || y >= core[1] || z >= core[2] {
			continue
		}
		out.Masses = append(out.Masses, number)
		out.Start.Position, out.Start.Velocity = append(out.Start.Position, truth.Start.Position[i]), append(out.Start.Velocity, truth.Start.Velocity[i])
		out.End.Position, out.End.Velocity = append(out.End.Position, truth.End.Position[i]), append(out.End.Velocity, truth.End.Velocity[i])
	}
	return out, nil
}

// blockOf returns the block of the given number of masses at the corner of mass 0, in arrays, and the number of
// each of its masses in the whole model.
func blockOf(m *model.Model, size [3]int) (block *model.Model, numbers []uint32) {
	p := *m.Pattern
	p.Size = size
	block = &model.Model{Name: m.Name, Pattern: &p, Materials: m.Materials}
	block.InArrays()
	numbers = make([]uint32, block.MassCount())
	if m.Pin != nil {
		block.Pin = make([]model.Pin, len(numbers))
	}
	for i := range numbers {
		x, y, z := p.Place(i)
		number := x + m.Pattern.Size[0]*(y+m.Pattern.Size[1]*z)
		numbers[i] = uint32(number)
		block.RestPosition[i] = m.RestAt(number)
		if m.Pin != nil {
			block.Pin[i] = m.Pin[number]
		}
	}
	return block, numbers
}

// read reads the masses of the truth: those alone where the engine can tell of some masses, for
// a copy of all is as large as a third of the engine.
func (t *Truth) read(engine model.Engine) (out model.Snapshot, err error) {
	if reader, ok := model.As[model.MassReader](engine); ok && t.Masses != nil {
		if placed, ok := model.As[model.Placed](engine); ok {
			out.Origin = placed.Origin()
		}
		return out, reader.ReadMasses(t.Masses, &out)
	}
	var all model.Snapshot
	if err := engine.Read(&all); err != nil || t.Masses == nil {
		return all, err
	}
	out = model.Snapshot{Step: all.Step, Time: all.Time, Origin: all.Origin}
	for _, i := range t.Masses {
		out.Position, out.Velocity = append(out.Position, all.Position[i]), append(out.Velocity, all.Velocity[i])
	}
	return out, nil
}
