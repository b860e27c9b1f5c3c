package toml

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hooke/model"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/preset"
	"hooke/scene/toml/spec"
)

// Export writes a preset as a scene file: the structure by name and options, and
// everything of the run in numbers, to be changed. The file gives the same model
// and the same parameters to the last bit. Settings of the options are written into it.
func Export(name string, o scene.Options) (string, error) {
	settings := o.Set
	o.Set = ""
	text, err := exported(name, o, false)
	if err != nil || settings == "" {
		return text, err
	}
	source, lines := NewSource([]byte(text), name), strings.Split(settings, "\n")
	written, err := source.Judge(lines)
	if err == nil {
		_, err = source.Open(Options{Settings: lines}) // finds faults of the whole scene
	}
	if err != nil {
		return "", err
	}
	head, _, _ := strings.Cut(text, "\n")
	return head + "\n# With --set " + strings.Join(lines, ", ") + ". Keys, units and defaults: hooke scene --print-schema\n\n" + written.Text, nil
}

// actuator writes a muscle that has a wave.
func (w *writer) actuator(a model.Actuator) {
	w.table("actuator")
	if a.Name != "" {
		w.text("name", a.Name)
	}
	w.text("wave", a.Wave.String())
	w.number("amplitude", a.Amplitude)
	w.number("frequency", a.Frequency)
	w.number("phase", a.Phase)
	w.unlessZero("half_life", a.HalfLife)
}

// exported returns a preset as a scene file. Where chooses is true, the file leaves out a step that is
// the one that is chosen without it.
func exported(name string, o scene.Options, chooses bool) (string, error) {
	p := preset.Of(name)
	if p.Make == nil {
		return "", fmt.Errorf("scene: %q is no preset; presets: %s", name, strings.Join(preset.Names(), ", "))
	}
	s, err := p.Open(o)
	if err != nil {
		return "", err
	}
	run := s.Params
	if len(run.Bends) > 0 {
		return "", fmt.Errorf("scene: %s bends by hinges, which cannot be written", name)
	}
	w := &writer{groups: s.Model.Groups}
	fmt.Fprintf(&w.out, "# hooke scene --export %s: %s.\n# Keys, units and defaults: hooke scene --print-schema\n\n", name, p.Summary)
	w.table("")
	w.text("name", s.Model.Name)
	w.table("run")
	if !chooses || run.DT != physics.AutoStep(s.Model, run) {
		w.number("dt", run.DT)
	}
	w.text("solver", run.Integrator.String())
	w.unlessNone("substeps", run.Substeps)
	w.unlessNone("iterations", run.Iterations)
	if run.Forward {
		w.line("forward", "true")
	}
	w.unlessZero("warm", run.Warm)
	w.unlessZero("tolerance", run.Tolerance)
	w.number("duration", s.Duration)
	w.vector("gravity", run.Gravity)
	w.until(s.Until)
	for _, n := range runNumbers {
		w.unlessZero(n.key, *n.of(&run))
	}
	w.table("mesh")
	w.text("preset", name)
	w.options(o)
	w.text("ground", "keep") // as the preset has it
	for _, c := range run.Contacts {
		w.contact(c)
	}
	for _, a := range run.Actuators {
		if a.Wave == model.Table {
			return "", fmt.Errorf("scene: %s has a muscle with a table, which cannot be written yet", name)
		}
		w.actuator(a)
	}
	w.collisions(s.Collisions)
	for _, load := range loadTables {
		load.write(w, run)
	}
	if w.fault != nil {
		return "", fmt.Errorf("%w (preset %s)", w.fault, name)
	}
	err = w.control(s.Control, s.Model)
	return w.out.String(), err
}

// writer writes tables, each value with its unit.
type writer struct {
	out       strings.Builder
	described *spec.Table
	groups    []model.Group // of the preset
	fault     error         // the first part that cannot be written; nil: all can
}

func (w *writer) table(name string) {
	w.described = spec.Of(name)
	switch {
	case name == "":
	case w.described.Many:
		fmt.Fprintf(&w.out, "\n[[%s]]\n", name)
	default:
		fmt.Fprintf(&w.out, "\n[%s]\n", name)
	}
}

func (w *writer) line(key, value string) {
	fmt.Fprintf(&w.out, "%s = %s", key, value)
	if k := w.described.Key(key); k.Unit != "" {
		fmt.Fprintf(&w.out, " # %s", k.Unit)
	}
	w.out.WriteString("\n")
}

