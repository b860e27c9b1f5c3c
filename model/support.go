package model

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// These are the names of the engines. The last two step the members of ensembles.
const (
	EngineGPU         = "gpu"
	EngineCPU         = "cpu"
	EngineCPURef      = "cpuref"
	EngineEnsemble    = "ensemble"     // on the CPU
	EngineEnsembleGPU = "ensemble-gpu" // on the GPU
)

// EngineNames returns the names of the engines for single runs, in order of preference.
func EngineNames() []string { return []string{EngineGPU, EngineCPU, EngineCPURef} }

// EnsembleNames returns the names of the engines for ensembles.
func EnsembleNames() []string { return []string{EngineEnsemble, EngineEnsembleGPU} }

// Level is the degree to which an engine supports a feature.
type Level uint8

// These are the levels. The reference is Plain: one core, float64, no tables. So is a member
// of an ensemble that has an engine of its own; members stepped side by side are Fast.
const (
	None  Level = iota // the engine rejects it with an error that names the feature
	Plain              // supported, but slow
	Fast
)

// String returns the word that documents and commands use.
func (l Level) String() string { return [...]string{"none", "plain", "fast"}[l] }

// Feature is a part of a run that an engine may lack, such as a kind of load.
type Feature uint8

// These are the features that an engine may lack.
const (
	PlainSprings Feature = iota
	Cables
	RigidSprings
	NormalizedSprings
	OwnCoefficients
	Attachments
	Muscles
	RodSegments
	Drag
	QuadraticDrag
	Contacts
	SolidContacts
	Containers
	MovingContacts
	ContactFriction
	ContactsPerMass
	SpanContacts
	Collisions
	CollisionFriction
	Forces
	Motors
	Handles
	WindLoads
	Guides
	FullLedger
	ClosedLoops
	MuscleSensors
	PlaceInputs
	Relaxation
	Resuming
	FarAway
)

// levels holds the level of each engine. Words is gpu in precisions other than single, whose
// numbers have two words or are float64. Packs are ensembles on the CPU, and device those on
// the GPU.
type levels struct{ reference, cpu, gpu, words, packs, device Level }

// everywhere returns Plain for the reference and Fast for all other engines.
func everywhere() levels { return levels{Plain, Fast, Fast, Fast, Fast, Fast} }

// without returns everywhere with other levels for members of ensembles on the CPU and the
// GPU.
func without(packs, device Level) levels {
	out := everywhere()
	out.packs, out.device = packs, device
	return out
}

// oneWord returns the levels of a feature that gpu supports in single precision alone.
func (l levels) oneWord() levels {
	l.words = None
	return l
}

// row describes a feature.
type row struct {
	name    string
	in      func(m *Model, p Params) bool // nil: models and parameters do not show it, or materials do
	of      func(*Material) bool          // whether a material has it; nil: it does not depend on materials
	says    string                        // phrase for such a material
	engines levels
	solver  func(Method) bool // whether a solver supports it; nil: every solver does
}

// table returns the table, by number. It is made once: members of ensembles ask it each.
var table = sync.OnceValue(makeFeatures)

