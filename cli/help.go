package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/run/flags"
)

// helpWidth is the width of help [columns], and flagColumn the column at which flags are
// explained.
const (
	helpWidth  = 100
	flagColumn = 32
)

// The jobs by which the first page of help lists the verbs.
const (
	jobSimulate = "simulate"
	jobDesign   = "design"
	jobFiles    = "files"
	jobVerify   = "verify"
	jobLookUp   = "look up"
)

// jobs returns the headings of the first page, in its order.
func jobs() []*cobra.Group {
	return []*cobra.Group{
		{ID: jobSimulate, Title: "Simulate and watch"},
		{ID: jobDesign, Title: "Tune a design"},
		{ID: jobFiles, Title: "Structures and files"},
		{ID: jobVerify, Title: "Check and measure"},
		{ID: jobLookUp, Title: "Look up"},
	}
}

// rootUsage returns the function that prints the first page below its first sentence. It lists
// the commands in the order given, then those that the library adds.
func rootUsage(root *cobra.Command, ordered []*cobra.Command) func(*cobra.Command) error {
	usual := (&cobra.Command{}).UsageFunc()
	return func(cmd *cobra.Command) error {
		if cmd != root {
			return usual(cmd)
		}
		list := slices.Clone(ordered)
		for _, added := range root.Commands() {
			if !slices.Contains(list, added) {
				list = append(list, added)
			}
		}
		var b strings.Builder
		fmt.Fprintf(&b, "Start here:\n%s\n", root.Example)
		for _, job := range root.Groups() {
			fmt.Fprintf(&b, "\n%s:\n", job.Title)
			for _, verb := range list {
				if verb.GroupID == job.ID {
					fmt.Fprintf(&b, "  %-11s %s\n", verb.Name(), verb.Short)
				}
			}
		}
		b.WriteString("\nhooke COMMAND --help explains a command. Other pages:\n")
		for _, topic := range list {
			if topic.Hidden && topic.GroupID == "" {
				fmt.Fprintf(&b, "  hooke help %-9s %s\n", topic.Name(), topic.Short)
			}
		}
		_, err := fmt.Fprint(cmd.OutOrStderr(), b.String())
		return err
	}
}

// briefly makes the page of a verb explain the flags that most users need, and name the pages
// that explain the others.
func briefly(verb *cobra.Command) {
	verb.InitDefaultHelpFlag()
	verb.Flags().SortFlags = false
	long := verb.Long
	explain(verb, func() string { return paragraphs(long) })
	verb.SetUsageFunc(func(cmd *cobra.Command) error {
		_, err := fmt.Fprint(cmd.OutOrStderr(), usageOf(cmd))
		return err
	})
}

// usageOf returns the page of a verb below the sentences that explain it.
func usageOf(cmd *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage:\n  %s\n", cmd.UseLine())
	if cmd.Example != "" {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", cmd.Example)
	}
	var own strings.Builder
	elsewhere := map[flags.Section]int{}
	visibleFlags(cmd, func(flag *pflag.Flag) {
		if section := flags.SectionOf(flag); section != "" {
			elsewhere[section]++
			return
		}
		writeFlag(&own, flag, "")
	})
	if own.Len() > 0 {
		fmt.Fprintf(&b, "\nFlags:\n%s", own.String())
	}
	var more strings.Builder
	for _, page := range flagPages() {
		count, names := 0, []string{}
		for _, section := range page.sections {
			if n := elsewhere[section]; n > 0 {
				count += n
				names = append(names, shortTitle(section))
			}
		}
		if count > 0 {
			fmt.Fprintf(&more, "  hooke help %-9s %d more flags: %s\n", page.name, count, strings.Join(names, ", "))
		}
	}
	if elsewhere[flags.MeshSection] > 0 || strings.Contains(cmd.Use, "preset") {
		more.WriteString("  hooke help presets   presets and file formats\n")
	}
	if more.Len() > 0 {
		fmt.Fprintf(&b, "\nMore:\n%s", more.String())
	}
	return b.String()
}

// visibleFlags calls visit with the flags that help explains, in the order of their declaration.
func visibleFlags(cmd *cobra.Command, visit func(*pflag.Flag)) {
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if !flag.Hidden && flag.Name != "help" {
			visit(flag)
		}
	})
}

// writeFlag prints a flag with its value, its meaning, its default and a note behind them.
func writeFlag(b *strings.Builder, flag *pflag.Flag, note string) {
	value, meaning := pflag.UnquoteUsage(flag)
	head := "  --" + flag.Name
	if value != "" {
		head += " " + value
	}
	if usual := flag.DefValue; usual != "" && usual != "false" && usual != "0" && usual != "[]" && !strings.Contains(meaning, "(default") {
		meaning += fmt.Sprintf(" (default %s)", usual)
	}
	indent := strings.Repeat(" ", flagColumn)
	text := wrapped(indent, meaning+note, helpWidth)
	if len([]rune(head)) >= flagColumn {
		b.WriteString(head + "\n" + text + "\n")
		return
	}
	b.WriteString(head + indent[len([]rune(head)):] + text[flagColumn:] + "\n")
}

// paragraphs wraps the paragraphs of a text, but leaves tables, which are indented, as they are.
func paragraphs(text string) string {
	all := strings.Split(text, "\n\n")
	for i, paragraph := range all {
		if !strings.HasPrefix(paragraph, " ") {
			all[i] = wrapped("", paragraph, helpWidth)
		}
	}
	return strings.Join(all, "\n\n")
}

// wrapped returns a text in lines of at most width columns, each behind an indent.
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
