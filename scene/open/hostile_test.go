package open

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hooke/cpu"
	"hooke/cpuref"
	"hooke/files/npy"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/toml/spec"
)

// hostileTo are values that make no sense for keys of a kind, or only sometimes.
func hostileTo(kind spec.Kind) []string {
	values := []string{"[]", "{}", "1979-05-27", "[[]]"}
	numbers := []string{"nan", "inf", "-1", "0", "1", "2", "1e300", "-1e300", "1e39", "1e17", "1e-20", "1e-40", "1e-300", "9223372036854775807", `"a"`, "true", "[1, 1]"}
	texts := []string{`""`, `"a"`, `"\u0000\u001b[31m\t"`, `"` + strings.Repeat("x", 10_000) + `"`, "3", "nan", `["a", "a"]`}
	switch kind {
	case spec.Vector, spec.Direction:
		values = append(values, "[0, 0, 0]", "[0, 0]", "[0, 0, 0, 0]", "[1e300, 0, 0]", "[0, 0, 1e39]", "[0, 1e17, 0]", "[1e-300, 0, 0]", "[nan, 0, 0]", "[-1, -1, -1]", `["a", 0, 0]`, "1")
	case spec.Curve, spec.Path:
		values = append(values, "[[0, 0]]", "[[0, 2], [1, 2]]", "[[0, 0], [1, 1e300]]", "[[0, 1], [0, 1]]", "[[0, 0, 0, 0]]", "[[1, 0, 0, 0], [0, 0, 0, 0]]", "[[0, 0, 0, 1e300]]", `"none.csv"`, `"../x.csv"`, "1")
	case spec.Points:
		values = append(values, "[[0, 0]]", "[[0, 0], [0, 1]]", "[[0, 0], [1, 0]]", "[[0.2, 1], [0.1, 2]]", "[[0, 0], [1, 1e300]]", "[[nan, 0], [1, 1]]", "[[0, 0], [1, inf]]", "[[0, 1], [1, 2]]", "[[-1, -1], [1, 2]]", "[[0, 0], [1e-300, 1]]", "[[0, 0], [1e-18, 1e18]]",
			"[[0, 0], [0.1, 1], [0.2, 0]]", "[["+strings.Repeat("0, 0], [", 16)+"1, 1]]", "[[0, 0, 0], [1, 1, 1]]", "[0, 1]", `"x.csv"`, "1")
	case spec.Text, spec.Word, spec.File, spec.Texts:
		values = append(values, texts...)
	case spec.Flag:
		values = append(values, "0", `"true"`, "false")
	case spec.Wholes, spec.Sizes:
		values = append(append(values, numbers...), "[0]", "[-1]", "[1, 1]", "[9223372036854775807]", "[1, 2, 3, 4]", "[1.5]")
	default:
		values = append(values, numbers...)
	}
	return values
}

// text is the file in which a key of the scene has a value, and the lines of the keys of its table and of
// others that these need, from first to last.
func (k keyScene) text(key, value string) (text string, first, last int) {
	var b strings.Builder
	b.WriteString(k.beside)
	if k.table != "" {
		head, tail := "[", "]\n"
		if spec.Of(k.table).Many {
			head, tail = "[[", "]]\n"
		}
		b.WriteString(head + k.table + tail)
	}
	first = 1 + strings.Count(b.String(), "\n")
	with := k.with[key]
	for _, given := range k.given {
		name, _, _ := strings.Cut(given, " =")
		if name != key && !strings.Contains("\n"+with, "\n"+name+" =") {
			b.WriteString(given + "\n")
		}
	}
	if value != "" {
		fmt.Fprintf(&b, "%s = %s\n", key, value)
	}
	b.WriteString(with)
	last = 1 + strings.Count(b.String(), "\n")
	if k.table == "" {
		b.WriteString(clothBeside)
	}
	return b.String(), first, last
}

// placed finds the line of a fault.
var placed = regexp.MustCompile(`x\.toml:(\d+):\d+: `)

