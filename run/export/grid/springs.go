package grid

import (
	"encoding/binary"
	"math"
	"slices"

	"hooke/files/npy"
	"hooke/files/safefile"
	"hooke/machine/panics"
	"hooke/mesh/format/vtk"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/physics/measure"
	"hooke/run/export"
)

// springsOf evaluates the springs of a model in frames.
type springsOf struct {
	model *model.Model
	law   *measure.Springs
	some  []uint32 // the springs that are not removed; nil: no spring is removed

	strain, force, stress column    // of the springs that are not removed
	rods                  *rodsOf   // nil: none
	rest, damage          column    // rest length [m] and damage, 1 of torn springs; empty where no spring changes
	degree                []float32 // number of springs of each mass; nil before means needs it
}

// newSprings resolves the materials as a run with p does. It takes 12 bytes per spring,
// 24 for float64, and 4 more where springs are removed.
func newSprings(m *model.Model, p model.Params, float64s bool) *springsOf {
	s := &springsOf{model: m, law: measure.Of(m, p)}
	if slices.Contains(m.MaterialOf, model.Removed) {
		s.some = []uint32{}
		for i, material := range m.MaterialOf {
			if material != model.Removed {
				s.some = append(s.some, uint32(i))
			}
		}
	}
	s.strain, s.force, s.stress = newColumn(s.count(), float64s), newColumn(s.count(), float64s), newColumn(s.count(), float64s)
	s.rods = newRods(s, float64s)
	if m.Changing() {
		s.rest, s.damage = newColumn(s.count(), float64s), newColumn(s.count(), float64s)
	}
	return s
}

// count returns the number of springs that are not removed, and of is the number of one of
// these in the model.
func (s *springsOf) count() int {
	if s.some != nil {
		return len(s.some)
	}
	return s.model.SpringCount()
}

func (s *springsOf) of(at int) int {
	if s.some != nil {
		return int(s.some[at])
	}
	return at
}

// evaluate fills strain, force [N] and stress [Pa], as package measure defines them.
// Strain and stress of a spring without a rest length are NaN.
func (s *springsOf) evaluate(f *export.Frame) {
	model.InBlocks(s.count(), func(_, first, last int) {
		for at := first; at < last; at++ {
			var r measure.Reading
			if i := s.of(at); s.strain.wide != nil && f.Full != nil {
				r = s.law.In(f.Full, i, f.RestScale)
			} else {
				r = s.law.InSnapshot(&f.Snapshot, i, f.RestScale)
			}
			s.strain.set(at, r.Strain)
			s.force.set(at, r.Force)
			s.stress.set(at, r.Stress)
			s.rods.set(at, r)
			if s.model.Changing() {
				s.setChange(at, f)
			}
		}
	})
}

// setChange takes the change of a spring in a frame; a spring without one is as at the start.
func (s *springsOf) setChange(at int, f *export.Frame) {
	i := s.of(at)
	change := inelastic.Change{RestLength: s.model.RestLength[i]}
	if len(f.Changes) > 0 {
		change = f.Changes[i]
	}
	s.rest.set(at, change.RestLength)
	s.damage.set(at, change.Damage)
}

// torn reports whether a spring is torn in the frame.
func (s *springsOf) torn(at int) bool { return s.model.Changing() && s.damage.at(at) >= 1 }

// means returns the means of strain, force and stress over the springs of each mass that are not torn; 0 for a
// mass without such springs.
func (s *springsOf) means() (strain, force, stress column) {
	m := s.model
	if s.degree == nil || m.Tearing() {
		s.degree = make([]float32, m.MassCount())
		for at := range s.count() {
			if s.torn(at) {
				continue
			}
			ends := m.Ends[s.of(at)]
			s.degree[ends[0]]++
			s.degree[ends[1]]++
		}
	}
	var group panics.Group
	for _, one := range []struct{ of, to *column }{{&s.strain, &strain}, {&s.force, &force}, {&s.stress, &stress}} {
		group.Go(func() { *one.to = s.mean(*one.of) })
	}
	group.Wait()
	return strain, force, stress
}

// mean adds in the order of springs, on one core: the order decides about the last bit.
func (s *springsOf) mean(of column) column {
	sums := make([]float64, s.model.MassCount())
	for at := range s.count() {
		if s.torn(at) {
			continue
		}
		ends, x := s.model.Ends[s.of(at)], of.at(at)
		sums[ends[0]] += x
		sums[ends[1]] += x
	}
	out := newColumn(len(sums), of.wide != nil)
	for i, sum := range sums {
		out.set(i, sum/float64(max(1, s.degree[i])))
	}
	return out
}

// ends are the two masses of each spring, as uint32.
func (s *springsOf) ends() safefile.Rows {
	return safefile.Rows{Count: s.count(), Bytes: 8, Append: func(to []byte, first, last int) []byte {
		for at := first; at < last; at++ {
			e := s.model.Ends[s.of(at)]
			to = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(to, e[0]), e[1])
		}
		return to
	}}
}

// materials are the numbers of the materials of springs, as uint32.
func (s *springsOf) materials() safefile.Rows {
	return safefile.Rows{Count: s.count(), Bytes: 4, Append: func(to []byte, first, last int) []byte {
		for at := first; at < last; at++ {
			to = binary.LittleEndian.AppendUint32(to, uint32(s.model.MaterialOf[s.of(at)]))
		}
		return to
	}}
}

// masses returns the masses [kg].
func (s *springsOf) masses(float64s bool) vtk.GridArray {
	out := vtk.GridArray{Kind: "Float32", Name: "mass", Components: 1, Constant: true, Rows: safefile.Rows{Count: len(s.model.Mass), Bytes: 4}}
	out.Rows.Append = func(to []byte, first, last int) []byte {
		for _, kg := range s.model.Mass[first:last] {
			to = binary.LittleEndian.AppendUint32(to, math.Float32bits(float32(kg)))
		}
		return to
	}
	if float64s {
		out.Kind = "Float64"
		out.Rows, _ = npy.RowsOf(s.model.Mass)
	}
	return out
}
