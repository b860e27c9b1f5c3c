package page

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"hooke/must"
)

// mostProgram is the largest size of the program in a page: its users mail pages.
const mostProgram = 15_000

// The program of a page has neither comments nor space that means nothing, and is small.
func TestProgramIsSmall(t *testing.T) {
	text := must.Get(program())(t)
	must.Hold(t, len(text) <= mostProgram, "the program of a page has %d bytes, at most %d: make the sources in web simpler", len(text), mostProgram)
	for _, rest := range []string{"// ", "/*", "  ", "\n\n", "\t"} {
		must.Hold(t, !strings.Contains(text, rest), "the program holds %q", rest)
	}
}

// hostile are programs of JavaScript and their stripped forms, with as many of the places that a careless stripper damages as fit.
var hostile = []struct{ in, out string }{
	{"out('// no comment', \"/* nor */\", 'it\\'s', \"\\\"//\\\"\");  // a comment 'with quotes\n", `out('// no comment',"/* nor */",'it\'s',"\"//\"");` + "\n"},
	{"out(`  // text /* text */\n   ${ 1 + `${ '}' }` /* comment } ` */ }  \\`${'$'}{ $ `);", "out(`  // text /* text */\n   ${1+`${'}'}`}  \\`${'$'}{ $ `);\n"},
	{"out(/[/]\\/ '\"`/.test(\"/ / '\\\"`\"), / \\/\\/ /g.source);", "out(/[/]\\/ '\"`/.test(\"/ / '\\\"`\"),/ \\/\\/ /g.source);\n"},
	{"let a = 8, g = 2; out(a / 2 / g, (a + g) / g, [a][0] / g);", "let a=8,g=2;out(a/2/g,(a+g)/g,[a][0]/g);\n"},
	{"const f = s => { return / +x/.test(s) ; };\nif (f) / \"/.test('');\nout(f('  x'))", "const f=s=>{return/ +x/.test(s)};if(f)/ \"/.test('');out(f('  x'))\n"},
	{"let a = 1, b = 2; out(a + +b, a - -b, a++ + ++b, a - --b, - - a, !(a < ! --b));", "let a=1,b=2;out(a+ +b,a- -b,a++ + ++b,a- --b,- -a,!(a< ! --b));\n"},
	{"let a = 1, b = 2\na\n++b\nout(a, b)\nconst f = () => {}\n;[1].forEach(out)\nconst g = () => {\n  return\n  5\n}\nout(g(), 1 .toFixed(1), 1. + 1, a ? .5 : 1)",
		"let a=1,b=2\na\n++b\nout(a,b)\nconst f=()=>{};[1].forEach(out)\nconst g=()=>{return\n5}\nout(g(),1 .toFixed(1),1. +1,a? .5:1)\n"},
	{"let n = 0; while (n++ < 3) ; { if (n) ; } for (;;) { if (n > 9) { break ; } n ++ ; } if (n) { } else ; { out(n) ; } do ; while (n -- > 5) ; out(n);",
		"let n=0;while(n++ <3);{if(n);}for(;;){if(n>9){break}n++;}if(n){}else;{out(n)}do;while(n-- >5);out(n);\n"},
	{"const o = { if: 4, return: 6, of: 8 }; out(o.if / 2 / 2, o . return / 2 / 1, o?.if / 2, [...'ab'].length, ... [3], typeof / x/);",
		"const o={if:4,return:6,of:8};out(o.if/2/2,o . return/2/1,o?.if/2,[...'ab'].length,...[3],typeof/ x/);\n"},
	{"let x = 5 /* one */ + /* two\nlines */ 6\n/* three\n */ out(x), out('❚❚ ▶  ×')", "let x=5+\n6\nout(x),out('❚❚ ▶  ×')\n"},
	{"out('a\\\nb')", ""}, // refused
}

// refused are programs that stripped does not read: those that it might misread, and those that are wrong.
var refused = map[language][]string{
	javaScript: {"x = {} / 2 / 1", "x++ / 2", "of / 2 / g", "x = `a", "x = 'a\n'", "(]", "{", "}", "/* x", "x = /a\n/", "a --> b", "x = '<!--'", "x = '</script>'", "#!x", "a\rb", "a // \u2028 b", "x = \\u0061", "é = 1", "await (x) / 2", "${"},
	glsl:       {"a \\\n b", "x = 'a'", "`", "$x", "int a; #define b", "#define x /* y */", "/* x", "{", "é"},
}

func TestStripping(t *testing.T) {
	for _, c := range hostile {
		got, err := stripped(c.in, javaScript)
		must.Be(t, err != nil, c.out == "", "%q gives the error %v", c.in, err)
		must.Be(t, got, c.out, "stripped %q", c.in)
	}
	const shader = "  #version 300 es\n// a ' comment\n#define F(x)  (x  *  x) // one\n\n#ifdef  A /\nfloat  f ( float x ) { return x / - 2. ; } /* two ; */\n#else\nvec2 y = vec2( 1 , .5 ) - - z ;\n#endif"
	must.Be(t, must.Get(stripped(shader, glsl))(t), "#version 300 es\n#define F(x)  (x  *  x)\n#ifdef  A /\nfloat f(float x){return x/ -2.;}\n#else\nvec2 y=vec2(1,.5)- -z;\n#endif\n", "shader")
	for l, programs := range refused {
		for _, program := range programs {
			got, err := stripped(program, l)
			must.Hold(t, err != nil && strings.HasPrefix(err.Error(), "page: "), "%q becomes %q with the error %v", program, got, err)
		}
	}
}

// Programs do the same before and after, also as node understands them.
func TestStrippedProgramsDoTheSame(t *testing.T) {
	if os.Getenv("HOOKE_LONG") == "" {
		t.Skip("it starts node: with HOOKE_LONG alone")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("NOT TESTED: stripped programs, since node is not installed")
	}
	did := func(program string) string {
		const run = `const did = []; new Function("out", process.argv[1])((...all) => did.push(...all.map(String))); console.log(JSON.stringify(did))`
		out, err := exec.Command("node", "-e", run, program).CombinedOutput()
		must.Hold(t, err == nil, "node, of %q: %s", program, out)
		return string(out)
	}
	for _, c := range hostile {
		if c.out == "" {
			continue
		}
		want := did(c.in)
		var all []string
		must.Do(t, json.Unmarshal([]byte(want), &all))
		must.Hold(t, len(all) > 0, "%q says nothing", c.in)
		must.Be(t, did(c.out), want, "done by %q", c.out)
	}
}
