package shaders

import (
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hooke/must"
)

func TestGeneratedLayoutIsCurrent(t *testing.T) {
	checkedIn := must.Get(os.ReadFile("layout.glsl"))(t)
	must.Hold(t, string(checkedIn) == Layout(), "layout.glsl differs from layout.go; run: go generate ./shaders")
}

func TestRecordsKeepTheRules(t *testing.T) {
	for _, r := range Records() {
		must.Be(t, breaksRules(r), "", "%s", r.Name)
	}
}

// breaksRules says which rule of layout.go a record breaks, or nothing.
func breaksRules(r Record) string {
	if r.GLSL != "" {
		if want := map[string]uintptr{"vec4": 16, "uvec2": 8}[r.GLSL]; want != r.Type.Size() {
			return "a " + r.GLSL + " has another size"
		}
		return ""
	}
	scalars := false
	for i := range r.Type.NumField() {
		field := r.Type.Field(i)
		glsl := glslType(field.Type)
		if r.Uniform && vectors(field.Type) > 0 {
			glsl = glslType(field.Type.Elem())
		}
		vector := glsl == "vec4" || glsl == "uvec4" || glsl == "mat4"
		switch {
		case glsl == "":
			return "field " + field.Name + " has type " + field.Type.String()
		case vector && !r.Uniform:
			return "field " + field.Name + " is a vector inside a struct"
		case vector && scalars:
			return "field " + field.Name + " is a vector behind a scalar"
		}
		scalars = scalars || !vector
	}
	if r.Uniform && r.Type.Size()%16 != 0 {
		return "the size of a uniform block must be a multiple of 16"
	}
	return ""
}

// Each rule is seen to fail once.
func TestRulesRejectBadRecords(t *testing.T) {
	for name, bad := range map[string]Record{
		"vec3":              storage("Bad", 0, "bad", struct{ V [3]float32 }{}),
		"bool":              storage("Bad", 0, "bad", struct{ B bool }{}),
		"double":            storage("Bad", 0, "bad", struct{ D float64 }{}),
		"nested":            storage("Bad", 0, "bad", struct{ S struct{ X float32 } }{}),
		"vector in storage": storage("Bad", 0, "bad", struct{ V [4]float32 }{}),
		"scalar before vector": uniform("Bad", 0, "bad", struct {
			A, B, C, D float32
			V          [4]float32
		}{}),
		"size not multiple":     uniform("Bad", 0, "bad", struct{ A float32 }{}),
		"vec4 of another size":  storage("Bad", 0, "bad", [3]float32{}).as("vec4", ""),
		"array of whole number": uniform("Bad", 0, "bad", struct{ A [8]uint32 }{}),
	} {
		must.Hold(t, breaksRules(bad) != "", "%s: the rules accept it", name)
	}
}

// Whole numbers that a float holds as bits may come out as others: a device may make
// 0 of small ones, which are denormal as floats, and change those that are NaNs. So
// blocks hold them as whole numbers, and floats in the same place as bits.
func TestWholeNumbersAreNoFloats(t *testing.T) {
	allowed := map[string]int{
		"finish.glsl":          1, // asks whether a number is finite
		"judge_residual.comp":  1, // keeps the largest
		"look_residual.comp":   1, // finds the largest
		"member_list.comp":     2, // keeps boxes as bits
		"member_mass.glsl":     1, // asks whether a number is finite
		"member_pairs.glsl":    1, // keeps places as bits
		"pick.glsl":            1, // sorts lengths
		"residual_rods.comp":   1, // finds the largest
		"residual_strain.comp": 1, // finds the largest
		"value_range.comp":     2, // puts values in order
	}
	for _, extension := range []string{".comp", ".frag", ".vert", ".glsl"} {
		for _, file := range shaderFiles(t, extension) {
			text := must.Get(fs.ReadFile(Files(), file))(t)
			if got := strings.Count(string(text), "floatBitsTo"); got != allowed[file] {
				t.Errorf("%s: floatBitsTo stands there %d times, want %d: whole numbers are read as uint", file, got, allowed[file])
			}
		}
	}
}

// promised is how many storage bindings, and storage blocks in one stage, every
// OpenGL 4.3 driver has.
const promised = 8

// No program uses two blocks at one binding, nor more or higher ones than
// OpenGL 4.3 promises.
func TestBindingsOfEveryProgram(t *testing.T) {
	programs := 0
	for _, extension := range []string{".comp", ".frag", ".vert"} {
		for _, file := range shaderFiles(t, extension) {
			expanded := must.Get(Expand(Files(), file))(t)
			const own = "VELOCITY_IN_PLACE"
			all := []map[string]bool{{"FUSED": false, "COLUMN_SUM": false, own: false}, {"FUSED": false, "COLUMN_SUM": true, own: false}, {"FUSED": true, "TEXELS": false, own: false}, {"FUSED": true, "TEXELS": true, own: false},
				{"FUSED": true, "TEXELS": false, own: true}, {"FUSED": true, "TEXELS": true, own: true}}
			if file == string(Resident) { // package gpu/resident refuses the others
				all = []map[string]bool{{"TEXELS": true, "WIND": false}, {"TEXELS": true, "WIND": true, "GUIDES": false}, {"TEXELS": true, "WIND": true, "CATCHES": false},
					{"TEXELS": false, "MASS_LOADS": false, "WIND": false}, {"TEXELS": false, "MASS_LOADS": false, "WIND": true, "GUIDES": false},
					{"TEXELS": false, "MASS_LOADS": false, "WIND": true, "CATCHES": false}}
			}
			for _, known := range all {
				must.Be(t, bindingFault(variantText(expanded.Text, known)), "", "%s, %v", file, known)
			}
			programs++
		}
	}
	must.Hold(t, programs >= 10, "only %d programs were looked at", programs)
}

