package serve

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"sync"

	"hooke/files/npy"
	"hooke/sim"
)

// The codes of errors are the exit codes of the program.
const (
	codeFailed = 1 // the work failed
	codeWrong  = 2 // the request was wrong, and nothing has changed
)

// answer is the content of a line, in its order, with the blocks behind it. The zero value is empty.
type answer struct {
	text   []byte // `,"key":value` for each key
	blocks []block
	data   []any // of the blocks, slices of numbers
}

// add adds a key. Its value is text, numbers, or has a form in JSON.
func (a *answer) add(key string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	a.text = append(append(strconv.AppendQuote(append(a.text, ','), key), ':'), text...)
	return nil
}

// addNumbers adds numbers; those that are not finite are null.
func (a *answer) addNumbers(key string, numbers []float64) {
	a.text = append(strconv.AppendQuote(append(a.text, ','), key), ':', '[')
	for i, x := range numbers {
		if i > 0 {
			a.text = append(a.text, ',')
		}
		if math.IsNaN(x) || math.IsInf(x, 0) {
			a.text = append(a.text, "null"...)
			continue
		}
		a.text = strconv.AppendFloat(a.text, x, 'g', -1, 64)
	}
	a.text = append(a.text, ']')
}

// addBlock adds a block of numbers, which stay as they are until the answer is written.
func (a *answer) addBlock(name string, of sim.Array, data any) {
	shape := append([]int64{}, of.Shape...) // JSON has no empty list for nil
	a.blocks = append(a.blocks, block{Name: name, Type: of.Type, Shape: shape, Bytes: of.Bytes()})
	a.data = append(a.data, data)
}

// writer writes lines. Notes come from the goroutine that answers, and idle from another one.
type writer struct {
	mutex sync.Mutex
	out   *bufio.Writer
}

// line writes a line and has it sent.
func (w *writer) line(text []byte) error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.send(text)
}

func (w *writer) send(text []byte) error {
	if _, err := w.out.Write(append(text, '\n')); err != nil {
		return outputError(err)
	}
	return outputError(w.out.Flush())
}

func outputError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("the output cannot be written: %w", err)
}

// note writes a line for people.
func (w *writer) note(text string) error {
	line, err := json.Marshal(map[string]string{"note": text})
	if err != nil {
		return err
	}
	return w.line(line)
}

// idle is note, but leaves a line out that would wait for the reader of another one.
func (w *writer) idle(text string) {
	if w.mutex.TryLock() {
		defer w.mutex.Unlock()
		_ = w.send(fmt.Appendf(nil, `{"note":%q}`, text)) // the answer that fails next ends the session
	}
}

// head begins the line of an answer.
func head(r *request) []byte {
	id := r.id
	if id == nil {
		id = json.RawMessage("null")
	}
	return append([]byte(`{"id":`), id...)
}

// answer writes the answer to a request that has worked.
func (w *writer) answer(r *request, a *answer) error {
	line := append(append(head(r), `,"ok":true`...), a.text...)
	if a.blocks != nil {
		total := int64(0)
		for _, b := range a.blocks {
			total += b.Bytes
		}
		list, err := json.Marshal(a.blocks)
		if err != nil {
			return err
		}
		line = fmt.Appendf(line, `,"blocks":%s,"bytes":%d`, list, total)
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if _, err := w.out.Write(append(line, '}', '\n')); err != nil {
		return outputError(err)
	}
	for _, data := range a.data {
		rows, ok := npy.RowsOf(data)
		if !ok {
			return fmt.Errorf("a fault of hooke: %T is no block", data)
		}
		if _, err := rows.WriteTo(w.out); err != nil {
			return outputError(err)
		}
	}
	return outputError(w.out.Flush())
}

// fault writes the answer to a request that was refused.
func (w *writer) fault(r *request, err error) error { return w.failed(r, &answer{}, err) }

// failed writes the answer to a request with an error.
func (w *writer) failed(r *request, a *answer, err error) error {
	code := codeFailed
	if sim.IsWrong(err) {
		code = codeWrong
	}
	text, failed := json.Marshal(map[string]any{"code": code, "text": err.Error()})
	if failed != nil {
		return failed
	}
	return w.line(fmt.Appendf(head(r), `,"error":%s%s}`, text, a.text))
}
