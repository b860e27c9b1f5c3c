package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"hooke/control/metrics"
	"hooke/gpu/egl"
	"hooke/run"
	"hooke/scene"
)

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1 // the work failed
	exitUsage  = 2 // the command line was wrong
)

// failure is an error of the work of a verb; any other error of a command means a wrong
// command line.
type failure struct{ err error }

func (f failure) Error() string { return f.err.Error() }
func (f failure) Unwrap() error { return f.err }

// usage is a wrong command line that only the verb itself can notice.
type usage struct{ text string }

func (u usage) Error() string { return u.text }

func usagef(format string, args ...any) error { return usage{fmt.Sprintf(format, args...)} }

// oneOf returns an error for two flags that exclude each other.
func oneOf(cmd *cobra.Command, a, b string) error {
	if cmd.Flags().Changed(a) && cmd.Flags().Changed(b) {
		return usagef("--%s and --%s cannot be given together: leave one out", a, b)
	}
	return nil
}

// errSilent is a failure that is already printed, as a result.
var errSilent = errors.New("cli: already reported")

// work turns the function of a verb into its RunE: its errors are failures, except usage
// errors, which include wrong model options and values of flags.
func work(do func(cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		err := do(cmd, args)
		var wrong usage
		var option *scene.OptionError
		var ofRun *run.OptionError
		switch {
		case err == nil:
			return nil
		case errors.As(err, &wrong):
			return wrong
		case errors.As(err, &option):
			return usage{optionText(err)}
		case errors.As(err, &ofRun):
			return usage{flagText(ofRun)}
		}
		if text := valueText(cmd, err); text != "" {
			return usage{text}
		}
		return failure{err}
	}
}

// valueText returns the fault of the value of a flag that a command line gives, where only the scene or the machine
// can tell; empty for other errors.
func valueText(cmd *cobra.Command, err error) string {
	given := func(flags ...string) bool { return slices.ContainsFunc(flags, cmd.Flags().Changed) }
	var setting *scene.SettingError
	var measured *metrics.OptionError
	switch {
	case errors.As(err, &setting) && given("set", "vary"), errors.Is(err, egl.ErrNoDevice) && given("device"):
		return err.Error()
	case errors.As(err, &measured) && given(measured.Option):
		return "--" + strings.TrimPrefix(measured.Error(), "metrics: ")
	}
	return ""
}

// flagText describes the wrong flag of a run.
func flagText(err *run.OptionError) string {
	if strings.HasPrefix(err.Option, "output ") {
		return err.Error()
	}
	return "--" + err.Error()
}

// optionText describes wrong flags by their names.
func optionText(err error) string {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		var lines []string
		for _, err := range several.Unwrap() {
			lines = append(lines, optionText(err))
		}
		return strings.Join(lines, "\n")
	}
	if option, ok := err.(*scene.OptionError); ok {
		return "--" + option.Option + ": " + option.Reason
	}
	return err.Error()
}

// reportError prints an error and returns its exit code. After a wrong command line it says
// where help is.
func reportError(stderr io.Writer, verb *cobra.Command, err error) int {
	if err == nil {
		return exitOK
	}
	var failed failure
	if errors.As(err, &failed) {
		if !errors.Is(err, errSilent) && !leftUnread(verb, err) {
			printError(stderr, err)
		}
		return exitFailed
	}
	printError(stderr, err)
	fmt.Fprintf(stderr, "run '%s --help'\n", verb.CommandPath())
	return exitUsage
}

// leftUnread reports whether the reader of the results has closed the pipe, as head does
// after some lines. That is reported only where the results end some work.
func leftUnread(verb *cobra.Command, err error) bool {
	works := slices.Contains([]string{"run", "resume", "sweep", "optimize", "relax", "view", "render"}, verb.Name())
	return errors.Is(err, syscall.EPIPE) && !works
}

func printError(stderr io.Writer, err error) {
	text := strings.TrimSpace(err.Error())
	if text == "" {
		text = fmt.Sprintf("failed (%T)", err)
	}
	fmt.Fprintf(stderr, "hooke: %s\n", text)
}

// pages makes a page of help, or a script of completion, that does not exist a wrong command line.
func pages(root *cobra.Command) {
	root.SetHelpCommandGroupID(jobLookUp)
	root.SetCompletionCommandGroupID(jobLookUp)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Short = "Explain a command or a page"
			cmd.Args = func(_ *cobra.Command, args []string) error {
				if found, left, err := root.Find(args); err != nil || len(left) > 0 || found == nil {
					return fmt.Errorf("help has no page %q; hooke help lists commands and pages", strings.Join(args, " "))
				}
				return nil
			}
		case "completion":
			cmd.Short = "Print a completion script for a shell"
			cmd.Args, cmd.RunE = cobra.NoArgs, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

// atMost accepts up to n arguments.
func atMost(n int) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > n {
			return fmt.Errorf("too many arguments: %d given, at most %d taken: remove %q", len(args), n, args[n])
		}
		return nil
	}
}

// printf prints a result; a full disk or a closed pipe is a failure.
func (a App) printf(format string, args ...any) error {
	if _, err := fmt.Fprintf(a.Stdout, format, args...); err != nil {
		return failure{fmt.Errorf("standard output: %w", err)}
	}
	return nil
}

// note tells the user something that is not a result.
func (a App) note(format string, args ...any) {
	fmt.Fprintf(a.Stderr, format+"\n", args...)
}
