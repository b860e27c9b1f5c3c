package inelastic_test

import (
	"math"
	"strings"
	"testing"

	"hooke/model/inelastic"
	"hooke/must"
)

func table(numbers ...float64) (t inelastic.Table) {
	var points []inelastic.Point
	for i := 0; i < len(numbers); i += 2 {
		points = append(points, inelastic.Point{Strain: numbers[i], Force: numbers[i+1]})
	}
	return inelastic.TableOf(points...)
}

// Forces, energies and slopes of tables by hand: inside, at points and beyond them.
func TestTablesByHand(t *testing.T) {
	bent, odd, off := table(-0.5, -1, 0, 0, 0.5, 4, 1, 2), table(0, 0, 0.5, 1, 1, 5), table(0.5, 1, 1, 5)
	for _, c := range []struct {
		of                    inelastic.Table
		strain, force, energy float64
	}{
		{bent, 0, 0, 0}, {bent, 0.25, 2, 0.25}, {bent, 0.5, 4, 1}, {bent, 0.75, 3, 1.875}, {bent, 1, 2, 2.5}, {bent, 1.5, 0, 3}, {bent, 2, -2, 2.5},
		{bent, -0.25, -0.5, 0.0625}, {bent, -1, -2, 1},
		{odd, 0.25, 0.5, 0.0625}, {odd, 0.75, 3, 0.75}, {odd, 1.5, 9, 0.25 + 5}, {odd, -0.75, -3, 0.75}, {odd, -1.5, -9, 5.25},
		{off, 0.25, 0.5, 0.0625}, {off, -0.75, -3, 0.75}, {off, 1.5, 9, 5.25},
	} {
		if f, e := c.of.Force(c.strain), c.of.Energy(c.strain); math.Abs(f-c.force) > 1e-15 || math.Abs(e-c.energy) > 1e-15 {
			t.Errorf("%v at %g: %g N and %g J/m, want %g and %g", c.of.Points[:c.of.Count], c.strain, f, e, c.force, c.energy)
		}
	}
	must.Be(t, bent.Steepest(), 8, "the steepest slope")
	must.Be(t, odd.Steepest(), 8, "the steepest slope of an odd table")
	falling := table(0, 0, 1, 1, 1.125, -1)
	must.Be(t, falling.Steepest(), 16, "the steepest slope, which falls")
	must.Be(t, odd.Slope(-0.75), 8, "the slope in compression")
	twice := odd.Times(2)
	must.Be(t, twice.Force(0.75), 6, "the force of a table of twice the forces")
}

// Tables that describe no spring are faults that say so.
func TestFaultsOfTables(t *testing.T) {
	for words, of := range map[string]inelastic.Table{
		"has 1 points":          table(0.1, 1),
		"must be finite":        table(0, 0, math.NaN(), 1),
		"(1, +Inf N)":           table(0, 0, 1, math.Inf(1)),
		"the strain 1 after 1":  table(0, 0, 1, 1, 1, 2),
		"the strain 1 after 2":  table(0, 0, 2, 1, 1, 2),
		"has no force":          table(0, 0, 1, 0),
		"a slope of +Inf N":     table(0, 0, 1e-320, 1),
		"0.5 N at the strain 0": table(-1, -1, 1, 2),
		"3 N at the strain 0":   table(0, 3, 1, 4),
	} {
		law := inelastic.Law{Table: of}
		if faults := law.Faults(); len(faults) != 1 || !strings.Contains(faults[0], words) {
			t.Errorf("%v: %q, want %q", of.Points[:of.Count], faults, words)
		}
	}
	for _, law := range []inelastic.Law{{YieldForce: 1}, {CreepHalfLife: 1}} {
		if law.Table = table(0, 0, 1, 1); len(law.Faults()) != 1 {
			t.Errorf("%+v: %q", law, law.Faults())
		}
	}
	if law := (inelastic.Law{TearStrain: 1, DamageStrain: 0.5, Table: table(0.1, 1, 1, 1)}); len(law.Faults()) > 0 {
		t.Errorf("%q", law.Faults())
	}
}
