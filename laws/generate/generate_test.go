package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is checked in is what the laws say.
func TestShadersAreCurrent(t *testing.T) {
	texts, err := translate("..")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../../shaders/laws/*")
	if err != nil {
		t.Fatal(err)
	}
	if len(texts) == 0 || len(files) != len(texts) {
		t.Errorf("%d files in shaders/laws for %d of laws", len(files), len(texts))
	}
	for name, want := range texts {
		path := "../../shaders/laws/" + glslName(name)
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
		{"conditions", "if !(a > b) {\n\t\treturn 0\n\t} else {\n\t\ta += 2\n\t}\n\treturn max(a, 1e-12)", "if (!(a > b)) {\n\t\treturn real(0.0);\n\t} else {\n\t\ta += real(2.0);\n\t}\n\treturn max(a, real(1e-12));"},
		{"compiled cases", "a = b //glsl:if CASE\n\treturn a", "#if CASE\n\ta = b;\n#endif\n\treturn a;"},
	} {
		got, err := translated(t, c.body)
		if err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s: %v\n%s\nwant in it\n%s", c.name, err, got, c.want)
		}
	}
}

// What has no translation is an error with its place.
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
		if _, err := translated(t, body); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "some.go:") {
			t.Errorf("%s: %v, want %q with the file and line", body, err, want)
		}
	}
}

// translated is the GLSL of a function of numbers a and b and a vector v with a body.
func translated(t *testing.T, body string) (string, error) {
	t.Helper()
	folder := t.TempDir()
	vectors, err := os.ReadFile("../vec.go")
	if err != nil {
		t.Fatal(err)
	}
	some := "package laws\n\nfunc other(x any) T1 { return 0 }\n\ntype T1 = float64\n\n// Some is one.\nfunc Some[T Real](a, b T, v Vec[T]) T {\n\t" + body + "\n}\n"
	some = strings.Replace(some, "return other(a)", "return T(other(a))", 1)
	for name, text := range map[string]string{"vec.go": string(vectors), "some.go": some} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	texts, err := translate(folder)
	return texts["some.go"], err
}
