package open

import "strings"

// beside are the parts of a scene file that a table needs beside it. Its own name stands in
// keyScenes.
const (
	clothBeside = "[[mesh]]\nname = \"sheet\"\nmake = \"cloth\"\nmasses = 4\nspacing = 0.1\nstiffness = 50\n[[pin]]\ngroup = \"sheet/corners\"\n"
	pairBeside  = "[[mesh]]\nname = \"low\"\nmake = \"lattice\"\nmasses = 3\nspacing = 0.1\nmass = 2\nstiffness = 100\n" +
		"[[mesh]]\nname = \"high\"\nmake = \"lattice\"\nmasses = 3\nspacing = 0.1\nmass = 1\nstiffness = 100\nmove = [0, 0, 0.29]\nvelocity = [0, 0, -0.1]\n"
	wireBeside = "[run]\nsolver = \"impulses\"\n[[mesh]]\nmake = \"helix\"\nmasses = 9\nradius = 0.1\nturns = 1\nrise = 0.05\nmaterial = \"wire\"\n"
	offBall    = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\ng base\nf 1 3 2\ng\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"
)

// keyScene is a small scene in which keys of a table are tried.
type keyScene struct {
	table, variant string
	beside         string            // the rest of the file, before the table
	given          []string          // lines of the table that are always there
	good           map[string]string // a value of each other key that means something here
	with           map[string]string // lines that a key needs beside it
	alike          map[string]bool   // keys whose value changes nothing here, though others do
}

// path holds the keys of things that move.
var pathGood = map[string]string{"velocity": "[0.1, 0, 0]", "amplitude": "[0, 0, 0.01]", "wave": `"table"`, "frequency": "2", "phase": "0.5",
	"cycle": "[[0, 0], [0.5, 1], [1, 0]]", "table": "[[0, 0, 0, 0], [1, 0, 0, 0.1]]"}

var pathWith = map[string]string{"amplitude": "frequency = 1", "frequency": "amplitude = [0, 0, 0.01]", "phase": "amplitude = [0, 0, 0.01]",
	"wave": "amplitude = [0, 0, 0.01]\nfrequency = 1\ncycle = [[0, 0], [0.5, 1], [1, 0]]", "cycle": "amplitude = [0, 0, 0.01]\nfrequency = 1\nwave = \"table\""}

// both is a map with the entries of two.
func both(a, b map[string]string) map[string]string {
	out := map[string]string{}
	for _, m := range []map[string]string{a, b} {
		for key, value := range m {
			out[key] = value
		}
	}
	return out
}

// keyScenes are the scenes: one for each table, and one for each of its variants.
func keyScenes() (all []keyScene) {
	add := func(table, variant, beside string, given []string, good, with map[string]string) {
		all = append(all, keyScene{table, variant, beside, given, good, with, map[string]bool{"weld": true, "keep_duplicates": true}})
	}
	add("", "", "", nil, map[string]string{"name": `"y"`}, nil)
	add("run", "", clothBeside, nil, map[string]string{"dt": "1e-4", "integrator": `"verlet"`, "duration": "0.01", "gravity": "[0, 0, -1.6]", "drag_half_life": "2", "drag_factor": "0.99",
		"solver": `"impulses"`, "substeps": "5", "iterations": "3", "tolerance": "1e-4", "forward": "true", "warm": "0.25", "quadratic_drag": "0.1", "seed": "3", "until": `"still"`, "still_speed": "0.1", "still_time": "0.2", "fall_height": "-1", "leave_radius": "2"},
		map[string]string{"substeps": `solver = "impulses"`, "iterations": `solver = "impulses"`, "tolerance": `solver = "implicit-euler"`, "forward": `solver = "impulses"`, "warm": `solver = "impulses"`,
			"still_speed": `until = "still"`, "still_time": `until = "still"`, "fall_height": `until = "fell"`, "leave_radius": `until = "left"`})
	meshScenes(add)
	voxelScenes(add)
	handScenes(add)
	materialScenes(add)
	groupScenes(add)
	controlScenes(add)
	contactScenes(add)
	add("collision", "", pairBeside, nil, map[string]string{"radius": "0.04", "radius_factor": "0.4", "stiffness": "100", "damping_ratio": "0.3", "static_friction": "0.3", "kinetic_friction": "0.2",
		"friction_iterations": "2", "skin": "0.02", "check_every": "4", "which": `"all"`, "groups": `["low/top", "high"]`, "touches": `"masses"`, "between": `["bodies"]`},
		map[string]string{"kinetic_friction": "static_friction = 0.3", "friction_iterations": "static_friction = 0.3"})
	loadScenes(add)
	add("output", "", clothBeside, []string{`what = "vtu"`, "every = 0.01"}, map[string]string{"what": `"npz"`, "every": "0.02", "file": `"x/y"`, "group": `"sheet/corners"`, "fields": `["positions"]`, "float64": "true", "compress": "true"}, nil)
	add("output", "", clothBeside, []string{`what = "csv"`, "every = 0.01", `fields = ["reaction"]`}, map[string]string{"of": `"pin[0]"`}, nil)
	return all
}

