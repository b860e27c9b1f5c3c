package check

import (
	"errors"
	"fmt"
	"math"

	"hooke/cpuref"
	"hooke/model"
	"hooke/order/random"
	"hooke/physics"
)

const (
	// energyTolerance is how far the total energy may be from the reference's
	// after a long run, as a share of the largest kinetic, elastic and contact
	// energy and change of height energy seen: 1,000 steps that each lose one
	// rounding in the same direction make 6e-5, and a step rounds about 16 times.
	energyTolerance = 1e-3
	// energySpreads is how many times further than two runs of the reference
	// that differ by rounding an engine may be.
	energySpreads = 4
	// energySumTolerance is for an engine's own sum over a state, which may be
	// made in float32.
	energySumTolerance = 1e-4
	// momentumRoundings is how often a step rounds the momentum of a mass, at
	// most, in parts of its size: force sum, velocity and drag.
	momentumRoundings = 4
	// energySamples is how often a long run of the reference is measured.
	energySamples = 20
)

// longRun checks the invariants of the case after many steps.
func (t *trial) longRun() error {
	start := t.Start.Clone()
	start.RoundToFloat32()
	s, err := t.subject(t.Model, t.Params, start)
	if err != nil {
		return err
	}
	defer s.Close()

	var before model.Snapshot
	if err := s.Read(&before); err != nil {
		return err
	}
	after, diverged, err := run(s, t.Steps)
	if err != nil {
		return err
	}
	counted, err := s.StepsRun()
	if err != nil {
		return err
	}
	energy, err := s.Energy()
	if err != nil {
		return err
	}

	t.allFinite(after, diverged)
	t.pinnedUnchanged(before, after)
	t.stepCount(start.Step, after.Step, counted)
	t.energySum(after, energy)
	if err := t.energyAgrees(start, after); err != nil {
		return err
	}
	return t.repeatable(start, after)
}

func (t *trial) allFinite(after model.Snapshot, diverged *physics.DivergedError) {
	faults, worst := 0, -1
	for i := range after.Position {
		if !cpuref.Finite(widen(after.Position[i])) || !cpuref.Finite(widen(after.Velocity[i])) {
			faults++
			if worst < 0 {
				worst = i
			}
		}
	}
	detail := fmt.Sprintf("masses that are not finite after %d steps", t.Steps)
	if diverged != nil {
		faults, worst, detail = max(1, faults), diverged.Mass, diverged.Error()
	}
	t.exact("all finite", faults, worst, detail)
}

// pinnedUnchanged wants pinned axes bit for bit where they were, at rest, but on
// paths.
func (t *trial) pinnedUnchanged(before, after model.Snapshot) {
	pinned, faults, worst := 0, 0, -1
	moved := onPath(t.Model, t.Params)
	for i := range after.Position {
		if moved[i] {
			continue
		}
		for axis := range 3 {
			if t.Model.PinOf(i)&(model.PinX<<axis) == 0 {
				continue
			}
			pinned++
			held := math.Float32bits(before.Position[i][axis]) == math.Float32bits(after.Position[i][axis])
			if !held || after.Velocity[i][axis] != 0 {
				faults++
				if worst < 0 {
					worst = i
				}
			}
		}
	}
	t.exact("pinned unchanged", faults, worst, fmt.Sprintf("pinned axes that moved, of %d, after %d steps", pinned, t.Steps))
}

// stepCount wants the engine to have done the work it was given.
func (t *trial) stepCount(start, end, counted int64) {
	missing := max(math.Abs(float64(counted-int64(t.Steps))), math.Abs(float64(end-start-int64(t.Steps))))
	t.exact("step count", int(missing), -1,
		fmt.Sprintf("%d steps asked for, %d counted by the engine, %d in its state", t.Steps, counted, end-start))
}

// energySum wants an engine to sum the energy of its own state as the
// reference does.
func (t *trial) energySum(after model.Snapshot, got model.Energy) {
	want := cpuref.EnergyOf(t.Model, t.Params, (*cpuref.State)(after.State()))
	size := want.Kinetic + want.Elastic + want.Contact + heightEnergy(t.Model, t.Params, after.State().Position)
	err := 0.0
	for _, pair := range [][2]float64{{got.Kinetic, want.Kinetic}, {got.Gravitational, want.Gravitational},
		{got.Elastic, want.Elastic}, {got.Contact, want.Contact}} {
		err = max(err, share(pair[0]-pair[1], size))
	}
	t.add(Outcome{Check: "energy sum", Max: err, RMS: err, Tolerance: energySumTolerance * t.scale, WorstMass: -1, WorstSpring: -1,
		Detail: fmt.Sprintf("error / energy %.3g J of one state; reference %+v, got %+v", size, want, got)}, false)
}

// energyAgrees compares the total energies after the same steps, both summed by the
// reference. The tolerance depends on the case (a cracking rope is chaotic, and dampers
// dissipate differences), so it is measured: a second run of the reference starts as far off
// as float32 rounding would have drifted by the end.
func (t *trial) energyAgrees(start *model.State, after model.Snapshot) error {
	ref, err := t.longReference(start)
	if err != nil {
		return err
	}
	want, size, spread := ref.end, ref.size, ref.spread
	got := cpuref.EnergyOf(t.Model, t.Params, (*cpuref.State)(after.State())).Total()
	// A slow mass's travel rounds in one direction, and so does its height.
	spread = max(spread, rounding*heightEnergy(t.Model, t.Params, start.Position))
	size = max(size, spread) // at rest there is nothing but rounding
	e := share(got-want, size)
	t.add(Outcome{Check: "energy", Max: e, RMS: e, Tolerance: (energyTolerance + energySpreads*share(spread, size)) * t.scale,
		WorstMass: -1, WorstSpring: -1,
		Detail: fmt.Sprintf("error / largest energy seen, %.3g J; after %d steps reference %.6g J, got %.6g J; rounding alone may drive references apart by %.3g J",
			size, t.Steps, want, got, spread)}, false)
	return nil
}

