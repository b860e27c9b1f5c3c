package play

import (
	"fmt"
	"slices"

	"hooke/files/npy"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/run/export"
)

// tears holds the springs that tear in a trajectory. The zero value has none.
type tears struct {
	spring []uint32
	frame  []int64 // first one in which the spring is torn; they ascend
}

// at returns the springs that are torn in frame k, in the order in which they tore.
func (t *tears) at(k int) []uint32 {
	count, _ := slices.BinarySearch(t.frame, int64(k)+1)
	return t.spring[:count]
}

// tearsOf returns the torn springs of a file; an array without data is not there.
func tearsOf(springs, firsts npy.Array, frames int) (t tears, err error) {
	if springs.Data == nil && firsts.Data == nil {
		return t, nil
	}
	var numbered, dated bool
	t.spring, numbered = springs.Data.([]uint32)
	t.frame, dated = firsts.Data.([]int64)
	if !numbered || !dated || len(t.spring) != len(t.frame) || len(springs.Shape) != 1 || len(firsts.Shape) != 1 {
		return tears{}, fmt.Errorf("arrays %q and %q have the shapes %v of %T and %v of %T; they must be uint32 and int64 of the same length",
			export.TornSpring, export.TornFrame, springs.Shape, springs.Data, firsts.Shape, firsts.Data)
	}
	last := int64(0)
	for i, frame := range t.frame {
		if frame < last || frame >= int64(frames) {
			return tears{}, fmt.Errorf("array %q has frame %d after %d; the %d frames must ascend", export.TornFrame, frame, last, frames)
		}
		last = t.frame[i]
	}
	return t, nil
}

// Changes returns the changes of a model's springs of which some are torn, in an array that begins
// with into. It is empty for a model whose springs cannot tear and no torn springs.
func Changes(into []inelastic.Change, m *model.Model, torn []uint32) ([]inelastic.Change, error) {
	into = into[:0]
	if len(torn) == 0 {
		return into, nil
	}
	into = append(into, m.Unchanged()...)
	for _, s := range torn {
		if int64(s) >= int64(len(into)) {
			return into[:0], fmt.Errorf("it has spring %d torn; the structure has %d springs that can change: name the structure of the trajectory with --of", s, len(into))
		}
		if _, _, material := m.Spring(int(s)); !m.Materials[material].Inelastic.Tears() {
			return into[:0], fmt.Errorf("it has spring %d torn, of the material %q that does not tear: name the structure of the trajectory with --of", s, m.Materials[material].Name)
		}
		into[s].Damage = 1
	}
	return into, nil
}