func meshScenes(add func(table, variant, beside string, given []string, good, with map[string]string)) {
	placed := map[string]string{"name": `"b"`, "damping_ratio": "0.1", "material": `"m"`, "scale": "2", "turn": "[0, 30, 0]", "move": "[0, 0, 1]", "velocity": "[0, 0, 1]", "ground": `"lift"`, "ground_gap": "0.01"}
	with := map[string]string{"material": "[[material]]\nname = \"m\"\nstiffness = 3\n", "ground": "move = [0, 0, -3]\n[[contact]]\nshape = \"plane\"\n",
		"ground_gap": "ground = \"lift\"\nmove = [0, 0, -3]\n[[contact]]\nshape = \"plane\"\n"}
	k := "stiffness = 10"
	add("mesh", "lattice", "", []string{`make = "lattice"`, "masses = 3", "spacing = 0.1", k}, both(placed, map[string]string{"masses": "[2, 3, 4]", "spacing": "0.2", "mass": "0.1", "density": "500", "per_mass": "9", "stiffness": "20"}), with)
	add("mesh", "solid", "", []string{`make = "solid"`, "cells = 2", "spacing = 0.1", "modulus = 1e4"}, both(placed, map[string]string{"cells": "[2, 1, 1]", "spacing": "0.2", "density": "500", "modulus": "2e4"}), with)
	add("mesh", "cloth", "", []string{`make = "cloth"`, "masses = 3", "spacing = 0.1", k}, both(placed, map[string]string{"masses": "[2, 3]", "spacing": "0.2", "mass": "0.1", "density": "0.1", "stiffness": "20", "shear_stiffness": "5", "bend_stiffness": "1", "bend_rigidity": "0.01", "bend_damping_ratio": "0.2"}),
		both(with, map[string]string{"bend_damping_ratio": "bend_rigidity = 0.01"}))
	add("mesh", "rope", "", []string{`make = "rope"`, "masses = 3", "length = 1", k}, both(placed, map[string]string{"masses": "4", "length": "2", "span": "0.9", "mass": "0.1", "density": "0.2", "stiffness": "20", "bend_rigidity": "0.01", "rest_angle": `"flat"`}),
		both(with, map[string]string{"rest_angle": "span = 0.9\nbend_rigidity = 0.01"}))
	coil := map[string]string{"masses": "9", "radius": "0.2", "mass": "0.1", "density": "0.2", "stiffness": "20"}
	add("mesh", "helix", "", []string{`make = "helix"`, "masses = 8", "radius = 0.1", "turns = 2", "rise = 0.05", k}, both(placed, both(coil, map[string]string{"turns": "1.5", "rise": "0.1"})), with)
	add("mesh", "ring", "", []string{`make = "ring"`, "masses = 8", "radius = 0.1", k}, both(placed, coil), with)
	add("mesh", "truss", "", []string{`make = "truss"`, "size = [1, 1, 1]", "pitch = 0.5", k}, both(placed, map[string]string{"size": "[2, 1, 1]", "density": "500", "pitch": "0.4", "seed": "3", "stiffness": "20"}), with)
	add("mesh", "truss", "", []string{`make = "truss"`, "size = [1, 1, 1]"}, map[string]string{"springs": "60", "modulus": "1e4"}, map[string]string{"springs": k, "modulus": "pitch = 0.5"})
	add("mesh", "voxels", "[[voxel]]\nletter = \"a\"\nmodulus = 1e5\namplitude = 0.1\n[[voxel]]\nletter = \"b\"\nmodulus = 2e5\n", []string{`make = "voxels"`, `voxels = "ab\nba"`, "spacing = 0.1"},
		both(placed, map[string]string{"voxels": `"ab\n.b"`, "spacing": "0.2", "seen_from": `"front"`, "depth": "2", "frequency": "3", "phases": `"0 1\n1 2"`}), with)
	add("mesh", "cube", "", []string{`make = "cube"`}, map[string]string{"make": `"cube"`}, nil)
	add("mesh", "file", "", []string{`file = "ball.obj"`, "fill = \"lattice\"", "springs = 300"}, both(placed, map[string]string{"file": `"ball.obj"`, "density": "500", "springs": "200", "per_mass": "9",
		"fill": `"truss"`, "up": `"y"`, "pin": `"top"`, "units": `"cm"`, "weld": "0.01", "keep_duplicates": "true", "stiffness": "10", "modulus": "1e5", "undamped": "true"}), with)
	add("mesh", "file", "", []string{`file = "ball.obj"`}, map[string]string{"as": `"cloth"`, "stiffen": `"base=2"`, "seed": "2", "pitch": "0.3", "mass_file": `"masses.txt"`},
		map[string]string{"stiffen": `as = "cloth"`, "pitch": `fill = "lattice"`, "seed": "fill = \"truss\"\nsprings = 300", "mass_file": `as = "cloth"`})
	add("mesh", "preset", "", []string{`preset = "rope"`, "masses = 5"}, both(map[string]string{"preset": `"rope"`, "masses": "4", "density": "0.2", "stiffness": "500", "undamped": "true"}, placed), with)
}

