package play_test

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"hooke/files/npy"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/must"
	"hooke/physics/measure"
	"hooke/run/export"
	"hooke/run/play"
	"hooke/scene"
	"hooke/scene/open"
)

// The state of a final.npz keeps its torn springs for pictures.
func TestStateHasTornSprings(t *testing.T) {
	s := must.Get(open.Scene("storm", scene.Options{Size: [3]int{11, 16}}))(t)
	state := s.Start.Clone()
	state.Changes = s.Model.Unchanged()
	state.Changes[7].Damage = 1
	path := filepath.Join(t.TempDir(), "final.npz")
	must.Do(t, export.WriteFinal64(path, state))
	record := must.Get(play.OpenState(s, path))(t)
	defer record.Close()
	frame := export.Frame{Snapshot: model.Snapshot{}}
	must.Do(t, record.Read(0, &frame))
	must.Hold(t, inelastic.Torn(frame.Changes) == 1 && frame.Changes[7].Torn(), "%d springs are torn", inelastic.Torn(frame.Changes))
}

// brittle is a rope of three masses whose springs tear, or not.
func brittle(tears bool) *scene.Scene {
	s := rope()
	s.Model.Materials = slices.Clone(s.Model.Materials)
	if tears {
		s.Model.Materials[1].Inelastic.TearStrain = 0.1
	}
	return s
}

// tearing writes four frames of that rope, in which its springs tear in frames 1 and 3. A run that stops after a
// number of frames, whose file went on to the end, writes the rest again; 0: it does not stop.
func tearing(t *testing.T, s *scene.Scene, stop int) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "trajectory.npz")
	var settled *export.SeriesProgress
	write := func(from int, at *export.SeriesProgress) {
		out := must.Get(export.CreateTrajectoryNPZ(path, export.ShapeOf(s.Model), nil, nil, export.Numbers{}, at))(t)
		for k := from; k < 4; k++ {
			var f export.Frame
			f.Resize(3)
			f.Step, f.Changes = int64(k), s.Model.Unchanged()
			if len(f.Changes) > 0 && k >= 1 {
				f.Changes[1].Damage, f.Changes[0].Damage = 1, 0.5
			}
			if len(f.Changes) > 0 && k >= 3 {
				f.Changes[0].Damage = 1
			}
			must.Do(t, out.Frame(&f))
			if k+1 == stop && at == nil {
				now := must.Get(out.Settle())(t)
				settled = &now
			}
		}
		must.Do(t, out.Close())
	}
	write(0, nil)
	if stop > 0 {
		write(stop, settled)
	}
	return path
}

// A trajectory holds in which frame each spring tore, in any order of reading, and a trajectory of a structure that
// cannot tear lacks these arrays.
func TestTrajectoryHoldsTornSprings(t *testing.T) {
	for stop := range 4 {
		holdsTears(t, tearing(t, brittle(true), stop))
	}
	for _, a := range must.Get(npy.ReadArchive(tearing(t, brittle(false), 0)))(t) {
		must.Hold(t, a.Name != export.TornSpring && a.Name != export.TornFrame, "a structure that cannot tear has the array %q", a.Name)
	}
}

// holdsTears tests that the springs of the file of tearing are torn in their frames.
func holdsTears(t *testing.T, path string) {
	t.Helper()
	x := must.Open(play.OpenTape(brittle(true), path))(t)
	var f export.Frame
	want := [][]bool{{false, false}, {false, true}, {false, true}, {true, true}}
	for _, k := range []int{3, 0, 2, 1} {
		must.Do(t, x.Read(k, &f))
		for i, torn := range want[k] {
			if got := len(f.Changes) > 0 && f.Changes[i].Torn(); got != torn {
				t.Errorf("frame %d: spring %d is torn: %t, want %t", k, i, got, torn)
			}
		}
		must.Do(t, x.Scene.Model.ValidateState(f.State()))
	}
	k := 0
	must.Do(t, play.Read(path, func(_ *model.Snapshot, changed play.Changed) error {
		must.BeAll(t, changed.Torn, [][]uint32{{}, {1}, {1}, {1, 0}}[k], "torn springs")
		k++
		return nil
	}))
}

