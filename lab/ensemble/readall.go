package ensemble

import (
	"fmt"

	"hooke/model"
)

// Reads choose the quantities that ReadAll reads.
type Reads struct {
	Quantity Quantity
	Group    string // whose masses, in its order; empty: all of a kind
}

// Quantity is a quantity to read of each mass.
type Quantity uint8

// The quantities that ReadAll reads.
const (
	Positions  Quantity = iota // [m]
	Velocities                 // [m/s]
)

// masses returns the numbers of the masses that are read of a model.
func (r Reads) masses(m *model.Model) ([]uint32, error) {
	if r.Quantity > Velocities {
		return nil, fmt.Errorf("ensemble: read: there is no quantity %d", r.Quantity)
	}
	if r.Group != "" {
		if g, ok := m.Group(r.Group); ok {
			return g.Masses, nil
		}
		return nil, fmt.Errorf("ensemble: read: %s has no group %q", m.Name, r.Group)
	}
	out := make([]uint32, m.MassCount())
	for i := range out {
		out[i] = uint32(i)
	}
	return out, nil
}

// Length returns how many numbers ReadAll writes for members of these kinds: three for each row, and a
// row for each mass that is read, member by member.
func (r Reads) Length(kinds []Kind, members []Member) (int, error) {
	rows := make([]int, len(kinds))
	for i := range kinds {
		masses, err := r.masses(kinds[i].Model)
		if err != nil {
			return 0, err
		}
		rows[i] = len(masses)
	}
	sum := 0
	for i := range members {
		sum += 3 * rows[members[i].Kind]
	}
	return sum, nil
}

// ReadAll returns the ReadAll of engines, by the Read of one; kinds have been settled.
func ReadAll(e interface {
	Read(member int, dst *model.Snapshot) error
}, kinds []Kind, members []Member, fields Reads, dst []float32) error {
	want, err := fields.Length(kinds, members)
	if err != nil {
		return err
	}
	if len(dst) != want {
		return fmt.Errorf("ensemble: read: the slice holds %d numbers; it must hold %d", len(dst), want)
	}
	chosen := make([][]uint32, len(kinds))
	for i := range kinds {
		chosen[i], _ = fields.masses(kinds[i].Model) // Length found no fault
	}
	var now model.Snapshot
	for i := range members {
		if err := e.Read(i, &now); err != nil {
			return err
		}
		from := now.Position
		if fields.Quantity == Velocities {
			from = now.Velocity
		}
		far := fields.Quantity == Positions && now.Origin != model.Vec3{}
		for _, mass := range chosen[members[i].Kind] {
			row := from[mass]
			if far {
				x := now.Place(int(mass))
				row = [3]float32{float32(x[0]), float32(x[1]), float32(x[2])}
			}
			dst = dst[copy(dst, row[:]):]
		}
	}
	return nil
}