// makeFeatures makes it.
func makeFeatures() []row {
	all, deviceAlone, single := everywhere(), without(Plain, Fast), without(Plain, Plain)
	has := func(kind TermKind) func(Method) bool {
		return func(m Method) bool { return !slices.Contains(m.Lacks, kind) }
	}
	contact := func(is func(Contact) bool) func(*Model, Params) bool {
		return func(_ *Model, p Params) bool { return slices.ContainsFunc(p.Contacts, is) }
	}
	params := func(is func(Params) bool) func(*Model, Params) bool {
		return func(_ *Model, p Params) bool { return is(p) }
	}
	model := func(is func(*Model) bool) func(*Model, Params) bool {
		return func(m *Model, _ Params) bool { return is(m) }
	}
	return []row{
		PlainSprings:      {name: "springs, dampers, pins, gravity", engines: all},
		Cables:            {name: "cables (tension only)", of: func(m *Material) bool { return m.TensionOnly }, says: "pulls only", engines: all},
		RigidSprings:      {name: "rigid springs", of: func(m *Material) bool { return m.Rigid }, says: "is rigid", engines: single, solver: func(m Method) bool { return m.Rigid }},
		NormalizedSprings: {name: "normalized springs", of: (*Material).isNormalized, says: "has a stiffness that depends on dt", engines: all},
		OwnCoefficients:   {name: "coefficients of each spring", in: model(func(m *Model) bool { return m.Own != nil }), engines: all},
		Attachments:       {name: "attachments", in: model(func(m *Model) bool { return m.Attachments > 0 }), engines: all},
		Muscles:           {name: "actuators", in: params(func(p Params) bool { return len(p.Actuators) > 0 }), engines: all, solver: has(ActuatorTerm)},
		RodSegments:       {name: "rods", of: func(m *Material) bool { return m.Rod.There() }, says: "is a rod", engines: levels{reference: Plain, cpu: Fast, packs: Plain}, solver: func(m Method) bool { return m.Rods }},
		Drag:              {name: "linear drag", in: params(func(p Params) bool { return p.DragHalfLife != 0 || p.DragKept != 0 }), engines: all},
		QuadraticDrag:     {name: "quadratic drag", in: params(slowed), engines: deviceAlone, solver: has(LoadTerm)},
		Contacts:          {name: "contacts", in: params(func(p Params) bool { return len(p.Contacts) > 0 }), engines: all},
		SolidContacts:     {name: "contacts that are no planes", in: contact(solid), engines: all},
		Containers:        {name: "contacts that hold masses inside", in: contact(func(c Contact) bool { return c.Inside && solid(c) }), engines: deviceAlone},
		MovingContacts:    {name: "contacts that move", in: contact(func(c Contact) bool { return c.Trajectory != nil }), engines: deviceAlone},
		ContactFriction:   {name: "contacts with friction", in: contact(func(c Contact) bool { return c.StaticFriction > 0 }), engines: all},
		ContactsPerMass:   {name: "contacts per mass", in: params(Params.ContactsPerMass), engines: deviceAlone},
		SpanContacts: {name: "contacts that touch springs and triangles", in: params(func(p Params) bool { return p.Spans() > TouchMasses }), engines: single.oneWord(),
			solver: func(m Method) bool { return !m.Divides || m.Spans }},
		Collisions:        {name: "collisions of masses", in: params(func(p Params) bool { return p.Collision.Acts() }), engines: deviceAlone.oneWord(), solver: has(CollisionTerm)},
		CollisionFriction: {name: "collisions with friction", in: params(func(p Params) bool { return p.Collision.Acts() && p.Collision.HasFriction() }), engines: deviceAlone.oneWord(), solver: has(CollisionTerm)},
		Forces:            {name: "forces", in: params(func(p Params) bool { return len(p.Forces) > 0 }), engines: all.oneWord(), solver: has(LoadTerm)},
		Motors:            {name: "motors", in: params(func(p Params) bool { return len(p.Motors) > 0 }), engines: deviceAlone.oneWord(), solver: has(LoadTerm)},
		Handles:           {name: "handles", in: params(func(p Params) bool { return len(p.Handles) > 0 }), engines: deviceAlone.oneWord(), solver: has(LoadTerm)},
		WindLoads:         {name: "wind", in: params(blown), engines: deviceAlone.oneWord(), solver: has(WindTerm)},
		Guides:            {name: "guides", in: params(func(p Params) bool { return len(p.Guides) > 0 }), engines: deviceAlone.oneWord(), solver: has(GuideTerm)},
		FullLedger:        {name: "the full energy ledger", in: params(func(p Params) bool { return p.Ledger }), engines: levels{reference: Plain, cpu: Fast}},
		ClosedLoops:       {name: "control", engines: all, solver: has(LoadTerm)},
		MuscleSensors:     {name: "sensors of forces or metrics", engines: single, solver: has(LoadTerm)},
		PlaceInputs:       {name: "inputs of motors, handles or contacts", engines: without(Fast, Plain)},
		Relaxation:        {name: "relaxation", engines: without(None, None)},
		Resuming:          {name: "resume", engines: all},
		FarAway:           {name: "far from the origin", engines: single},
	}
}

// solverLevels returns how the engines support a solver.
func solverLevels(i Integrator) levels {
	switch i {
	case ImplicitEuler, PositionBased: // to teach and to compare
		return levels{reference: Plain}
	case Impulses:
		return without(Plain, Plain).oneWord()
	case SymplecticEuler:
		return everywhere()
	default:
		return without(Plain, Plain)
	}
}