// A file with damaged arrays of torn springs is refused by both readers, and one of another structure by name.
func TestTornSpringsOfAFileAreChecked(t *testing.T) {
	frames := npy.Array{Name: "positions", Shape: []int{4, 3, 3}, Data: make([]float32, 36)}
	for name, c := range map[string]struct {
		spring, frame any
		says          string
	}{
		"no frames":        {[]uint32{1}, nil, "of the same length"},
		"other lengths":    {[]uint32{1}, []int64{1, 2}, "of the same length"},
		"another type":     {[]int64{1}, []int64{1}, "of the same length"},
		"beyond the end":   {[]uint32{1}, []int64{4}, "must ascend"},
		"before the start": {[]uint32{1}, []int64{-1}, "must ascend"},
		"descending":       {[]uint32{1, 0}, []int64{2, 1}, "must ascend"},
		"no such spring":   {[]uint32{2}, []int64{1}, "spring 2 torn; the structure has 2 springs"},
		"a huge spring":    {[]uint32{1<<32 - 1}, []int64{3}, "spring 4294967295"},
	} {
		path := filepath.Join(t.TempDir(), "a.npz")
		arrays := []npy.Array{frames}
		if c.spring != nil {
			arrays = append(arrays, npy.Numbers(export.TornSpring, c.spring, lengthOf(c.spring)))
		}
		if c.frame != nil {
			arrays = append(arrays, npy.Numbers(export.TornFrame, c.frame, lengthOf(c.frame)))
		}
		must.Do(t, npy.WriteArchive(path, arrays...))
		must.Say(t, name, must.Err(play.OpenTape(brittle(true), path)), c.says)
		if err := play.Read(path, func(_ *model.Snapshot, changed play.Changed) error {
			_, err := play.Changes(nil, brittle(true).Model, changed)
			return err
		}); name != "no such spring" && name != "a huge spring" || err == nil {
			must.Say(t, name, err, c.says)
		}
	}
	must.Say(t, "springs that do not tear", must.Err(play.OpenTape(brittle(false), tearing(t, brittle(true), 0))), "the structure has 0 springs that can change")
	free := must.Open(play.OpenTape(nil, tearing(t, brittle(true), 0)))(t)
	var f export.Frame
	must.Do(t, free.Read(3, &f))
	must.Hold(t, len(f.Changes) == 0, "free masses have %d changes", len(f.Changes))
}

func lengthOf(of any) int {
	switch of := of.(type) {
	case []uint32:
		return len(of)
	case []int64:
		return len(of)
	}
	return 0
}

// A trajectory of some of the masses counts torn springs among those between them.
func TestTrajectoryOfAPartHoldsTornSprings(t *testing.T) {
	s, masses := brittle(true), []uint32{1, 2}
	path := filepath.Join(t.TempDir(), "trajectory.npz")
	part := export.PartOf(s.Model, masses, s.Params)
	out := export.OfPart(must.Get(export.CreateTrajectoryNPZ(path, export.ShapeOf(part), masses, nil, export.Numbers{}, nil))(t), s.Model, masses)
	var f export.Frame
	f.Resize(3)
	f.Changes = s.Model.Unchanged()
	f.Changes[1].Damage = 1
	must.Do(t, out.Frame(&f))
	must.Do(t, out.Close())
	x := must.Open(play.OpenTape(s, path))(t)
	must.Do(t, x.Read(0, &f))
	must.Hold(t, len(f.Changes) == 1 && f.Changes[0].Torn(), "its springs are %v, want one torn", f.Changes)
}

// A trajectory holds the rest lengths and the damage of springs frame by frame, also where a run goes on, so that
// pictures show the strain of the law: (L − Lp)/Lp. A structure whose springs keep theirs has no such arrays.
func TestTrajectoryHoldsRestLengths(t *testing.T) {
	soft := func() *scene.Scene {
		s := brittle(true)
		s.Model.Materials[1].Inelastic = inelastic.Law{YieldStrain: 0.05, DamageStrain: 0.1, TearStrain: 0.5}
		return s
	}
	s, path := soft(), filepath.Join(t.TempDir(), "trajectory.npz")
	l0 := s.Model.RestLength[0]
	want := [][]inelastic.Change{{{RestLength: l0}, {RestLength: l0}}, {{RestLength: 1.1 * l0}, {RestLength: l0, Damage: 0.25}},
		{{RestLength: 1.1 * l0}, {RestLength: l0, Damage: 1}}, {{RestLength: 0.9 * l0}, {RestLength: l0, Damage: 1}}}
	for stop := range 4 {
		var settled *export.SeriesProgress
		for from := 0; from < 4; from = max(stop, 1) {
			out := must.Get(export.CreateTrajectoryNPZ(path, export.ShapeOf(s.Model), nil, nil, export.Numbers{}, settled))(t)
			again := settled != nil
			for k := from; k < 4; k++ {
				var f export.Frame
				f.Resize(3)
				f.Changes = want[k]
				must.Do(t, out.Frame(&f))
				if k+1 == stop && !again {
					now := must.Get(out.Settle())(t)
					settled = &now
				}
			}
			must.Do(t, out.Close())
			if again || settled == nil {
				break
			}
		}
		x := must.Open(play.OpenTape(soft(), path))(t)
		springs := measure.Of(x.Scene.Model, x.Scene.Params)
		for _, k := range []int{3, 0, 2, 1} {
			var f export.Frame
			must.Do(t, x.Read(k, &f))
			for i, c := range want[k] {
				got := inelastic.Change{RestLength: l0}
				if len(f.Changes) > 0 {
					got = f.Changes[i]
				}
				must.Hold(t, got.Torn() == c.Torn() && (c.Torn() || got == c), "after %d frames, frame %d: spring %d is %+v, want %+v", stop, k, i, got, c)
			}
			f.Position = [][3]float32{{}, {3}, {6}}
			if strain, now := springs.InSnapshot(&f.Snapshot, 0, nil).Strain, (3-want[k][0].RestLength)/want[k][0].RestLength; math.Abs(strain-now) > 1e-12 {
				t.Errorf("frame %d: the strain shown is %g, want %g", k, strain, now)
			}
		}
	}
	for _, a := range must.Get(npy.ReadArchive(tearing(t, brittle(true), 0)))(t) {
		must.Hold(t, a.Name != export.ChangedSpring, "a structure that is brittle has the array %q", a.Name)
	}
}
