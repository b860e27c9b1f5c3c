package shaders

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hooke/must"
)

// referenceCompiler is Khronos' GLSL compiler, from Debian's glslang-tools. It
// takes the specification at its word, where Mesa is lenient.
const referenceCompiler = "glslangValidator"

// Every shader, in every variant, follows the GLSL specification, and links on real drivers. The short form has a third of the variants of each.
func TestEveryProgram(t *testing.T) {
	all := everyProgram(t)
	must.Hold(t, len(all) >= must.Sized(100, 300), "only %d programs", len(all))
	t.Run("is accepted by the reference compiler", func(t *testing.T) {
		needsCompiler(t)
		for some := range slices.Chunk(all, 50) { // starting the compiler takes most of the time
			if fault := compilerFault(t, some...); fault != "" {
				t.Error(fault)
			}
		}
	})
	t.Run("writes no double by a variable index", func(t *testing.T) { refuseDoubleWrites(t, all) })
}

// everyProgram returns every shader in every variant, those with the same code once; in the short form in every third.
func everyProgram(t *testing.T) (batch []program) {
	t.Helper()
	entries := append(shaderFiles(t, ".comp"), append(shaderFiles(t, ".vert"), shaderFiles(t, ".frag")...)...)
	seen, words, variant := map[string]bool{}, map[string]map[string]bool{}, map[string]int{}
	for _, file := range entries {
		words[file] = wordsOf(t, file)
	}
	for _, defines := range variants([]string{"STAGE 1", "STAGE 2", "STAGE 3", "STAGE 4"}, "EXPLICIT", "PLACE", "DAMPING", "TENSION", "COEFFICIENTS", "ACTUATORS", "CONTACTS", "MOVING", "FRICTION", "NORMALIZED", "FUSED", "TEXELS", "ENTRIES", "GROUPS", "ENTRY_RESTS", "ENTRY_OWN", "LOADS", "WIND", "MEASURES", "RANGES", "FORCE_TEXELS", "KEEPS", "FILL", "LISTS", "EULER", "SIGNALS", "MASS_LOADS", "GUIDES", "PAIRED", "PAIRED_FRICTION", "SLOTTED", "OFFSETTED", "UNROLLED", "WRITTEN", "COLUMNED", "CAUGHT", "TABLED", "LANED") {
		if slices.Contains(defines, Define{"CONTACTS", "0"}) && slices.Contains(defines, Define{"FRICTION", "1"}) {
			continue // nothing asks for friction without contacts
		}
		if slices.Contains(defines, Define{"CONTACTS", "0"}) && slices.Contains(defines, Define{"MOVING", "1"}) {
			continue // contacts move
		}
		if slices.Contains(defines, Define{"LOADS", "0"}) && slices.Contains(defines, Define{"WIND", "1"}) {
			continue // wind is a load
		}
		defines = passDefines(spanDefines(pairDefines(defines)))
		defines = append(defines, Define{"INTEGRATOR", "1"}, Define{"WORKGROUP", "256"}, Define{"SPRING_GROUPS", "2"}, Define{"MASS_GROUPS", "1"}, Define{"LOOK_PARTS", "4u"}, Define{"REGULAR_WORDS", "1"}, Define{"REGULAR_PAIRS", "958u"},
			Define{"SECOND_WORDS", "479u"}, Define{"EVALUATIONS", "1u"}, Define{"ENTRY_WORDS", "8u"}, Define{"MASS_BITS", "20u"},
			Define{"SLICE_MASSES", "32u"}, Define{"TABLE_CONTACTS", "200u"}, Define{"MASS_RANGE", "64u"}, Define{"SPRING_RANGE", "128u"}, Define{"SPRING_RANGES", "3u"},
			Define{"SHADOW_TAPS", "8"}, Define{"SHADOW_SIDE", "1024.0"}, Define{"CHUNK", "1024u"}, Define{"POSITIONS", "2"}, Define{"RECORDS", "4"},
			Define{"TEXELS_POSITION", "0"}, Define{"TEXELS_VELOCITY", "1"}, Define{"TEXELS_TABLE", "2"}, Define{"TEXELS_FORCE", "3"}, Define{"TEXELS_GROUPS", "4"}, Define{"TEXELS_ALL", "5"}, Define{"CONTACT_BITS", "6"},
			Define{"COLUMN_LENGTH", "96u"}, Define{"COLUMN_HOLES", "32u"}, Define{"COLUMN_PLACES", "96u"}, Define{"COLUMN_BITS", "1u"}, Define{"COLUMN_SPRINGS", "SPRING(0u, 1u, 7u)"})
		for _, file := range entries {
			if inFloat32(file) && !slices.Contains(defines, Define{"PRECISION", "0"}) {
				continue
			}
			defines := slices.Clone(defines)
			if file == string(Resident) {
				defines = residentDefines(defines)
			} else if file == string(Persistent) {
				defines = persistentDefines(defines)
			} else if file == string(Integrate) && !slices.Contains(defines, Define{"STAGE", "1"}) { // it has no stages
				defines = ownDefines(defines, slices.Contains(defines, Define{"STAGE", "3"}))
			} else if !slices.Contains([]string{string(Integrate), string(Kick), string(Prime), string(Stages)}, file) {
				// Only passes of masses that evaluate forces are in both pipelines.
				defines = slices.DeleteFunc(defines, func(d Define) bool { return d.Name == "FUSED" })
				defines = append(defines, Define{"FUSED", "0"})
			}
			if pairs := (Define{"PAIRS", "1"}); file == string(PairLedger) && !slices.Contains(defines, pairs) {
				defines = append(defines, pairs) // only runs in which masses collide have this pass
			}
			if kept := []string{string(PairForce), string(PairFriction)}; slices.Contains(kept, file) && slices.Contains(defines, Define{"FRICTION", "1"}) {
				defines = append(defines, Define{"KEPT", "1"}) // of the solver impulses
			}
			if file == string(SpringMeasure) { // each quantity, in every variant
				quantity := map[string]string{"1": "0", "2": "1", "3": "2", "4": "0"}
				defines = append(defines, Define{"QUANTITY", quantity[defines[slices.IndexFunc(defines, func(d Define) bool { return d.Name == "STAGE" })].Value]})
			}
			if file == string(ResidualStrain) {
				phase := map[string]string{"1": "0", "2": "1", "3": "2", "4": "1"}[defines[slices.IndexFunc(defines, func(d Define) bool { return d.Name == "STAGE" })].Value]
				defines = append(defines, Define{"PHASE", phase})
			}
			if slices.Contains(memberPasses, Name(file)) {
				defines = memberDefines(Name(file), defines)
			}
			if file == string(MeasureLinks) { // of solvers that divide steps, whose arrays are whole
				defines = append(slices.DeleteFunc(defines, func(d Define) bool { return d.Name == "RANGES" }), Define{"RANGES", "0"})
			}
			if slices.Contains([]string{string(MeetPass), string(MeetNearPass), string(MeetWatchPass)}, file) { // likewise
				defines = append(slices.DeleteFunc(defines, func(d Define) bool { return d.Name == "RANGES" || d.Name == "TEXELS" }), Define{"RANGES", "0"}, Define{"TEXELS", "0"})
			}
			if file == string(SweepBlocks) {
				defines = append(slices.DeleteFunc(defines, func(d Define) bool { return d.Name == "RANGES" }), Define{"RANGES", "0"}, Define{"HELD", "1000u"})
			}
			if file == string(SweepRest) { // of either kind, in every variant
				defines = append(defines, Define{"WARM", OnOff(slices.Contains(defines, Define{"STAGE", "2"}))})
			}
			named := file + fmt.Sprint(slices.DeleteFunc(slices.Clone(defines), func(d Define) bool { return !words[file][d.Name] }))
			if seen[named] {
				continue // what differs from another variant has no name in the text
			}
			seen[named] = true
			if variant[file]++; !must.Long() && variant[file]%3 != 1 {
				continue
			}
			expanded := must.Get(Expand(Files(), file, defines...))(t)
			compiled, err := expanded.Compiled()
			if err != nil {
				t.Fatalf("%s, %v: %v", file, defines, err)
			}
			if !strings.Contains(compiled, "void main()") {
				t.Fatalf("%s, %v: the code has lost its main function:\n%s", file, defines, compiled)
			}
			key := file + compiled
			if seen[key] {
				continue // the same as another variant
			}
			seen[key] = true
			batch = append(batch, program{file, expanded.Text, compiled})
		}
	}
	return batch
}

