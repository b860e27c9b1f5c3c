package main_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hooke/must"
)

// Every scene in examples runs for a tenth of a second, or in the short form for a fiftieth, on the engine that has
// everything. The numbers in their comments are right.
func TestExamplesRun(t *testing.T) {
	files, err := filepath.Glob("examples/*.toml")
	if err != nil || len(files) < 4 {
		t.Fatalf("%d examples, %v; want 4 or more", len(files), err)
	}
	program := builtProgram(t)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			seconds := must.Sized(0.02, 0.1)
			args := []string{"run", file, "--engine", "cpuref", "--time", strconv.FormatFloat(seconds, 'g', -1, 64), "--out", t.TempDir()}
			out, err := exec.Command(program, args...).CombinedOutput()
			must.Hold(t, err == nil, "%v\n%s", err, out)
			_, after, _ := strings.Cut(string(out), "simulated time     ")
			var ran float64
			must.Get(fmt.Sscan(after, &ran))(t)
			must.Hold(t, ran >= seconds && ran < seconds+1./60, "it ran for %g s, not %g s and less than a step of 1/60 s more", ran, seconds)
		})
	}
	t.Run("evolved walker is faster", func(t *testing.T) { evolvedIsFaster(t, program) })
	t.Run("pendulum keeps its energy", func(t *testing.T) { pendulumKeepsEnergy(t, program) })
	t.Run("robot of voxels walks", func(t *testing.T) { voxelsWalk(t, program) })
	t.Run("tower stays upright", func(t *testing.T) { towerStaysUpright(t, program) })
	t.Run("plush body keeps its shape", func(t *testing.T) { plushKeepsShape(t, program) })
	t.Run("hover holds its height", func(t *testing.T) { hoverHolds(t, program) })
	t.Run("tendon holds its weight", func(t *testing.T) { tendonHolds(t, program) })
	t.Run("rubber keeps its area", func(t *testing.T) { rubberKeepsArea(t, program) })
	t.Run("card sags as a beam", func(t *testing.T) { cardSags(t, program) })
	t.Run("weight becomes heavier", func(t *testing.T) { becomesHeavier(t, program) })
	t.Run("cloth hangs on the gem", func(t *testing.T) { hangsOnGem(t, program) })
	t.Run("tumbler tumbles", func(t *testing.T) { tumbles(t, program) })
}

// becomesHeavier: half a period apart a bob is as far over its rest, m g/k below the end of its spring, as under it: with 1 kg,
// and with 4 kg after 2 s. Half of the other period tells nothing.
func becomesHeavier(t *testing.T, program string) {
	middle := func(seconds, apart float64) (sum float64) {
		for _, at := range []float64{seconds, seconds + apart} {
			sum += metricsOf(t, program, "examples/heavier.toml", strconv.FormatFloat(at, 'g', 6, 64), "run.dt={1e-3}")["com_z [m]"] / 2
		}
		return sum
	}
	const light, heavy, rest = 0.44429 / 2, 0.88858 / 2, 9.81 / 200
	must.Near(t, middle(1, light), 0.6-rest, 5e-4, "the middle of its way with 1 kg [m]")
	must.Near(t, middle(3.1, heavy), 0.6-4*rest, 5e-4, "the middle of its way with 4 kg [m]")
	must.Hold(t, math.Abs(middle(3.1, light)-0.6+4*rest) > 0.01, "it swings with 4 kg as with 1 kg")
}

// hangsOnGem: a coarser cloth still hangs on the gem after 0.6 s, and without the gem it is far below.
func hangsOnGem(t *testing.T, program string) {
	for move, holds := range map[string]bool{"[0, 0, 0]": true, "[0, 0, -20]": false} {
		folder := t.TempDir()
		out, err := exec.Command(program, "sweep", "examples/gem.toml", "--set", "mesh.masses=[14, 14]", "--set", "mesh.spacing=0.09", "--set", "contact.cell=0.06",
			"--set", "contact.move="+move, "--vary", "run.seed={0}", "--time", "0.6", "--out", folder).CombinedOutput()
		must.Hold(t, err == nil, "%v\n%s", err, out)
		if height := firstRow(t, folder)["com_z [m]"]; holds != (height > -0.1) {
			t.Errorf("with the gem at %s the center of the cloth is at %g m", move, height)
		}
	}
}

