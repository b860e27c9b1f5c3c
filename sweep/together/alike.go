package together

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"hooke/ensemble"
	"hooke/sweep"
)

// alike makes jobs that differ in nothing but numbers of muscles and frictions from one that was made: without a scene of their own,
// which costs many times as much as stepping a short run. It is off where the first of such jobs does not come out as their scenes
// do. The zero value knows no job.
type alike struct {
	lock   sync.Mutex
	keys   []string // of the settings of the job that was made
	given  []string // its settings
	of     *made    // that job
	proofs int      // jobs that came out as their scenes do
	off    bool
}

// enough is how many jobs are made both ways before the quick one is believed.
const enough = 4

// plainKey is a key whose numbers pass into the parameters of a run as they are, and which nothing else of the run follows from.
var plainKey = regexp.MustCompile(`^(actuator|contact)(?:\[([0-9]+|\*)\])?\.(amplitude|frequency|phase|static_friction|kinetic_friction)$`)

// keysOf are the keys of settings.
func keysOf(settings []string) (keys []string) {
	for _, s := range settings {
		key, _, _ := strings.Cut(s, "=")
		keys = append(keys, key)
	}
	return keys
}

// learn takes a job that was made as the one that others are like, unless there is one.
func (a *alike) learn(j *sweep.Job, m *made) {
	a.lock.Lock()
	defer a.lock.Unlock()
	if a.of != nil || m.Kind.Control.Controls() || m.start != nil {
		return
	}
	one := *m
	one.scene = nil
	a.keys, a.given, a.of = keysOf(j.Settings), j.Settings, &one
}

// make makes a job; nil where it differs in more. proof says that it is to be held against its scene.
func (a *alike) make(j sweep.Job) (m *made, proof bool) {
	a.lock.Lock()
	defer a.lock.Unlock()
	if a.of == nil || a.off || len(j.Settings) != len(a.keys) {
		return nil, false
	}
	var fields []ensemble.Field
	var values []float64
	k := a.of.Kind
	for i, s := range j.Settings {
		value, found := strings.CutPrefix(s, a.keys[i]+"=")
		key := plainKey.FindStringSubmatch(a.keys[i])
		switch {
		case !found:
			return nil, false
		case key == nil && s != a.given[i], key == nil && (strings.HasPrefix(s, "actuator") || strings.HasPrefix(s, "contact")):
			return nil, false // a setting of the same number may come before it, or after it
		case key == nil:
			continue
		}
		x, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return nil, false
		}
		count := map[string]int{"actuator": len(k.Params.Actuators), "contact": len(k.Params.Contacts)}[key[1]]
		first, last := 0, count-1
		if key[2] != "*" && key[2] != "" {
			first, _ = strconv.Atoi(key[2])
			last = first
		}
		for n := first; n <= last; n++ {
			fields, values = append(fields, ensemble.Field{Path: key[1] + "." + key[3], Index: n}), append(values, x)
		}
	}
	divided, ok := a.of.Divided.With(fields, values)
	if !ok {
		return nil, false
	}
	one := *a.of
	one.Divided, one.job = divided, j
	return &one, a.proofs < enough
}

// prove holds a job against the one that its scene has made.
func (a *alike) prove(quick, whole *made) {
	a.lock.Lock()
	defer a.lock.Unlock()
	if a.proofs++; quick.key() != whole.key() || !slices.Equal(quick.Values, whole.Values) || quick.lone != whole.lone || (whole.start == nil) != (quick.start == nil) {
		a.off = true
	}
}
