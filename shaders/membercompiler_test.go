package shaders

import (
	"fmt"
	"slices"
)

// memberPasses are those of ensembles.
var memberPasses = []Name{MemberBegin, MemberStep, MemberResident, MemberLook, MemberSample}

// memberDefines are those of such a pass: its own features, each by one that other passes have.
func memberDefines(defines []Define) []Define {
	on := func(name string) bool { return slices.Contains(defines, Define{name, "1"}) }
	some := func(is bool, count string) string {
		if is {
			return count
		}
		return "0"
	}
	out := []Define{{"PRECISION", "0"}, {"FULL", OnOff(on("COEFFICIENTS"))}, {"SMOOTH", OnOff(on("MOVING"))}, {"CURVES", OnOff(on("WIND"))}, {"MEASURED", OnOff(on("LEDGER"))},
		{"MASSES", "192u"}, {"MASS_WORDS", "10u"}, {"ENTRY_WORDS", some(on("COEFFICIENTS"), "5u")}, {"FLAG_WORDS", "1u"}, {"LAWS", "13u"}, {"PLANES", some(on("CONTACTS"), "2")},
		{"MUSCLES", some(on("ACTUATORS"), "12")}, {"FORCES", some(on("LOADS"), "3")}, {"GROUPS", "2u"}, {"EACH", "1u"}, {"WORKGROUP", "256"}, {"LOOK_EVERY", "10u"},
		{"SAMPLE_EVERY", "10u"}, {"SPRINGS", "1296u"}, {"COPIES", map[bool]string{true: "2", false: "1"}[on("FUSED")]}}
	for i, name := range []string{"MUSCLE_AT", "FORCE_AT", "FIXED_AT", "SPRING_AT", "FIXED", "ROW_STIFFNESS", "ROW_DAMPING", "ROW_REST", "ROW_SCALE", "ROW_WEIGHT", "ROW_CONTACT", "ROW_FALL", "ROW_DRAG",
		"ROW_LIMIT", "ROW_AMPLITUDE", "ROW_SMOOTH", "ROW_LOAD", "ROW_TIME", "ROW_NEAR", "ROW_UP", "ROW_HIGH", "ROW_GROUND", "ROW_MASS", "ROW_STILL_SPEED", "ROW_FALL_HEIGHT", "ROW_LEAVE_RADIUS",
		"WORD_ENDED", "WORD_AGE", "WORD_COPY", "WORD_FLAGS", "WORD_UNTIL", "WORD_STILL_STEPS", "WORD_LOOK", "WORD_CALM", "WORD_SINCE", "ROW_NOW", "ROW_FORCE", "ROW_SOFT",
		"WORD_COUNT_FROM", "WORD_SAMPLE", "WORD_SAMPLES", "WORD_SAMPLED", "WORD_BEGAN", "WORD_STEPS", "WORD_TOUCHED", "ROW_CENTER", "ROW_BEGIN", "ROW_PATH", "ROW_YAW", "ROW_TURNS",
		"ROW_HEIGHT", "ROW_LEAST", "ROW_CLEARANCE", "ROW_STRAIN", "ROW_WORK", "ROW_POSITIVE", "ROW_LENGTH", "ROW_BEFORE"} {
		out = append(out, Define{name, fmt.Sprintf("%du", 7*i)})
	}
	return out
}
