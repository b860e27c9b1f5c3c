package scene

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"hooke/model"
	"hooke/model/inelastic"
	"hooke/must"
)

func TestReadWave(t *testing.T) {
	want := model.Curve{At: []float64{0, 0.25, 1}, Value: []float64{-1, 1, 0.5}}
	for name, text := range map[string]string{
		"plain":             "0,-1\n0.25,1\n1,0.5\n",
		"names and remarks": "\ufeffcycle, value\n# a gait\n\n0, -1\r\n 0.25 ,1\n1,.5",
		"quotation marks":   "\"0\",\"-1\"\n\" 0.25\",1\n1,\"0.5\"\n",
	} {
		got, err := ReadWave(strings.NewReader(text), "gait.csv")
		must.Hold(t, err == nil && reflect.DeepEqual(got, want), "%s: %v, %v; want %v", name, got, err, want)
	}
	path := filepath.Join(t.TempDir(), "gait.csv")
	must.Do(t, os.WriteFile(path, []byte("0,-1\n0.25,1\n1,0.5\n"), 0o600))
	if got, err := OpenWave(path); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := OpenWave(path + "x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
}

func TestWaveErrorsNameTheLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "w.csv:1: no points",
		"cycle,value\n":            "w.csv:2: no points",
		"a,b\nc,d\n":               "w.csv:2: \"c,d\" is not two",
		"0,0\na,b\n":               "w.csv:2: \"a,b\" is not two",
		"0,x\n":                    "w.csv:1: \"0,x\" is not two",
		"0;1\n":                    `w.csv:1: "0;1" is not two columns`,
		"0,1,2\n":                  `w.csv:1: "0,1,2" is not two columns`,
		"0,1\n0.5,0\n0.5,1\n":      "w.csv:3: 0.5 follows 0.5",
		"#\n0,1\n1.5,0\n":          "w.csv:3: cycle 1.5 is not from 0 to 1",
		"-0.1,1\n":                 "w.csv:1: cycle -0.1",
		"0,1\n\n1,-1.01\n":         "w.csv:3: value -1.01 is not from −1 to 1",
		"\"0,1\n":                  "w.csv:1: \"\\\"0,1\" is not two",
		"0,NaN\n":                  "w.csv:1: \"0,NaN\" is not two",
		"0,1e999\n":                "w.csv:1: \"0,1e999\" is not two",
		"0,1\n" + longLine(70_000): "w.csv:2: the line is longer than 65536 bytes; write two numbers a line",
	} {
		_, err := ReadWave(strings.NewReader(text), "w.csv")
		must.Hold(t, err != nil && strings.HasPrefix(err.Error(), want), "%.20q: error %v, want %s", text, err, want)
	}
}

func longLine(n int) string { return strings.Repeat("1", n) + "\n" }

func FuzzReadWave(f *testing.F) {
	f.Add("0,-1\n0.25,1\n1,0.5\n")
	f.Add("cycle,value\n#\n0,0")
	f.Fuzz(func(t *testing.T, text string) {
		curve, err := ReadWave(strings.NewReader(text), "w.csv")
		if err != nil {
			return
		}
		p := model.Params{Actuators: []model.Actuator{{Wave: model.Table, Amplitude: 0.5, Table: curve}}}
		must.Be(t, p.Validate(), nil, "%q was read and is not valid", text)
	})
}

// A force table that is read has, as a table, the force of each line at its strain.
func FuzzReadForces(f *testing.F) {
	f.Add("-1,0\n0,0\n0.1,1\n0.2,11\n")
	f.Add("strain,force\n#\n0,0\n1e-3,5")
	f.Fuzz(func(t *testing.T, text string) {
		curve, err := ReadForces(strings.NewReader(text), "f.csv")
		if err != nil {
			must.Hold(t, strings.HasPrefix(err.Error(), "f.csv:"), "the error %q names no line", err)
			return
		}
		var points []inelastic.Point
		for i, strain := range curve.At {
			points = append(points, inelastic.Point{Strain: strain, Force: curve.Value[i]})
		}
		law := inelastic.Law{Table: inelastic.TableOf(points...)}
		if len(law.Faults()) > 0 {
			return
		}
		for _, p := range points {
			if got := law.Table.Force(p.Strain); math.Abs(got-p.Force) > 1e-9*law.Table.Steepest()*max(1, math.Abs(p.Strain)) {
				t.Errorf("%q: the force at %g is %g, want %g", text, p.Strain, got, p.Force)
			}
		}
	})
}
