package engine

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	packs "hooke/cpu/ensemble"
	oracle "hooke/cpuref/ensemble"
	"hooke/gpu"
	device "hooke/gpu/ensemble"
	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/must"
	"hooke/order/random"
)

// ensembles are the engines of ensembles, by name: why members of a kind have engines of their own, and how
// one is made, on a device.
func ensembles(on *Device) map[string]struct {
	alone func(k ensemble.Kind, p model.Precision) string
	open  func(k ensemble.Kind, members []ensemble.Member, p model.Precision) (ensemble.Engine, error)
} {
	type of = struct {
		alone func(k ensemble.Kind, p model.Precision) string
		open  func(k ensemble.Kind, members []ensemble.Member, p model.Precision) (ensemble.Engine, error)
	}
	return map[string]of{
		model.EngineEnsemble: {packs.Alone, func(k ensemble.Kind, members []ensemble.Member, p model.Precision) (ensemble.Engine, error) {
			return packs.New([]ensemble.Kind{k}, members, packs.Options{Threads: 1, Precision: p})
		}},
		model.EngineEnsembleGPU: {device.Alone, func(k ensemble.Kind, members []ensemble.Member, p model.Precision) (ensemble.Engine, error) {
			return device.New(on.GL, []ensemble.Kind{k}, members, device.Options{Own: gpu.Options{Precision: p}})
		}},
	}
}

// Engines of ensembles step the members that model.Support says, side by side where it says fast and
// as the reference of ensembles does, and refuse by name all else. The error names an engine that has it.
func TestSupportOfMembers(t *testing.T) {
	runs, on := trials(), must.Open(OpenDevice(Listener{}))(t)
	for _, name := range model.EnsembleNames() {
		for _, precision := range []model.Precision{model.Single, model.Double} {
			for _, f := range model.Features() {
				for turn, solver := range model.Solvers() {
					want := model.Support(f, solver, name, precision)
					must.Be(t, runs[f].member(on, f, solver, name, precision, want, turn), nil, "%v with %v in %s, %v", f, solver, name, precision)
				}
			}
		}
	}
}

// member tries a run as a member of an ensemble. Programs of software drivers become machine code when they
// first run: in the short form the device steps with few features and solvers.
func (of trial) member(on *Device, f model.Feature, solver model.Integrator, name string, precision model.Precision, want model.Level, turn int) error {
	if f == model.Relaxation { // no engine of ensembles stops masses
		if want != model.None {
			return errors.New("members cannot be brought to rest, and the table says that they can")
		}
		return nil
	}
	m, p := of.model(solver)
	if f != model.FarAway { // packs count from the origin
		at := m.RestPosition[0]
		m, p = m.From(at), p.From(at)
	}
	k := ensemble.Kind{Model: m, Params: p}
	if of.o != nil {
		var o Options
		of.o(&o)
		k.Control = o.Control
	}
	start := stirred(m)
	members := []ensemble.Member{{Start: start}, {}}
	why := ensembles(on)[name].alone(k, precision)
	if why == "" && len(ensemble.FarMembers(k, []int{0}, members)) > 0 {
		why = "far"
	}
	if want > model.None && (why == "") != (want == model.Fast) {
		return fmt.Errorf("members have engines of their own because of %q, and the table says %v", why, want)
	}
	if want > model.None && name == model.EngineEnsembleGPU && !longTests() && (want == model.Plain || (int(f)+turn)%16 != 0) {
		return nil // TestLoneMembers of package gpu/ensemble steps those with engines of their own
	}
	e, err := ensembles(on)[name].open(k, members, precision)
	if want == model.None {
		switch {
		case err == nil:
			e.Close()
			return errors.New("it is not refused")
		case errors.Is(err, model.ErrUnsupported) && !strings.Contains(err.Error(), "--engine ") && !strings.Contains(err.Error(), "one by one"):
			return fmt.Errorf("the refusal names no engine: %w", err)
		case !errors.Is(err, model.ErrUnsupported) && !strings.Contains(err.Error(), solver.String()):
			return fmt.Errorf("the refusal does not name the solver: %w", err)
		}
		return nil
	}
	if err != nil {
		return err
	}
	defer e.Close()
	ref, err := oracle.New([]ensemble.Kind{k}, members, oracle.Options{})
	if err != nil {
		return err
	}
	defer ref.Close()
	if f == model.Resuming { // a state that was read is one to continue from
		if err := resumed(e); err != nil {
			return err
		}
		if err := ref.Step(2); err != nil {
			return err
		}
	}
	var got model.Snapshot
	if err := errors.Join(e.Step(4), ref.Step(4), e.Finish(), e.Read(0, &got)); err != nil {
		return err
	}
	now, off, size := ref.State(0), 0., 0.
	for i := range got.Velocity {
		v := model.Vec3{float64(got.Velocity[i][0]), float64(got.Velocity[i][1]), float64(got.Velocity[i][2])}
		off, size = max(off, v.Sub(now.Velocity[i]).Len()), max(size, now.Velocity[i].Sub(start.Velocity[i]).Len())
	}
	if !(off <= stepTolerance*size) || math.IsNaN(size) {
		return fmt.Errorf("velocities are %.2g m/s off those of the reference, the largest change of which is %.2g m/s", off, size)
	}
	return nil
}

// resumed steps members, and puts each back to the state that it had then.
func resumed(e ensemble.Engine) error {
	states := make([]model.Snapshot, 2)
	if err := errors.Join(e.Step(2), e.Read(0, &states[0]), e.Read(1, &states[1]), e.Step(3)); err != nil {
		return err
	}
	return e.Reset([]bool{true, true}, func(i int) *model.State { return states[i].State() })
}

// stirred is a state in which masses are off their places and move, so that all acts.
func stirred(m *model.Model) *model.State {
	numbers := random.Stream(7)
	s := m.Start()
	for k := range s.Position {
		for axis := range 3 {
			if m.PinOf(k)>>axis&1 == 0 {
				s.Position[k][axis] += 1e-3 * numbers.Signed()
				s.Velocity[k][axis] = 0.1 * numbers.Signed()
			}
		}
	}
	return s
}

// docs/physics.md has the table of ensembles, which make generate writes.
func TestSupportOfMembersIsDocumented(t *testing.T) {
	var b strings.Builder
	b.WriteString("| feature |")
	for _, name := range model.EnsembleNames() {
		fmt.Fprintf(&b, " `%s` |", name)
	}
	b.WriteString("\n|---|---|---|\n")
	var rows supportRows
	row := func(feature string, level func(name string) model.Level) {
		var cells strings.Builder
		for _, name := range model.EnsembleNames() {
			fmt.Fprintf(&cells, " %v |", level(name))
		}
		rows.add(feature, cells.String())
	}
	for _, f := range model.Features() {
		row(f.String(), func(name string) (most model.Level) {
			for _, i := range model.Solvers() {
				most = max(most, model.Support(f, i, name, model.Single))
			}
			return most
		})
	}
	for _, i := range model.Solvers() {
		row("the solver `"+i.String()+"`", func(name string) model.Level { return model.Support(model.PlainSprings, i, name, model.Single) })
	}
	for _, p := range []model.Precision{model.Compensated, model.Double} {
		row("precision "+p.String(), func(name string) model.Level {
			return model.Support(model.PlainSprings, model.SymplecticEuler, name, p)
		})
	}
	holdTable(t, "members", b.String()+rows.String())
}
