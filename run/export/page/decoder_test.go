package page

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"hooke/must"
	"hooke/scene"
)

// nodeProgram reads blocks from its input and prints their numbers, or the error of each.
const nodeProgram = `
let text = "";
process.stdin.on("data", part => text += part).on("end", async () => {
  const { source, blocks } = JSON.parse(text), decode = new Function(source + "; return decode;")();
  const rows = {}, out = [];
  for (const b of blocks) {
    const kind = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array }[b.width];
    try {
      const numbers = await decode(b.text, kind, b.rows, rows[b.key] || []);
      rows[b.key] = numbers.subarray(numbers.length - b.columns);
      out.push(Array.from(numbers));
    } catch (error) { out.push(String(error)); }
  }
  process.stdout.write(JSON.stringify(out));
});`

// nodeBlock is a block for nodeProgram.
type nodeBlock struct {
	Key     string `json:"key"` // of its table
	Text    string `json:"text"`
	Columns int    `json:"columns"`
	Width   int    `json:"width"`
	Rows    int    `json:"rows"`
}

// decodedByNode returns what the decoder of a page makes of blocks: numbers, or an error each.
func decodedByNode(t *testing.T, page string, blocks []nodeBlock) (out []any) {
	t.Helper()
	source := must.Get(stripped(read("decode.js"), javaScript))(t)
	must.Hold(t, strings.Contains(page, source), "the page has another decoder")
	in := must.Get(json.Marshal(map[string]any{"source": source, "blocks": blocks}))(t)
	cmd := exec.Command("node", "-e", nodeProgram)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	must.Do(t, json.Unmarshal(must.Get(cmd.Output())(t), &out))
	return out
}

// B2: the decoder of the page, run by node, finds the numbers that a decoder in Go finds. Damaged blocks are errors.
func TestNodeDecodesThePage(t *testing.T) {
	if os.Getenv("HOOKE_LONG") == "" {
		t.Skip("it starts node: with HOOKE_LONG alone")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("NOT TESTED: the decoder of pages, since node is not installed")
	}
	body := ran(t, "walker", scene.Options{}, 9, 120)
	text, _ := written(t, &Page{Title: "walker", Bodies: []Body{body}, Show: Both})
	l := unpacked(t, text)
	var blocks []nodeBlock
	for k, b := range l.Blocks {
		thing := l.Things[b.Thing]
		blocks = append(blocks, nodeBlock{Key: b.Table, Text: l.text[k], Rows: b.Rows,
			Columns: map[string]int{"x": 3 * thing.Points, "s": thing.Springs, "p": thing.Points, "cut": thing.Cuts, "ends": 2, "triangles": 3, "wires": 2, "dots": 1}[b.Table],
			Width:   map[string]int{"x": 2, "s": 1, "p": 1, "cut": 1, "ends": 4, "triangles": 4, "wires": 4, "dots": 4}[b.Table]})
	}
	whole := len(blocks)
	must.Hold(t, whole >= 5, "the page has %d blocks", whole)
	cut, other := blocks[0], blocks[0]
	cut.Text = cut.Text[:len(cut.Text)/2/4*4]
	packed := must.Get(base64.StdEncoding.DecodeString(other.Text))(t)
	packed[len(packed)-1]++ // of the checksum
	other.Text = base64.StdEncoding.EncodeToString(packed)
	for k, got := range decodedByNode(t, text, append(blocks, cut, other)) {
		if k >= whole {
			message, _ := got.(string)
			must.Hold(t, strings.Contains(message, "Error"), "damaged block %d gives %.60v", k, got)
			continue
		}
		b := l.Blocks[k]
		var want []any
		for _, row := range l.rows[b.Thing][b.Table][b.First : b.First+b.Rows] {
			for _, v := range row {
				want = append(want, float64(v))
			}
		}
		must.Be(t, fmt.Sprint(got), fmt.Sprint(want), "numbers of block %d, table %s", k, b.Table)
	}
}
