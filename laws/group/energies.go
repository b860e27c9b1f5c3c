package group

import "hooke/model"

// Energies are the elastic energies of the forces of a run on several masses. They belong to one
// goroutine.
type Energies struct {
	forces []Elastic
	at     []model.Vec3 // scratch, as long as the longest list of masses
}

// EnergiesOf returns the energies of a run; nil without any.
func EnergiesOf(m *model.Model, p *model.Params) *Energies {
	if !p.ElasticGroups() {
		return nil
	}
	e := &Energies{forces: ElasticOf(m, p)}
	longest := 0
	for _, f := range e.forces {
		longest = max(longest, len(f.Masses()))
	}
	e.at = make([]model.Vec3, longest)
	return e
}

// Sum returns the sum of all energies for the positions of the masses of the model [J]; 0 of nil.
func (e *Energies) Sum(position *model.Vectors) (sum float64) {
	if e == nil {
		return 0
	}
	for _, f := range e.forces {
		masses := f.Masses()
		for k, i := range masses {
			e.at[k] = position.At(int(i))
		}
		sum += f.Energy(e.at[:len(masses)])
	}
	return sum
}
