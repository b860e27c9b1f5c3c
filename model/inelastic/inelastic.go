// Package inelastic describes springs that are more than k and c: their force follows a table, or
// they change for good, since they tear, weaken, yield or creep. It holds numbers only.
package inelastic

import (
	"fmt"
	"math"
)

// Law holds the limits of the springs of a material. ε = (L − L0)/L0 is the strain of a spring of
// length L, with L0 as actuators make it; f is its elastic force, without the damper. The zero
// value changes no spring.
//
//   - Tearing: a spring tears once ε reaches TearStrain, or f reaches TearForce. From DamageStrain
//     to TearStrain its damage D grows from 0 to 1, so that the force falls on a straight line.
//   - Yielding: a force beyond Y = YieldForce + Hardening · (sum of plastic stretch) changes the
//     rest length until the force is Y.
//   - Creep: at constant length the force halves every CreepHalfLife.
//
// A table of forces takes the place of a stiffness. Its springs may tear and lose stiffness: then
// the share 1 − D of the force remains.
type Law struct {
	TearStrain   float64 // ε1 > 0; zero: no strain tears
	TearForce    float64 // [N], > 0; zero: no force tears
	DamageStrain float64 // ε0 in (0, TearStrain]; zero means TearStrain: brittle
	TearDelay    float64 // steps in a row that a brittle spring withstands beyond its limit; a whole number
	LimitPerMass bool    // at most one spring of a mass tears in a step: the longest, if it is the longest of both ends

	YieldStrain float64 // Y = k YieldStrain L0 instead of YieldForce; zero: not given
	YieldForce  float64 // [N]; zero: springs do not yield
	Hardening   float64 // H [N/m], >= 0

	CreepHalfLife float64 // [s]; zero: springs do not creep

	Table Table `fingerprint:"set"` // of the elastic force; the zero value: k says it
}

// Tears reports whether springs can tear.
func (l *Law) Tears() bool { return l.TearStrain != 0 || l.TearForce != 0 }

// Flows reports whether rest lengths can change: by yielding or creep.
func (l *Law) Flows() bool { return l.YieldStrain != 0 || l.YieldForce != 0 || l.CreepHalfLife != 0 }

// Changes reports whether springs can change at all.
func (l *Law) Changes() bool { return l.Tears() || l.Flows() }

// There reports whether springs can change, or have a table.
func (l *Law) There() bool { return l.Changes() || l.Table.There() }

// Onset returns ε0, the strain at which damage begins; +Inf if no strain damages.
func (l *Law) Onset() float64 {
	switch {
	case l.TearStrain == 0:
		return math.Inf(1)
	case l.DamageStrain == 0:
		return l.TearStrain
	}
	return l.DamageStrain
}

// Faults returns a sentence for each fault in the combination of the numbers.
func (l *Law) Faults() (out []string) {
	fault := func(wrong bool, words string, args ...any) {
		if wrong {
			out = append(out, fmt.Sprintf(words, args...))
		}
	}
	fault(l.TearStrain != 0 && l.TearForce != 0, "tear strain and tear force are both given; give one of the two")
	fault(l.DamageStrain != 0 && l.TearStrain == 0, "a damage strain needs a tear strain, at which the spring tears; give one")
	fault(l.DamageStrain > l.TearStrain && l.TearStrain != 0, "damage strain is %g and tear strain %g; damage begins at or before the tear", l.DamageStrain, l.TearStrain)
	fault(l.TearDelay != 0 && !l.Tears(), "a tear delay needs a tear strain or tear force; give one")
	fault(l.LimitPerMass && !l.Tears(), "a limit of tears per mass needs a tear strain or tear force; give one")
	fault(l.TearDelay != math.Trunc(l.TearDelay), "tear delay is %g steps; it must be a whole number", l.TearDelay)
	fault(l.TearDelay != 0 && l.DamageStrain != 0 && l.DamageStrain != l.TearStrain, "a tear delay is for brittle springs, and a damage strain makes them tear gradually; give one of the two")
	fault(l.YieldStrain != 0 && l.YieldForce != 0, "yield strain and yield force are both given; give one of the two")
	fault(l.Hardening != 0 && l.YieldStrain == 0 && l.YieldForce == 0, "hardening needs a yield strain or yield force; give one")
	if l.Table.There() {
		words := l.Table.fault()
		fault(words != "", "%s", words)
		fault(l.Flows(), "springs with a force table do not yield or creep; give a stiffness in place of the table")
	}
	return out
}

// Change holds the present rest length and the damage of a spring. It takes 32 bytes.
type Change struct {
	RestLength float64 // Lp now, without actuators [m]
	Plastic    float64 // sum of the plastic stretch in either direction [m]
	Damage     float64 // D in [0, 1]; 1: the spring is torn
	Beyond     float64 // steps in a row beyond the limit of a brittle spring with a delay
}

// Torn reports whether the spring no longer exerts a force.
func (c *Change) Torn() bool { return c.Damage >= 1 }

// Least and Largest bound the rest length of a spring, as shares of that at the start.
const (
	Least   = 0.1
	Largest = 10
)

// Fault returns a sentence if it cannot be the change of a spring of a rest length at the start
// [m], else the empty string.
func (c *Change) Fault(restLength float64) string {
	switch {
	case !(c.RestLength >= Least*restLength*(1-1e-6) && c.RestLength <= Largest*restLength*(1+1e-6)):
		return fmt.Sprintf("its rest length is %g m; it must be from %g to %g times %g m", c.RestLength, Least, float64(Largest), restLength)
	case !(c.Plastic >= 0) || math.IsInf(c.Plastic, 1):
		return fmt.Sprintf("its plastic stretch is %g m; it must not be negative", c.Plastic)
	case !(c.Damage >= 0 && c.Damage <= 1):
		return fmt.Sprintf("its damage is %g; it must be from 0 to 1", c.Damage)
	case !(c.Beyond >= 0) || math.IsInf(c.Beyond, 1):
		return fmt.Sprintf("it has been %g steps beyond its limit; the number must not be negative", c.Beyond)
	}
	return ""
}

// Torn returns the number of torn springs.
func Torn(changes []Change) (count int) {
	for s := range changes {
		if changes[s].Torn() {
			count++
		}
	}
	return count
}

// PerChange is the number of numbers of a change.
const PerChange = 4

// Names returns the names of the numbers of a change in files.
func Names() [PerChange]string {
	return [...]string{"rest_length", "plastic_stretch", "damage", "steps_beyond"}
}

// Numbers returns the numbers of all changes, to save them.
func Numbers(changes []Change) []float64 {
	out := make([]float64, 0, PerChange*len(changes))
	for _, c := range changes {
		out = append(out, c.RestLength, c.Plastic, c.Damage, c.Beyond)
	}
	return out
}

// SetNumbers is the inverse of Numbers.
func SetNumbers(changes []Change, from []float64) {
	for s := range changes {
		at := from[PerChange*s:]
		changes[s] = Change{RestLength: at[0], Plastic: at[1], Damage: at[2], Beyond: at[3]}
	}
}