func voxelScenes(add func(table, variant, beside string, given []string, good, with map[string]string)) {
	add("voxel", "", "[[mesh]]\nmake = \"voxels\"\nspacing = 0.1\nvoxels = \"aab\\n.ba\"\n[[voxel]]\nletter = \"b\"\nmodulus = 1e5\namplitude = 0.1\n", []string{`letter = "a"`, "modulus = 1e5"},
		map[string]string{"letter": `"a"`, "name": `"leg"`, "modulus": "2e5", "density": "500", "amplitude": "0.2", "phase": "1", "along": `"x"`, "fixed": "true"},
		map[string]string{"phase": "amplitude = 0.1", "along": "amplitude = 0.1"})
}

func handScenes(add func(table, variant, beside string, given []string, good, with map[string]string)) {
	const pair = "[[mass]]\nname = \"a\"\nposition = [0, 0, 1]\npinned = true\n[[mass]]\nname = \"b\"\nposition = [0.5, 0, 1]\nmass = 0.2\n"
	add("mass", "", pair+"[[spring]]\na = \"a\"\nb = \"b\"\nstiffness = 10\n", []string{"position = [1, 0, 1]", "mass = 0.1"},
		map[string]string{"name": `"c"`, "group": `["g", "h"]`, "position": "[1, 2, 3]", "velocity": "[0, 0, 1]", "mass": "0.2", "pinned": "true"}, nil)
	add("mass", "", pair+"[[spring]]\na = \"a\"\nb = \"b\"\nstiffness = 10\n[collision]\nradius = 0.01\nstiffness = 100\n", []string{"position = [1, 0, 1]", "mass = 0.1"}, map[string]string{"radius": "0.03"}, nil)
	add("spring", "", pair+"[run]\nsolver = \"impulses\"\n[[mass]]\nposition = [0, 1, 1]\nmass = 1\n", []string{`a = "a"`, `b = "b"`}, map[string]string{"a": "2", "b": "2", "length": "0.4", "stiffness": "20", "damping": "0.1", "damping_ratio": "0.2",
		"rigid": "true", "tension_only": "true", "material": `"m"`}, map[string]string{"a": "stiffness = 5", "b": "stiffness = 5", "length": "stiffness = 5", "damping": "stiffness = 5", "damping_ratio": "stiffness = 5", "tension_only": "rigid = true",
		"material": "[[material]]\nname = \"m\"\nstiffness = 3\n"})
}

