package shaders

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hooke/must"
)

// memberPasses are those of ensembles.
var memberPasses = []Name{MemberBegin, MemberStep, MemberResident, MemberLook, MemberSample, MemberList, MemberFriction, MemberSense}

// memberDefines are those of such a pass: its own features, each by one that other passes have.
func memberDefines(file Name, defines []Define) []Define {
	on := func(name string) bool { return slices.Contains(defines, Define{name, "1"}) }
	some := func(is bool, count string) string {
		if is {
			return count
		}
		return "0"
	}
	out := []Define{{"PRECISION", "0"}, {"FULL", OnOff(on("COEFFICIENTS"))}, {"SMOOTH", OnOff(on("MOVING"))}, {"CURVES", OnOff(on("WIND"))}, {"MEASURED", OnOff(on("MEASURES"))},
		{"MASSES", "192u"}, {"MASS_WORDS", "10u"}, {"ENTRY_WORDS", some(on("COEFFICIENTS"), "5u")}, {"FLAG_WORDS", "1u"}, {"LAWS", "13u"}, {"PLANES", some(on("CONTACTS"), "2")},
		{"MUSCLES", some(on("ACTUATORS"), "12")}, {"FORCES", some(on("LOADS"), "3")}, {"GROUPS", "2u"}, {"EACH", "1u"}, {"WORKGROUP", "256"}, {"LOOK_EVERY", "10u"},
		{"SHAPES", OnOff(on("CONTACTS") && on("ACTUATORS"))}, {"MOVING", OnOff(on("CONTACTS") && on("ACTUATORS") && on("MOVING"))}, {"PER_MASS", OnOff(on("CONTACTS") && on("LOADS"))},
		{"PULLED", OnOff(on("LOADS"))}, {"GUIDED", OnOff(on("MEASURES"))}, {"QUADRATIC", OnOff(on("LOADS"))}, {"WIND", OnOff(on("WIND"))}, {"WAYS", OnOff(on("WIND"))}, {"EXACT_VECTORS", "1"},
		{"SIGNALS", some(on("WIND"), "4600")}, {"MOTORS", some(on("WIND"), "2")}, {"PATHS", some(on("WIND"), "1")}, {"TRAJECTORIES", some(on("WIND") && on("CONTACTS") && on("ACTUATORS"), "1")},
		{"SAMPLE_EVERY", "10u"}, {"SPRINGS", "1296u"}, {"COPIES", map[bool]string{true: "2", false: "1"}[on("FUSED")]}}
	has := func(name string) bool {
		return slices.ContainsFunc(defines, func(d Define) bool { return d.Name == name })
	}
	out = append(out, []Define{{"SELF", OnOff(on("FILL"))}, {"OTHERS", "1"}, {"MASS_BALL", "10u"}, {"PAIR_AT", "3000u"}, {"TAKING", "100u"}, {"ROOM", "24u"}, {"PAIR_ROWS", "2824u"},
		{"BOXES", OnOff(on("FILL"))}, {"LANDS", OnOff(on("EULER"))}, {"FRICTION_PASSES", "2u"}, {"FRICTION_SHARE", "0.5"}}...)
	own := file == MemberList || file == MemberFriction // only members that collide have these
	if own || has("PAIRS") {
		out = append(out, Define{"COLLIDES", "1"})
	}
	if own || has("PAIR_FRICTION") {
		out = append(out, Define{"PAIR_FRICTION", "1"})
	}
	if on("ACTUATORS") {
		out = append(out, Define{"STEERED", "65u"}, Define{"PERIOD", "10u"})
	}
	for i, name := range []string{"WORD_BOUNDARY", "SENSED", "SENSED_AT", "WORD_OLD", "WORD_PAIRS", "MUSCLE_AT", "FORCE_AT", "FIXED_AT", "SPRING_AT", "FRAME_LENGTHS", "FIXED", "ROW_STIFFNESS", "ROW_DAMPING", "ROW_REST", "ROW_SCALE", "ROW_WEIGHT", "ROW_CONTACT", "ROW_FALL", "ROW_DRAG",
		"ROW_LIMIT", "ROW_AMPLITUDE", "ROW_SMOOTH", "ROW_LOAD", "ROW_TIME", "ROW_NEAR", "ROW_UP", "ROW_HIGH", "ROW_GROUND", "ROW_MASS", "ROW_STILL_SPEED", "ROW_FALL_HEIGHT", "ROW_LEAVE_RADIUS",
		"WORD_ENDED", "WORD_AGE", "WORD_COPY", "WORD_FLAGS", "WORD_UNTIL", "WORD_STILL_STEPS", "WORD_LOOK", "WORD_CALM", "WORD_SINCE", "ROW_NOW", "ROW_FORCE", "ROW_SOFT",
		"WORD_COUNT_FROM", "WORD_SAMPLE", "WORD_SAMPLES", "WORD_SAMPLED", "WORD_BEGAN", "WORD_STEPS", "WORD_TOUCHED", "ROW_CENTER", "ROW_BEGIN", "ROW_PATH", "ROW_YAW", "ROW_TURNS",
		"MASS_GUIDE", "MASS_PULLS", "MASS_PULLED", "MASS_BLOWS", "MASS_BLOWN", "MASS_TUNED", "CONTACT_AT", "MOTOR_AT", "WIND_AT", "PATH_AT", "TRAJECTORY_AT", "SIGNAL_MOTOR", "SIGNAL_AIR", "SIGNAL_PATH",
		"SIGNAL_TRAJECTORY", "ROW_SIGNAL", "ROW_QUADRATIC", "ROW_HEIGHT", "ROW_LEAST", "ROW_CLEARANCE", "ROW_STRAIN", "ROW_WORK", "ROW_POSITIVE", "ROW_LENGTH", "ROW_BEFORE"} {
		out = append(out, Define{name, fmt.Sprintf("%du", 7*i)})
	}
	return out
}

// Members whose masses do not collide have the shaders without any of it.
func TestMembersWithoutCollisions(t *testing.T) {
	for _, file := range []Name{MemberBegin, MemberStep, MemberResident, MemberLook, MemberSample} {
		for _, collides := range []bool{false, true} {
			defines := []Define{{"CONTACTS", "1"}, {"MEASURES", "1"}}
			if collides {
				defines = append(defines, Define{"PAIRS", "1"}, Define{"PAIR_FRICTION", "1"})
			}
			expanded := must.Get(Expand(Files(), string(file), memberDefines(file, defines)...))(t)
			text := must.Get(expanded.Compiled())(t)
			names := slices.ContainsFunc([]string{"TAKING", "PAIR", "WORD_OLD", "met", "memberWish"}, func(name string) bool {
				return slices.Contains(slices.Collect(words(text)), name) || strings.Contains(text, name+"_")
			})
			must.Be(t, names, collides && file != MemberLook && file != MemberSample, "%s, collisions %v: it names them", file, collides)
		}
	}
}