// number writes the shortest digits that give the same float64.
func (w *writer) number(key string, x float64) { w.line(key, digits(x)) }

func (w *writer) unlessZero(key string, x float64) {
	if x != 0 {
		w.number(key, x)
	}
}

func (w *writer) unlessNone(key string, n int) {
	if n != 0 {
		w.line(key, strconv.Itoa(n))
	}
}

// until writes the conditions that end a run early, with their numbers.
func (w *writer) until(u physics.Until) {
	if len(u.Words) == 0 {
		return
	}
	var list []string
	for _, word := range u.Words {
		list = append(list, quoted(word))
	}
	w.line("until", "["+strings.Join(list, ", ")+"]")
	numbers := map[string]float64{"still_speed": u.StillSpeed, "still_time": u.StillTime, "fall_height": u.FallHeight, "leave_radius": u.LeaveRadius}
	for _, e := range endings {
		for _, key := range e.keys {
			if slices.Contains(u.Words, e.word) {
				w.number(key, numbers[key])
			}
		}
	}
}

func (w *writer) text(key, value string) { w.line(key, quoted(value)) }

func (w *writer) vector(key string, v model.Vec3) {
	w.line(key, fmt.Sprintf("[%s, %s, %s]", digits(v[0]), digits(v[1]), digits(v[2])))
}

func (w *writer) unlessNothing(key string, v model.Vec3) {
	if v != (model.Vec3{}) {
		w.vector(key, v)
	}
}

func (w *writer) contact(c model.Contact) {
	w.table("contact")
	switch shape := c.Shape.(type) {
	case model.Plane:
		w.text("shape", "plane")
		if shape.Normal != (model.Vec3{}) {
			w.vector("normal", shape.Normal)
		}
		w.number("offset", shape.Offset)
	case model.Sphere:
		w.text("shape", "sphere")
		w.vector("center", shape.Center)
		w.number("radius", shape.Radius)
	case model.Box: // those of presets stand straight
		w.text("shape", "box")
		w.vector("center", shape.Center)
		w.vector("half", shape.Half)
	case model.Terrain:
		w.terrain(shape)
	case model.Field:
		w.field(shape)
	case model.Capsule:
		w.text("shape", "capsule")
		w.vector("a", shape.A)
		w.vector("b", shape.B)
		w.number("radius", shape.Radius)
	}
	if c.Inside {
		w.line("inside", "true")
	}
	if c.Touches != model.TouchMasses {
		w.text("touches", c.Touches.String())
	}
	if c.PerMass {
		w.unlessZero("normalized_stiffness", c.Normalized.Stiffness)
		w.unlessZero("normalized_damping", c.Normalized.Damping)
	} else {
		w.number("stiffness", c.Stiffness)
		w.number("damping", c.Damping)
	}
	w.number("static_friction", c.StaticFriction)
	w.number("kinetic_friction", c.KineticFriction)
	w.trajectory(c.Trajectory)
}

// options writes the options of a structure; the options of the run are in its parameters.
func (w *writer) options(o scene.Options) {
	if o.Springs != 0 {
		w.line("springs", strconv.FormatInt(o.Springs, 10))
	}
	if o.Size != [3]int{} {
		var list []string
		for _, n := range o.Size {
			if n != 0 {
				list = append(list, strconv.Itoa(n))
			}
		}
		w.line("masses", "["+strings.Join(list, ", ")+"]")
	}
	if o.PerMass != 0 {
		w.line("per_mass", strconv.Itoa(o.PerMass))
	}
	for _, word := range []struct{ key, value string }{{"as", o.As}, {"fill", o.Fill}, {"up", o.Up}, {"pin", o.Pin}} {
		if word.value != "" {
			w.text(word.key, word.value)
		}
	}
	if o.Seed != 0 {
		w.line("seed", strconv.FormatUint(o.Seed, 10))
	}
	w.unlessZero("pitch", o.Pitch)
	w.unlessZero("scale", o.Scale)
	w.unlessZero("density", o.Density)
	w.unlessZero("stiffness", o.Stiffness)
	w.unlessZero("modulus", o.Modulus)
	w.unlessZero("damping_ratio", o.DampingRatio)
	if o.Undamped {
		w.line("undamped", "true")
	}
}

// digits returns the shortest number that reads back as x, in the manner of TOML.
func digits(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// quoted returns a basic string of TOML.
func quoted(text string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			out.WriteByte('\\')
			out.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			out.WriteRune(r)
		}
	}
	out.WriteByte('"')
	return out.String()
}
