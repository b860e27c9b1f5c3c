package scene

import (
	"fmt"
	"slices"
	"strings"
)

// Schema describes every table and key of a scene file, with types, units,
// ranges and defaults, as Markdown. It is made from the table that files are
// judged by.
func Schema() string {
	var out strings.Builder
	for i, s := range tableSpecs() {
		if i > 0 {
			out.WriteString("\n")
		}
		switch {
		case s.name == "":
			out.WriteString("### Before the first table\n\n")
		case s.many:
			fmt.Fprintf(&out, "### [[%s]]\n\n%s\n\n", s.name, s.doc)
		default:
			fmt.Fprintf(&out, "### [%s]\n\n%s\n\n", s.name, s.doc)
		}
		out.WriteString("| key | type | unit | default | meaning |\n|---|---|---|---|---|\n")
		for _, k := range s.keys {
			fmt.Fprintf(&out, "| `%s` | %s | %s | %s | %s |\n", k.name, k.typeText(), k.unit, k.defaultText(&s), k.docText())
		}
	}
	return out.String()
}

func (k *keySpec) typeText() string {
	text := k.kind.String()
	switch {
	case k.kind == aWord:
		text = strings.Join(k.words, ", ")
	case k.words != nil:
		text += " of " + strings.Join(k.words, ", ")
	}
	if k.bound != anyNumber {
		text += ", " + k.bound.String()
	}
	return text
}

// defaultText is what a key is when it is not given.
func (k *keySpec) defaultText(s *tableSpec) string {
	switch {
	case len(s.variant) > 1 && slices.Contains(s.variant, k.name):
		return "give one of " + strings.Join(s.variant, ", ")
	case k.required:
		return "required"
	case k.needed != nil && k.fallback == "":
		return "required of " + strings.Join(k.needed, ", ")
	case k.needed != nil:
		return k.fallback + "; required of " + strings.Join(k.needed, ", ")
	case k.fallback == "":
		return "none"
	}
	return k.fallback
}

// docText keeps its bars from ending a cell.
func (k *keySpec) docText() string {
	text := strings.ReplaceAll(k.doc, "|", `\|`)
	if k.only == nil {
		return text
	}
	return fmt.Sprintf("%s (%s)", text, strings.Join(k.only, ", "))
}
