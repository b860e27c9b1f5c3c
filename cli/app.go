package cli

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/cli/sweeping"
	"hooke/cli/terminal"
	"hooke/engine"
	"hooke/files/safefile"
	"hooke/gpu"
	"hooke/gpu/egl"
	"hooke/machine/memory"
	_ "hooke/machine/memory/least" // judges the limit of addresses before Go starts
	"hooke/run"
	"hooke/run/export/film"
	"hooke/run/flags"
	"hooke/run/play"
	"hooke/sim/serve"
)

// App is one call of the program. The zero value of Shaders is useful; both
// writers are required.
type App struct {
	Stdout io.Writer // results
	Stderr io.Writer // progress, notes, errors
	Stdin  io.Reader // requests to serve; nil: none
	// Shaders replace the built-in shader files, so that a test can prove that check
	// finds a wrong one; nil means the built-in ones.
	Shaders fs.FS
	// Cache is the folder of results that the program remembers between runs; empty means hooke
	// in the user's cache folder.
	Cache string
	// Selftest says which graphics devices are tested before the engine gpu steps on them,
	// and by info. The zero value tests graphics cards; tests of this package have software
	// renderers tested, too.
	Selftest engine.Selftest

	retune  bool   // see addRetune
	threads int    // of the cpu engine, see flags.AddThreads
	untuned bool   // whether pipelines are not measured
	command string // the command, as a shell takes it
}

// Main runs the program with its arguments, without its own name, and returns the exit
// code. Call it on the main thread, locked: window systems need that one.
func Main(args []string, stdout, stderr io.Writer) int {
	memory.Heed()
	return App{Stdin: os.Stdin, Stdout: stdout, Stderr: stderr}.Run(context.Background(), args)
}

// Run runs one command and returns the exit code. Cancelling ctx has the effect of Ctrl-C.
func (a App) Run(ctx context.Context, args []string) int {
	defer terminal.IgnorePipes()()
	defer keepDevice()()
	stdout, stderr := safefile.NewEscapingWriter(a.Stdout, args...), safefile.NewEscapingWriter(a.Stderr, args...)
	defer stdout.Close() // a reader of neither gets no further message
	defer stderr.Close()
	a.Stdout, a.Stderr, a.command = stdout, stderr, commandLine(args)
	root := a.root()
	root.SetArgs(args)
	verb, err := root.ExecuteContextC(ctx)
	return reportError(a.Stderr, verb, err)
}

func (a App) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "hooke",
		Short: "Simulate robots, lattices, cloth and ropes as masses and springs",
		Long: "hooke simulates robots, lattices, cloth and ropes as masses and springs: millions of springs, on the\n" +
			"GPU or on all CPU cores, with results that are checked against a float64 reference.",
		Example: "  hooke view walker                     watch a robot walk, in a window\n" +
			"  hooke run walker --time 2 --png       simulate two seconds; write results and a picture to out/\n" +
			"  hooke view bunny.obj --up y           drop your own mesh on the ground\n" +
			"  hooke scene --export walker           print the robot as a scene file, to edit",
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.Version = versionText()
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetOut(a.Stdout)
	root.SetErr(a.Stderr)
	verbs := []*cobra.Command{a.view(), a.run(), a.resume(), a.relax(), a.render(), a.gait(), a.spring(), a.sweep(), a.optimize(), a.info(), a.scene(), a.convert(), a.check(), a.bench(), a.serve(), a.version()}
	for _, verb := range verbs {
		if opensDevice(verb.Name()) {
			addDevice(verb)
		}
		briefly(verb)
	}
	root.AddGroup(jobs()...)
	ordered := append(verbs, topics(verbs)...)
	root.AddCommand(ordered...)
	pages(root)
	root.SetUsageFunc(rootUsage(root, ordered))
	return root
}

// sweep returns the verb sweep, see package sweeping.
func (a App) sweep() *cobra.Command {
	cmd := sweeping.Command(a.sweeping())
	cmd.GroupID = jobDesign
	cmd.Args, cmd.RunE = atMost(1), work(cmd.RunE)
	return cmd
}

// sweeping returns the parts of the program that sweeps use. The engine gpu has the pipeline of small structures and measures none, so that the numbers of a
// run depend on it alone.
func (a App) sweeping() sweeping.Program {
	return sweeping.Program{Stdout: a.Stdout, Stderr: a.Stderr, How: engine.Options{GPU: gpu.Options{Shaders: a.Shaders, Pipeline: gpu.Auto}, Selftest: a.Selftest, Tuning: engine.TuningCache{Folder: a.Cache, Off: true, Program: run.Commit()}},
		View: func(ctx context.Context, l *play.Lineup) error { return a.showLineup(ctx, newViewOptions(), l) },
		Film: a.film, MayFilm: func() error { _, err := film.FindFFmpeg(); return err }}
}

