package toml

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"hooke/control"
	"hooke/model"
	"hooke/scene/toml/parse"
	"hooke/scene/toml/spec"
	"hooke/scene/words"
)

// controlNeeds are the parts of a scene that the tables of its control refer to.
type controlNeeds struct {
	Model   *model.Model
	Params  model.Params
	Factors *[]model.MassFactor // of the scene, to which those of inputs are added
	Seed    uint64
	Masses  func(t *parse.Table) []uint32              // of a table's groups, ascending; nil without groups
	Numbers func(t *parse.Table, key string) []float64 // those of the file that a key names
}

// controlTables are the names of the tables, in the order of Spec's lists.
var controlTables = []string{"input", "sensor", "controller"}

// makeControl makes the control of a scene file, or nil for a file without its tables. Errors become faults of the file.
func makeControl(f *parse.File, n controlNeeds) *control.Spec {
	c := f.One("control")
	if c.Name == "" {
		for _, name := range controlTables {
			f.Each(name, func(t *parse.Table) {
				f.FaultIn(t, "[[%s]] belongs to [control], which is missing; add it, with a period", name)
			})
		}
		return nil
	}
	out := &control.Spec{Seconds: c.Number("period", 0), Latency: int(min(c.Whole("latency"), math.MaxInt32)),
		Linear: c.Text("interpolation") == spec.LinearInputs, Hold: c.Text("late") == spec.HoldLate}
	m := controlMaker{File: f, needs: n, spec: out, at: map[string][]*parse.Table{"control": {c}}}
	f.Each("input", m.input)
	f.Each("sensor", m.sensor)
	f.Each("controller", m.controller)
	switch {
	case f.Faulty():
		return nil
	case len(out.Inputs) == 0:
		f.FaultIn(c, "there is no [[input]], so that nothing is controlled; add one")
		return nil
	}
	p := m.needs.Params
	if p.DT == 0 {
		p.DT = out.Seconds // chosen later
	}
	m.blame(out.At(p.DT).Check(n.Model, p))
	return out
}

// controlMaker makes the spec of a control.
type controlMaker struct {
	*parse.File
	needs controlNeeds
	spec  *control.Spec
	at    map[string][]*parse.Table // the tables of inputs, sensors and controllers in their order
}

func (m *controlMaker) input(t *parse.Table) {
	in := control.Input{Name: t.Text("name"), Of: t.Text("of"), Min: t.Number("min", 0), Max: t.Number("max", 0), Rate: t.Number("rate", 0)}
	for key, other := range map[string]string{"min": "max", "max": "min"} {
		if t.Value(key) != nil && t.Value(other) == nil {
			m.FaultAt(t, key, "%s alone bounds nothing; give %s, too", key, other)
		}
	}
	known := m.weigh(t, &in)
	now, err := in.Now(m.needs.Params)
	if known && err != nil {
		m.FaultAt(t, "of", "of: %v", err)
	}
	in.Initial = t.Number("initial", now)
	m.spec.Inputs, m.at["input"] = append(m.spec.Inputs, in), append(m.at["input"], t)
}

// allMasses is the name of the factor that mass[*] sets.
const allMasses = "all masses"

// weigh adds the factor of masses that an input of a group sets; false after a fault.
func (m *controlMaker) weigh(t *parse.Table, in *control.Input) bool {
	text, is := strings.CutPrefix(in.Of, "mass[")
	text, ends := strings.CutSuffix(text, "]")
	if !is || !ends {
		return true
	}
	f := model.MassFactor{Name: text, Factor: 1}
	g, known := m.needs.Model.Group(text)
	switch _, err := strconv.Atoi(text); {
	case text == "*" || text == allMasses:
		f.Name = allMasses
	case known:
		f.Masses = slices.Compact(slices.Sorted(slices.Values(g.Masses)))
	case err == nil:
		m.FaultAt(t, "of", `of: %s is a number; name a group, or make one of a few masses with [[group]] shape = "list"; known are %s`, text, words.Listed(words.MassGroups(m.needs.Model)))
		return false
	default:
		m.FaultAt(t, "of", "of: %s", words.UnknownGroup(m.needs.Model, text))
		return false
	}
	in.Of = "mass[" + f.Name + "]"
	f.Least = min(1, in.Min)
	m.needs.Params.MassFactors = append(slices.Clip(m.needs.Params.MassFactors), f)
	*m.needs.Factors = m.needs.Params.MassFactors
	return true
}

