package toml

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"hooke/model"
	"hooke/scene"
	"hooke/scene/toml/parse"
	"hooke/scene/tune"
	"hooke/scene/words"
)

// Whether a mesh that starts in planes is lifted out of them.
type groundRule uint8

const (
	keepUnasked groundRule = iota // made, or of a preset: it stays, and that is reported
	keepAsked                     // ground = "keep"
	liftUnasked                   // of a file
	liftAsked                     // ground = "lift"
)

func (r groundRule) lifts() bool { return r >= liftUnasked }

// groundRuleOf returns the ground rule of a [[mesh]], or its default.
func groundRuleOf(t *parse.Table) groundRule {
	switch word := t.Text("ground"); {
	case word == "lift":
		return liftAsked
	case word == "keep":
		return keepAsked
	case t.Text("file") != "":
		return liftUnasked
	}
	return keepUnasked
}

// checkGround holds the keys of the ground against each other.
func (f *sceneFile) checkGround(t *parse.Table) {
	switch rule := groundRuleOf(t); {
	case t.Value("ground_gap") == nil || rule.lifts():
	case rule == keepAsked:
		f.FaultAt(t, "ground_gap", `ground_gap: ground is "keep"; it belongs to ground = "lift"`)
	default:
		f.FaultAt(t, "ground_gap", `ground_gap: only a file is lifted unasked; give ground = "lift" too`)
	}
}

// lifting holds the meshes of a scene file while they are moved out of the planes that they start in.
type lifting struct {
	file   *sceneFile
	scene  *scene.Scene
	tables []*parse.Table
	first  []int // number of the first mass of each mesh, and of all masses
	solids []tune.Obstacle
	with   []int // by mesh, one that it moves together with, see root
	moves  []model.Vec3
}

// liftMeshes brings meshes that start in planes out of them, those that are joined or
// pinned together as one, before groups are chosen by position. Meshes that are in a solid
// then are faults, and those that stay in one unasked are reported; neither where the scene
// starts from a state that it is given. It returns the scene, or nil when it has faults.
func (f *sceneFile) liftMeshes(s *scene.Scene, a *assembly) *scene.Scene {
	l := &lifting{file: f, scene: s, tables: a.tables, first: []int{0}, moves: make([]model.Vec3, len(a.made))}
	for i, made := range a.made {
		l.first = append(l.first, l.first[i]+made.Model.MassCount())
		l.with = append(l.with, i)
	}
	l.solids = f.solids()
	inside := func(i int) bool { return anyInside(l.solids, l.body(i)) }
	if !slices.ContainsFunc(l.with, inside) { // still each its own
		return s
	}
	if l.settle(); f.Faulty() {
		return nil
	}
	for i, move := range l.moves {
		if move == (model.Vec3{}) {
			continue
		}
		for k := l.first[i]; k < l.first[i+1]; k++ {
			s.Start.Position[k] = s.Start.Position[k].Add(move)
			s.Model.RestPosition[k] = s.Model.RestPosition[k].Add(move)
		}
	}
	return s
}

// solids returns the contacts of the file as they are at the start.
func (f *sceneFile) solids() (out []tune.Obstacle) {
	f.Each("contact", func(t *parse.Table) {
		c, ok := f.contactOf(t)
		if !ok {
			return
		}
		word := "the " + tune.ShapeWord(c.Shape)
		if _, flat := c.Shape.(model.Plane); c.Inside && !flat {
			word = "the wall of the container (" + tune.ShapeWord(c.Shape) + ")"
		}
		out = append(out, tune.Obstacle{Contact: c.Posed(0), Name: fmt.Sprintf("%s of line %d", word, f.LineOf(t))})
	})
	return out
}

// anyInside reports whether one of these positions is in a solid.
func anyInside(solids []tune.Obstacle, places []model.Vec3) bool {
	return slices.ContainsFunc(solids, func(s tune.Obstacle) bool {
		depth, _, _ := tune.DeepestMass(s, [][]model.Vec3{places}, model.Vec3{})
		return depth > 0
	})
}

// body returns the positions of the masses of a mesh, before it is lifted.
func (l *lifting) body(i int) []model.Vec3 { return l.scene.Start.Position[l.first[i]:l.first[i+1]] }

// settle determines the lift of every mesh. Which meshes move together depends on groups, and
// groups on the positions of meshes. So it evaluates them where meshes start and where each
// goes, until both agree.
func (l *lifting) settle() {
	l.tie()
	for again := true; again; {
		var tell []func()
		for i := range l.tables {
			if l.root(i) == i {
				tell = append(tell, l.settleTogether(i)...)
			}
		}
		if again = l.tie(); !again && !l.file.options.Placed {
			for _, do := range tell {
				do()
			}
		}
	}
}

