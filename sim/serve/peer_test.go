package serve_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"hooke/must"
	"hooke/sim/serve"
)

// peer is the other side of a session.
type peer struct {
	t          *testing.T
	in         *io.PipeWriter
	out        *bufio.Reader
	done       chan error
	interrupts chan os.Signal
	end        context.CancelFunc
	notes      []string
}

// started begins a session, which ends with the test.
func started(t *testing.T) *peer {
	t.Helper()
	in, write := io.Pipe()
	read, out := io.Pipe()
	ctx, end := context.WithCancel(t.Context())
	p := &peer{t: t, in: write, out: bufio.NewReader(read), done: make(chan error, 1), interrupts: make(chan os.Signal), end: end}
	go func() {
		err := serve.Serve(ctx, in, out, serve.Options{Program: "hooke test", Interrupts: p.interrupts})
		out.Close()
		p.done <- err
	}()
	t.Cleanup(func() { write.Close() })
	return p
}

// begun begins a session and hears its greeting.
func begun(t *testing.T) *peer {
	t.Helper()
	p := started(t)
	greeting, _ := p.answer()
	must.Hold(t, greeting["protocol"] == 1.0 && greeting["program"] == "hooke test", "the greeting is %v", greeting)
	return p
}

// answer reads the next line that is no note, with its blocks.
func (p *peer) answer() (map[string]any, map[string][]byte) {
	p.t.Helper()
	line, blocks, err := next(p.out)
	must.Do(p.t, err)
	if note, ok := line["note"]; ok {
		p.notes = append(p.notes, note.(string))
		return p.answer()
	}
	return line, blocks
}

// next reads a line with its blocks.
func next(out *bufio.Reader) (map[string]any, map[string][]byte, error) {
	text, err := out.ReadBytes('\n')
	if err != nil {
		return nil, nil, err
	}
	var line map[string]any
	if err := json.Unmarshal(text, &line); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", text, err)
	}
	blocks := map[string][]byte{}
	left, _ := line["bytes"].(float64)
	list, _ := line["blocks"].([]any)
	for _, b := range list {
		of := b.(map[string]any)
		data := make([]byte, int(of["bytes"].(float64)))
		if _, err := io.ReadFull(out, data); err != nil {
			return nil, nil, err
		}
		left -= float64(len(data))
		blocks[of["name"].(string)] = data
	}
	if left != 0 {
		return nil, nil, fmt.Errorf("%s: blocks are %g bytes short", text, left)
	}
	return line, blocks, nil
}

// send sends a request with what follows it.
func (p *peer) send(line string, data ...[]byte) {
	p.t.Helper()
	go func() { // a pipe without a buffer takes the bytes as they are read
		_, _ = p.in.Write(append([]byte(line+"\n"), bytes.Join(data, nil)...)) // a session that is over is seen by its answer
	}()
}

// ask sends a request, which must work, and returns its answer.
func (p *peer) ask(line string, data ...[]byte) (map[string]any, map[string][]byte) {
	p.t.Helper()
	p.send(line, data...)
	answer, blocks := p.answer()
	if answer["ok"] != true {
		p.t.Fatalf("%s: %v", line, answer)
	}
	return answer, blocks
}

// refused sends a request, which must be refused with a code and words.
func (p *peer) refused(line string, code int, words string, data ...[]byte) map[string]any {
	p.t.Helper()
	p.send(line, data...)
	answer, _ := p.answer()
	fault, _ := answer["error"].(map[string]any)
	text, _ := fault["text"].(string)
	must.Hold(p.t, fault["code"] == float64(code) && strings.Contains(text, words), "%s: %v, want code %d and %q", line, answer, code, words)
	return answer
}

func floats[T float32 | float64 | uint32 | int64](values ...T) []byte {
	var out bytes.Buffer
	_ = binary.Write(&out, binary.LittleEndian, values) // a buffer takes all
	return out.Bytes()
}

func numbers[T float32 | float64 | uint32 | int64](data []byte) []T {
	out := make([]T, len(data)/binary.Size(T(0)))
	_ = binary.Read(bytes.NewReader(data), binary.LittleEndian, out) // they have that length
	return out
}
