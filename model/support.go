package model

import (
	"fmt"
	"slices"
	"strings"
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

// ofGroups returns the levels of forces on groups: the engine cpu evaluates each by one thread.
func ofGroups() levels { return levels{reference: Plain, cpu: Plain, packs: Plain} }

// oneWord returns the levels of a feature that gpu supports in single precision alone.
func (l levels) oneWord() levels {
	l.words = None
	return l
}

// solverLevels returns how the engines support a solver.
func solverLevels(i Integrator) levels {
	switch i {
	case ImplicitEuler, PositionBased, EnergyConserving: // to teach and to compare
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
	case engine == EngineEnsembleGPU: // each member has an engine gpu of its own
		return min(l.device, l.words, Plain)
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