// settleTogether determines the lift of a mesh and of all that move with it, and the messages
// about it once it is final.
func (l *lifting) settleTogether(root int) (tell []func()) {
	members, bodies := l.together(root)
	rule, decides := keepUnasked, root
	for _, i := range members {
		l.moves[i] = model.Vec3{}
		if r := groundRuleOf(l.tables[i]); r == keepAsked || rule != keepAsked && r > rule {
			rule, decides = r, i
		}
	}
	for _, i := range members {
		if rule == keepAsked && groundRuleOf(l.tables[i]) == liftAsked {
			return []func(){func() {
				l.file.FaultAt(l.tables[i], "ground", `ground is "lift", and %s, which moves together with it, has ground = "keep"; give both the same`, l.name(decides))
			}}
		}
	}
	if !rule.lifts() {
		if rule == keepUnasked || len(members) > 1 {
			tell = l.staying(members, bodies)
		}
		return tell
	}
	gap := l.gap(members, bodies)
	out, err := tune.LiftOut(l.solids, bodies, gap)
	for _, i := range members {
		l.moves[i] = out.Move
	}
	return []func(){func() {
		var fault *tune.BuriedError
		if errors.As(err, &fault) {
			mass, of := l.massOf(members, fault.Mass)
			l.file.FaultAt(l.tables[of], sourceOf(l.tables[of]), "%s", fault.Text(l.names(members), mass)+`, or give ground = "keep"`)
			return
		}
		l.scene.Report.Note(len(out.Out) > 0, `%s started %s; lifted by %s m, which leaves %.3g m between (ground_gap; ground = "keep" leaves it where it was)`,
			l.names(members), out.Depths(), words.Vector(out.Move), gap)
	}}
}

// gap returns how far above a plane meshes are left: the largest that one asks for, else as far
// as suits their size [m].
func (l *lifting) gap(members []int, bodies [][]model.Vec3) float64 {
	gap, given := 0.0, false
	for _, i := range members {
		if l.tables[i].Value("ground_gap") != nil {
			gap, given = max(gap, l.tables[i].Number("ground_gap", 0)), true
		}
	}
	if given {
		return gap
	}
	all := model.State{Position: slices.Concat(bodies...)}
	lo, hi := all.Bounds()
	return tune.LiftGap(scene.Largest(hi.Sub(lo)))
}

// staying reports meshes that stay in a solid without a request to stay there.
func (l *lifting) staying(members []int, bodies [][]model.Vec3) []func() {
	return []func(){func() {
		for _, s := range l.solids {
			depth, at, _ := tune.DeepestMass(s, bodies, model.Vec3{})
			mass, _ := l.massOf(members, at)
			help := ` (ground = "lift" brings it out of planes before; "keep" says that it is meant)`
			if len(members) == 1 && l.tables[members[0]].Name == "mass" {
				help = ""
			}
			l.scene.Report.Note(depth > 0, `%s starts in %s: mass %d is %.3g m deep in it, and is pushed out%s`, l.names(members), s.Name, mass, depth, help)
		}
	}}
}

// massOf returns the number in the model of a mass that is counted through meshes, and whose
// it is.
func (l *lifting) massOf(members []int, at int) (mass, of int) {
	for _, i := range members {
		count := l.first[i+1] - l.first[i]
		if at < count {
			return l.first[i] + at, i
		}
		at -= count
	}
	return 0, members[0]
}

// sourceOf returns the key that gives the source of a mesh.
func sourceOf(t *parse.Table) string {
	for _, key := range []string{"file", "preset"} {
		if t.Text(key) != "" {
			return key
		}
	}
	return "make"
}

// name returns a mesh in a sentence.
func (l *lifting) name(i int) string {
	t := l.tables[i]
	if t.Name == "mass" {
		return "[[mass]]"
	}
	what := filepath.Base(t.Text(sourceOf(t)))
	switch {
	case t.Text("name") != "":
		return fmt.Sprintf("%s (%s)", t.Text("name"), what)
	case len(l.tables) > 1:
		return fmt.Sprintf("mesh %d (%s)", i+1, what)
	}
	return what
}

// names are meshes in a sentence.
func (l *lifting) names(members []int) string {
	var all []string
	for _, i := range members {
		all = append(all, l.name(i))
	}
	if len(all) > 1 {
		return words.Enumerated(all) + ", joined or pinned together,"
	}
	return all[0]
}
