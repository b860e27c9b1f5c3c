package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// chip is what was compiled for one.
type chip struct {
	name     string
	programs []compiled
}

// printTables prints what drivers wrote: instructions for each visit of a neighbor by variant,
// and all programs.
func printTables(args []string) error {
	var chips []chip
	for _, arg := range args {
		name, file, _ := strings.Cut(arg, "=")
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		renderer, programs := read(string(text))
		if len(programs) == 0 {
			return fmt.Errorf("%s: no program in it, renderer %q", file, renderer)
		}
		fmt.Printf("- `%s`: %s\n", name, renderer)
		chips = append(chips, chip{name, programs})
	}
	fmt.Println()
	printVisits(chips)
	fmt.Println()
	printPrograms(chips)
	return nil
}

func printVisits(chips []chip) {
	fmt.Print("| scene and pipeline |")
	for _, c := range chips {
		fmt.Printf(" %s |", c.name)
	}
	fmt.Print("\n|---|" + strings.Repeat("---:|", len(chips)) + "\n")
	for _, v := range visited() {
		fmt.Printf("| %s `%s` |", v[0], v[1])
		for _, c := range chips {
			fmt.Printf(" %s |", c.visit(v[0]+" "+v[1]))
		}
		fmt.Println()
	}
}

// visit says what a visit takes in the loop that a case is in most of the time, that with the
// most visits, and what its program takes of a chip.
func (c chip) visit(name string) string {
	for _, p := range c.programs {
		if p.Case == name && p.Program == "integrate" && len(p.Visits) > 0 {
			most := slices.MaxFunc(p.Visits, func(a, b loop) int { // of two with as many the shorter one, which is the loop and not a way around it
				if a.Visits != b.Visits {
					return a.Visits - b.Visits
				}
				return b.Instructions - a.Instructions
			})
			return fmt.Sprintf("%.3g (%s)", most.Each(), p.taken())
		}
	}
	return "-"
}

// taken are the registers, waves and spills of a program.
func (p compiled) taken() string {
	text := p.Registers
	if p.Waves != "" {
		text = fmt.Sprintf("%s registers, %s waves", p.Registers, p.Waves)
	}
	if p.Spills > 0 {
		text += fmt.Sprintf(", %d spills", p.Spills)
	}
	return text
}

func printPrograms(chips []chip) {
	fmt.Print("| program | in |")
	for _, c := range chips {
		fmt.Printf(" %s |", c.name)
	}
	fmt.Print("\n|---|---|" + strings.Repeat("---:|", len(chips)) + "\n")
	seen := map[string]bool{}
	for _, p := range chips[0].programs {
		if strings.Contains(p.Case, "+") || seen[p.Program+p.Case] {
			continue
		}
		seen[p.Program+p.Case] = true
		fmt.Printf("| `%s` | %s |", p.Program, p.Case)
		for _, c := range chips {
			text := "-"
			if at := slices.IndexFunc(c.programs, func(q compiled) bool { return q.Program == p.Program && q.Case == p.Case }); at >= 0 {
				text = fmt.Sprintf("%d (%s)", c.programs[at].Instructions, c.programs[at].taken())
			}
			fmt.Printf(" %s |", text)
		}
		fmt.Println()
	}
}
