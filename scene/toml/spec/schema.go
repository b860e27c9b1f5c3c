package spec

import (
	"fmt"
	"slices"
	"strings"
)

// Schema describes every table and key of a scene file, with types, units, ranges and
// defaults, as Markdown. It is made from Tables, by which files are judged.
func Schema() string {
	var out strings.Builder
	for i, s := range Tables() {
		if i > 0 {
			out.WriteString("\n")
		}
		switch {
		case s.Name == "":
			out.WriteString("### Before the first table\n\n")
		case s.Many:
			fmt.Fprintf(&out, "### [[%s]]\n\n%s\n\n", s.Name, s.doc)
		default:
			fmt.Fprintf(&out, "### [%s]\n\n%s\n\n", s.Name, s.doc)
		}
		if s.Free {
			continue
		}
		out.WriteString("| key | type [unit] | default | meaning |\n|---|---|---|---|\n")
		for _, k := range s.Keys {
			fmt.Fprintf(&out, "| `%s` | %s | %s | %s |\n", k.Name, k.typeText(), k.defaultText(&s), k.docText())
		}
	}
	return out.String()
}

// typeText returns the type of a key with its range and unit, such as "number > 0 [m]".
func (k *Key) typeText() string {
	text := k.Kind.String()
	switch {
	case k.Kind == Word:
		text = strings.Join(k.Words, ", ")
	case k.Words != nil:
		text = "list of " + strings.Join(k.Words, ", ")
	case k.Kind == Texts:
		text = "text or list"
	case k.Kind == Numbers:
		text = "number or list"
	}
	if k.Bound != anyNumber {
		if strings.Contains(text, " or ") {
			text += ","
		}
		text += [...]string{positive: " > 0", notNegative: " ≥ 0", share: " in [0, 1]", belowOne: " in (−1, 1)"}[k.Bound]
	}
	if k.Unit != "" {
		text += " [" + k.Unit + "]"
	}
	return text
}

// defaultText returns the default value of a key; empty without one.
func (k *Key) defaultText(s *Table) string {
	switch {
	case len(s.Variant) > 1 && slices.Contains(s.Variant, k.Name):
		return "give one of " + strings.Join(s.Variant, ", ")
	case k.Required:
		return "required"
	case k.Needed != nil && k.fallback == "":
		return "required of " + strings.Join(k.Needed, ", ")
	case k.Needed != nil:
		return k.fallback + "; required of " + strings.Join(k.Needed, ", ")
	case k.fallback == "none":
		return ""
	}
	return k.fallback
}

// docText returns the meaning of a key, with its variants. It escapes bars, which would end a
// cell.
func (k *Key) docText() string {
	text := strings.ReplaceAll(k.Doc, "|", `\|`)
	if k.With != nil {
		text += "; only with " + strings.Join(k.With, " or ")
	}
	if k.Only == nil {
		return text
	}
	return fmt.Sprintf("%s (%s)", text, strings.Join(k.Only, ", "))
}
