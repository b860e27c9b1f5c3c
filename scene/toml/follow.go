package toml

import (
	"slices"

	"hooke/scene/toml/parse"
	"hooke/scene/toml/spec"
)

// follows are the parts of a scene that follow from numbers.
type follows struct {
	run      bool // the numbers of [run]
	step     bool // dt, substeps, and control
	contacts bool
	shapes   bool // where contacts are
	muscles  bool
	loads    bool
	model    bool // materials
	springs  bool // those of springs by hand
	parts    bool // meshes: masses, materials and velocities of the start
}

// follow returns the parts of the scene that follow from changes; false where the shape of the structure may follow from one.
func (v *Varied) follow(changes []parse.Change) (out follows, ok bool) {
	for _, c := range changes {
		t := v.variant.Tables()[c.Table]
		seeds := t.Name == "run" && c.Key.Name == "seed"
		if !seeds && !c.Key.Plain() || !v.followOne(&out, t, c.Key) {
			return out, false
		}
	}
	f, joined := v.file, out.parts || out.springs
	read := func(t *parse.Table) bool { return t.Name == "mesh" && t.Value("make") == nil } // to make it again is most of a scene
	switch {
	case out.parts && (v.shaped.Load() || slices.ContainsFunc(f.Tables, read) || slices.ContainsFunc(f.Tables, bends)), joined && f.has("join"), out.model && (v.muscled || v.scene.Model.HasRods() || f.collides()),
		(out.model || out.muscles) && f.has("attachment"):
		return out, false
	}
	out.contacts, out.muscles, out.loads = out.contacts || out.model, out.muscles || out.parts, out.loads || out.parts
	out.step = out.step || out.model || f.has("control")
	return out, true
}

// surfaceKeys are the keys of a contact that do not say where it is.
var surfaceKeys = []string{"stiffness", "damping", "damping_ratio", "normalized_stiffness", "normalized_damping", "static_friction", "kinetic_friction", "belt"}

// weightKeys are the numbers of a mesh from which no shape follows.
var weightKeys = []string{"mass", "density", "stiffness", "shear_stiffness", "bend_stiffness", "modulus", "damping_ratio", "frequency", "velocity"}

// followOne adds the parts that follow from one key of a table.
func (v *Varied) followOne(out *follows, t *parse.Table, key *spec.Key) bool {
	switch t.Name {
	case "run":
		out.run = true
		if key.Name == "seed" {
			out.loads = out.loads || v.file.has("wind")
			out.step = out.step || out.loads
			return !slices.ContainsFunc(v.file.Tables, seededByRun)
		}
		out.step = out.step || !slices.Contains([]string{"duration", "still_speed", "still_time", "fall_height", "leave_radius"}, key.Name)
	case "contact":
		out.contacts = true
		out.shapes = out.shapes || !slices.Contains(surfaceKeys, key.Name)
		out.step = out.step || key.Name != "static_friction" && key.Name != "kinetic_friction"
	case "actuator":
		out.muscles = true
	case "force", "motor", "handle", "spin", "water", "pressure", "orient", "track", "shape", "limit", "guide", "clamp", "wind":
		out.loads, out.step = true, true
	case "control", "input", "sensor", "controller":
		out.step = true
	case "material":
		out.model = true
		name := t.Text("name")
		out.parts, out.springs = out.parts || v.file.namedBy("mesh", name), out.springs || v.file.namedBy("spring", name)
		return !v.file.namedBy("join", name)
	case "spring":
		out.model, out.springs = true, true
		return key.Name != "length"
	case "voxel":
		out.model, out.parts = true, true
	case "mass":
		out.model, out.parts = true, true
		return key.Name != "position"
	case "mesh":
		out.model, out.parts = true, true
		return slices.Contains(weightKeys, key.Name)
	default:
		return false
	}
	return true
}

// seededByRun reports whether a table is a mesh of random positions that follow from the seed of [run].
func seededByRun(t *parse.Table) bool {
	return t.Name == "mesh" && t.Value("seed") == nil && (t.Text("fill") == "truss" || t.Text("make") == "truss")
}

// has reports whether the file has a table of that name.
func (f *sceneFile) has(name string) bool { return f.One(name).Name != "" }

// namedBy reports whether a table of that name names a material.
func (f *sceneFile) namedBy(table, material string) bool {
	return slices.ContainsFunc(f.Tables, func(t *parse.Table) bool { return t.Name == table && t.Text("material") == material })
}
