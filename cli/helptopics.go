package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/bench"
	"hooke/run/flags"
	"hooke/scene/meshfile"
	"hooke/scene/preset"
)

// flagPage is a page of help that explains flags of several verbs.
type flagPage struct {
	name, short, intro string
	sections           []flags.Section
}

// flagPages returns these pages. Each flag that is on no page of a verb is on one of them.
func flagPages() []flagPage {
	return []flagPage{
		{"flags", "mesh, material, results, pictures, metrics: all flags beyond the usual ones",
			"The page of a command explains its usual flags, as hooke run --help does; this page explains the others.", flags.FlagSections()},
		{"solvers", "step, solver, engine and device: flags for experts",
			"Without these flags, hooke chooses step, solver, engine and device. hooke info NAME shows the choice.", flags.SolverSections()},
	}
}

// topics returns the pages of help that belong to no single verb.
func topics(verbs []*cobra.Command) []*cobra.Command {
	topic := func(name, short string, text func() string) *cobra.Command {
		cmd := &cobra.Command{Use: name, Hidden: true, Short: short}
		explain(cmd, text)
		return cmd
	}
	pages := []*cobra.Command{topic("presets", "the structures that come with hooke, and the files that it reads", presetHelp)}
	for _, page := range flagPages() {
		pages = append(pages, topic(page.name, page.short, func() string { return page.help(verbs) }))
	}
	return append(pages, topic("scenes", "the scenes of hooke bench", sceneHelp))
}

// explain gives a command its long text where help is shown, which few calls of the program do.
func explain(cmd *cobra.Command, text func() string) {
	show := cmd.HelpFunc()
	cmd.SetHelpFunc(func(of *cobra.Command, args []string) {
		cmd.Long = text()
		show(of, args)
	})
}

// help returns the text of the page.
func (p flagPage) help(verbs []*cobra.Command) string {
	var b strings.Builder
	b.WriteString(wrapped("", p.intro, helpWidth))
	for _, section := range p.sections {
		b.WriteString("\n\n" + sectionHelp(section, verbs))
	}
	return b.String()
}

// sharedFlag is a flag of a section, with the verbs that have it.
type sharedFlag struct {
	flag  *pflag.Flag
	verbs []string
}

// sectionHelp explains the flags of a section. The heading names the verbs that have most of
// them; a flag of other verbs names its own.
func sectionHelp(section flags.Section, verbs []*cobra.Command) string {
	var all []*sharedFlag
	var names []string
	for _, verb := range verbs {
		names = append(names, verb.Name())
		visibleFlags(verb, func(flag *pflag.Flag) {
			if flags.SectionOf(flag) != section {
				return
			}
			at := slices.IndexFunc(all, func(s *sharedFlag) bool { return s.flag.Name == flag.Name && s.flag.Usage == flag.Usage })
			if at < 0 {
				at, all = len(all), append(all, &sharedFlag{flag: flag})
			}
			all[at].verbs = append(all[at].verbs, verb.Name())
		})
	}
	count, usual := map[string]int{}, ""
	for _, s := range all {
		of := verbList(s.verbs, names)
		if count[of]++; count[of] > count[usual] {
			usual = of
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, of %s:\n", section, usual)
	for _, s := range all {
		note := ""
		if of := verbList(s.verbs, names); of != usual {
			note = " [" + of + "]"
		}
		writeFlag(&b, s.flag, note)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// verbList names verbs, out of all, by those that are missing when these are few.
func verbList(verbs, all []string) string {
	var missing []string
	for _, verb := range all {
		if !slices.Contains(verbs, verb) {
			missing = append(missing, verb)
		}
	}
	if len(missing) == 0 || len(missing) > 4 {
		return strings.Join(verbs, ", ")
	}
	return "all but " + strings.Join(missing, ", ")
}

// shortTitle returns the words of a section for the middle of a sentence.
func shortTitle(section flags.Section) string {
	title, _, _ := strings.Cut(string(section), " (")
	title, _, _ = strings.Cut(title, ":")
	return strings.ToLower(title)
}

// presetHelp lists the presets by their groups, and the formats of files.
func presetHelp() string {
	var out strings.Builder
	out.WriteString("Presets: hooke view NAME shows one, hooke scene --export NAME prints it as a scene file.\n")
	for _, group := range preset.Groups() {
		fmt.Fprintf(&out, "\n%s\n", group)
		for _, p := range preset.All() {
			if p.Group == group {
				fmt.Fprintf(&out, "  %-11s %s\n", p.Name, p.Summary)
			}
		}
	}
	out.WriteString("\n" + wrapped("", "Files: scene files (.toml; hooke scene --print-schema), "+strings.Join(meshfile.Formats(), ", ")+".", helpWidth))
	return out.String()
}

// sceneIndent is the column at which a scene of the benchmark is explained.
const sceneIndent = "                  "

// sceneHelp lists the scenes of the benchmark.
func sceneHelp() string {
	var out strings.Builder
	out.WriteString("Scenes of hooke bench:\n")
	for _, s := range bench.Recipes() {
		fixed := ""
		if s.Fixed {
			fixed = " (one size only)"
		}
		fmt.Fprintf(&out, "  %-15s %s\n", s.Name, wrapped(sceneIndent, s.Summary+fixed, helpWidth)[len(sceneIndent):])
	}
	out.WriteString("\n" + wrapped("", "Scenes of hooke bench --accuracy, whole runs. The name stiff-128 means those of 128 × 128 masses, and stiff means the others:", helpWidth) + "\n")
	for _, s := range bench.StiffScenes() {
		fmt.Fprintf(&out, "  %-15s %s\n", s.Name, s.Summary)
	}
	return strings.TrimSuffix(out.String(), "\n")
}