// tumbles: the cube goes by two of its sides of 0.1 m along the ground, and stays where its motor does not turn.
func tumbles(t *testing.T, program string) {
	for speed, least := range map[string]float64{"3": 0.2, "0.001": 0} {
		of := metricsOf(t, program, "examples/tumbler.toml", "2", "spin.speed={"+speed+"}")
		if ahead := of["com_x [m]"]; !(ahead > least) || least == 0 && ahead > 0.01 || !(of["com_z [m]"] < 0.1) {
			t.Errorf("at %s rad/s it is at %g m ahead and %g m high", speed, ahead, of["com_z [m]"])
		}
	}
}

// tendonHolds: its weight comes to rest at the length that the table gives by hand, and tears it if it is heavier than the limit.
func tendonHolds(t *testing.T, program string) {
	if height := heightAfter(t, program, "examples/tendon.toml", "3", "mass[1].mass=0.5"); math.Abs(height-(0.4-0.013905)) > 1e-5 {
		t.Errorf("it rests at %g m", height)
	}
	if height := heightAfter(t, program, "examples/tendon.toml", "3", "mass[1].mass=7"); !(height < -1) {
		t.Errorf("a weight of 7 kg does not tear it: %g m", height)
	}
}

// cardSags: ten times as thick by stiffness, its center sags by the 1.151 mm that hinges in a row give for small
// angles; without stiffness it hangs.
func cardSags(t *testing.T, program string) {
	if sag := 0.2 - heightAfter(t, program, "examples/card.toml", must.Sized("0.5", "1"), "mesh.bend_rigidity=6.75e-2"); math.Abs(sag/1.151e-3-1) > 0.05 {
		t.Errorf("its center sags by %g m", sag)
	}
	if sag := 0.2 - heightAfter(t, program, "examples/card.toml", "0.3", "mesh.bend_rigidity=1e-6"); !(sag > 0.05) {
		t.Errorf("without stiffness its center sags by %g m", sag)
	}
}

// rubberKeepsArea: pulled to 51 cm, a band has the area of its start within 2 %; with a soft spring of areas a quarter more.
func rubberKeepsArea(t *testing.T, program string) {
	for stiffness, want := range map[string]float64{"500": 1.017, "1e-3": 1.258} {
		folder := t.TempDir()
		out, err := exec.Command(program, "run", "examples/rubber.toml", "--engine", "cpu", "--set", "area.stiffness="+stiffness, "--time", "1", "--save", "csv", "--out", folder).CombinedOutput()
		must.Hold(t, err == nil, "%v\n%s", err, out)
		rows := must.Get(csv.NewReader(must.Get(os.Open(filepath.Join(folder, "probes.csv")))(t)).ReadAll())(t)
		at := func(column string) float64 {
			return must.Get(strconv.ParseFloat(rows[len(rows)-1][slices.Index(rows[0], column)], 64))(t)
		}
		length, width := at("right_x_m")-at("left_x_m"), at("back_y_m")-at("front_y_m")
		if got := length * width / (0.4 * 0.12); math.Abs(got-want) > 2e-3 || !(length > 0.51) {
			t.Errorf("stiffness %s: %g m by %g m, %g of the area at the start", stiffness, length, width, got)
		}
	}
}

// towerStaysUpright: its center is as high at the end as at the start, 0.6 m, and with a spring too soft for the
// kick it lies on the ground.
func towerStaysUpright(t *testing.T, program string) {
	if height := heightAfter(t, program, "examples/upright.toml", must.Sized("2", "4"), "orient.frequency=1"); !(height > 0.58) {
		t.Errorf("after the kick its center is at %g m", height)
	}
	if height := heightAfter(t, program, "examples/upright.toml", must.Sized("2", "4"), "orient.frequency=0.1"); !(height < 0.2) {
		t.Errorf("with a soft spring its center is at %g m", height)
	}
}

// plushKeepsShape: the center of both cushions rests at 0.072 m, and at 0.030 m with shape matching too soft for the
// weight of the one that has it, 0.3 m high.
func plushKeepsShape(t *testing.T, program string) {
	if height := heightAfter(t, program, "examples/plush.toml", "3", "shape.frequency=4"); !(height > 0.065) {
		t.Errorf("its center rests at %g m", height)
	}
	if height := heightAfter(t, program, "examples/plush.toml", "3", "shape.frequency=0.5"); !(height < 0.04) {
		t.Errorf("with soft matching its center rests at %g m", height)
	}
}

