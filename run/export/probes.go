package export

import (
	"io"
	"strconv"
	"strings"

	"hooke/model"
	"hooke/physics"
)

// Probes is a table over time. A probe is a group of masses or a single mass; its
// columns are the center of mass [m] and its velocity [m/s]. Further columns are the
// energies of the whole structure [J]. Numbers come from the written state, in float64.
type Probes struct {
	growing
	model  *model.Model
	params model.Params
	probes []model.Group
	fields Fields
	how    Numbers
	row    []byte

	energies *physics.EnergyLaw // nil: no row has had energies
}

// WholeAndGroups returns the default probes of a model: everything, as "all", and each
// group.
func WholeAndGroups(m *model.Model) []model.Group {
	everything := model.Group{Name: "all"}
	for i := range m.MassCount() {
		everything.Masses = append(everything.Masses, uint32(i))
	}
	return append([]model.Group{everything}, m.Groups...)
}

// CreateProbes begins the table, or continues one from at (nil: begin). Names of groups
// lose commas and quotes.
func CreateProbes(path string, m *model.Model, params model.Params, probes []model.Group, fields Fields, how Numbers, at *SeriesProgress) (*Probes, error) {
	g, err := grow(path, at)
	if err != nil {
		return nil, err
	}
	p := &Probes{growing: g, model: m, params: params, probes: probes, fields: fields, how: how}
	if at != nil {
		return p, nil // the header is in the file
	}
	header := "step,time_s"
	clean := strings.NewReplacer(",", " ", `"`, " ", "\n", " ")
	for _, g := range probes {
		for _, quantity := range []struct{ field, columns string }{{"positions", "x_m,y_m,z_m"}, {"velocity", "vx_m_s,vy_m_s,vz_m_s"}} {
			if !fields.Have(quantity.field) {
				continue
			}
			for column := range strings.SplitSeq(quantity.columns, ",") {
				header += "," + clean.Replace(g.Name) + "_" + column
			}
		}
	}
	if fields.Have("energy") {
		header += ",kinetic_J,gravitational_J,elastic_J,contact_J,total_J"
	}
	if _, err := io.WriteString(g.file, header+"\n"); err != nil {
		g.Discard()
		return nil, err
	}
	return p, nil
}

// Frame adds a row.
func (p *Probes) Frame(f *Frame) error {
	if err := f.Check(p.model); err != nil {
		return err
	}
	p.row = strconv.AppendInt(p.row[:0], f.Step, 10)
	p.row = appendValues(p.row, f.Time)
	positions, velocities := f.Places(p.how.Float64), f.Velocities(p.how.Float64)
	for _, g := range p.probes {
		x, v := centerOf(p.model, positions, velocities, g.Masses)
		if p.fields.Have("positions") {
			p.row = appendValues(p.row, x[:]...)
		}
		if p.fields.Have("velocity") {
			p.row = appendValues(p.row, v[:]...)
		}
	}
	if p.fields.Have("energy") {
		if p.energies == nil {
			p.energies = physics.NewEnergyLaw(p.model, p.params)
		}
		if f.InUse != nil {
			p.energies.Use(*f.InUse)
		}
		state := f.Full
		if state == nil || !p.how.Float64 {
			state = f.State()
		}
		e := p.energies.At(f.RestScale, state)
		p.row = appendValues(p.row, e.Kinetic, e.Gravitational, e.Elastic, e.Contact, e.Total())
	}
	p.row = append(p.row, '\n')
	if _, err := p.file.Write(p.row); err != nil {
		return err
	}
	p.frames++
	return p.file.Flush()
}

// centerOf returns the center of mass of some masses [m] and its velocity [m/s]; their plain
// means where the masses are all 0 kg.
func centerOf(m *model.Model, positions, velocities Vectors, masses []uint32) (x, v model.Vec3) {
	sum := 0.0
	for _, i := range masses {
		sum += m.Mass[i]
	}
	weightless := sum == 0
	if weightless {
		sum = float64(len(masses))
	}
	for _, i := range masses {
		kg := m.Mass[i]
		if weightless {
			kg = 1
		}
		x, v = x.Add(positions.plain(int(i)).Mul(kg)), v.Add(velocities.At(int(i)).Mul(kg))
	}
	for axis := range 3 {
		x[axis], v[axis] = x[axis]/sum, v[axis]/sum
	}
	if positions.Origin != (model.Vec3{}) {
		x = x.Add(positions.Origin)
	}
	return x, v
}