// Features returns all features, in the order of the table.
func Features() []Feature {
	list := make([]Feature, len(table()))
	for k := range list {
		list[k] = Feature(k)
	}
	return list
}

// String returns the name that documents and messages use.
func (f Feature) String() string { return table()[f].name }

// In reports whether a run has the feature. Features that depend on the use of a run, such as
// Resuming, are in none.
func (f Feature) In(m *Model, p Params) bool { return f == PlainSprings || table()[f].has(m, p) }

// Support returns the level at which an engine supports a feature with a solver in a
// precision. None also covers features that the solver lacks in every engine. The reference
// computes in float64 in any precision.
func Support(f Feature, i Integrator, engine string, p Precision) Level {
	row := table()[f]
	if row.solver != nil && !row.solver(i.Method()) {
		return None
	}
	return min(row.engines.of(engine, p), solverLevels(i).of(engine, p))
}

// of returns the level of an engine; None for one that is unknown.
func (l levels) of(engine string, p Precision) Level {
	switch {
	case engine == EngineCPURef:
		return l.reference
	case engine == EngineCPU:
		return l.cpu
	case engine == EngineGPU && p == Single:
		return l.gpu
	case engine == EngineGPU:
		return l.words
	case engine == EngineEnsemble && p == Single:
		return l.packs
	case engine == EngineEnsemble:
		return min(l.packs, Plain)
	case engine == EngineEnsembleGPU && p == Single:
		return l.device
	case engine == EngineEnsembleGPU:
		return min(l.device, Plain)
	}
	return None
}

// Supporting returns the engines that support every feature of a run, in order of preference.
func Supporting(m *Model, p Params, precision Precision) []string {
	return supporting(EngineNames(), m, p, precision)
}

func supporting(names []string, m *Model, p Params, precision Precision) []string {
	return slices.DeleteFunc(names, func(engine string) bool { return len(unsupported(engine, m, p, precision)) > 0 })
}

// Members returns the level at which an engine of ensembles steps members like the given run:
// Fast side by side, or Plain each with an engine of its own, because of the features named
// in because. given lists features that model and parameters do not show.
func Members(engine string, m *Model, p Params, precision Precision, given ...Feature) (level Level, because []string) {
	level = solverLevels(p.Integrator).of(engine, precision)
	if solverLevels(p.Integrator).of(engine, Single) < Fast {
		because = append(because, "the solver "+p.Integrator.String())
	}
	for f, r := range table() {
		if !r.has(m, p) && !slices.Contains(given, Feature(f)) {
			continue
		}
		level = min(level, r.engines.of(engine, precision))
		if r.engines.of(engine, Single) < Fast {
			because = append(because, r.name)
		}
	}
	if because == nil && precision != Single {
		because = append(because, "the precision "+precision.String())
	}
	return level, because
}

// unsupported returns the names of the things in a run that an engine lacks and another has.
func unsupported(engine string, m *Model, p Params, precision Precision) (lacks []string) {
	if solverLevels(p.Integrator).of(engine, precision) == None {
		return []string{"the solver " + p.Integrator.String()}
	}
	for _, r := range table() {
		if r.engines.of(engine, precision) == None && r.has(m, p) {
			lacks = append(lacks, r.name)
		}
	}
	return lacks
}

// Unsupported returns an error if an engine does not support a feature of a run, else nil.
// The error wraps ErrUnsupported and names the engine that supports the run.
func Unsupported(engine string, m *Model, p Params, precision Precision) error {
	lacks := unsupported(engine, m, p, precision)
	if lacks == nil {
		return nil
	}
	in, inSingle := "", engine == EngineGPU && precision != Single && unsupported(engine, m, p, Single) == nil
	if inSingle {
		in = " in precision " + precision.String()
	}
	instead := "no engine has all of them"
	have := Supporting(m, p, precision)
	if slices.Contains(EnsembleNames(), engine) {
		have = append(supporting(EnsembleNames(), m, p, precision), have...)
	}
	if len(have) > 0 {
		instead = "use --engine " + have[0]
	}
	if inSingle {
		instead += ", or --precision single"
	}
	return fmt.Errorf("%s: %s: %w by the engine %s%s; %s", engine, strings.Join(lacks, ", "), ErrUnsupported, engine, in, instead)
}
