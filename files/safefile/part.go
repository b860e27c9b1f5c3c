package safefile

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
)

// Part is a file that grows until it is complete, if necessary over several runs of the
// program. Until Commit gives it its name, it is called .NAME.part and survives when
// the program is killed. A target that is not a regular file is written directly. Not
// safe for concurrent use.
type Part struct {
	path    string // the name that the user gave; for messages
	target  string // path after following links
	part    string // empty: target is written directly
	file    *os.File
	buffer  *bufio.Writer
	bytes   int64 // so far
	sum     hash.Hash
	resumed bool // whether an earlier program wrote some of it
	done    bool
}

// Mark is a length of a Part with a checksum of its contents up to there.
type Mark struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // of these bytes, in hexadecimal digits
}

// ErrGone is wrapped by errors of a Part that cannot be continued from a mark.
var ErrGone = errors.New("is not there as it was")

// PartOf returns the name under which a target grows.
func PartOf(target string) string {
	folder, name := filepath.Split(target)
	return folder + "." + name + ".part"
}

// CreatePart begins a file and removes an earlier part of it. The caller ends with
// Commit, Leave or Discard.
func CreatePart(path string) (*Part, error) {
	p, err := newPart(path)
	if err != nil {
		return nil, err
	}
	if p.part == "" {
		p.file, err = openDirectly(p.target)
	} else {
		os.Remove(p.part) // a link, too, which would lead elsewhere
		p.file, err = os.OpenFile(p.part, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		err = report("create", p.part, err)
	}
	if err != nil {
		return nil, p.explain(err)
	}
	p.begin()
	return p, nil
}

// ResumePart continues from a mark: in the growing file, cut to the mark, or else in a copy
// of the file that earlier opens, such as the complete one. The error wraps ErrGone if
// neither has the contents of the mark.
func ResumePart(path string, mark Mark, earlier func() (io.ReadCloser, error)) (*Part, error) {
	p, err := newPart(path)
	if err != nil {
		return nil, err
	}
	p.resumed = true
	if p.part == "" || mark.Bytes < 0 {
		return nil, fmt.Errorf("%s %w", path, ErrGone)
	}
	if err := p.cut(mark); err == nil {
		return p, nil
	}
	in, err := earlier()
	if err != nil {
		return nil, fmt.Errorf("%s %w: %w", path, ErrGone, err)
	}
	defer in.Close()
	if err := p.copy(in, mark); err != nil {
		return nil, err
	}
	return p, nil
}

func newPart(path string) (*Part, error) {
	target, direct, err := named(path)
	if err != nil {
		return nil, err
	}
	p := &Part{path: path, target: target, sum: sha256.New()}
	if !direct {
		p.part = PartOf(target)
	}
	return p, nil
}

// PartBytes is the memory of a Part until its data are on disk [bytes].
const PartBytes = bufferBytes

func (p *Part) begin() { p.buffer = bufio.NewWriterSize(&reportingWriter{p.file}, bufferBytes) }

// cut opens the growing file and cuts it to the mark.
func (p *Part) cut(mark Mark) (err error) {
	info, err := os.Lstat(p.part)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || info.Size() < mark.Bytes {
		return fmt.Errorf("%s %w", p.path, ErrGone)
	}
	file, err := os.OpenFile(p.part, os.O_RDWR|notThrough, 0)
	if err != nil {
		return err
	}
	p.sum.Reset()
	if _, err = io.CopyN(p.sum, file, mark.Bytes); err == nil && !p.at(mark) {
		err = fmt.Errorf("%s %w", p.path, ErrGone)
	}
	if err == nil {
		err = report("cut", p.part, file.Truncate(mark.Bytes)) // the sum was read up to there, where the next write continues
	}
	if err != nil {
		file.Close()
		return err
	}
	p.file, p.bytes = file, mark.Bytes
	p.begin()
	return nil
}

// at reports whether the sum so far is that of a mark.
func (p *Part) at(mark Mark) bool { return hex.EncodeToString(p.sum.Sum(nil)) == mark.SHA256 }

// copy begins with the contents of another file, up to the mark; the growing file
// appears when that is complete.
func (p *Part) copy(in io.Reader, mark Mark) error {
	Sweep(p.part)
	file, temp, err := CreateTemp(p.part)
	if err != nil {
		return p.explain(err)
	}
	p.sum.Reset()
	n, err := io.CopyN(io.MultiWriter(&reportingWriter{file}, p.sum), in, mark.Bytes)
	if errors.Is(err, io.EOF) || err == nil && !p.at(mark) {
		err = fmt.Errorf("%s %w", p.path, ErrGone)
	} else if err == nil {
		err = report("sync", temp, file.Sync())
	}
	if err == nil {
		os.Remove(p.part)
		err = Rename(temp, p.part)
	}
	if err != nil {
		file.Close()
		_ = Remove(temp)
		if errors.Is(err, ErrGone) {
			return err
		}
		return p.explain(err)
	}
	p.file, p.bytes = file, n
	p.begin()
	return nil
}

// Write implements io.Writer.
func (p *Part) Write(b []byte) (int, error) {
	n, err := p.buffer.Write(b)
	p.bytes += int64(n)
	p.sum.Write(b[:n])
	if err != nil {
		err = p.explain(err)
	}
	return n, err
}

// Patch replaces written bytes from an offset on by as many others, to complete
// the file: marks do not know of it, so nothing but Commit or Discard may follow.
func (p *Part) Patch(with []byte, at int64) error {
	if err := p.Flush(); err != nil {
		return err
	}
	_, err := p.file.WriteAt(with, at)
	if err = report("write", p.file.Name(), err); err != nil {
		return p.explain(err)
	}
	return nil
}

// OpenPart opens the growing file of a killed program, for a repair before ResumePart.
func OpenPart(path string) (*os.File, error) {
	p, err := newPart(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Lstat(p.part)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s %w", path, ErrGone)
	}
	if err != nil {
		return nil, err
	}
	return os.OpenFile(p.part, os.O_RDWR|notThrough, 0)
}

// Flush passes the written bytes to the system, so that a full disk is reported now.
func (p *Part) Flush() error {
	if err := p.buffer.Flush(); err != nil {
		return p.explain(err)
	}
	return nil
}

// Settle puts the written bytes on disk and returns their mark.
func (p *Part) Settle() (Mark, error) {
	if err := p.Flush(); err != nil {
		return Mark{}, err
	}
	if p.part == "" {
		return Mark{Bytes: -1}, nil // data written to a pipe cannot be read again
	}
	if err := report("sync", p.part, p.file.Sync()); err != nil {
		return Mark{}, p.explain(err)
	}
	return Mark{p.bytes, hex.EncodeToString(p.sum.Sum(nil))}, nil
}

// Section returns a reader of the first bytes that were written.
func (p *Part) Section(bytes int64) io.Reader { return io.NewSectionReader(p.file, 0, bytes) }

// Commit completes the file and gives it its name. After an error it leaves the same as
// Discard.
func (p *Part) Commit() error {
	if p.done {
		return fmt.Errorf("%s: committed after it was closed", p.path)
	}
	_, err := p.Settle()
	p.done = true
	closed := report("close", p.file.Name(), p.file.Close())
	if err == nil {
		err = closed
	}
	if err == nil && p.part != "" {
		err = Rename(p.part, p.target)
	}
	if err != nil {
		p.drop()
		return p.explain(err)
	}
	return nil
}

// Discard ends the writing and leaves only files that existed before this program. After
// Commit, or after another Discard, it does nothing.
func (p *Part) Discard() {
	if p.done {
		return
	}
	p.done = true
	p.file.Close()
	p.drop()
}

func (p *Part) drop() {
	if p.part != "" && !p.resumed {
		_ = Remove(p.part)
	}
}

// Remove ends the writing and removes the growing file, whichever program began it.
func (p *Part) Remove() error {
	p.done = true
	p.file.Close()
	if p.part == "" {
		return nil
	}
	return Remove(p.part)
}

// For sets the path that messages name: that of a file made from this one.
func (p *Part) For(path string) { p.path = path }

// Path returns the name that the user gave.
func (p *Part) Path() string { return p.path }

func (p *Part) explain(err error) error { return Explain(p.path, p.target, err) }