func materialScenes(add func(table, variant, beside string, given []string, good, with map[string]string)) {
	add("material", "", clothBeside, []string{`name = "m"`, `group = "sheet"`}, map[string]string{"name": `"n"`, "group": `["sheet"]`, "stiffness": "20", "axial_rigidity": "3", "damping": "0.1",
		"frequency": "2", "damping_ratio": "0.2", "half_life": "0.1", "normalized_stiffness": "0.2", "normalized_damping": "0.1", "tension_only": "true"},
		map[string]string{"damping": "stiffness = 10", "damping_ratio": "stiffness = 10", "half_life": "frequency = 2", "normalized_damping": "normalized_stiffness = 0.1", "tension_only": "stiffness = 10"})
	add("material", "", clothBeside, []string{`name = "m"`, "stiffness = 7"}, map[string]string{"replaces": `"structural"`}, nil)
	add("material", "", clothBeside, []string{`name = "m"`, `group = "sheet"`, "stiffness = 7"}, map[string]string{"tear_strain": "0.2", "tear_force": "3", "damage_strain": "0.1", "tear_delay": "2", "limit_per_mass": "true",
		"yield_strain": "0.1", "yield_force": "2", "hardening": "5", "creep_half_life": "2"},
		map[string]string{"damage_strain": "tear_strain = 0.3", "tear_delay": "tear_strain = 0.3", "limit_per_mass": "tear_strain = 0.3", "hardening": "yield_strain = 0.1"})
	add("material", "", clothBeside, []string{`name = "m"`, `group = "sheet"`}, map[string]string{"force_table": "[[0, 0], [0.1, 2], [0.2, 7]]"}, nil)
	add("material", "", clothBeside+"[run]\nsolver = \"impulses\"\n", []string{`name = "m"`, `group = "sheet"`}, map[string]string{"rigid": "true"}, nil)
	add("material", "", wireBeside, []string{`name = "wire"`, "young = 1e6", "radius = 0.01"}, map[string]string{"young": "2e6", "shear_modulus": "1e6", "radius": "0.02", "bending_rigidity": "0.01", "torsional_rigidity": "0.02",
		"shear_rigidity": "50", "retardation_time": "1e-3", "straight": "true", "rest_twist": "3"}, nil)
	add("material", "", clothBeside+"[run]\nsolver = \"pbd\"\n", []string{`name = "m"`, `group = "sheet"`, "stiffness = 7"}, map[string]string{"pbd_stiffness": "0.5"}, nil)
}

func controlScenes(add func(table, variant, beside string, given []string, good, with map[string]string)) {
	const muscle = clothBeside + "[[actuator]]\nname = \"m\"\ngroup = \"sheet\"\namplitude = 0.1\nfrequency = 2\n"
	const loop = muscle + "[control]\nperiod = 0.01\n"
	const in, sensor = "[[input]]\nname = \"u\"\nof = \"actuator[m].amplitude\"\n", "[[sensor]]\nname = \"y\"\nwhat = \"height\"\n"
	add("control", "", muscle+in, []string{"period = 0.01"}, map[string]string{"period": "0.02", "latency": "2", "interpolation": `"linear"`, "late": `"hold"`}, nil)
	add("input", "", loop, []string{`name = "u"`, `of = "actuator[0].amplitude"`}, map[string]string{"name": `"v"`, "of": `"actuator[m].length"`, "initial": "0.2", "min": "0.05", "max": "0.3", "rate": "2"},
		map[string]string{"min": "max = 0.5", "max": "min = 0"})
	add("sensor", "", loop+in, []string{`name = "y"`, `what = "height"`}, map[string]string{"name": `"z"`, "what": `"contact"`, "group": `"sheet/edge"`, "every": "3", "delay": "2", "noise": "0.1", "seed": "4"}, map[string]string{"seed": "noise = 0.1"})
	add("sensor", "", loop+in, []string{`name = "y"`, `what = "velocity"`}, map[string]string{"frame": `"body"`}, nil)
	add("sensor", "", loop+in, []string{`name = "y"`, `what = "length"`, `actuator = "0"`}, map[string]string{"actuator": `"m"`}, nil)
	begin := func(kind string) []string { return []string{`kind = "` + kind + `"`, `inputs = "u"`} }
	sensed := func(kind string) []string { return append(begin(kind), `sensors = "y"`) }
	shared := map[string]string{"name": `"c"`, "inputs": `["u"]`, "bias": "0.1"}
	waves := both(shared, map[string]string{"frequency": "3", "amplitude": "0.2", "phase": "[1]"})
	add("controller", "linear", loop+in+sensor, append(sensed("linear"), "gain = 0.1"), both(shared, map[string]string{"kind": `"linear"`, "sensors": `["y"]`, "gain": "[0.2]"}), nil)
	add("controller", "sine", loop+in, append(begin("sine"), "frequency = 1", "amplitude = 0.1"), waves, nil)
	add("controller", "oscillators", loop+in+sensor, append(sensed("oscillators"), "frequency = 1", "amplitude = 0.1"), both(waves, map[string]string{"sensors": `["y"]`, "coupling": "0.5", "offset": "0.2", "feedback": "0.3", "settle": "5"}), nil)
	add("controller", "network", loop+in+sensor, append(sensed("network"), "weights = [0.1, 0.2]", "amplitude = 0.1"), both(shared, map[string]string{"sensors": `["y"]`, "amplitude": "0.2", "weights": "[0.2, 0.1]"}), nil)
	add("controller", "network", loop+in+sensor, append(sensed("network"), "weights_file = \"masses.txt\"", "layers = 1"), map[string]string{"layers": "1", "weights_file": `"masses.txt"`}, nil)
	add("controller", "reflex", loop+in+sensor, append(sensed("reflex"), "gain = 0.1"), both(shared, map[string]string{"sensors": `["y"]`, "gain": "0.2", "threshold": "-0.1", "hold": "0.1", "refractory": "0.2"}), nil)
	add("controller", "pid", loop+in+sensor, append(sensed("pid"), "kp = 0.1"), both(shared, map[string]string{"sensors": `["y"]`, "kp": "[0.2]", "ki": "0.1", "kd": "0.1", "goal": "0.1", "limit": "0.05"}), nil)
}