// runLong steps the reference and its neighbor through a long run of the case.
func (t *trial) runLong(start *model.State) (out energies, err error) {
	ref, err := reference(t.Model, t.Params, start)
	if err != nil {
		return out, err
	}
	neighbor, err := reference(t.Model, t.Params, t.neighbor(start))
	if err != nil {
		return out, err
	}
	first := cpuref.EnergyOf(t.Model, t.Params, ref.State())
	for done := 0; ; {
		e, near := cpuref.EnergyOf(t.Model, t.Params, ref.State()), cpuref.EnergyOf(t.Model, t.Params, neighbor.State())
		out.end = e.Total()
		out.size = max(out.size, e.Kinetic+e.Elastic+e.Contact+math.Abs(e.Gravitational-first.Gravitational))
		out.spread = max(out.spread, math.Abs(near.Total()-out.end))
		if done == t.Steps {
			return out, nil
		}
		n := min(t.Steps-done, max(1, t.Steps/energySamples))
		done += n
		if err := errors.Join(ref.Step(n), neighbor.Step(n)); err != nil {
			return out, err
		}
	}
}

// neighbor returns a start that differs by a random walk of one rounding a step on
// every axis that is free.
func (t *trial) neighbor(start *model.State) *model.State {
	walk := rounding * math.Sqrt(float64(t.Steps))
	out, numbers := start.Clone(), random.Stream(7)
	for i := range out.Position {
		far := out.Position[i].Len()
		for axis := range 3 {
			if t.Model.PinOf(i)&(model.PinX<<axis) == 0 {
				out.Position[i][axis] += walk * far * numbers.Signed()
			}
		}
	}
	return out
}

// heightEnergy returns Σ m |g| |x| [J].
func heightEnergy(m *model.Model, p model.Params, position []model.Vec3) float64 {
	sum := 0.0
	for i, x := range position {
		sum += m.Mass[i] * p.Gravity.Len() * x.Len()
	}
	return sum
}

// repeatable runs the case again on a new subject, in uneven batches, and wants
// the same bits.
func (t *trial) repeatable(start *model.State, after model.Snapshot) error {
	s, err := t.subject(t.Model, t.Params, start)
	if err != nil {
		return err
	}
	defer s.Close()
	if _, _, err := run(s, t.Steps/3); err != nil {
		return err
	}
	again, _, err := run(s, t.Steps-t.Steps/3)
	if err != nil {
		return err
	}
	faults, worst := 0, -1
	for i := range after.Position {
		if bits(after.Position[i]) != bits(again.Position[i]) || bits(after.Velocity[i]) != bits(again.Velocity[i]) {
			faults++
			if worst < 0 {
				worst = i
			}
		}
	}
	t.exact("repeatable", faults, worst, fmt.Sprintf("masses whose bits differ between two runs of %d steps", t.Steps))
	return nil
}

// momentum checks that springs alone conserve it: the perturbed case without
// pins, gravity, drag and ground.
func (t *trial) momentum() error {
	st := t.perturb(1)
	switch own := t.Params; {
	case own.Integrator == model.Impulses:
		st.params = st.params.SolvedBy(own.Integrator)
		st.params.DT, st.params.Substeps, st.params.Iterations, st.params.Forward, st.params.Warm = own.DT, own.Substeps, own.Iterations, own.Forward, own.Warm
	case !own.Integrator.Method().Divides: // other solvers that divide steps dissipate the energy of their residual
		st.params.Integrator = own.Integrator
	}
	st.free()
	s, err := t.subject(st.model, st.params, st.state)
	if err != nil {
		return err
	}
	defer s.Close()
	var before model.Snapshot
	if err := s.Read(&before); err != nil {
		return err
	}
	after, _, err := run(s, t.Steps)
	if err != nil {
		return err
	}

	first, last := (*cpuref.State)(before.State()), (*cpuref.State)(after.State())
	change := cpuref.MomentumOf(st.model, last).Linear.Sub(cpuref.MomentumOf(st.model, first).Linear)
	size := max(momentumSize(st.model, first), momentumSize(st.model, last))
	e := share(change.Len(), size)
	t.add(Outcome{Check: "momentum", Max: e, RMS: e, Tolerance: momentumRoundings * rounding * float64(t.Steps) * t.scale,
		WorstMass: -1, WorstSpring: -1,
		Detail: fmt.Sprintf("change / Σ m |v|; after %d steps of springs alone it changed by %v kg·m/s of %.3g", t.Steps, change, size)}, false)
	return nil
}

// momentumSize returns Σ m |v| [kg·m/s].
func momentumSize(m *model.Model, s *cpuref.State) float64 {
	sum := 0.0
	for i, v := range s.Velocity {
		sum += m.Mass[i] * v.Len()
	}
	return sum
}

// share returns |err| as a part of size; of nothing, any error is infinite.
func share(err, size float64) float64 {
	if err == 0 {
		return 0
	}
	if e := math.Abs(err) / size; !math.IsNaN(e) {
		return e
	}
	return math.Inf(1)
}

func bits(v [3]float32) [3]uint32 {
	return [3]uint32{math.Float32bits(v[0]), math.Float32bits(v[1]), math.Float32bits(v[2])}
}