// heightAfter returns the height of the center of mass of a scene after some seconds [m], with a key set.
func heightAfter(t *testing.T, program, scene, seconds, set string) float64 {
	t.Helper()
	key, value, _ := strings.Cut(set, "=")
	folder := t.TempDir()
	out, err := exec.Command(program, "sweep", scene, "--vary", key+"={"+value+"}", "--time", seconds, "--out", folder).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return firstRow(t, folder)["com_z [m]"]
}

// pendulumKeepsEnergy: the energy of the pendulum, which starts at 0 J, is that after two seconds by the
// solver of its file, and not by another one.
func pendulumKeepsEnergy(t *testing.T, program string) {
	for solver, keeps := range map[string]bool{"energy": true, "implicit-euler": false} {
		out := must.Get(exec.Command(program, "run", "examples/pendulum.toml", "--solver", solver, "--time", "2", "--json", "--out", t.TempDir()).Output())(t)
		var got struct {
			Energy struct{ Total, Kinetic float64 } `json:"energy"`
		}
		must.Do(t, json.Unmarshal(out, &got))
		// Rounding of 120 steps left 5e-15 J.
		if off := math.Abs(got.Energy.Total) / got.Energy.Kinetic; (off < 1e-12) != keeps {
			t.Errorf("%s: the energy is off by %.3g of the kinetic energy, %g J", solver, off, got.Energy.Kinetic)
		}
	}
}

// hoverHolds: the cube's center is at the goal of its pid after 8 s, and m g/kp lower without the integral.
func hoverHolds(t *testing.T, program string) {
	const goal, low = 0.5, 0.8 * 9.81 / 100
	must.Near(t, metricsOf(t, program, "examples/hover.toml", "8", "controller[0].ki={10}")["com_z [m]"], goal, 1e-4, "height with ki")
	must.Near(t, metricsOf(t, program, "examples/hover.toml", "8", "controller[0].ki={0}")["com_z [m]"], goal-low, 1e-4, "height without ki")
}

// metricsOf returns the metrics of a scene after some seconds, with one value of each varied key; words are 0.
func metricsOf(t *testing.T, program, scene, seconds string, varied ...string) map[string]float64 {
	t.Helper()
	folder := t.TempDir()
	args := []string{"sweep", scene, "--time", seconds, "--out", folder}
	for _, vary := range append([]string{"run.seed={0}"}, varied...) {
		args = append(args, "--vary", vary)
	}
	out, err := exec.Command(program, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return firstRow(t, folder)
}

// firstRow returns the numbers of the one run of a sweep; words are 0.
func firstRow(t *testing.T, folder string) map[string]float64 {
	t.Helper()
	file, err := os.Open(filepath.Join(folder, "table.csv"))
	must.Do(t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) != 2 {
		t.Fatalf("%v, %v", rows, err)
	}
	of := map[string]float64{}
	for c, name := range rows[0] {
		of[name], _ = strconv.ParseFloat(rows[1][c], 64)
	}
	return of
}

// voxelsWalk: the robot of voxels goes ahead by more than two of its lengths in its five seconds, straight, and
// its center is as high at the end as where it stands, 7/60 m.
func voxelsWalk(t *testing.T, program string) {
	const length, standing = 0.6, 7. / 60
	of := metricsOf(t, program, "examples/voxels.toml", "5")
	if ahead := of["speed_forward [m/s]"] * 5; !(ahead > 2*length) || math.Abs(of["drift [m]"]) > 0.1*ahead {
		t.Errorf("it goes %g m ahead and %g m aside", ahead, of["drift [m]"])
	}
	if !(of["com_z [m]"] > 0.9*standing && of["height_mean [m]"] > 0.95*standing && of["height_min [m]"] > 0.7*standing) {
		t.Errorf("its center is at %g m at the end, at %g m in the mean and %g m at least; it stands at %g m", of["com_z [m]"], of["height_mean [m]"], of["height_min [m]"], standing)
	}
}

// evolvedIsFaster: the walker that evolved is 1.5 times as fast as the preset, with no more power.
func evolvedIsFaster(t *testing.T, program string) {
	measured := func(scene string) (speed, power float64) {
		of := metricsOf(t, program, scene, "3")
		return of["speed [m/s]"], of["work_positive [J]"] / of["time [s]"]
	}
	speed, power := measured("walker")
	fast, with := measured("examples/evolved-walker.toml")
	if fast < 1.5*speed || with > power || !(speed > 0.1) || !(power > 2) {
		t.Errorf("the preset walks at %.3g m/s with %.3g W, the evolved one at %.3g m/s with %.3g W", speed, power, fast, with)
	}
}