func groupScenes(add func(table, variant, beside string, given []string, good, with map[string]string)) {
	for _, of := range [][]string{{"box", "min = [-1, -1, -1]", "max = [1, 1, 1]"}, {"sphere", "center = [0, 0, 0]", "radius = 1"}, {"plane", "point = [0, 0, 0]", "normal = [1, 0, 0]"},
		{"label", `labels = "sheet/edge"`}, {"list", "masses = [0, 1]"}} { // within is tried with the first: a list may have no mass in common
		variant := of[0]
		add("group", variant, clothBeside, append([]string{`name = "g"`, `shape = "` + variant + `"`}, of[1:]...), map[string]string{"name": `"h"`, "shape": `"` + variant + `"`, "min": "[-2, -2, -2]", "max": "[2, 2, 2]", "center": "[0.01, 0, 0]",
			"radius": "2", "point": "[0.01, 0, 0]", "normal": "[0, 1, 0]", "labels": `["sheet/edge", "sheet/corners"]`, "masses": "[0, 3]", "within": `"sheet/corners"`}, nil)
	}
}

func contactScenes(add func(table, variant, beside string, given []string, good, with map[string]string)) {
	push := map[string]string{"stiffness": "100", "damping": "0.1", "damping_ratio": "0.3", "normalized_stiffness": "0.2", "normalized_damping": "0.1", "static_friction": "0.5", "kinetic_friction": "0.4",
		"spin": "[0, 0, 1]", "spin_table": "[[0, 0], [1, 1]]", "belt": "[1, 0, 0]"}
	with := both(pathWith, map[string]string{"damping": "stiffness = 100", "kinetic_friction": "static_friction = 0.5", "spin": "static_friction = 0.5", "spin_table": "spin = [0, 0, 1]\nstatic_friction = 0.5",
		"pivot": "spin = [0, 0, 1]", "belt": "static_friction = 0.5"})
	good := both(push, pathGood)
	shape := func(variant string, of []string, own map[string]string) {
		add("contact", variant, clothBeside, append([]string{`shape = "` + variant + `"`}, of...), both(good, both(own, map[string]string{"shape": `"` + variant + `"`})), with)
	}
	shape("plane", []string{"offset = -1"}, map[string]string{"normal": "[0, 0, 2]", "offset": "-2"})
	around := map[string]string{"inside": "true", "center": "[0, 0, -2]", "radius": "3", "touches": `"springs"`, "pivot": "[1, 0, 0]"}
	shape("sphere", []string{"center = [0, 0, -1]", "radius = 0.5"}, around)
	shape("box", []string{"center = [0, 0, -1]", "half = [1, 1, 0.5]"}, map[string]string{"inside": "true", "center": "[0, 0, -2]", "half": "[2, 2, 3]", "turn": "[10, 0, 0]", "touches": `"triangles"`, "pivot": "[1, 0, 0]"})
	ground := map[string]string{"center": "[0, 0, -3]", "size": "[2, 3]", "height": "0.5", "outside": `"nothing"`}
	shape("terrain", []string{`make = "noise"`, "center = [0, 0, -2]"}, both(ground, map[string]string{"make": `"steps"`, "samples": "33", "seed": "7"}))
	shape("terrain", []string{`file = "heights.npy"`, "center = [0, 0, -2]"}, both(ground, map[string]string{"file": `"lower.npy"`}))
	shape("field", []string{`file = "ball.obj"`, "move = [0, 0, -3]"}, map[string]string{"file": `"ball.obj"`, "cell": "0.2", "band": "0.3", "scale": "0.5", "turn": "[10, 0, 0]", "move": "[0, 0, -4]"})
	shape("capsule", []string{"a = [0, 0, -1]", "b = [1, 0, -1]", "radius = 0.5"}, both(around, map[string]string{"a": "[0, 0, -2]", "b": "[2, 0, -1]"}))
}

