package cpuref

import (
	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/physics"
)

// Groups are the forces of a run that depend on several masses at once, with the parts of them
// that no state changes. A nil Groups is empty.
type Groups struct {
	model  *model.Model
	params model.Params
	wet    wet
	skins  []skin  // of each pressure
	sheets []sheet // of each spring of areas
	books  *elasticBooks
}

// NewGroups returns the forces on groups of a run; nil without any.
func NewGroups(m *model.Model, p model.Params) *Groups {
	if !p.LoadsGroups() {
		return nil
	}
	g := &Groups{model: m, params: p, wet: wetOf(m, p)}
	for _, s := range p.Pressures {
		g.skins = append(g.skins, skinOf(m, s))
	}
	for _, a := range p.Areas {
		g.sheets = append(g.sheets, sheetOf(m, a))
	}
	if p.Ledger && p.ElasticGroups() {
		g.books = newElasticBooks(m)
	}
	return g
}

// Add adds the forces to the external force on every mass [N]; arrays have the length MassCount.
// now has their time.
func (g *Groups) Add(load []model.Vec3, now *physics.Signals, position, velocity []model.Vec3) {
	if g == nil {
		return
	}
	m, p := g.model, g.params
	for _, s := range p.Spins {
		spin(load, bodyOf(m, s.Masses, position, velocity), s, now.Time)
	}
	g.wet.push(load, p, now.Time, position, velocity)
	for k := range g.skins {
		g.skins[k].inflate(load, m, position)
	}
	for _, o := range p.Orients {
		orient(load, bodyOf(m, o.Masses, position, velocity), o, now.Time)
	}
	for _, k := range p.Tracks {
		track(load, bodyOf(m, k.Masses, position, velocity), k, now.Time, position, velocity)
	}
	for _, s := range p.Matchings {
		match(load, bodyOf(m, s.Masses, position, velocity), s)
	}
	if b := g.books; b != nil {
		copy(b.others, load)
		b.note(g, position, velocity)
	}
	g.addElastic(load, m, position, velocity)
}

// addElastic adds the forces that have an elastic energy, those of areas, limits and bending.
func (g *Groups) addElastic(load []model.Vec3, m *model.Model, position, velocity []model.Vec3) {
	for k := range g.sheets {
		g.sheets[k].pull(load, m, position, velocity)
	}
	for _, l := range g.params.Limits {
		limit(load, m, l, position, velocity)
	}
	for _, b := range g.params.Bends {
		bend(load, m, b, position, velocity)
	}
}

// Energy returns the elastic energy of the forces on groups at positions [J].
func (g *Groups) Energy(position []model.Vec3) (sum float64) {
	if g == nil {
		return 0
	}
	for k := range g.sheets {
		sum += g.sheets[k].energy(position)
	}
	for _, l := range g.params.Limits {
		sum += limitEnergy(g.model, l, position)
	}
	for _, b := range g.params.Bends {
		sum += bendEnergy(b, position)
	}
	return sum
}

// elasticBooks are the forces of the last Add as the ledger needs them [N], of length MassCount:
// those that have an elastic energy are no external ones there.
type elasticBooks struct {
	unheld *model.Model // the model without pins: forces on pinned masses count, too
	others []model.Vec3 // external forces without the elastic ones
	force  []model.Vec3 // elastic forces on every mass
	damper []model.Vec3 // the part of those that velocities make
	still  []model.Vec3 // no velocities
}

func newElasticBooks(m *model.Model) *elasticBooks {
	n, unheld := m.MassCount(), *m
	unheld.Pin = nil
	return &elasticBooks{&unheld, make([]model.Vec3, n), make([]model.Vec3, n), make([]model.Vec3, n), make([]model.Vec3, n)}
}

// note evaluates the elastic forces.
func (b *elasticBooks) note(g *Groups, position, velocity []model.Vec3) {
	clear(b.force)
	g.addElastic(b.force, b.unheld, position, velocity)
	clear(b.damper)
	g.addElastic(b.damper, b.unheld, position, b.still)
	for i := range b.damper {
		b.damper[i] = b.force[i].Sub(b.damper[i])
	}
}

// external returns the loads that count as external in the ledger [N].
func (g *Groups) external(load []model.Vec3) []model.Vec3 {
	if g == nil || g.books == nil {
		return load
	}
	return g.books.others
}

