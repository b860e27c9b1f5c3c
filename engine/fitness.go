package engine

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"hooke/gpu/glx"
)

// ErrUnfit is wrapped when a graphics device fails the self-test, see SelfTest. Auto
// takes the engine cpu then.
var ErrUnfit = errors.New("this graphics device cannot be relied on")

// Selftest chooses the devices to test before the gpu engine steps on them. The test runs
// once for each GL_RENDERER, GL_VERSION, version of the self-test and version of the program;
// its result is remembered in the folder of TuningCache.
type Selftest uint8

// TestCards, the zero value, tests graphics cards. Shaders other than those of this build are
// tested only by TestAll, and their result is not remembered.
const (
	TestCards Selftest = iota // all devices but software renderers
	TestAll                   // software renderers, too
	TestNone                  // no device, and ignore remembered results
)

// fitnessVersion is the version of the file of answers.
const fitnessVersion = 1

// fitnessKey is the device and the test that an answer holds for.
type fitnessKey struct {
	Renderer string `json:"renderer"` // GL_RENDERER
	Driver   string `json:"driver"`   // GL_VERSION
	Test     int    `json:"test"`     // SelfTestVersion
	Program  string `json:"program"`  // TuningCache.Program
}

// fitnessEntry is the answer of a self-test.
type fitnessEntry struct {
	fitnessKey
	Fault  string    `json:"fault"` // the part that failed, with its numbers; empty: the device is fit
	Tested time.Time `json:"tested"`
}

// mostFault is the longest fault that is remembered [bytes].
const mostFault = 4096

// known reports whether this program can have written an entry. It rejects control
// characters, which would reach the user's terminal.
func (e fitnessEntry) known() bool {
	return e.Renderer != "" && e.Test > 0 && len(e.Fault) <= mostFault && !strings.ContainsFunc(e.Fault, unicode.IsControl)
}

// Tests reports whether the options require a test of a device.
func (o Options) Tests(gl *glx.Context) bool {
	switch o.Selftest {
	case TestAll:
		return true
	case TestNone:
		return false
	}
	return !gl.Software() && o.GPU.Shaders == nil
}

// fit returns an error that wraps ErrUnfit for a device that fails the self-test. It tests
// the device unless the result is remembered.
func (o Options) fit(gl *glx.Context) error {
	if !o.Tests(gl) {
		return nil
	}
	answers := o.openFitness()
	key := o.fitnessKey(gl)
	known, ok := answers.latest(func(e fitnessEntry) bool { return e.fitnessKey == key })
	if !ok || o.Tuning.Again || o.GPU.Shaders != nil {
		known = fitnessEntry{key, oneLine(o.runSelftest(gl, answers).Fault()), time.Time{}}
	}
	if known.Fault == "" {
		return nil
	}
	when := ""
	if !known.Tested.IsZero() {
		when = known.Tested.Format(" on "+time.DateOnly) + ", as remembered; hooke info tests it again"
	}
	return fmt.Errorf("%w: %s, driver %s, fails hooke's self-test%s: %s; install another driver, or step without the device: --engine cpu",
		ErrUnfit, gl.Renderer, gl.Version, when, known.Fault)
}

// Test runs the self-test on a device, whatever is remembered, and remembers the answer.
func (o Options) Test(gl *glx.Context) SelfTestReport { return o.runSelftest(gl, o.openFitness()) }

// runSelftest runs the self-test and keeps a decided answer about the shaders of this build.
func (o Options) runSelftest(gl *glx.Context, answers *notebook[fitnessEntry]) SelfTestReport {
	done := o.Listener.Begin("testing " + gl.Renderer)
	report := SelfTest(gl, o.GPU.Shaders)
	done()
	switch unsure := report.Unsure(); {
	case unsure != "":
		o.Listener.Notef("note: the self-test of %s is inconclusive: %s", gl.Renderer, unsure)
	case o.GPU.Shaders == nil:
		key := o.fitnessKey(gl)
		entry := fitnessEntry{key, oneLine(report.Fault()), time.Now().UTC().Truncate(time.Second)}
		if err := answers.add(entry, func(e fitnessEntry) bool { return e.fitnessKey == key }); err != nil {
			o.Listener.Notef("note: the self-test is not remembered: %v", err)
		}
	}
	return report
}

// warnOfPictures warns that a device draws the state of another engine and may draw it wrong.
func (o Options) warnOfPictures(gl *glx.Context) {
	if err := o.fit(gl); err != nil {
		o.Listener.Notef("warning: pictures may be empty or wrong: %v", err)
	}
}

func (o Options) fitnessKey(gl *glx.Context) fitnessKey {
	return fitnessKey{gl.Renderer, gl.Version, SelfTestVersion, o.Tuning.Program}
}

// openFitness reads the answers of earlier self-tests.
func (o Options) openFitness() *notebook[fitnessEntry] {
	answers, fault := openNotebook(o.Tuning.Folder, "selftest.json", fitnessVersion, fitnessEntry.known)
	if fault != nil {
		o.Listener.Notef("note: %v", fault)
	}
	return answers
}

// oneLine returns a text on one line, cut to the length that is remembered: drivers explain a
// rejected program over several lines.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)), " ")
	return strings.ToValidUTF8(text[:min(len(text), mostFault)], "")
}
