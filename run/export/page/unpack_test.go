package page

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"testing"

	"hooke/cpu"
	"hooke/must"
	"hooke/run/export"
	"hooke/scene"
	"hooke/scene/open"
)

// ran returns a scene and frames of a run of it.
func ran(t *testing.T, name string, o scene.Options, frames, every int) Body {
	t.Helper()
	s := must.Get(open.Scene(name, o))(t)
	e := must.Get(cpu.New(s.Model, s.Params, cpu.Options{Threads: 1}))(t)
	defer e.Close()
	must.Do(t, e.Reset(s.Start))
	var film Memory
	for k := range frames {
		if k > 0 {
			must.Do(t, e.Step(every))
		}
		var f export.Frame
		must.Do(t, e.Read(&f.Snapshot))
		f.RestScale = append([]float64(nil), e.RestScale()...)
		film = append(film, f)
	}
	return Body{Model: s.Model, Params: s.Params, Start: s.Start, States: film}
}

// written writes a page and returns its text.
func written(t *testing.T, p *Page) (string, Report) {
	t.Helper()
	var out bytes.Buffer
	r, err := Write(&out, p)
	must.Do(t, err)
	must.Be(t, int64(out.Len()), r.Bytes, "bytes of the page")
	return out.String(), r
}

// listed is the manifest of a page as a reader sees it, with the unpacked rows of each thing.
type listed struct {
	manifest
	rows []map[string][][]uint32
	text []string // of blocks
}

// element returns the text of a script by its id.
func element(page, id string) string {
	found := regexp.MustCompile(`(?s)<script [^>]*id="` + id + `">(.*?)</script>`).FindStringSubmatch(page)
	if found == nil {
		return ""
	}
	return found[1]
}

// unpacked reads all tables of a page: a decoder that is written from the description of the format.
func unpacked(t *testing.T, page string) *listed {
	t.Helper()
	l := &listed{}
	must.Do(t, json.Unmarshal([]byte(element(page, "run")), &l.manifest))
	for range l.Things {
		l.rows = append(l.rows, map[string][][]uint32{})
	}
	for k, b := range l.Blocks {
		text := element(page, fmt.Sprintf("block%d", k))
		l.text = append(l.text, text)
		thing := l.Things[b.Thing]
		columns := map[string]int{"x": 3 * thing.Points, "s": thing.Springs, "p": thing.Points, "cut": thing.Cuts, "ends": 2, "triangles": 3, "wires": 2, "dots": 1}[b.Table]
		width := map[string]int{"x": 2, "s": 1, "p": 1, "cut": 1, "ends": 4, "triangles": 4, "wires": 4, "dots": 4}[b.Table]
		rows, err := unpack(text, columns, width, b.Rows, l.rows[b.Thing][b.Table])
		must.Do(t, err)
		l.rows[b.Thing][b.Table] = rows
	}
	return l
}

// unpack appends the rows of a block to those before it.
func unpack(text string, columns, width, count int, rows [][]uint32) ([][]uint32, error) {
	packed, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	r, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	n := columns * count
	if len(plain) != n*width {
		return nil, errors.New("damaged")
	}
	modulus := int64(1) << (8 * width)
	for r := range count {
		row := make([]uint32, columns)
		for c := range row {
			z := int64(0)
			for k := range width {
				z += int64(plain[k*n+r*columns+c]) << (8 * k)
			}
			difference := z / 2
			if z%2 == 1 {
				difference = -(z + 1) / 2
			}
			above := int64(0)
			if len(rows) > 0 {
				above = int64(rows[len(rows)-1][c])
			}
			row[c] = uint32(((above+difference)%modulus + modulus) % modulus)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// A block that lacks a difference is told from a whole one: the decoder of this test can fail.
func TestDamagedBlocksAreFound(t *testing.T) {
	table := &table{name: "x", columns: 3, width: 2}
	b := must.Get(table.pack(0, 0, []uint32{1, 2, 65535, 0, 40000, 7}))(t)
	rows := must.Get(unpack(string(b.text), 3, 2, 2, nil))(t)
	must.Be(t, fmt.Sprint(rows), "[[1 2 65535] [0 40000 7]]", "rows")
	for k := range b.text {
		if b.text[k] == '=' {
			continue
		}
		other := append([]byte(nil), b.text...)
		if other[k]++; other[k] == b.text[k] {
			continue
		}
		if got, err := unpack(string(other), 3, 2, 2, nil); err == nil && fmt.Sprint(got) != fmt.Sprint(rows) {
			t.Errorf("a change of byte %d gives %v without an error", k, got)
		}
	}
}