func (m *controlMaker) sensor(t *parse.Table) {
	s, _ := control.Measuring(t.Text("what"))
	what := s.What
	s.Name, s.Noise, s.Seed = t.Text("name"), t.Number("noise", 0), m.needs.Seed
	s.Delay, s.Every = int(min(t.Whole("delay"), math.MaxInt32)), int(min(t.Whole("every"), math.MaxInt32))
	s.Body = t.Text("frame") == "body"
	if t.Value("seed") != nil {
		s.Seed = uint64(t.Whole("seed"))
	}
	for key, means := range map[string]bool{"group": what.OfGroup(), "actuator": what.OfActuator(), "frame": what.Turns()} {
		if t.Value(key) != nil && !means {
			m.FaultAt(t, key, "%s means nothing to a sensor of %s", key, s.Measures())
		}
	}
	if what.OfActuator() {
		s.Actuator = m.actuator(t)
	} else if what.OfGroup() {
		s.Masses = m.needs.Masses(t)
	}
	m.spec.Sensors, m.at["sensor"] = append(m.spec.Sensors, s), append(m.at["sensor"], t)
}

// actuator returns the number of the actuator that a sensor names.
func (m *controlMaker) actuator(t *parse.Table) int {
	var names []string
	for _, a := range m.needs.Params.Actuators {
		names = append(names, a.Name)
	}
	text := t.Text("actuator")
	i, err := strconv.Atoi(text)
	switch {
	case t.Value("actuator") == nil:
		m.FaultIn(t, "actuator is missing; name the actuator whose %s is measured, by number or name", t.Text("what"))
	case err != nil && !slices.Contains(names, text):
		m.FaultAt(t, "actuator", "actuator %q is unknown%s; known are %s", text, words.Guess(text, names), words.Listed(names))
	case err != nil:
		i = slices.Index(names, text)
	case i < 0 || i >= len(names):
		m.FaultAt(t, "actuator", "there is no actuator %d; there are %d", i, len(names))
	}
	return i
}

func (m *controlMaker) controller(t *parse.Table) {
	kind := control.Kind(max(0, slices.Index(control.KindNames(), t.Text("kind"))))
	c := control.Controller{Name: t.Text("name"), Kind: kind, Bias: t.Numbers("bias"), Gain: t.Numbers("gain"),
		Frequency: t.Numbers("frequency"), Amplitude: t.Numbers("amplitude"), Phase: t.Numbers("phase"),
		Coupling: t.Numbers("coupling"), Offset: t.Numbers("offset"), Feedback: t.Numbers("feedback"), Settle: t.Number("settle", 0),
		Weights: t.Numbers("weights"), Threshold: t.Number("threshold", 0), Hold: t.Number("hold", 0), Refractory: t.Number("refractory", 0),
		KP: t.Numbers("kp"), KI: t.Numbers("ki"), KD: t.Numbers("kd"), Goal: t.Numbers("goal"), Limit: t.Numbers("limit")}
	for _, units := range t.Numbers("layers") {
		if units != math.Floor(units) || units > math.MaxInt32 {
			m.FaultAt(t, "layers", "layers has %g in it; give whole numbers of units", units)
			return
		}
		c.Layers = append(c.Layers, int(units))
	}
	switch inline, file := t.Value("weights") != nil, t.Value("weights_file") != nil; {
	case inline && file:
		m.FaultAt(t, "weights_file", "weights are given too; give one of the two")
	case file:
		c.Weights = m.needs.Numbers(t, "weights_file")
	}
	c.Inputs = m.numbers(t, "inputs", "input")
	c.Sensors = m.numbers(t, "sensors", "sensor")
	m.spec.Controllers, m.at["controller"] = append(m.spec.Controllers, c), append(m.at["controller"], t)
}

// numbers returns the numbers of the items that a list names.
func (m *controlMaker) numbers(t *parse.Table, key, table string) (out []int) {
	var known []string
	for _, other := range m.at[table] {
		known = append(known, other.Text("name"))
	}
	for _, name := range t.Texts(key) {
		i := slices.Index(known, name)
		if i < 0 {
			m.FaultAt(t, key, "%s %q is unknown%s; known are %s", table, name, words.Guess(name, known), words.Listed(known))
			continue
		}
		out = append(out, i)
	}
	return out
}

// blame adds faults of the spec as faults of the tables that they concern.
func (m *controlMaker) blame(err error) {
	if err == nil || m.Faulty() {
		return
	}
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range several.Unwrap() {
			m.add(err)
		}
		return
	}
	m.add(err)
}

func (m *controlMaker) add(err error) {
	var fault *control.Fault
	if !errors.As(err, &fault) || fault.Index >= len(m.at[fault.What]) {
		m.FaultIn(m.at["control"][0], "%v", err)
		return
	}
	t, text := m.at[fault.What][fault.Index], err.Error()
	if _, rest, found := strings.Cut(text, ": "); found {
		text = rest
	}
	// The key that the words name first is to blame.
	key, first := t.Values[0].Name, len(text)
	for _, pair := range t.Values {
		if at := strings.Index(text, pair.Name); at >= 0 && at < first {
			key, first = pair.Name, at
		}
	}
	m.FaultAt(t, key, "%s", text)
}