// wordsOf returns the words of a shader and its includes.
func wordsOf(t *testing.T, file string) map[string]bool {
	words := map[string]bool{}
	for _, word := range regexp.MustCompile(`\w+`).FindAllString(must.Get(Expand(Files(), file))(t).Text, -1) {
		words[word] = true
	}
	return words
}

// inFloat32 reports whether a shader is of something that the engine gpu has in single precision
// alone, and so has no text for the others; see model.Support.
func inFloat32(file string) bool {
	for _, pattern := range []string{"collide/*.comp", "impulses/*.comp", "contact/span*.comp", "ledger/span*.comp", "meet/*.comp", "force/wind.comp", "force/guide.comp", "step/persistent.comp"} {
		paths, _ := filepath.Glob(pattern)
		if slices.ContainsFunc(paths, func(path string) bool { return filepath.Base(path) == file }) {
			return true
		}
	}
	return false
}

// pairDefines has the defines of collisions in place of PAIRED and PAIRED_FRICTION: shaders ask
// whether they are there, so that the text of a run without collisions does not name them.
func pairDefines(defines []Define) []Define {
	on := func(name string) bool { return slices.Contains(defines, Define{name, "1"}) }
	more := []Define{{"KINDS", "5u"}, {"PAIR_GROUPS", "2u"}, {"FROM", "0"}, {"TO", "1"}}
	if on("PAIRED") {
		more = append(more, Define{"PAIRS", "1"})
	}
	if on("PAIRED_FRICTION") {
		more = append(more, Define{"PAIRS", "1"}, Define{"PAIR_FRICTION", "1"})
		more[2].Value, more[3].Value = "2", "0"
	}
	if on("PAIRED") && on("PAIRED_FRICTION") {
		more = slices.Delete(more, 4, 5)
	}
	return append(slices.DeleteFunc(slices.Clone(defines), func(d Define) bool { return strings.HasPrefix(d.Name, "PAIRED") }), more...)
}

