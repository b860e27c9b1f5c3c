package run

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"math"
	"os"
	"strconv"
	"unsafe"

	"hooke/files/npy"
	"hooke/files/safefile"
	"hooke/machine/memory"
	"hooke/model"
	"hooke/model/spring"
)

// A checkpoint file, little endian:
//
//	8 bytes   "\x89HOOKE\r\n", which a transfer as text destroys
//	4 bytes   version of the format, 1
//	4 bytes   length of the header
//	8 bytes   length of the file
//	n bytes   header, JSON: the run, words of the engine, names and lengths of arrays
//	4 bytes each word of the arrays, one array after the other
//	32 bytes  SHA-256 of all before
const (
	magic         = "\x89HOOKE\r\n"
	formatVersion = 1
	fixedBytes    = len(magic) + 4 + 4 + 8
)

// CheckpointFile is the content of a checkpoint file: the options of the run, and the state of its
// engine.
type CheckpointFile struct {
	Run   json.RawMessage // the run's description of itself; any JSON
	State model.Checkpoint
}

// header is the JSON of the file. Numbers that decide about the last
// bit are text, since JSON has no infinity.
type header struct {
	Run       json.RawMessage `json:"run"`
	Engine    string          `json:"engine"`
	Pipeline  string          `json:"pipeline"`
	WorkGroup int             `json:"work_group,omitempty"`
	Precision string          `json:"precision"`
	Variant   string          `json:"variant"`
	Step      int64           `json:"step"`
	Time      exact           `json:"time"`
	ClockStep int64           `json:"clock_step"`
	ClockTime exact           `json:"clock_time"`
	Runaway   exact           `json:"runaway"`
	Origin    *[3]exact       `json:"origin,omitempty"` // absent: zero
	Raised    exact           `json:"raised,omitempty"`
	Worked    exact           `json:"worked,omitempty"`
	Primed    bool            `json:"primed"`
	DriveTime exact           `json:"drive_time"`
	Smooth    [][2]exact      `json:"smooth"`
	Ledger    []exact         `json:"ledger,omitempty"`
	Caught    *model.Caught   `json:"caught,omitempty"`   // absent: no mass was caught
	Touching  *model.Touching `json:"touching,omitempty"` // absent: no mass touched another
	Arrays    []arrayLength   `json:"arrays"`
}

type arrayLength struct {
	Name  string `json:"name"`
	Words int64  `json:"words"`
}

// exact is a float64 that reads back as the same number, infinities included.
type exact float64

func (x exact) MarshalText() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(x), 'g', -1, 64), nil
}

func (x *exact) UnmarshalText(text []byte) error {
	value, err := strconv.ParseFloat(string(text), 64)
	*x = exact(value)
	return err
}

// WriteCheckpoint writes a checkpoint. The file that had the name before stays until the new one
// is complete and on the disk.
func WriteCheckpoint(path string, c *CheckpointFile) error {
	s := &c.State
	h := header{
		Run: c.Run, Engine: s.Engine, Pipeline: s.Pipeline, WorkGroup: s.WorkGroup, Precision: s.Precision, Variant: s.Variant,
		Step: s.Step, Time: exact(s.Time), ClockStep: s.ClockStep, ClockTime: exact(s.ClockTime),
		Runaway: exact(s.Runaway), Raised: exact(s.Raised), Worked: exact(s.Worked), Primed: s.Primed, DriveTime: exact(s.Drives.Time),
	}
	for _, x := range s.Drives.Smooth {
		h.Smooth = append(h.Smooth, [2]exact{exact(x.Position), exact(x.Velocity)})
	}
	if s.Caught != (model.Caught{}) {
		h.Caught = &s.Caught
	}
	if x := s.Origin; x != (model.Vec3{}) {
		h.Origin = &[3]exact{exact(x[0]), exact(x[1]), exact(x[2])}
	}
	if s.Touching != (model.Touching{}) {
		h.Touching = &s.Touching
	}
	for _, x := range s.Ledger {
		h.Ledger = append(h.Ledger, exact(x))
	}
	total := int64(fixedBytes + sha256.Size)
	for _, w := range s.Words {
		h.Arrays = append(h.Arrays, arrayLength{w.Name, int64(len(w.Data))})
		total += 4 * int64(len(w.Data))
	}
	header, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("export: %s: %w", path, err)
	}
	if len(header) > math.MaxUint32 {
		return fmt.Errorf("export: %s: a header of %d bytes; at most %d", path, len(header), uint32(math.MaxUint32))
	}
	total += int64(len(header))

	fixed := binary.LittleEndian.AppendUint32([]byte(magic), formatVersion)
	fixed = binary.LittleEndian.AppendUint32(fixed, uint32(len(header)))
	fixed = binary.LittleEndian.AppendUint64(fixed, uint64(total))
	return safefile.WriteFile(path, func(w io.Writer) error {
		sum := sha256.New()
		out := io.MultiWriter(w, sum)
		for _, part := range [][]byte{fixed, header} {
			if _, err := out.Write(part); err != nil {
				return err
			}
		}
		for _, words := range s.Words {
			if err := npy.WriteNumbers(out, words.Data); err != nil {
				return err
			}
		}
		_, err := w.Write(sum.Sum(nil))
		return err
	})
}

// ReadCheckpoint reads a file of WriteCheckpoint. It refuses a file that is cut, longer or changed anywhere.
// Memory is bounded by the size of the file.
func ReadCheckpoint(path string) (c *CheckpointFile, err error) {
	err = safefile.Read("export", path, func(file *os.File, size int64) error {
		c, err = decode(file, size)
		return err
	})
	return c, err
}