// variantText returns a text without the lines that "#if NAME", "#if !NAME", "#ifdef NAME" and "#ifndef NAME"
// leave out for the names whose value is known. All other conditions stand as if they were true.
func variantText(text string, known map[string]bool) string {
	var out strings.Builder
	var kept, open []bool // of the conditions that a line is in: its value, whether that is known
	for line := range strings.Lines(text) {
		word, condition, _ := strings.Cut(strings.TrimSpace(line), " ")
		last := len(kept) - 1
		switch {
		case strings.HasPrefix(word, "#if"):
			value, is := known[strings.TrimPrefix(condition, "!")]
			kept, open = append(kept, !is || value != (word == "#ifndef" || strings.HasPrefix(condition, "!"))), append(open, is)
		case word == "#else":
			kept[last] = kept[last] != open[last] // of an unknown one both sides stand
		case word == "#endif":
			kept, open = kept[:last], open[:last]
		case !slices.Contains(kept, false):
			out.WriteString(line)
		}
	}
	return out.String()
}

func TestVariantText(t *testing.T) {
	const text = "a\n#if X\nb\n#if Y\nc\n#else\nd\n#endif\n#else\n#ifndef X\n#if !X\ne\n#endif\n#endif\n#endif\nf\n"
	for want, known := range map[string]map[string]bool{
		"a b c d f ": {"X": true}, // and Y or not
		"a e f ":     {"X": false, "Y": true},
		"a b d f ":   {"X": true, "Y": false},
	} {
		must.Be(t, strings.ReplaceAll(variantText(text, known), "\n", " "), want, "%v leaves", known)
	}
}

// bindingFault says what is wrong with the storage blocks that a text declares.
func bindingFault(text string) string {
	taken := map[Binding]string{}
	for _, use := range regexp.MustCompile(`(?m)^STORAGE_(\w+)\((.*)\);`).FindAllStringSubmatch(text, -1) {
		if use[2] == "" {
			// Mesa takes it; the GLSL specification leaves it undefined.
			return "STORAGE_" + use[1] + " has an empty argument; write restrict"
		}
		for _, r := range Records() {
			if r.Uniform || r.Name != use[1] {
				continue
			}
			if other, both := taken[r.Binding]; both {
				return fmt.Sprintf("%s and %s share binding %d", r.Name, other, r.Binding)
			}
			if r.Binding >= promised {
				return fmt.Sprintf("%s has binding %d; OpenGL promises 0 to %d", r.Name, r.Binding, promised-1)
			}
			taken[r.Binding] = r.Name
		}
	}
	return ""
}

func TestBindingFaultsAreSeen(t *testing.T) {
	for text, want := range map[string]string{
		"STORAGE_Position(restrict);\nSTORAGE_Velocity(readonly);": "",
		"STORAGE_Spring(readonly);\nSTORAGE_Incidence(readonly);":  "share binding 3",
		"STORAGE_Position();": "empty argument",
	} {
		if got := bindingFault(text); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q gives %q, want %q", text, got, want)
		}
	}
}

// The byte sizes that the comments of layout.go state.
func TestRecordSizes(t *testing.T) {
	for _, c := range []struct {
		record any
		bytes  uintptr
	}{
		{Position{}, 16}, {Velocity{}, 16}, {Ends{}, 8}, {Spring{}, 8}, {Material{}, 12}, {Force{}, 12},
		{Incidence{}, 4}, {Table{}, 4}, {Palette{}, 16368}, {Status{}, 44}, {External{}, 12}, {Range{}, 32}, {Stage{}, 16}, {Kept{}, 16}, {Strain{}, 4}, {Contact{}, 68},
		{Load{}, 44}, {Triangle{}, 12}, {Guided{}, 36}, {Arrivals{}, 16}, {Params{}, 128}, {Signals{}, 16384},
	} {
		if got := reflect.TypeOf(c.record).Size(); got != c.bytes {
			t.Errorf("%T has %d bytes, its comment says %d", c.record, got, c.bytes)
		}
	}
}

// Every pass states its purpose, its inputs and its outputs. It declares its outputs with write access.
func TestPassHeaders(t *testing.T) {
	for _, file := range shaderFiles(t, ".comp") {
		text, _ := fs.ReadFile(Files(), file)
		lines := strings.Split(string(text), "\n")
		must.Hold(t, lines[0] == "#version 430 core", "%s:1: want #version 430 core", file)
		must.Hold(t, strings.HasPrefix(lines[1], "// Pass "), "%s:2: want a line \"// Pass name: purpose.\"", file)
		for _, part := range []string{"// reads: ", "// writes: ", "// formula"} {
			if !strings.Contains(string(text), "\n"+part) {
				t.Errorf("%s: the header has no line %q", file, part)
			}
		}
	}
}

func shaderFiles(t *testing.T, extension string) []string {
	t.Helper()
	found, err := fs.Glob(Files(), "*"+extension)
	if err != nil || len(found) == 0 {
		t.Fatalf("no *%s files: %v", extension, err)
	}
	return found
}
