package shaders

import (
	"iter"
	"strings"
)

// declaration is a text that does nothing unless its name is used: a macro with the lines
// that continue it, or a structure. Other text has no name.
type declaration struct {
	name string
	text string
}

// used returns a text, in lines, without macros and structures that nothing uses; those of
// the variant that are used are at its end. So declarations of one shader in a file that
// others include are no part of theirs.
func used(lines, variant []string) string {
	all := declarations(lines)
	for _, line := range variant {
		all = append(all, declaration{strings.Fields(line)[1], line})
	}
	named, needed := map[string][]int{}, make([]bool, len(all))
	for k, d := range all {
		named[d.name] = append(named[d.name], k)
	}
	open := named[""] // needed names whose text has not been searched
	for len(open) > 0 {
		k := open[len(open)-1]
		open = open[:len(open)-1]
		if needed[k] {
			continue
		}
		needed[k] = true
		for word := range words(all[k].text) {
			open = append(open, named[word]...)
		}
	}
	var out strings.Builder
	for k, d := range all {
		if needed[k] {
			out.WriteString(d.text)
		}
	}
	return out.String()
}

// declarations returns the declarations of a text, and the text between them.
func declarations(lines []string) (all []declaration) {
	for k := 0; k < len(lines); {
		first, name := k, ""
		switch line := lines[k]; {
		case strings.HasPrefix(line, "#define"):
			if name = second(line); name == "" {
				break
			}
			for k+1 < len(lines) && strings.HasSuffix(strings.TrimSpace(lines[k]), `\`) {
				k++
			}
		case strings.HasPrefix(line, "struct "):
			if name = second(line); name == "" {
				break
			}
			for k+1 < len(lines) && !strings.Contains(lines[k], "};") { // that of a struct on one line is on it
				k++
			}
		}
		k++
		all = append(all, declaration{name, strings.Join(lines[first:k], "")})
	}
	return all
}

// words are the names and numbers in a text.
func words(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		first := -1
		for k := 0; k <= len(text); k++ {
			switch in := k < len(text) && inWord(text[k]); {
			case in && first < 0:
				first = k
			case !in && first >= 0:
				if !yield(text[first:k]) {
					return
				}
				first = -1
			}
		}
	}
}

// second is the second word of a line; empty: it has none.
func second(line string) string {
	number := 0
	for word := range words(line) {
		if number++; number == 2 {
			return word
		}
	}
	return ""
}

func inWord(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'A' <= b && b <= 'Z' || 'a' <= b && b <= 'z'
}
