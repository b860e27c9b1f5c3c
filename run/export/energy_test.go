package export

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/files/safefile/filetest"
	"hooke/machine/memory/memorytest"
	"hooke/model"
	"hooke/must"
)

func TestEnergyCSV(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "energy.csv")
	table := must.Get(CreateEnergyCSV(path, false, false, false))(t)
	for _, row := range []struct {
		step   int64
		time   float64
		energy model.Energy
	}{
		{0, 0, model.Energy{Gravitational: -2.5}},
		{1_000_000_000_000, 0.1, model.Energy{Kinetic: 1, Gravitational: -2.5, Elastic: 0.25, Contact: 1e-9}},
	} {
		must.Do(t, table.Row(row.step, row.time, model.Ledger{Now: row.energy}, model.Residual{}))
	}
	must.Do(t, table.Close())
	table.Discard() // after Close: nothing
	want := "step,time_s,kinetic_J,gravitational_J,elastic_J,contact_J,total_J\n" +
		"0,0,0,-2.5,0,0,-2.5\n" +
		"1000000000000,0.1,1,-2.5,0.25,1e-09,-1.249999999\n"
	if got := filetest.Content(t, path); got != want {
		t.Errorf("the table is\n%s, want\n%s", got, want)
	}
}

func TestLedgerCSV(t *testing.T) {
	path := filepath.Join(t.TempDir(), "energy.csv")
	table := must.Get(CreateEnergyCSV(path, true, false, false))(t)
	must.Do(t, table.Row(7, 0.5, model.Ledger{
		Start: model.Energy{Kinetic: 100, Gravitational: 4}, Now: model.Energy{Kinetic: 64, Gravitational: 2},
		Flows: model.Flows{Damping: 1, ContactDamping: 2, Drag: 4, Friction: 8, Actuators: -16, External: 3, Constraints: -10},
	}, model.Residual{}))
	must.Do(t, table.Close())
	// 66 − 104 gained, 15 dissipated, −23 of work.
	want := "step,time_s,kinetic_J,gravitational_J,elastic_J,contact_J,total_J," +
		"damping_J,contact_damping_J,drag_J,friction_J,actuators_J,external_J,constraints_J,residual_J\n" +
		"7,0.5,64,2,0,0,66,1,2,4,8,-16,3,-10,0\n"
	if got := filetest.Content(t, path); got != want {
		t.Errorf("the table is\n%s, want\n%s", got, want)
	}
}

func TestEnergyCSVDiscarded(t *testing.T) {
	folder := t.TempDir()
	table := must.Get(CreateEnergyCSV(filepath.Join(folder, "energy.csv"), true, false, false))(t)
	must.Do(t, table.Row(1, 0.1, model.Ledger{}, model.Residual{}))
	table.Discard()
	if got := filetest.Names(t, folder); got != "" {
		t.Errorf("the folder holds %q, want nothing", got)
	}
}

// A row costs no memory: a run may sample every step.
func TestEnergyRowAllocatesNothing(t *testing.T) {
	table := must.Get(CreateEnergyCSV(filepath.Join(t.TempDir(), "energy.csv"), true, false, false))(t)
	defer table.Discard()
	energy := model.Ledger{Now: model.Energy{Kinetic: 1.0 / 3, Gravitational: -1.0 / 3, Elastic: 1e-300, Contact: 2.0 / 3}}
	if got := memorytest.Allocations(100, func() {
		must.Do(t, table.Row(1, 1.0/3, energy, model.Residual{}))
	}); got != 0 {
		t.Errorf("a row makes %g allocations, want 0", got)
	}
}

// The picture of a ledger shows every term of it: each, when it alone is not
// zero, changes the picture beside its entry in the legend.
func TestEnergyPlot(t *testing.T) {
	folder := t.TempDir()
	picture := func(l model.Ledger) string {
		path := filepath.Join(folder, "energy.png")
		samples := []EnergySample{{Time: 0}, {Time: 1, Ledger: l}, {Time: 2, Ledger: l}}
		must.Do(t, WriteEnergyPlot(path, "test", samples))
		return filetest.Content(t, path)
	}
	seen := map[string]int{picture(model.Ledger{}): -1}
	for i, l := range []model.Ledger{
		{Now: model.Energy{Kinetic: 1}}, {Now: model.Energy{Gravitational: 1}}, {Now: model.Energy{Elastic: 1}}, {Now: model.Energy{Contact: 1}},
		{Flows: model.Flows{Damping: 1}}, {Flows: model.Flows{ContactDamping: 1}}, {Flows: model.Flows{Drag: 1}}, {Flows: model.Flows{Friction: 1}},
		{Flows: model.Flows{Actuators: 1}}, {Flows: model.Flows{External: 1}}, {Flows: model.Flows{Constraints: 1}},
	} {
		p := picture(l)
		if other, same := seen[p]; same {
			t.Errorf("the pictures of terms %d and %d are the same", i, other)
		}
		seen[p] = i
	}
	file := must.Get(os.Open(filepath.Join(folder, "energy.png")))(t)
	defer file.Close()
	if img, err := png.Decode(file); err != nil || img.Bounds().Dx() != 1600 || img.Bounds().Dy() != 1300 {
		t.Errorf("the picture is %v, %v", img.Bounds(), err)
	}
	path := filepath.Join(folder, "none.png")
	must.Say(t, "one sample", WriteEnergyPlot(path, "test", make([]EnergySample, 1)), "two samples")
	must.Be(t, filetest.Names(t, folder), "energy.png", "the folder holds")
}

// The table of a solver that divides steps has two more columns, and reads back with its dissipation.
func TestSolverCSV(t *testing.T) {
	for ledger, want := range map[bool]string{
		false: "contact_J,total_J,solver_residual\n3,0.5,64,0,0,0,64,0.25\n",
		true:  "residual_J,solver_J,solver_residual\n3,0.5,64,0,0,0,64,1,0,0,0,0,0,0,-30,6,0.25\n",
	} {
		path := filepath.Join(t.TempDir(), "energy.csv")
		table := must.Get(CreateEnergyCSV(path, ledger, true, false))(t)
		l := model.Ledger{Start: model.Energy{Kinetic: 101}, Now: model.Energy{Kinetic: 64}, Flows: model.Flows{Damping: 1, Solver: 6}}
		must.Do(t, table.Row(3, 0.5, l, model.Residual{Force: 0.25}))
		sample, step, err := ParseEnergyRow(string(table.Rows()))
		if err != nil || step != 3 || ledger && sample.Ledger.Flows != l.Flows || sample.Ledger.Now != l.Now {
			t.Errorf("it reads back as %+v, %v", sample, err)
		}
		must.Do(t, table.Close())
		if got := filetest.Content(t, path); !strings.HasSuffix(got, want) {
			t.Errorf("the table is\n%s, want the end\n%s", got, want)
		}
	}
}
