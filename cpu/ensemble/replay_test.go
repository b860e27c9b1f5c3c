package ensemble_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"hooke/control"
	cpu "hooke/cpu/ensemble"
	"hooke/engine"
	"hooke/lab/ensemble"
	"hooke/lab/ensemble/ensembletest"
	"hooke/model"
	"hooke/must"
)

// E5 with control: a member that diverges ends alone. The others, and their loops, have the bits that they have beside a sane one.
func TestOneControlledDiverges(t *testing.T) {
	k := ensembletest.Steered(t)
	for _, layout := range []string{"", "lone"} {
		sane := ensembletest.Minds(t, k, 20)
		mad := append([]ensemble.Member(nil), sane...)
		mad[13].Values = append([]float64(nil), mad[13].Values...)
		mad[13].Values[0] *= 1000
		e, want := made(t, k, mad, cpu.Options{Layout: layout}), made(t, k, sane, cpu.Options{Layout: layout})
		for _, n := range []int{7, 38, 25} {
			ensembletest.Step(t, n, e, want)
		}
		for i, s := range ensembletest.StatusOf(t, e) {
			if i == 13 && s.Ended != ensemble.Diverged {
				t.Errorf("%q: the member of too large k has the status %+v", layout, s)
			}
			if i != 13 && (s != ensemble.Status{} || ensembletest.Sum(t, e, i) != ensembletest.Sum(t, want, i)) {
				t.Errorf("%q: member %d differs beside one that diverged: %+v", layout, i, s)
			}
		}
	}
}

// The actions of the controllers of a member, as inputs.npz of a run of its values alone has them, replay the
// member: alone, and in an ensemble beside members that diverge or end. The record of another member does
// not.
func TestMembersReplay(t *testing.T) {
	const steps = 70
	k := ensembletest.Steered(t)
	k.Control.Sensors = append(k.Control.Sensors, control.Sensor{Name: "strained", What: control.Force, Actuator: 4}) // members have engines of their own
	members := ensembletest.Minds(t, k, 9)
	members[3].Values = append([]float64(nil), members[3].Values...)
	members[3].Values[0] *= 1000
	e := made(t, k, members, cpu.Options{})
	for _, n := range []int{1, 9, 25, steps - 35} {
		ensembletest.Step(t, n, e)
	}
	settled, err := ensemble.Settle([]ensemble.Kind{k}, members)
	must.Do(t, err)
	var records [9]*control.Recording
	for _, i := range []int{2, 7} {
		of := settled[0].Steered(members[i].Values)
		for s := range of.Sensors {
			of.Sensors[s].Seed ^= members[i].Seed
		}
		want := placesOf(ensembletest.Read(t, e, i))
		got, record := controlledAlone(t, settled[0], members[i], of, steps)
		must.Be(t, got, want, "member %d differs from its run alone", i)
		path := filepath.Join(t.TempDir(), "inputs.npz")
		must.Do(t, record.Write(path))
		if of.Replay, err = control.ReadRecording(path); err != nil {
			t.Fatal(err)
		}
		records[i] = of.Replay
		if got, _ := controlledAlone(t, settled[0], members[i], of, steps); got != want {
			t.Errorf("member %d: a run of its inputs differs", i)
		}
		replayed := k
		replayed.Control = of
		among := made(t, replayed, members, cpu.Options{})
		ensembletest.Step(t, steps, among)
		must.Be(t, placesOf(ensembletest.Read(t, among, i)), want, "member %d: the inputs that it had replay another one in an ensemble", i)
		if i == 7 {
			of.Replay = records[2]
			if got, _ := controlledAlone(t, settled[0], members[i], of, steps); got == want {
				t.Error("the inputs of another member change nothing")
			}
		}
	}
}

// placesOf are the places and velocities of a state, to the last bit.
func placesOf(at *model.Snapshot) string { return fmt.Sprint(at.Position, at.Velocity) }

// controlledAlone runs a member alone by the engine cpu, and returns its end and the actions of its controllers.
func controlledAlone(t *testing.T, k ensemble.Kind, member ensemble.Member, of *control.Spec, steps int) (places string, r *control.Recording) {
	t.Helper()
	m, p := k.Written(member.Values)
	e, err := engine.New("cpu", m, p, ensembletest.Single(member.Start, of))
	must.Do(t, err)
	defer e.Close()
	var at model.Snapshot
	must.Do(t, errors.Join(e.Step(steps), e.Read(&at)))
	if r, err = control.Of(e).Recording(); err != nil {
		t.Fatal(err)
	}
	return placesOf(&at), r
}
