package ledger

import (
	"hooke/model"
)

// velocities are those that a ledger needs at a state [m/s], and the friction.
type velocities struct {
	seen     []model.Vec3    // by forces
	centered []model.Vec3    // on the positions
	friction []frictionPower // of each mass; nil: it follows from the state
}

// frictionPower is the power of friction on a mass [W].
type frictionPower struct {
	taken float64 // −Σ F·(v − v_s)
	given float64 // by surfaces that move: Σ F·v_s
}

// touch is a contact as a mass meets it.
type touch struct {
	*model.Contact
	depth              float64 // [m]
	normal             model.Vec3
	stiffness, damping float64 // as the mass has them, of contacts PerMass
}

// touches returns the contacts that mass i touches at x, in their order. They reuse scratch.
func (k *Keeper) touches(room []touch, i int, x model.Vec3, contacts []model.Contact) []touch {
	room = room[:0]
	for c := range contacts {
		if depth, n := contacts[c].Depth(x); depth > 0 {
			room = append(room, touch{&contacts[c], depth, n, contacts[c].StiffnessAt(n), contacts[c].Damping})
		}
	}
	for t := range room {
		if room[t].PerMass {
			if k.params.DT == 0 {
				room[t].stiffness, room[t].damping = 0, 0
				continue
			}
			met := room[t].At(k.tuning[i], k.model.Mass[i], k.params.DT, len(room))
			room[t].stiffness, room[t].damping = met.StiffnessAt(room[t].normal), met.Damping
		}
	}
	return room
}

// surface is v_s at x [m/s].
func (t *touch) surface(x model.Vec3, later float64) model.Vec3 {
	return t.SurfaceVelocity(x, t.normal, later)
}

// push returns F_N on a mass at x of velocity v [N].
func (t *touch) push(x, v model.Vec3) float64 {
	return max(0, t.stiffness*t.depth-t.damping*v.Sub(t.surface(x, 0)).Dot(t.normal))
}

// friction returns the force of friction of a step of the Euler methods [N] on a mass of weight and
// other forces f.
func (t *touch) friction(f, x, v model.Vec3, mass, dt, drag float64) model.Vec3 {
	pushed := t.push(x, v)
	if pushed == 0 || t.StaticFriction == 0 || dt == 0 {
		return model.Vec3{}
	}
	slip := v.Sub(t.surface(x, dt/2).Mul(1 / drag))
	stop := across(f.Add(slip.Mul(mass/dt)), t.normal).Mul(-1)
	if size := stop.Len(); size > t.StaticFriction*pushed {
		stop = stop.Mul(t.KineticFriction * pushed / size)
	}
	return stop
}

// across returns the part of v across n.
func across(v, n model.Vec3) model.Vec3 { return v.Sub(n.Mul(v.Dot(n))) }

// unpinned is v without its part along pinned axes.
func unpinned(v model.Vec3, pin model.Pin) model.Vec3 {
	for axis := range 3 {
		if pin&(model.PinX<<axis) != 0 {
			v[axis] = 0
		}
	}
	return v
}

// ofMasses returns the dissipation and work of drag, loads and contacts on masses [W].
func (k *Keeper) ofMasses(v velocities) (sum model.Flows) {
	parts := make([]model.Flows, model.BlockCount(k.model.MassCount()))
	model.InBlocks(k.model.MassCount(), func(block, first, last int) {
		var flows model.Flows
		room := make([]touch, 0, len(k.now.contacts))
		for i := first; i < last; i++ {
			if k.model.PinOf(i) != model.PinAll {
				k.addDrag(&flows, i, v)
				room = k.touches(room, i, k.now.Position[i], k.now.contacts)
				for t := range room {
					k.addContact(&flows, &room[t], i, v)
				}
			}
		}
		parts[block] = flows
	})
	for _, part := range parts {
		sum = sum.Plus(1, part)
	}
	return sum
}

// addDrag adds the dissipation of drag on a mass, and the work of loads.
func (k *Keeper) addDrag(flows *model.Flows, i int, v velocities) {
	seen, centered := v.seen[i], v.centered[i]
	slowing, slowed := k.params.QuadraticDrag*seen.Len()*seen.Dot(centered), seen
	if k.staggered() {
		slowed = centered.Mul(2).Sub(seen)
	}
	flows.Drag += k.model.Mass[i]*slowed.Dot(centered)*k.params.DragTaken() + slowing
	flows.External += k.load[i].Dot(centered) + slowing
}

// addContact adds the dissipation of a mass to a contact.
func (k *Keeper) addContact(flows *model.Flows, t *touch, i int, v velocities) {
	k.addTouch(flows, t, v.friction == nil, k.model.Mass[i], k.now.Position[i], v.seen[i], v.centered[i])
}

// addTouch adds the dissipation of a mass at x to a contact; hasFriction means that friction follows from
// the velocity.
func (k *Keeper) addTouch(flows *model.Flows, t *touch, hasFriction bool, mass float64, x, seen, centered model.Vec3) {
	dt := k.params.DT
	surface, pushed := t.surface(x, 0), t.push(x, seen)
	slip := centered.Sub(surface)
	flows.ContactDamping += (t.stiffness*t.depth - pushed) * slip.Dot(t.normal)
	flows.Constraints += pushed * surface.Dot(t.normal)
	slip = across(slip, t.normal)
	if speed := slip.Len(); hasFriction && speed > 0 && dt > 0 {
		force := min(t.KineticFriction*pushed*dt, mass*speed) / dt
		flows.Friction += force * speed
		flows.Constraints -= force / speed * slip.Dot(surface)
	}
}
