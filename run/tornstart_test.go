package run_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/engine"
	"hooke/model/inelastic"
	"hooke/must"
	"hooke/run"
	"hooke/run/export"
	"hooke/scene"
	"hooke/scene/open"
)

// A run of a flag that tears tells the number of torn springs, and another one that starts from its
// final.npz has the same ones, in float32 and float64. energy.csv has the energy that they released,
// and the spring cells of ParaView their damage.
func TestStartHasTornSprings(t *testing.T) {
	for _, wide := range []bool{false, true} {
		storm := func() *scene.Scene {
			return must.Get(open.Scene("storm", scene.Options{Size: [3]int{11, 16}}))(t)
		}
		s := storm()
		folder, result := goFar(t, engine.CPURef, s, run.Options{Steps: 700, Float64: wide, Energy: true})
		again := storm()
		must.Do(t, run.StartFrom(again, filepath.Join(folder, "final.npz")))
		torn := inelastic.Torn(again.Start.Changes)
		must.Hold(t, result.Torn != nil && *result.Torn == torn && torn > 10, "%d springs are torn at the start, after a run that says %v", torn, result.Torn)
		rows := strings.Split(strings.TrimSpace(string(must.Get(os.ReadFile(filepath.Join(folder, "energy.csv")))(t))), "\n")
		must.Hold(t, strings.HasSuffix(rows[0], ",fracture_J,plastic_J,dissipated_J"), "the header is %s", rows[0])
		sample, _, err := export.ParseEnergyRow(rows[len(rows)-1])
		must.Do(t, err)
		must.Hold(t, sample.Ledger.Fracture > 0 && sample.Ledger.Fracture == result.Ledger.Fracture, "energy.csv has %g J of fracture, the run %g", sample.Ledger.Fracture, result.Ledger.Fracture)
		frames := must.Get(filepath.Glob(filepath.Join(folder, "vtu", "frame-*.vtu")))(t)
		must.Hold(t, len(frames) > 0 && slices.ContainsFunc(frames, func(f string) bool {
			return strings.Contains(string(must.Get(os.ReadFile(f))(t)), `Name="damage"`)
		}), "no frame of %v has a damage", frames)
		bad := again.Start.Clone()
		bad.Changes[3].Damage = 1.5
		must.Say(t, "", again.Model.ValidateState(bad), "damage is 1.5")
		m := *again.Model
		m.Materials = slices.Clone(m.Materials)
		for i := range m.Materials {
			m.Materials[i].Inelastic = inelastic.Law{}
		}
		must.Say(t, "", m.ValidateState(again.Start), "must tear, yield or creep")
	}
}
