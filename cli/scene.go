package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"hooke/run/flags"
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
		Use:     "scene (--print-schema | --export PRESET)",
		GroupID: jobFiles,
		Short:   "Print a preset as a scene file, or explain all keys",
		Long: "scene prints a preset as a scene file (.toml) to edit, or every table and key with type, unit and\n" +
			"default. The exported file simulates the same as the preset, bit for bit. docs/scene.md explains\n" +
			"scene files with examples.",
		Example: "  hooke scene --export walker > walker.toml\n  hooke scene --export lattice --springs 56k > lattice.toml\n  hooke scene --print-schema",
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
			text, err := toml.Export(name, model.Resolve())
			if err != nil {
				return err
			}
			return a.printf("%s", text)
		}),
	}
	cmd.Flags().StringVar(&name, "export", "", "`preset` to print as a scene file")
	cmd.Flags().BoolVar(&schema, "print-schema", false, "print every table and key")
	model.Add(cmd)
	return cmd
}