// residentDefines are those of the pass resident, which is for whole steps of the Euler methods
// in the pipeline fused. CAUGHT is for contacts that catch masses there.
func residentDefines(defines []Define) []Define {
	on := func(name string) bool { return slices.Contains(defines, Define{name, "1"}) }
	loads, timed := on("WIND") || on("MASS_LOADS"), on("ACTUATORS") || on("MOVING") || on("LOADS") || on("GUIDES")
	texels, catches := on("TEXELS") || on("MASS_LOADS"), on("CAUGHT") && on("CONTACTS") && !(on("WIND") && on("GUIDES"))
	keeps := catches && on("MOVING")
	defines = slices.DeleteFunc(slices.Clone(defines), func(d Define) bool {
		return slices.Contains([]string{"FUSED", "TEXELS", "INTEGRATOR", "RANGES", "PAIRS", "PAIR_FRICTION", "LOADS", "SIGNALS", "KEEPS"}, d.Name)
	})
	if catches {
		defines = append(defines, Define{"CATCHES", "1"}, Define{"KEEPS", "0"})
	}
	if keeps {
		defines = append(defines, Define{"KEEPS_SIGNALS", "1"})
	}
	if on("TABLED") {
		defines = append(defines, Define{"HELD_TABLE", "900u"}, Define{"HELD_LAWS", "30u"}, Define{"HELD_REGULAR", "26u"}, Define{"PALETTE_STRIDE", "479u"}, Define{"PALETTE_REGULAR", "958u"})
	}
	if on("LANED") {
		defines = append(slices.DeleteFunc(defines, func(d Define) bool { return d.Name == "REGULAR_VISITS" }), Define{"LANES", "4u"})
	}
	return append(defines, Define{"FUSED", "1"}, Define{"TEXELS", OnOff(texels)}, Define{"INTEGRATOR", "0"}, Define{"HELD", "1000u"}, Define{"ROW_VECTORS", "3u"}, Define{"ROW_STRIDE", "16u"},
		Define{"RANGES", "0"}, Define{"LOADS", OnOff(loads)}, Define{"SIGNALS", OnOff(timed || loads)})
}

// program is a text for the compiler, its source file, and the part of the text that conditions select.
type program struct{ name, text, compiled string }

// variants are the kernels to compile, with each of the choices: with nothing, with everything, with
// everything but one and with nothing but one of the names, and the first two in the precisions above single,
// there without the names that are for single alone.
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
			if precision != "0" && slices.Contains([]string{"WIND", "GUIDES", "PAIRED", "PAIRED_FRICTION"}, name) {
				chosen = "0"
			} else if i == exception {
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

// The compiler is seen to reject a wrong text: an empty macro argument.
func TestReferenceCompilerRejects(t *testing.T) {
	needsCompiler(t)
	expanded := must.Get(Expand(Files(), string(Integrate), Define{"WORKGROUP", "256"}, Define{"DAMPING", "1"}))(t)
	bad := strings.Replace(expanded.Text, "STORAGE_Position(restrict)", "STORAGE_Position()", 1)
	good := program{string(Integrate), expanded.Text, ""}
	if fault := compilerFault(t, good, good); fault != "" {
		t.Fatal(fault)
	}
	for _, some := range [][]program{{{string(Integrate), bad, ""}}, {{string(Integrate), bad, ""}, good}, {good, {string(Integrate), bad, ""}}} {
		must.Hold(t, compilerFault(t, some...) != "", "an empty macro argument was accepted")
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

// compilerFault returns the messages of the compiler on programs, with the defines of the faulty ones; empty
// if all are well.
func compilerFault(t *testing.T, programs ...program) string {
	t.Helper()
	folder, paths := t.TempDir(), []string{}
	for k, p := range programs {
		paths = append(paths, filepath.Join(folder, fmt.Sprintf("%d_%s", k, p.name)))
		must.Do(t, os.WriteFile(paths[k], []byte(p.text), 0o600))
	}
	// It is known to loop forever on a precise variable that is assigned twice.
	out, err := exec.CommandContext(t.Context(), referenceCompiler, paths...).CombinedOutput()
	if err == nil {
		return ""
	}
	fault := string(out) + err.Error()
	for k, p := range programs {
		if strings.Contains(fault, fmt.Sprintf("%d_%s:", k, p.name)) || len(programs) == 1 {
			fault += fmt.Sprintf("\n%d_%s has %s", k, p.name, strings.ReplaceAll(p.text[:strings.Index(p.text, "\n//")], "\n#define", ","))
		}
	}
	return fault
}
