package main

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// compiled is a program as a driver compiled it.
type compiled struct {
	Case, Program string
	Instructions  int    // of the whole program
	Visits        []loop // innermost loops that visit neighbors
	Registers     string // vector registers of an invocation, or the width of a thread
	Spills        int
	Waves         string // that a SIMD unit holds at once; empty: the compiler does not say
}

// loop is an innermost loop that takes roots of distances, one for each visit.
type loop struct{ Instructions, Visits int }

// Each is the number of instructions for a visit.
func (l loop) Each() float64 { return float64(l.Instructions) / float64(l.Visits) }

var (
	amdLabel      = regexp.MustCompile(`^\.?L?(BB\d+(?:_\d+)?):`)
	amdCode       = regexp.MustCompile(`^\s+((?:s|v|buffer|global|flat|ds|image|scratch|tbuffer)_\S+)(?:\s+(\S+))?`)
	amdStatistics = regexp.MustCompile(`^(VGPRS|Spilled SGPRs|Spilled VGPRs|Max Waves): (\d+)`)
	intelLabel    = regexp.MustCompile(`^(LABEL\d+):`)
	intelCode     = regexp.MustCompile(`^(?:\([^)]*\) )?([a-z][a-z_.0-9 ]*)\(\d+\)`)
	intelJump     = regexp.MustCompile(`JIP:\s+(LABEL\d+)`)
	intelHead     = regexp.MustCompile(`^(SIMD\d+) shader: .* (\d+):(\d+) spills:fills`)
)

// read finds the programs in what a driver wrote. Of what follows the mark of a program only
// the first dump is that program; later ones are the driver's own.
func read(text string) (renderer string, out []compiled) {
	name, program := "", ""
	lines := strings.Split(text, "\n")
	for k := 0; k < len(lines); k++ {
		line := lines[k]
		if rest, is := strings.CutPrefix(line, rendererMark); is {
			renderer = rest
		} else if rest, is := strings.CutPrefix(line, caseMark); is {
			name, program = rest, ""
		} else if rest, is := strings.CutPrefix(line, programMark); is {
			program = rest
		} else if amd := line == "Compute Shader:"; program != "" && (amd || strings.HasPrefix(line, "Native code for ")) {
			end := k + 1
			for end < len(lines) && !begins(lines[end]) {
				end++
			}
			c := compiled{Case: name, Program: program}
			if amd {
				c.readAMD(lines[k:end])
			} else {
				c.readIntel(lines[k:end])
			}
			if c.Instructions > 0 {
				out, program = append(out, c), ""
			}
			k = end - 1
		}
	}
	return renderer, out
}

// begins says whether a line ends what is before it.
func begins(line string) bool {
	return line == "Compute Shader:" || slices.ContainsFunc([]string{"Native code for ", rendererMark, caseMark, programMark, "NIR (", "SHADER KEY", "Internal shader"},
		func(mark string) bool { return strings.HasPrefix(line, mark) })
}

func (c *compiled) readAMD(lines []string) {
	var code []string
	labels, jumps := map[string]int{}, [][2]int{}
	for _, line := range lines {
		line, _, _ = strings.Cut(line, ";")
		if m := amdLabel.FindStringSubmatch(line); m != nil {
			labels[m[1]] = len(code)
		} else if m := amdCode.FindStringSubmatch(line); m != nil {
			if to, known := labels[strings.TrimLeft(m[2], ".L")]; known && (m[1] == "s_branch" || strings.HasPrefix(m[1], "s_cbranch")) {
				jumps = append(jumps, [2]int{to, len(code)})
			}
			code = append(code, m[1])
		} else if m := amdStatistics.FindStringSubmatch(line); m != nil {
			n, _ := strconv.Atoi(m[2])
			switch m[1] {
			case "VGPRS":
				c.Registers = m[2]
			case "Max Waves":
				c.Waves = m[2]
			default:
				c.Spills += n
			}
		}
	}
	c.count(code, jumps)
}

func (c *compiled) readIntel(lines []string) {
	var code []string
	labels, jumps := map[string]int{}, [][2]int{}
	for _, line := range lines {
		if m := intelLabel.FindStringSubmatch(line); m != nil {
			labels[m[1]] = len(code)
		} else if m := intelHead.FindStringSubmatch(line); m != nil {
			spills, _ := strconv.Atoi(m[2])
			c.Registers, c.Spills = m[1], spills
		} else if m := intelCode.FindStringSubmatch(line); m != nil {
			if to := intelJump.FindStringSubmatch(line); m[1] == "while" && to != nil {
				if at, known := labels[to[1]]; known {
					jumps = append(jumps, [2]int{at, len(code)})
				}
			}
			code = append(code, m[1])
		}
	}
	c.count(code, jumps)
}

// count fills in how long the program and its loops over neighbors are. jumps are the first
// and the last instruction of each loop.
func (c *compiled) count(code []string, jumps [][2]int) {
	c.Instructions = len(code)
	visits := func(l [2]int) (n int) {
		for _, name := range code[l[0] : l[1]+1] {
			if strings.Contains(name, "sqrt") {
				n++
			}
		}
		return n
	}
	// Ways that go on with the next visit early are loops without a visit.
	jumps = slices.DeleteFunc(jumps, func(l [2]int) bool { return visits(l) == 0 })
	for _, l := range jumps {
		inner := func(other [2]int) bool { return other != l && other[0] >= l[0] && other[1] <= l[1] }
		if !slices.ContainsFunc(jumps, inner) {
			c.Visits = append(c.Visits, loop{l[1] + 1 - l[0], visits(l)})
		}
	}
}