// optimize returns the verb optimize, see package sweeping.
func (a App) optimize() *cobra.Command {
	cmd := sweeping.Optimize(a.sweeping())
	cmd.GroupID = jobDesign
	cmd.Args, cmd.RunE = atMost(1), work(cmd.RunE)
	return cmd
}

// serve returns the verb serve, see package serve.
func (a App) serve() *cobra.Command {
	stdio := false
	cmd := &cobra.Command{
		Use:     "serve --stdio",
		GroupID: jobSimulate,
		Short:   "Let another program open, step, read and steer scenes",
		Long: "serve answers requests of another program, in any language: a line of JSON each, with raw numbers\n" +
			"behind it. docs/serve.md explains them; examples/serve has a client in Python and one in JavaScript.\n\n" +
			"The end of the input ends it with exit code 0. Ctrl-C interrupts the request under way.",
		Example: "  echo '{\"id\": 1, \"do\": \"open\", \"name\": \"walker\"}' | hooke serve --stdio",
		Args:    cobra.NoArgs,
		RunE: work(func(cmd *cobra.Command, _ []string) error {
			if !stdio {
				return usagef("give --stdio: requests come on standard input, answers go to standard output")
			}
			ctx, interrupts, stop := terminal.UntilEnded(cmd.Context())
			defer stop()
			out := a.Stdout
			if text, ok := out.(*safefile.EscapingWriter); ok {
				out = text.Below() // numbers are no text
			}
			return serve.Serve(ctx, cmp.Or[io.Reader](a.Stdin, strings.NewReader("")), out, serve.Options{Program: versionText(), Interrupts: interrupts})
		}),
	}
	cmd.Flags().BoolVar(&stdio, "stdio", false, "requests come on standard input, answers go to standard output")
	return cmd
}

// opensDevice reports whether a verb may open a device without a window.
func opensDevice(verb string) bool {
	return !slices.Contains([]string{"convert", "scene", "version"}, verb)
}

// addDevice adds the flags --device and --debug to a verb.
func addDevice(cmd *cobra.Command) {
	flags.EngineSection.Add(cmd, func(set *pflag.FlagSet) {
		set.Var(deviceFlag{}, "device", "OpenGL device without a window: a number or part of a name from hooke info (default: "+egl.Variable+", else the first that works)")
		set.Var(debugFlag{}, "debug", "print the OpenGL driver's performance messages, as lines driver: ... (default: "+egl.DebugVariable+")")
		set.Lookup("debug").NoOptDefVal = "true"
	})
}

// debugFlag asks for debug contexts in the environment, as deviceFlag names a device there.
type debugFlag struct{}

func (debugFlag) Type() string   { return "bool" }
func (debugFlag) String() string { return "" }

// IsBoolFlag says that the flag may stand alone.
func (debugFlag) IsBoolFlag() bool { return true }

// Set takes true or false.
func (debugFlag) Set(text string) error {
	on, err := strconv.ParseBool(text)
	if err != nil {
		return errors.New("give true or false")
	}
	if !on {
		return os.Unsetenv(egl.DebugVariable)
	}
	return os.Setenv(egl.DebugVariable, "1")
}

// deviceFlag puts its value into the environment, for all that open a device in this
// process.
type deviceFlag struct{}

func (deviceFlag) Type() string   { return "N|NAME" }
func (deviceFlag) String() string { return "" }

// Set takes a number or a name.
func (deviceFlag) Set(text string) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("give a number or a part of a name; hooke info lists the devices")
	}
	return os.Setenv(egl.Variable, text)
}

// keepDevice returns a function that restores the choices about devices.
func keepDevice() (back func()) {
	device, debug := keepVariable(egl.Variable), keepVariable(egl.DebugVariable)
	return func() {
		device()
		debug()
	}
}

// keepVariable puts a variable of the environment back as it was.
func keepVariable(name string) (back func()) {
	before, set := os.LookupEnv(name)
	return func() {
		if now, given := os.LookupEnv(name); set && now != before {
			os.Setenv(name, before)
		} else if !set && given {
			os.Unsetenv(name)
		}
	}
}

func (a App) version() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		GroupID: jobLookUp,
		Short:   "Print the version of hooke",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return a.printf("%s\n", versionText())
		},
	}
}

// versionText names this program.
func versionText() string { return run.Program(windowKind) }
