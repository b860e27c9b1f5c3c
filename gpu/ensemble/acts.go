package ensemble

import (
	"slices"

	"hooke/model"
	"hooke/shaders"
)

// acts lists the forces and rules that most kinds lack: each is a variant of the passes, and
// has entries of its own in the table.
type acts struct {
	shapes    bool // contacts are no planes, or move, or are per mass
	perMass   bool
	pulled    bool // by motors or handles
	guided    bool
	quadratic bool
	wind      bool

	signals      *rows            // numbers that change with time, beside rest lengths and forces
	wheels       []model.Actuator // periodic motion with a frequency and a phase, besides muscles
	paths        []int            // the guides that are paths
	trajectories []int            // the contacts that move

	guideWord, pullWord, blowWord, tunedWord, words       int // offsets of words of a mass in its part of the table
	contactsAt, motorsAt, windAt, pathsAt, trajectoriesAt int
}

// trajectorySignals is how many signals a contact has that moves; see trajectory.glsl.
const trajectorySignals = 23

// actsOf returns those of a kind; first is how many words of a mass there are without.
func actsOf(p model.Params, first int) *acts {
	a := &acts{quadratic: p.QuadraticDrag != 0, pulled: len(p.Motors)+len(p.Handles) > 0, guided: len(p.Guides) > 0, wind: p.Wind.Blows(), perMass: p.ContactsPerMass(), words: first}
	for k, c := range p.Contacts {
		_, plane := c.Shape.(model.Plane)
		a.shapes = a.shapes || !plane || c.PerMass || c.Trajectory.Moves()
		if c.Trajectory.Moves() {
			a.trajectories = append(a.trajectories, k)
		}
	}
	for k, g := range p.Guides {
		if g.Kind == model.OnPath {
			a.paths = append(a.paths, k)
		}
	}
	for _, w := range []struct {
		has   bool
		at    *int
		count int
	}{{a.guided, &a.guideWord, 1}, {a.pulled, &a.pullWord, 2}, {a.wind, &a.blowWord, 2}, {a.perMass, &a.tunedWord, 2 * len(p.Contacts)}} {
		if w.has {
			*w.at = a.words
			a.words += w.count
		}
	}
	a.signals = newRows("SIGNAL_").add("MOTOR", len(p.Motors))
	if a.wind {
		a.signals.add("AIR", 3)
	}
	a.signals.add("PATH", 6*len(a.paths)).add("TRAJECTORY", trajectorySignals*len(a.trajectories))
	return a
}

// wheel returns the number of something that goes round, behind muscles.
func (a *acts) wheel(frequency, phase float64) uint32 {
	a.wheels = append(a.wheels, model.Actuator{Frequency: frequency, Phase: phase})
	return uint32(len(a.wheels) - 1)
}

// trajectoryAt returns the first signal of a contact that moves + 1; 0 of others.
func (a *acts) trajectoryAt(contact int) uint32 {
	if at := slices.Index(a.trajectories, contact); at >= 0 {
		return uint32(a.signals.at["TRAJECTORY"] + trajectorySignals*at + 1)
	}
	return 0
}

// defines returns those of the passes of the kind.
func (a *acts) defines(motors int) []shaders.Define {
	on := func(name string, is bool) shaders.Define { return shaders.Define{Name: name, Value: shaders.OnOff(is)} }
	exact := a.pulled || a.quadratic || a.wind || a.shapes || a.guided || a.signals.count > 0
	out := []shaders.Define{on("SHAPES", a.shapes), on("MOVING", len(a.trajectories) > 0), on("PER_MASS", a.perMass), on("PULLED", a.pulled), on("GUIDED", a.guided), on("QUADRATIC", a.quadratic),
		on("WIND", a.wind), on("WAYS", len(a.paths)+len(a.trajectories) > 0), on("EXACT_VECTORS", exact), plain("SIGNALS", a.signals.count), plain("MOTORS", motors), plain("PATHS", len(a.paths)),
		plain("TRAJECTORIES", len(a.trajectories)), number("MASS_GUIDE", a.guideWord), number("MASS_PULLS", a.pullWord), number("MASS_PULLED", a.pullWord+1), number("MASS_BLOWS", a.blowWord),
		number("MASS_BLOWN", a.blowWord+1), number("MASS_TUNED", a.tunedWord), number("CONTACT_AT", a.contactsAt), number("MOTOR_AT", a.motorsAt), number("WIND_AT", a.windAt),
		number("PATH_AT", a.pathsAt), number("TRAJECTORY_AT", a.trajectoriesAt)}
	return append(out, a.signals.defines()...)
}
