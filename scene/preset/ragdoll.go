package preset

import (
	"cmp"
	"math"

	"hooke/mesh/materials"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/tune"
)

// The ragdoll is as tall and as heavy as a person. It stands on top of stairs, leans forward, and
// is given a push.
const (
	boneStiffness  = 5e4   // [N/m]
	boneRatio      = 0.3   // ζ of bones
	jointStiffness = 150.0 // beyond the bounds of a joint [N·m/rad]
	jointDamping   = 3.0   // [N·m·s/rad]
	ragdollTall    = 1.62  // height of the head [m]
	ragdollLean    = 0.2   // [rad]
	ragdollPush    = 1.2   // speed of the head [m/s]
	stairSteps     = 6
	stairRise      = 0.18 // [m]
	stairTread     = 0.3  // [m]
)

// figure is the masses of a person and the bones between them.
type figure struct {
	model *model.Model
	named map[string][]uint32
}

// add adds a mass [kg] to a group, at its position in the standing figure, which faces +x.
func (f *figure) add(name string, kg float64, x, y, z float64) {
	m := f.model
	i := uint32(len(m.Mass))
	if f.named[name] == nil {
		m.Groups = append(m.Groups, model.Group{Name: name})
	}
	f.named[name] = append(f.named[name], i)
	for k := range m.Groups {
		if m.Groups[k].Name == name {
			m.Groups[k].Masses = f.named[name]
		}
	}
	m.RestPosition, m.Mass = append(m.RestPosition, model.Vec3{x, y, z}), append(m.Mass, kg)
}

// brace joins every two masses of some groups by bones.
func (f *figure) brace(names ...string) {
	var all []uint32
	for _, name := range names {
		all = append(all, f.named[name]...)
	}
	for k, b := range all {
		for _, a := range all[:k] {
			f.bone(a, b)
		}
	}
}

// bone joins two masses, unless a bone does.
func (f *figure) bone(a, b uint32) {
	m := f.model
	for _, ends := range m.Ends {
		if ends == (model.Ends{min(a, b), max(a, b)}) {
			return
		}
	}
	m.AddSpring(model.Ends{min(a, b), max(a, b)}, m.RestPosition[a].Sub(m.RestPosition[b]).Len(), 1)
}

// person returns a figure. Elbows and knees are two masses each, along the axis of the hinge that
// they are.
func person(bone model.Material) *figure {
	f := &figure{model: &model.Model{Name: "ragdoll", Materials: materials.Palette(bone)}, named: map[string][]uint32{}}
	f.add("head", 5, 0.02, 0, ragdollTall)
	f.add("neck", 3, 0, 0, 1.45)
	f.add("chest", 8, 0.1, 0, 1.2)
	f.add("back", 8, -0.1, 0, 1.2)
	trunk := []string{"neck", "chest", "back"}
	for _, side := range sides {
		limb := func(part string, kg, x, y, z float64) { f.add(side.name+" "+part, kg, x, side.left*y, z) }
		limb("shoulder", 4, 0, 0.18, 1.4)
		limb("elbow", 0.8, 0, 0.2, 1.1)
		limb("elbow", 0.8, 0, 0.28, 1.1)
		limb("hand", 1.2, 0.03, 0.24, 0.84)
		limb("hip", 6, 0, 0.1, 0.92)
		limb("knee", 2, 0, 0.05, 0.5)
		limb("knee", 2, 0, 0.15, 0.5)
		limb("foot", 2, -0.02, 0.1, 0)
		trunk = append(trunk, side.name+" shoulder", side.name+" hip")
	}
	f.brace(trunk...)
	f.brace("head", "neck")
	for _, side := range sides {
		for _, limb := range [][2]string{{"shoulder", "elbow"}, {"elbow", "hand"}, {"hip", "knee"}, {"knee", "foot"}} {
			f.brace(side.name+" "+limb[0], side.name+" "+limb[1])
		}
	}
	return f
}

// sides are the sides of a figure, and the sign of y there.
var sides = []struct {
	name string
	left float64
}{{"left", 1}, {"right", -1}}

// joints returns the limits of the joints of a figure.
func (f *figure) joints() (out []model.Limit) {
	add := func(name string, least, most float64, points ...[]uint32) {
		out = append(out, model.Limit{Name: name, Min: least * math.Pi / 180, Max: most * math.Pi / 180, Stiffness: jointStiffness, Damping: jointDamping, Points: points})
	}
	of := func(name string) []uint32 { return f.named[name] }
	add("nod", 100, 180, of("head"), of("neck"), of("chest"))
	add("look up", 110, 180, of("head"), of("neck"), of("back"))
	for k, side := range sides {
		mine, other := side.name+" ", sides[1-k].name+" "
		// hinge is the joint of a limb that bends forward, or backward, by up to 140°. Its angle
		// has the sign of the side.
		hinge := func(joint, from, to string, forward float64) {
			at := of(mine + joint)
			straight, bent := 0.0, -140*forward*side.left
			add(mine+joint, min(straight, bent), max(straight, bent), of(mine+from), at[:1], at[1:], of(mine+to))
		}
		add(mine+"arm inward", 45, 180, of(mine+"elbow"), of(mine+"shoulder"), of(other+"shoulder"))
		add(mine+"arm backward", 30, 180, of(mine+"elbow"), of(mine+"shoulder"), of("back"))
		hinge("elbow", "shoulder", "hand", 1)
		add(mine+"leg inward", 70, 150, of(mine+"knee"), of(mine+"hip"), of(other+"hip"))
		add(mine+"leg forward", 60, 180, of(mine+"knee"), of(mine+"hip"), of("chest"))
		add(mine+"leg backward", 130, 180, of(mine+"knee"), of(mine+"hip"), of("back"))
		hinge("knee", "hip", "foot", -1)
	}
	return out
}

// ragdoll falls down stairs: masses and springs that the limits of neck, shoulders, elbows, hips and
// knees hold in the shapes of a body.
func ragdoll(o scene.Options) (*scene.Scene, error) {
	f := person(model.Material{Name: "bone", Stiffness: cmp.Or(o.Stiffness, boneStiffness), DampingRatio: o.Damping(boneRatio)})
	m, start := f.model, &model.State{}
	sin, cos := math.Sincos(ragdollLean)
	for i, x := range m.RestPosition {
		m.RestPosition[i] = model.Vec3{cos*x[0] + sin*x[2] - 0.1, x[1], cos*x[2] - sin*x[0] + stairRise*stairSteps + 0.01}
		start.Velocity = append(start.Velocity, model.Vec3{ragdollPush * x[2] / ragdollTall})
	}
	start.Position = append(start.Position, m.RestPosition...)
	p := model.Params{Gravity: model.EarthGravity(), Limits: f.joints(), Contacts: []model.Contact{tune.GroundFor(m, 0).WithFriction(0.6, 0.5)}}
	for k := range stairSteps { // the top one is long
		step, high, long := p.Contacts[0], stairRise*float64(stairSteps-k)/2, stairTread/2
		at := stairTread * float64(k)
		if k == 0 {
			long, at = 0.5, stairTread/2-0.5
		}
		step.Shape = model.Box{Center: model.Vec3{at, 0, high}, Half: model.Vec3{long, 1, high}}
		step.Touches = model.TouchSprings
		p.Contacts = append(p.Contacts, step)
	}
	return &scene.Scene{Model: m, Start: start, Params: p, Duration: 4}, nil
}