func decode(r io.Reader, size int64) (*CheckpointFile, error) {
	fixed := make([]byte, fixedBytes)
	if n, err := io.ReadFull(r, fixed); err != nil {
		if n < len(magic) || string(fixed[:len(magic)]) != magic {
			return nil, fmt.Errorf("is not a checkpoint: it is %d bytes long", size)
		}
		return nil, fmt.Errorf("is cut off: it has %d bytes, not even a header", size)
	}
	rest := fixed[len(magic):]
	version, header, total := binary.LittleEndian.Uint32(rest), int64(binary.LittleEndian.Uint32(rest[4:])), binary.LittleEndian.Uint64(rest[8:])
	switch {
	case string(fixed[:len(magic)]) != magic:
		return nil, fmt.Errorf("is not a checkpoint, or its beginning is damaged")
	case version != formatVersion:
		return nil, fmt.Errorf("is a checkpoint of version %d, or damaged; this hooke reads version %d: resume it with the hooke that wrote it", version, formatVersion)
	case uint64(size) < total:
		return nil, fmt.Errorf("is cut off or damaged: it has %d of %d bytes", size, total)
	case uint64(size) > total:
		return nil, fmt.Errorf("is damaged: it has %d bytes and should have %d", size, total)
	case header > size-int64(fixedBytes+sha256.Size):
		return nil, fmt.Errorf("is damaged: its header claims %d bytes", header)
	}
	if err := memory.Ask(size, "its contents"); err != nil {
		return nil, err
	}
	in := &summed{r: r, sum: sha256.New()}
	in.sum.Write(fixed)
	text := make([]byte, header)
	if err := in.full(text); err != nil {
		return nil, err
	}
	h, notUnderstood := parseHeader(text, size-int64(fixedBytes+sha256.Size)-header)
	if notUnderstood != nil {
		// Without the header the words cannot be told apart, but the checksum still
		// says whether the file is damaged.
		if _, err := io.CopyN(in.sum, r, size-int64(fixedBytes+sha256.Size)-header); err != nil {
			return nil, fmt.Errorf("cannot be read: %w", err)
		}
		if err := in.check(); err != nil {
			return nil, err
		}
		return nil, notUnderstood
	}
	c := &CheckpointFile{Run: h.Run, State: h.state()}
	for _, a := range h.Arrays {
		words := make([]uint32, a.Words)
		if err := in.words(words); err != nil {
			return nil, err
		}
		c.State.Words = append(c.State.Words, model.Words{Name: a.Name, Data: words})
	}
	return c, in.check()
}

// parseHeader reads a header that is followed by the given number of bytes of words.
func parseHeader(text []byte, bytesOfWords int64) (*header, error) {
	var h header
	if err := json.Unmarshal(text, &h); err != nil {
		return nil, fmt.Errorf("has a header that is not understood: %w", err)
	}
	left := bytesOfWords
	for _, a := range h.Arrays {
		if a.Words < 0 || a.Words > left/4 {
			return nil, fmt.Errorf("has an array %q that claims %d words; %d bytes are left", a.Name, a.Words, left)
		}
		left -= 4 * a.Words
	}
	if left != 0 {
		return nil, fmt.Errorf("has %d bytes that belong to no array", left)
	}
	return &h, nil
}

func (h *header) state() model.Checkpoint {
	s := model.Checkpoint{
		Engine: h.Engine, Pipeline: h.Pipeline, WorkGroup: h.WorkGroup, Precision: h.Precision, Variant: h.Variant,
		Step: h.Step, Time: float64(h.Time), ClockStep: h.ClockStep, ClockTime: float64(h.ClockTime),
		Runaway: float64(h.Runaway), Raised: float64(h.Raised), Worked: float64(h.Worked), Primed: h.Primed, Drives: model.DriveState{Time: float64(h.DriveTime)},
	}
	for _, x := range h.Smooth {
		s.Drives.Smooth = append(s.Drives.Smooth, spring.State[float64]{Position: float64(x[0]), Velocity: float64(x[1])})
	}
	for _, x := range h.Ledger {
		s.Ledger = append(s.Ledger, float64(x))
	}
	if h.Caught != nil {
		s.Caught = *h.Caught
	}
	if h.Origin != nil {
		for axis, x := range h.Origin {
			s.Origin[axis] = float64(x)
		}
	}
	if h.Touching != nil {
		s.Touching = *h.Touching
	}
	return s
}

// summed reads bytes and sums them.
type summed struct {
	r   io.Reader
	sum hash.Hash
}

func (s *summed) full(into []byte) error {
	if _, err := io.ReadFull(s.r, into); err != nil {
		return fmt.Errorf("cannot be read to its end: %w", err)
	}
	s.sum.Write(into)
	return nil
}

// words reads little-endian words.
func (s *summed) words(into []uint32) error {
	if len(into) == 0 {
		return nil
	}
	raw := unsafe.Slice((*byte)(unsafe.Pointer(&into[0])), 4*len(into))
	if err := s.full(raw); err != nil {
		return err
	}
	for i := range into {
		into[i] = binary.LittleEndian.Uint32(raw[4*i:])
	}
	return nil
}

// check compares the sum with the one that follows in the file.
func (s *summed) check() error {
	wrote := make([]byte, sha256.Size)
	if _, err := io.ReadFull(s.r, wrote); err != nil {
		return fmt.Errorf("cannot be read to its end: %w", err)
	}
	if !bytes.Equal(wrote, s.sum.Sum(nil)) {
		return fmt.Errorf("is damaged: its checksum does not match; use an older checkpoint, or start anew")
	}
	return nil
}