func loadScenes(add func(table, variant, beside string, given []string, good, with map[string]string)) {
	group := `group = "sheet"`
	add("pin", "", clothBeside, []string{`group = "sheet/edge"`}, map[string]string{"group": `["sheet/edge", "sheet/corners"]`, "axes": `"xy"`}, nil)
	add("attachment", "", clothBeside, nil, map[string]string{"group": `"sheet/edge"`, "anchors": "2", "slack": "0.1"}, nil)
	add("actuator", "", clothBeside, []string{group, "amplitude = 0.1", "frequency = 1"}, map[string]string{"name": `"a"`, "group": `["sheet"]`, "wave": `"table"`, "amplitude": "0.2", "frequency": "2", "phase": "1",
		"table": "[[0, 0], [0.5, 1], [1, 0]]", "half_life": "0.1"}, map[string]string{"wave": "table = [[0, 0], [0.5, 1], [1, 0]]", "table": `wave = "table"`})
	add("force", "", clothBeside, []string{"force = [0, 0, 1]"}, map[string]string{"name": `"f"`, "group": group[8:], "force": "[0, 1, 0]", "table": "[[0, 0], [1, 1]]"}, nil)
	add("motor", "", clothBeside, []string{"axis = [1, 0, 0]", "speed = 1", "damping = 0.1"}, map[string]string{"name": `"m"`, "group": group[8:], "axis": "[0, 2, 0]", "speed": "-1", "damping": "0.2", "limit": "1", "table": "[[0, 0], [1, 1]]"}, nil)
	add("clamp", "", wireBeside+"[[material]]\nname = \"wire\"\nyoung = 1e6\nradius = 0.01\n", []string{`group = "top"`}, map[string]string{"name": `"c"`, "group": `"bottom"`, "axis": "[0, 2, 0]", "angle": "1", "table": "[[0, 0], [1, 1]]"},
		map[string]string{"axis": "angle = 1", "angle": "axis = [0, 0, 1]", "table": "axis = [0, 0, 1]\nangle = 1"})
	add("handle", "mass", clothBeside, []string{"mass = 5", "target = [0, 0, 1]", "stiffness = 10"}, map[string]string{"mass": "6", "target": "[0, 1, 0]", "velocity": "[0, 0, 1]", "stiffness": "20", "damping": "0.1", "damping_ratio": "0.2"}, map[string]string{"velocity": "damping = 0.1"})
	add("handle", "near", clothBeside, []string{"target = [0, 0, 1]", "stiffness = 10"}, map[string]string{"near": "[0.05, 0.05, 0]"}, nil)
	free := strings.TrimSuffix(clothBeside, "[[pin]]\ngroup = \"sheet/corners\"\n")
	for _, kind := range []string{"line", "plane"} {
		add("guide", kind, free, []string{`kind = "` + kind + `"`, "direction = [0, 0, 1]"}, map[string]string{"name": `"g"`, "kind": `"` + kind + `"`, "group": `"sheet/edge"`, "direction": "[1, 1, 0]", "point": "[0, 0, 1]"}, nil)
	}
	add("guide", "path", clothBeside, []string{`kind = "path"`, `group = "sheet/corners"`}, both(pathGood, map[string]string{"name": `"g"`, "kind": `"path"`, "group": `["sheet/corners"]`}), pathWith)
	add("wind", "", clothBeside, []string{"velocity = [1, 0, 0.2]"}, map[string]string{"velocity": "[0, 1, 0.3]", "drag": "2", "lift": "1", "gust": "0.5", "gust_time": "2", "air_density": "1", "seed": "4"},
		map[string]string{"gust_time": "gust = 0.5", "seed": "gust = 0.5"})
	groupLoadScenes(add)
	add("join", "weld", pairBeside, []string{`how = "weld"`, `a = "low/top"`, `b = "high/bottom"`, "distance = 0.1"}, map[string]string{"how": `"weld"`, "a": `"low"`, "b": `"high"`, "distance": "0.095"}, nil)
	add("join", "connect", pairBeside, []string{`how = "connect"`, `a = "low/top"`, `b = "high/bottom"`, "distance = 0.1"}, map[string]string{"stiffness": "5", "damping": "0.1", "damping_ratio": "0.2", "material": `"m"`},
		map[string]string{"damping": "stiffness = 5", "damping_ratio": "stiffness = 5", "material": "[[material]]\nname = \"m\"\nstiffness = 3\n"})
}

