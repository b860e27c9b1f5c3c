package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/bench"
	"hooke/bench/accuracy"
	"hooke/cli/flags"
	"hooke/scene/meshfile"
	"hooke/scene/preset"
)

// sharedFlags are flags that several verbs have. The help of a verb names them, and one
// page says what they mean.
type sharedFlags struct {
	title string
	flags *pflag.FlagSet
}

// sharedByVerbs returns all shared flags, made by the functions that give them to the
// verbs.
func sharedByVerbs() []sharedFlags {
	var model flags.Structure
	var o runOptions
	structure, engine, look, frames := &cobra.Command{}, &cobra.Command{}, &cobra.Command{}, &cobra.Command{}
	model.Add(structure)
	flags.AddPrecision(engine, &o.gpu.Precision)
	flags.AddPipeline(engine, &o.gpu.Pipeline)
	flags.AddWorkGroup(engine, &o.gpu.WorkGroup)
	addRetune(engine, &o.retune)
	flags.AddThreads(engine, &o.threads)
	addDevice(engine)
	var l flags.Look
	l.Add(look)
	o.save.AddHow(frames)
	var whole flags.Accuracy
	runs := &cobra.Command{}
	whole.Add(runs)
	var m flags.Measured
	measured := &cobra.Command{}
	m.Add(measured)
	return []sharedFlags{
		{"Flags of the structure, its material and the step", structure.Flags()},
		{"Flags of the engines gpu and cpu", engine.Flags()},
		{"Flags of frames", frames.Flags()},
		{"Flags of pictures", look.Flags()},
		{"Flags of hooke bench --accuracy", runs.Flags()},
		{"Flags of what is measured of runs (docs/metrics.md has the metrics)", measured.Flags()},
	}
}

// has reports whether a flag of a verb is one of these, with the same meaning.
func (s sharedFlags) has(flag *pflag.Flag) bool {
	shared := s.flags.Lookup(flag.Name)
	return shared != nil && shared.Usage == flag.Usage
}

// helpWidth is how wide help is printed [columns].
const helpWidth = 118

// topics are pages of help that belong to no single verb. The first screen lists them
// by hand, since they are not called like verbs.
func topics() []*cobra.Command {
	var flags strings.Builder
	for i, shared := range sharedByVerbs() {
		if i > 0 {
			flags.WriteString("\n\n")
		}
		fmt.Fprintf(&flags, "%s:\n", shared.title)
		writeFlags(&flags, shared.flags)
	}
	return []*cobra.Command{
		{Use: "flags", Hidden: true, Short: "What the flags that several verbs share mean", Long: strings.TrimSuffix(flags.String(), "\n")},
		{Use: "presets", Hidden: true, Short: "The presets, and the files that verbs read", Long: presetHelp()},
		{Use: "scenes", Hidden: true, Short: "The scenes of the benchmark", Long: sceneHelp()},
	}
}

// briefly makes the help of a verb list its own flags and only name the shared ones.
func briefly(verb *cobra.Command) {
	verb.InitDefaultHelpFlag()
	verb.Long = wrapped("", verb.Long, helpWidth)
	verb.SetUsageFunc(func(cmd *cobra.Command) error {
		_, err := fmt.Fprint(cmd.OutOrStderr(), usageOf(cmd))
		return err
	})
}

// usageOf returns the help of a verb below the sentences that say what it does.
func usageOf(cmd *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage:\n  %s\n", cmd.UseLine())
	if cmd.Example != "" {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", cmd.Example)
	}
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	named := map[string][]string{}
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		for _, shared := range sharedByVerbs() {
			if shared.has(flag) {
				named[shared.title] = append(named[shared.title], "--"+flag.Name)
				return
			}
		}
		own.AddFlag(flag)
	})
	b.WriteString("\nFlags:\n")
	writeFlags(&b, own)
	if len(named) == 0 {
		return b.String()
	}
	b.WriteString("\nShared flags (hooke help flags says what they mean, hooke help presets lists presets and files):\n")
	for _, shared := range sharedByVerbs() {
		if names := named[shared.title]; names != nil {
			b.WriteString(wrapped("  ", strings.Join(names, " "), helpWidth) + "\n")
		}
	}
	return b.String()
}

// writeFlags prints flags, each with its value, its meaning and its default.
func writeFlags(b *strings.Builder, flags *pflag.FlagSet) {
	const column = 28
	flags.VisitAll(func(flag *pflag.Flag) {
		value, meaning := pflag.UnquoteUsage(flag)
		head := "  --" + flag.Name
		if flag.Shorthand != "" {
			head = "  -" + flag.Shorthand + ", --" + flag.Name
		}
		if value != "" {
			head += " " + value
		}
		meaning = strings.ReplaceAll(meaning, "\n", " ")
		if usual := flag.DefValue; usual != "" && usual != "false" && usual != "0" && usual != "[]" && !strings.Contains(meaning, "(default") {
			meaning += fmt.Sprintf(" (default %s)", usual)
		}
		head = fmt.Sprintf("%-*s  ", column, head)
		text := wrapped(strings.Repeat(" ", column+2), strings.Repeat("x", len(head)-column-2)+meaning, helpWidth)
		b.WriteString(head + text[len(head):] + "\n")
	})
}

// wrapped returns a text in lines of at most so many columns, each behind an indent.
func wrapped(indent, text string, width int) string {
	var b strings.Builder
	line := indent
	for _, word := range strings.Fields(text) {
		if line != indent && len([]rune(line))+1+len([]rune(word)) > width {
			b.WriteString(line + "\n")
			line = indent
		}
		if line != indent {
			line += " "
		}
		line += word
	}
	return b.String() + line
}

// presetHelp lists the presets and the formats of files.
func presetHelp() string {
	var out strings.Builder
	out.WriteString("Presets:\n")
	for _, p := range preset.All() {
		fmt.Fprintf(&out, "  %-10s %s\n", p.Name, p.Summary)
	}
	out.WriteString(wrapped("", fmt.Sprintf("Files: scenes (.toml, see hooke scene), %s.", strings.Join(meshfile.Formats(), ", ")), helpWidth))
	return out.String()
}

// sceneHelp lists the scenes of the benchmark.
func sceneHelp() string {
	var out strings.Builder
	out.WriteString("Scenes:\n")
	for _, s := range bench.Recipes() {
		fixed := ""
		if s.Fixed {
			fixed = " (a size of its own)"
		}
		fmt.Fprintf(&out, "  %-11s %s%s\n", s.Name, s.Summary, fixed)
	}
	out.WriteString("Scenes of --accuracy, whole runs; stiff is all of them but those of 128 × 128 masses, which stiff-128 is:\n")
	for _, s := range accuracy.Scenes() {
		fmt.Fprintf(&out, "  %-15s %s\n", s.Name, s.Summary)
	}
	return strings.TrimSuffix(out.String(), "\n")
}
