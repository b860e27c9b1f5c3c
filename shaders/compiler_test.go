package shaders

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// referenceCompiler is Khronos' GLSL compiler, from Debian's glslang-tools. It
// takes the specification at its word, where Mesa is lenient.
const referenceCompiler = "glslangValidator"

// Every shader, in every variant, is what the GLSL specification calls a shader.
func TestReferenceCompilerAcceptsEveryShader(t *testing.T) {
	needsCompiler(t)
	entries := append(shaderFiles(t, ".comp"), append(shaderFiles(t, ".vert"), shaderFiles(t, ".frag")...)...)
	seen := map[string]bool{}
	for _, defines := range variants([]string{"STAGE 1", "STAGE 2", "STAGE 3", "STAGE 4"}, "EXPLICIT", "PLACE", "DAMPING", "TENSION", "COEFFICIENTS", "ACTUATORS", "CONTACTS", "FRICTION", "FUSED", "TEXELS", "ENTRIES", "GROUPS", "ENTRY_RESTS", "ENTRY_OWN", "LOADS", "WIND", "LEDGER", "PATHS", "RANGES", "FORCE_TEXELS") {
		if slices.Contains(defines, Define{"CONTACTS", "0"}) && slices.Contains(defines, Define{"FRICTION", "1"}) {
			continue // nothing asks for friction without contacts
		}
		if slices.Contains(defines, Define{"LOADS", "0"}) && slices.Contains(defines, Define{"WIND", "1"}) {
			continue // wind is a load
		}
		defines = append(defines, Define{"WORKGROUP", "256"}, Define{"SPRING_GROUPS", "2"}, Define{"MASS_GROUPS", "1"}, Define{"REGULAR_WORDS", "1"}, Define{"REGULAR_PAIRS", "958u"},
			Define{"SECOND_WORDS", "479u"}, Define{"EVALUATIONS", "1u"}, Define{"ENTRY_WORDS", "8u"}, Define{"MASS_BITS", "20u"},
			Define{"SHADOW_TAPS", "8"}, Define{"SHADOW_SIDE", "1024.0"},
			Define{"SLICE_MASSES", "32u"}, Define{"TABLE_CONTACTS", "200u"}, Define{"MASS_RANGE", "64u"}, Define{"SPRING_RANGE", "128u"}, Define{"SPRING_RANGES", "3u"},
			Define{"TEXELS_POSITION", "0"}, Define{"TEXELS_VELOCITY", "1"}, Define{"TEXELS_TABLE", "2"}, Define{"TEXELS_FORCE", "3"}, Define{"TEXELS_GROUPS", "4"})
		for _, file := range entries {
			defines := slices.Clone(defines)
			if !slices.Contains([]string{string(Integrate), string(Kick), string(Prime), string(Stages)}, file) {
				// Only passes of masses that evaluate forces are in both pipelines.
				defines = slices.DeleteFunc(defines, func(d Define) bool { return d.Name == "FUSED" })
				defines = append(defines, Define{"FUSED", "0"})
			}
			expanded, err := Expand(files, file, defines...)
			if err != nil {
				t.Fatal(err)
			}
			key := file + used(expanded.Text, defines)
			if seen[key] {
				continue // the same as another variant
			}
			seen[key] = true
			if fault := compilerFault(t, file, expanded.Text); fault != "" {
				t.Errorf("%s, %v:\n%s", file, defines, fault)
			}
		}
	}
}

// variants are the kernels to compile, with each of the choices: with nothing,
// with everything, with everything but one and with nothing but one of the names,
// and the first two in the precisions above single.
func variants(choices []string, names ...string) (out [][]Define) {
	for _, choice := range choices {
		out = append(out, variantsOf(choice, names)...)
	}
	return out
}

func variantsOf(choice string, names []string) (out [][]Define) {
	chosen, number, _ := strings.Cut(choice, " ")
	choose := func(precision, value, other string, exception int) {
		defines := []Define{{chosen, number}, {"PRECISION", precision}}
		for i, name := range names {
			chosen := value
			if i == exception {
				chosen = other
			}
			defines = append(defines, Define{name, chosen})
		}
		out = append(out, defines)
	}
	for _, precision := range []string{"0", "1", "2"} {
		choose(precision, "0", "", -1)
		choose(precision, "1", "", -1)
	}
	for i := range names {
		choose("0", "1", "0", i)
		choose("0", "0", "1", i)
	}
	return out
}

// used are the defines that a text, after their own lines, names.
func used(text string, defines []Define) string {
	out := ""
	for _, d := range defines {
		if strings.Count(text, d.Name) > 1 {
			out += " " + d.Name + "=" + d.Value
		}
	}
	return out
}

// The compiler is seen to reject what it must: an empty macro argument.
func TestReferenceCompilerRejects(t *testing.T) {
	needsCompiler(t)
	expanded, err := Expand(files, string(Integrate), Define{"WORKGROUP", "256"}, Define{"DAMPING", "1"})
	if err != nil {
		t.Fatal(err)
	}
	bad := strings.Replace(expanded.Text, "STORAGE_Position(restrict)", "STORAGE_Position()", 1)
	if compilerFault(t, string(Integrate), bad) == "" {
		t.Error("an empty macro argument was accepted")
	}
}

// needsCompiler ends the test when the compiler is not installed: as a failure
// where the whole proof is required, as "make test" does after installing it.
func needsCompiler(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath(referenceCompiler); err == nil {
		return
	}
	if os.Getenv("HOOKE_GPU") == "require" {
		t.Fatalf("%s is not installed; run scripts/setup.sh test", referenceCompiler)
	}
	t.Skipf("%s is not installed (Debian: glslang-tools); HOOKE_GPU=require makes this a failure", referenceCompiler)
}

func compilerFault(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	// It is known to loop forever on a precise variable that is assigned twice.
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	if out, err := exec.CommandContext(ctx, referenceCompiler, path).CombinedOutput(); err != nil {
		return string(out) + err.Error()
	}
	return ""
}
