package play

import (
	"fmt"
	"slices"

	"hooke/files/npy"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/run/export"
)

// Changed are the springs that have changed up to a frame of a trajectory, in the order of their changes. The zero value
// has none. The caller must not write to it.
type Changed struct {
	Torn   []uint32
	Spring []uint32  // that yielded, crept or weakened; the last row of a spring counts
	Rest   []float64 // its rest length [m]
	Damage []float64
}

// changes holds the springs that change in a trajectory. The zero value has none.
type changes struct {
	all                  Changed
	tornFrame, rowsFrame []int64 // that has each change first; they ascend
}

// at returns the springs that have changed up to frame k.
func (t *changes) at(k int) Changed {
	torn, _ := slices.BinarySearch(t.tornFrame, int64(k)+1)
	rows, _ := slices.BinarySearch(t.rowsFrame, int64(k)+1)
	return Changed{t.all.Torn[:torn], t.all.Spring[:rows], t.all.Rest[:rows], t.all.Damage[:rows]}
}

// changeArrays are the names of the arrays of changesOf.
var changeArrays = []string{export.TornSpring, export.TornFrame, export.ChangedSpring, export.ChangedFrame, export.ChangedRest, export.ChangedDamage}

// changesOf returns the changes of a file, given its arrays by name; those that it lacks have none.
func changesOf(arrays map[string]npy.Array, frames int) (t changes, err error) {
	if t.all.Torn, t.tornFrame, err = datedSprings(arrays, export.TornSpring, export.TornFrame, frames); err != nil {
		return changes{}, err
	}
	if t.all.Spring, t.rowsFrame, err = datedSprings(arrays, export.ChangedSpring, export.ChangedFrame, frames); err != nil {
		return changes{}, err
	}
	for name, to := range map[string]*[]float64{export.ChangedRest: &t.all.Rest, export.ChangedDamage: &t.all.Damage} {
		a, ok := arrays[name], false
		if *to, ok = a.Data.([]float64); !ok && a.Data != nil || len(*to) != len(t.all.Spring) || a.Data != nil && len(a.Shape) != 1 {
			return changes{}, fmt.Errorf("array %q has the shape %v of %T; it must be float64, one for each of the %d of %q", name, a.Shape, a.Data, len(t.all.Spring), export.ChangedSpring)
		}
	}
	return t, nil
}

// datedSprings returns numbers of springs and the frames from which on they count; an array without data is not there.
func datedSprings(arrays map[string]npy.Array, ofSprings, ofFrames string, frames int) (spring []uint32, frame []int64, err error) {
	springs, firsts := arrays[ofSprings], arrays[ofFrames]
	if springs.Data == nil && firsts.Data == nil {
		return nil, nil, nil
	}
	spring, numbered := springs.Data.([]uint32)
	frame, dated := firsts.Data.([]int64)
	if !numbered || !dated || len(spring) != len(frame) || len(springs.Shape) != 1 || len(firsts.Shape) != 1 {
		return nil, nil, fmt.Errorf("arrays %q and %q have the shapes %v of %T and %v of %T; they must be uint32 and int64 of the same length",
			ofSprings, ofFrames, springs.Shape, springs.Data, firsts.Shape, firsts.Data)
	}
	last := int64(0)
	for i, k := range frame {
		if k < last || k >= int64(frames) {
			return nil, nil, fmt.Errorf("array %q has frame %d after %d; the %d frames must ascend", ofFrames, k, last, frames)
		}
		last = frame[i]
	}
	return spring, frame, nil
}

// Changes returns the changes of a model's springs, in an array that begins with into. It is empty for a
// trajectory without changes.
func Changes(into []inelastic.Change, m *model.Model, of Changed) ([]inelastic.Change, error) {
	into = into[:0]
	if len(of.Torn)+len(of.Spring) == 0 {
		return into, nil
	}
	into = append(into, m.Unchanged()...)
	law := func(s uint32, is string) (*inelastic.Law, float64, string, error) {
		if int64(s) >= int64(len(into)) {
			return nil, 0, "", fmt.Errorf("it has spring %d %s; the structure has %d springs that can change: name the structure of the trajectory with --of", s, is, len(into))
		}
		_, rest, material := m.Spring(int(s))
		return &m.Materials[material].Inelastic, rest, m.Materials[material].Name, nil
	}
	for k, s := range of.Spring {
		law, rest, name, err := law(s, "changed")
		if err != nil {
			return into[:0], err
		}
		if !law.Changes() {
			return into[:0], fmt.Errorf("it has spring %d changed, of the material %q that does not change: name the structure of the trajectory with --of", s, name)
		}
		into[s].RestLength, into[s].Damage = of.Rest[k], of.Damage[k]
		if fault := into[s].Fault(rest); fault != "" {
			return into[:0], fmt.Errorf("of spring %d: %s: name the structure of the trajectory with --of", s, fault)
		}
	}
	for _, s := range of.Torn {
		law, _, name, err := law(s, "torn")
		if err != nil {
			return into[:0], err
		}
		if !law.Tears() {
			return into[:0], fmt.Errorf("it has spring %d torn, of the material %q that does not tear: name the structure of the trajectory with --of", s, name)
		}
		into[s].Damage = 1
	}
	return into, nil
}
