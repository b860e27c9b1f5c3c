package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"hooke/cli/flags"
	"hooke/scene"
	"hooke/scene/preset"
	"hooke/scene/toml"
	"hooke/scene/toml/spec"
	"hooke/scene/words"
)

// scene makes scene files to start from and describes them.
func (a App) scene() *cobra.Command {
	var schema bool
	var name string
	var model flags.Structure
	cmd := &cobra.Command{
		Use:   "scene (--print-schema | --export PRESET)",
		Short: "Describe scene files, or write a preset as one",
		Long: "scene prints every table and key of a scene file with types, units and defaults, or a preset as a\n" +
			"scene file to start from. run, view, info, check and relax take scene files (.toml); docs/scene.md\n" +
			"explains them. The file has the preset's structure by name, with the options given here, and every\n" +
			"number of the run; it gives the same model and the same numbers, bit by bit.",
		Example: "  hooke scene --print-schema\n  hooke scene --export walker > walker.toml\n  hooke scene --export lattice --springs 56k > lattice.toml",
		Args:    atMost(0),
		RunE: work(func(cmd *cobra.Command, _ []string) error {
			exported := cmd.Flags().Changed("export")
			switch {
			case exported == schema:
				return usagef("give one of --print-schema and --export PRESET")
			case schema && model.Given():
				return usagef("--print-schema takes no other flags")
			case schema:
				return a.printf("%s", spec.Schema())
			}
			if preset.Of(name).Make == nil {
				return usagef("--export: %q is no preset%s; presets: %s", name, words.Guess(name, preset.Names()), strings.Join(preset.Names(), ", "))
			}
			text, err := exportWith(name, model.Resolve())
			if err != nil {
				return err
			}
			return a.printf("%s", text)
		}),
	}
	var names []string
	for _, p := range preset.All() {
		names = append(names, p.Name)
	}
	cmd.Flags().BoolVar(&schema, "print-schema", false, "print every table and key of a scene file")
	cmd.Flags().StringVar(&name, "export", "", "preset to write as a scene file: "+strings.Join(names, ", "))
	model.Add(cmd)
	return cmd
}

// exportWith returns a preset as a scene file, with settings written into it.
func exportWith(name string, o scene.Options) (string, error) {
	settings := o.Set
	o.Set = ""
	text, err := toml.Export(name, o)
	if err != nil || settings == "" {
		return text, err
	}
	source, lines := toml.NewSource([]byte(text), name), flags.Settings(settings)
	written, err := source.Judge(lines)
	if err == nil {
		_, err = source.Open(toml.Options{Settings: lines}) // what only the whole scene shows
	}
	if err != nil {
		return "", err
	}
	head, _, _ := strings.Cut(text, "\n")
	return head + "\n# With --set " + strings.Join(lines, ", ") + ". Keys, units and defaults: hooke scene --print-schema\n\n" + written.Text, nil
}
