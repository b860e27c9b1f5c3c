package flags

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/gpu"
	"hooke/gpu/options"
	"hooke/gpu/tune"
)

// pipelineFlag is the flag value of a pipeline, with a variant or without, or auto.
type pipelineFlag struct{ value *string }

func (f pipelineFlag) Type() string {
	return strings.Join(append([]string{gpu.Auto}, gpu.Pipelines()...), "|")
}
func (f pipelineFlag) String() string {
	if f.value == nil {
		return ""
	}
	return *f.value
}

func (f pipelineFlag) Set(text string) error {
	if err := knownPipeline(text, gpu.Auto); err != nil {
		return err
	}
	*f.value = text
	return nil
}

// knownPipeline returns an error for an unknown pipeline, which may be one of others
// instead.
func knownPipeline(text string, others ...string) error {
	pipeline, _, err := options.SplitPipeline(text)
	if base, variant, has := strings.Cut(text, "+"); err != nil && has && slices.Contains(gpu.Pipelines(), base) {
		return fmt.Errorf("%s has no variant %s; it has %s, each behind a +", base, variant, strings.Join(options.Variants(base), ", "))
	}
	if known := append(others, gpu.Pipelines()...); err != nil || text == "" || !slices.Contains(known, pipeline) {
		return fmt.Errorf("choose %s", strings.Join(known, " or "))
	}
	return nil
}

// AddPipeline adds the flag --pipeline to a verb. It sets value to gpu.Auto, and the flag
// stores into value.
func AddPipeline(cmd *cobra.Command, value *string) {
	*value = gpu.Auto
	EngineSection.Add(cmd, func(set *pflag.FlagSet) {
		set.Var(pipelineFlag{value}, "pipeline", "`pipeline` of the gpu engine: "+strings.ReplaceAll(pipelineFlag{value}.Type(), "|", ", ")+"; auto measures once which is fastest on this device, and remembers it")
	})
}

// pipelinesFlag is the flag value of a list of pipelines.
type pipelinesFlag struct{ values *[]string }

func (f pipelinesFlag) Type() string { return strings.Join(gpu.Pipelines(), ",") + ",all,variants" }
func (f pipelinesFlag) String() string {
	if f.values == nil {
		return ""
	}
	if slices.Equal(*f.values, gpu.Pipelines()) {
		return "all"
	}
	return strings.Join(*f.values, ",")
}

func (f pipelinesFlag) Set(text string) error {
	var values []string
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		if several := map[string][]string{"all": gpu.Pipelines(), "variants": tune.Pipelines()}[word]; several != nil {
			values = append(values, several...)
			continue
		}
		if err := knownPipeline(word); err != nil && strings.Contains(word, "+") {
			return fmt.Errorf("%q: %w", word, err)
		} else if err != nil {
			return fmt.Errorf("%q is unknown; known are %s, all and variants", word, strings.Join(gpu.Pipelines(), ", "))
		}
		values = append(values, word)
	}
	// The names are stored in the order of the known ones, each once, and variants behind
	// them as they were given.
	place := func(name string) int {
		base, _, _ := strings.Cut(name, "+")
		return slices.Index(gpu.Pipelines(), base)
	}
	slices.SortStableFunc(values, func(a, b string) int {
		if byName := place(a) - place(b); byName != 0 {
			return byName
		}
		return strings.Count(a, "+") - strings.Count(b, "+")
	})
	*f.values = nil
	for _, value := range values {
		if !slices.Contains(*f.values, value) {
			*f.values = append(*f.values, value)
		}
	}
	return nil
}

// Pipelines returns a flag value for pipelines, each with a variant or without; "all" means all of
// them without one, "variants" those that tune.Pipelines lists. It stores into values.
func Pipelines(values *[]string) pflag.Value { return pipelinesFlag{values} }
