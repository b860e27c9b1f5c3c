package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
)

// The files in the repository equal the output of the generator.
func TestShadersAreCurrent(t *testing.T) {
	texts := must.Get(translate(".."))(t)
	files := must.Get(filepath.Glob("../../shaders/laws/*"))(t)
	must.Hold(t, len(texts) != 0 && len(files) == len(texts), "%d files in shaders/laws for %d of laws", len(files), len(texts))
	for name, want := range texts {
		path := "../../shaders/laws/" + name
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s is not what %s says: %v; run: go generate ./laws", path, name, err)
		}
	}
}

// Each thing that is translated, in GLSL.
func TestTranslations(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"operators", "return T(a*b) - T((a+1)*b)", "return a * b - (a + real(1.0)) * b;"},
		{"vectors keep their order", "u := Minus(v, Times(a/b, v))\n\treturn Dot(u, Times(a, Minus(u, v)))", "real3 u = v - a / b * v;\n\treturn dot(u, a * (u - v));"},
		{"differences of differences", "return a - (b - a)", "return a - (b - a);"},
		{"sums and quotients", "return Length(Over(Plus(v, Times(a, v)), Abs(b)))", "return length((v + a * v) / abs(b));"},
		{"no force", "return Dot(v, Vec[T]{})", "return dot(v, real3(real(0.0)));"},
		{"signs and parts of differences", "return -T(a-b) + Minus(v, v).X", "return -(a - b) + (v - v).x;"},
		{"vectors of numbers", "return Dot(v, Cross(v, Vec[T]{a, 1 - b, 0}))", "return dot(v, cross(v, real3(a, real(1.0) - b, real(0.0))));"},
		{"conditions", "if !(a > b) {\n\t\treturn 0\n\t} else {\n\t\ta += 2\n\t}\n\treturn max(a, 1e-12)", "if (!(a > b)) {\n\t\treturn real(0.0);\n\t} else {\n\t\ta += real(2.0);\n\t}\n\treturn max(a, real(1e-12));"},
		{"compiled cases", "a = b //glsl:if CASE\n\treturn a", "#if CASE\n\ta = b;\n#endif\n\treturn a;"},
	} {
		got, err := translated(t, c.body)
		must.Hold(t, err == nil && strings.Contains(got, c.want), "%s: %v\n%s\nwant in it\n%s", c.name, err, got, c.want)
	}
}

// A third number takes another record, and another vector of its class, where laws have it; the given number of records are then those of a law.
func TestRecordsGrowWithNumbers(t *testing.T) {
	texts, err := translatedFiles(t, map[string]string{"spring.go": `package laws

// Spring says how a spring resists.
//
//glsl:record Law
type Spring[T Real] struct {
	Stiffness   T // k [N/m]
	Damping     T
	RestLength  T
	TensionOnly bool

	Third T //glsl:if WIDER
}
`})
	must.Do(t, err)
	for _, want := range []string{
		"struct Law {\n\treal stiffness; // k [N/m]\n\treal damping;\n",
		"#if WIDER\n\treal third;\n#endif\n};",
		"#if WIDER\n\twords = uintBitsToFloat(palette.kind[(PRECISION == SINGLE ? 1u : 2u) * SECOND_WORDS + kind].xy);\n#if WIDER\n\tlaw.third = real(words.x);\n#endif\n" +
			"#if PRECISION == DOUBLE\n\twords = uintBitsToFloat(palette.kind[3u * SECOND_WORDS + kind].xy);",
		"#if WIDER\n\tat += stride;\n\tlaw.third += real(uintBitsToFloat(word(at)));\n#endif\n#endif\n}",
		"#if WIDER\n#define LAW_RECORDS 2u\n#else\n#define LAW_RECORDS 1u\n#endif",
		"law.third = real(material[record + 1u].even);",
		"law.third += real(material[LAW_RECORDS * COUNT_OF(params.springCount) + record + 1u].even);",
	} {
		must.Hold(t, strings.Contains(texts["spring_record.glsl"], want), "no\n%s\nin\n%s", want, texts["spring_record.glsl"])
	}
}

// Go code without a translation is an error with its position.
func TestFaultsHaveAPlace(t *testing.T) {
	for body, want := range map[string]string{
		"for a < b {\n\t}\n\treturn a":        "*ast.ForStmt is not translated",
		"a, b = b, a\n\treturn a":             "several values",
		"return other(a)":                     "other is not a law",
		"return T(float64(a))":                "another type than T",
		"a = b //glsl:iff CASE\n\treturn a":   "//glsl:iff CASE is unknown",
		"//glsl:if CASE\n\ta = b\n\treturn a": "beside no statement",
		"if c := a; c > b {\n\t}\n\treturn a": "a statement before its condition",
	} {
		must.Say(t, body, must.Err(translated(t, body)), want, "some.go:")
	}
}

// translated is the GLSL of a function of numbers a and b and a vector v with a body.
func translated(t *testing.T, body string) (string, error) {
	t.Helper()
	some := "package laws\n\nfunc other(x any) T1 { return 0 }\n\ntype T1 = float64\n\n// Some is one.\nfunc Some[T Real](a, b T, v Vec[T]) T {\n\t" + body + "\n}\n"
	texts, err := translatedFiles(t, map[string]string{"some.go": strings.Replace(some, "return other(a)", "return T(other(a))", 1)})
	return texts["some_laws.glsl"], err
}

// translatedFiles are the GLSL files of Go files beside that of vectors.
func translatedFiles(t *testing.T, files map[string]string) (map[string]string, error) {
	t.Helper()
	folder := t.TempDir()
	vectors := must.Get(os.ReadFile("../vec.go"))(t)
	files["vec.go"] = string(vectors)
	for name, text := range files {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	return translate(folder)
}
