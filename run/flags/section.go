package flags

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Section is a part of a page of help, which alone explains its flags. The zero value
// stands for the page of the verb: hooke VERB --help.
type Section string

// The sections of the pages of help.
const (
	MeshSection     Section = "Mesh and material"
	ResultSection   Section = "Results"
	PictureSection  Section = "Pictures"
	WindowSection   Section = "Window and film"
	MetricSection   Section = "Metrics of robots (docs/metrics.md)"
	SolverSection   Section = "Step and solver (docs/big-steps.md)"
	EngineSection   Section = "Engine and device"
	AccuracySection Section = "Comparison of solvers: hooke bench --accuracy"
)

// FlagSections returns the sections of hooke help flags, in its order.
func FlagSections() []Section {
	return []Section{MeshSection, ResultSection, PictureSection, WindowSection, MetricSection}
}

// SolverSections returns the sections of hooke help solvers, in its order. Their flags
// change how a structure is stepped; most users never need them.
func SolverSections() []Section {
	return []Section{SolverSection, EngineSection, AccuracySection}
}

// sectionKey is the annotation of a flag that holds its section.
const sectionKey = "hooke_section"

// Add adds the flags that declare puts into a set to a verb, under this section.
func (s Section) Add(cmd *cobra.Command, declare func(set *pflag.FlagSet)) {
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	set.SortFlags = false
	declare(set)
	set.VisitAll(func(flag *pflag.Flag) { flag.Annotations = map[string][]string{sectionKey: {string(s)}} })
	cmd.Flags().AddFlagSet(set)
}

// AddJSON adds the flag --json to a verb that ends with figures. The flag stores into value.
func AddJSON(cmd *cobra.Command, value *bool) {
	ResultSection.Add(cmd, func(set *pflag.FlagSet) {
		set.BoolVar(value, "json", false, "print the figures as one JSON object")
	})
}

// SectionOf returns the section that explains a flag.
func SectionOf(flag *pflag.Flag) Section {
	if of := flag.Annotations[sectionKey]; len(of) == 1 {
		return Section(of[0])
	}
	return ""
}