// groupLoadScenes are those of forces on groups.
func groupLoadScenes(add func(table, variant, beside string, given []string, good, with map[string]string)) {
	soft := map[string]string{"name": `"s"`, "group": `"sheet"`, "frequency": "2", "damping_ratio": "0.5", "half_life": "0.2"}
	softWith := map[string]string{"damping_ratio": "frequency = 2"}
	add("spin", "", clothBeside, []string{"axis = [1, 0, 0]", "speed = 1", "damping = 0.1"}, map[string]string{"name": `"m"`, "group": `"sheet"`, "axis": "[0, 2, 0]", "speed": "-1", "damping": "0.2", "limit": "1", "table": "[[0, 0], [1, 1]]"}, nil)
	add("water", "", clothBeside, []string{"level = 1"}, map[string]string{"level": "2", "density": "900", "body_density": "500", "drag": "2", "damping": "1", "velocity": "[1, 0, 0]", "wave": "0.02", "wave_length": "2", "wave_direction": "[0, 1, 0]"},
		map[string]string{"wave": "wave_length = 1", "wave_length": "wave = 0.02", "wave_direction": "wave = 0.02\nwave_length = 1"})
	add("pressure", "", "[[mesh]]\npreset = \"balloon\"\nname = \"ball\"\n", []string{"pressure = 100"}, map[string]string{"name": `"p"`, "group": `"ball"`, "pressure": "50", "gas": "1.4", "bulk": "1000"}, nil)
	add("area", "", clothBeside, []string{"stiffness = 3"}, map[string]string{"name": `"a"`, "group": `"sheet"`, "stiffness": "5", "damping": "0.1"}, nil)
	add("orient", "up", clothBeside, []string{"up = [0, 0, 1]", "frequency = 1"}, both(soft, map[string]string{"up": "[0, 1, 1]", "axis": "[1, 0, 0]", "limit": "1"}), softWith)
	add("orient", "turn", clothBeside, []string{"turn = [0, 0, 30]", "stiffness = 1"}, map[string]string{"turn": "[10, 0, 30]", "table": "[[0, 0], [1, 1]]", "stiffness": "2", "damping": "0.1"}, nil)
	add("track", "", clothBeside, []string{"frequency = 1"}, both(soft, map[string]string{"target": "[0, 0, 1]", "follow": "5", "velocity": "[0.1, 0, 0]", "amplitude": "[0, 0, 0.01]", "wave": `"table"`, "wave_frequency": "2", "phase": "0.5",
		"cycle": pathGood["cycle"], "table": pathGood["table"], "lag": "true", "limit": "1"}), map[string]string{"follow": "group = \"sheet/edge\"", "damping_ratio": "frequency = 2", "amplitude": "wave_frequency = 1", "wave_frequency": pathWith["frequency"], "phase": pathWith["phase"],
		"wave": strings.Replace(pathWith["wave"], "freq", "wave_freq", 1), "cycle": strings.Replace(pathWith["cycle"], "freq", "wave_freq", 1)})
	add("shape", "", clothBeside, []string{"frequency = 1"}, soft, softWith)
	add("limit", "", clothBeside, []string{"a = 0", "b = 1", "c = 3", "max = 10", "stiffness = 0.1"}, map[string]string{"name": `"elbow"`, "a": `"sheet/edge"`, "b": "2", "c": `"sheet/corners"`, "d": "4", "min": "1", "max": "20", "stiffness": "0.2", "damping": "0.01"},
		map[string]string{"damping": "stiffness = 0.1"})
}