// elastic returns the elastic forces that have acted on every mass, pinned ones too, and the part
// of their dampers [N]; nil without such forces or without a ledger.
func (g *Groups) elastic() (force, damper []model.Vec3) {
	if g == nil || g.books == nil {
		return nil, nil
	}
	return g.books.force, g.books.damper
}

// flows returns the dissipation of elastic forces, and their work on masses that paths move [W], with
// velocities that are centered on the positions:
//
//	damping = −Σ damper·v,  constraints = −Σ force·v of masses that are pinned on all axes
func (g *Groups) flows(centered []model.Vec3) (out model.Flows) {
	force, damper := g.elastic()
	for i := range force {
		out.Damping -= damper[i].Dot(centered[i])
		if g.model.PinOf(i) == model.PinAll {
			out.Constraints -= force[i].Dot(centered[i])
		}
	}
	return out
}

// body is the motion of the masses of a list that are not pinned on all axes.
type body struct {
	masses   []int
	mass     []float64    // [kg]
	arm      []model.Vec3 // from the center of mass [m]
	speed    []model.Vec3 // likewise [m/s]
	rest     []model.Vec3 // from the center of mass at rest [m]
	total    float64      // Σ m [kg]
	center   model.Vec3   // c = Σ m x/Σ m [m]
	origin   model.Vec3   // c at rest [m]
	velocity model.Vec3   // Σ m v/Σ m [m/s]
	inertia  mgl64.Mat3   // I = Σ m (r² − r rᵀ) [kg·m²]
	angular  model.Vec3   // L = Σ m r × (v − velocity) [kg·m²/s]
}

// bodyOf returns the body of a list of masses in a state.
func bodyOf(m *model.Model, masses []uint32, position, velocity []model.Vec3) *body {
	b := &body{}
	OnEach(m, masses, func(i int) {
		if m.PinOf(i) == model.PinAll {
			return
		}
		mass := m.MassAt(i)
		b.masses, b.mass = append(b.masses, i), append(b.mass, mass)
		b.total += mass
		b.center = b.center.Add(position[i].Mul(mass))
		b.velocity = b.velocity.Add(velocity[i].Mul(mass))
		b.origin = b.origin.Add(m.RestAt(i).Mul(mass))
	})
	if b.total == 0 {
		return b
	}
	b.center, b.velocity, b.origin = b.center.Mul(1/b.total), b.velocity.Mul(1/b.total), b.origin.Mul(1/b.total)
	for k, i := range b.masses {
		r, u := position[i].Sub(b.center), velocity[i].Sub(b.velocity)
		b.arm, b.speed, b.rest = append(b.arm, r), append(b.speed, u), append(b.rest, m.RestAt(i).Sub(b.origin))
		b.inertia = b.inertia.Add(mgl64.Ident3().Mul(r.Dot(r)).Sub(r.OuterProd3(r)).Mul(b.mass[k]))
		b.angular = b.angular.Add(r.Cross(u).Mul(b.mass[k]))
	}
	return b
}

// turning returns ω = I⁻¹ L [rad/s]; zero where masses lie on a line.
func (b *body) turning() model.Vec3 { return b.solve(b.angular) }

// solve returns I⁻¹ of a vector. The size of I is taken out, since Inv takes the determinant of
// a small body as zero.
func (b *body) solve(v model.Vec3) model.Vec3 {
	size := b.inertia.Trace()
	if size == 0 {
		return model.Vec3{}
	}
	return b.inertia.Mul(1 / size).Inv().Mul3x1(v).Mul(1 / size)
}

// spin adds the forces of an angular motor at time t [s].
func spin(load []model.Vec3, b *body, s model.Spin, t float64) {
	axis := s.Axis.Normalize()
	torque := s.Damping * (s.Speed*s.Table.Of(t) - b.turning().Dot(axis))
	if s.Limit > 0 {
		torque = min(s.Limit, max(-s.Limit, torque))
	}
	about := 0.0 // I_a
	for k, r := range b.arm {
		around := axis.Cross(r)
		about += b.mass[k] * around.Dot(around)
	}
	if about == 0 {
		return
	}
	for k, i := range b.masses {
		load[i] = load[i].Add(axis.Cross(b.arm[k]).Mul(b.mass[k] * torque / about))
	}
}