// Each key of scene files with each value that makes no sense is a fault with its line and a
// caret at a key of its table, or the scene steps to finite numbers; and each key with a value
// that makes sense changes the scene. The short form tries every second value of every third
// key.
func TestHostileValues(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"ball.obj": offBall, "masses.txt": "1\n2\n3\n4\n", "heights.npy": heightsFile(t, 0.1), "lower.npy": heightsFile(t, 0.05)} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	open := func(text string) (*scene.Scene, error) {
		path := filepath.Join(folder, "x.toml")
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
		return Scene(path, scene.Options{})
	}
	tried := map[string]bool{}
	for _, k := range keyScenes() {
		for _, key := range slices.Sorted(maps.Keys(k.good)) {
			known := spec.Of(k.table).Key(key)
			if known == nil || known.Only != nil && k.variant != "" && !slices.Contains(known.Only, k.variant) {
				continue
			}
			name := k.table + "." + key
			if known.Only == nil && tried[name] && k.variant != "preset" {
				continue // as in another variant
			}
			tried[name] = true
			if must.Long() || len(tried)%6 == 0 {
				k.tryKey(t, open, key, known, len(tried))
			}
		}
	}
	for _, table := range spec.Tables() {
		for _, key := range table.Keys {
			if !tried[table.Name+"."+key.Name] {
				t.Errorf("UNTRIED %s.%s", table.Name, key.Name)
			}
		}
	}
}

// heightsFile returns an array of heights up to a largest one [m].
func heightsFile(t *testing.T, most float64) string {
	var b strings.Builder
	must.Do(t, npy.Numbers("heights", []float64{0, most, 0.01, 0}, 2, 2).Write(&b))
	return b.String()
}

// tryKey gives a key a value that means something, which must change the scene, and then all
// that mean nothing: each is a fault at a key of the table, or steps. The turn of the key tells which
// of these the short form leaves out.
func (k keyScene) tryKey(t *testing.T, open func(text string) (*scene.Scene, error), key string, known *spec.Key, turn int) {
	name := k.table + "(" + k.variant + ")." + key
	text, _, _ := k.text(key, "")
	without, errWithout := open(text)
	text, _, _ = k.text(key, k.good[key])
	s, err := open(text)
	if err != nil {
		t.Errorf("%s = %s: %v", name, k.good[key], err)
		return
	}
	if reason := steps(s); reason != "" {
		t.Errorf("%s = %s: %s", name, k.good[key], reason)
	}
	if errWithout == nil && reflect.DeepEqual(s, without) && !slices.Contains(k.given, key+" = "+k.good[key]) && !k.alike[key] {
		t.Errorf("%s = %s changes nothing", name, k.good[key])
	}
	for n, value := range hostileTo(known.Kind) {
		if !must.Long() && (n+turn)%2 == 1 {
			continue
		}
		text, first, last := k.text(key, value)
		s, err := open(text)
		if len(value) > 100 {
			value = value[:100] + "..."
		}
		if err == nil {
			must.Be(t, steps(s), "", "%s = %s", name, value)
			continue
		}
		told := placed.FindStringSubmatch(err.Error())
		line := 0
		if told != nil {
			line, _ = strconv.Atoi(told[1])
		}
		if whole := strings.Contains(err.Error(), "has no mass"); (line < first || line > last) && !whole || !strings.Contains(err.Error(), "^") {
			t.Errorf("%s = %s: lines %d to %d: %.400v", name, value, first, last, err)
		}
	}
}

// steps takes two steps in two engines and reports numbers that are neither finite nor explained.
func steps(s *scene.Scene) string {
	if s.Model.MassCount() > 100_000 || !(s.Params.DT > 0) {
		return fmt.Sprintf("%d masses, dt is %g s", s.Model.MassCount(), s.Params.DT)
	}
	one, err := cpuref.New(s.Model, s.Params)
	if err != nil && strings.Contains(err.Error(), "diverge at once") {
		return "" // it is told with its cause
	}
	if err != nil {
		return err.Error()
	}
	engines := []model.Engine{one}
	other, err := cpu.New(s.Model, s.Params, cpu.Options{Threads: 1})
	if err == nil {
		engines = append(engines, other)
	} else if !errors.Is(err, model.ErrUnsupported) {
		return err.Error()
	}
	for _, e := range engines {
		err := errors.Join(e.Reset(s.Start), e.Step(2), e.Finish())
		if err != nil && strings.Contains(err.Error(), "diverged at step") {
			continue // it is told with its cause
		}
		var end model.Snapshot
		if err := errors.Join(err, e.Read(&end)); err != nil {
			return err.Error()
		}
		for i, x := range end.Position {
			if sum := x[0] + x[1] + x[2] + end.Velocity[i][0] + end.Velocity[i][1] + end.Velocity[i][2]; sum-sum != 0 {
				return fmt.Sprintf("%T: mass %d is at %v, %v", e, i, x, end.Velocity[i])
			}
		}
	}
	return ""
}
