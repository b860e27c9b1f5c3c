package hdf

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"testing"

	"hooke/files/safefile"
	"hooke/must"
)

// The sums that lookup3.c prints for its own test, and of nothing.
func TestChecksum(t *testing.T) {
	for text, want := range map[string]uint32{"": 0xdeadbeef, "Four score and seven years ago": 0x17770551} {
		if got := checksum([]byte(text)); got != want {
			t.Errorf("%q: %x, want %x", text, got, want)
		}
	}
}

// reader finds arrays in a file by the specification, independently of the writer.
type reader struct {
	t    *testing.T
	file []byte
}

func (r reader) uint(at uint64, bytes int) (out uint64) {
	for i := range bytes {
		out |= uint64(r.file[at+uint64(i)]) << (8 * i)
	}
	return out
}

// messages are the messages of an object header: the place of each and its length, by type.
func (r reader) messages(at uint64) map[uint64][][2]uint64 {
	if string(r.file[at:at+4]) != "OHDR" || r.file[at+4] != 2 || r.file[at+5] != 2 {
		r.t.Fatalf("no object header at %d", at)
	}
	end := at + 10 + r.uint(at+6, 4)
	if got := r.uint(end, 4); got != uint64(checksum(r.file[at:end])) {
		r.t.Errorf("the header at %d has the sum %x", at, got)
	}
	out := map[uint64][][2]uint64{}
	for at += 10; at < end; {
		kind, size := r.uint(at, 1), r.uint(at+1, 2)
		out[kind] = append(out[kind], [2]uint64{at + 4, size})
		at += 4 + size
	}
	return out
}

// find returns the address of a path.
func (r reader) find(names ...string) uint64 {
	at := r.uint(36, 8)
	for _, name := range names {
		next := uint64(0)
		for _, m := range r.messages(at)[ofLink] {
			length := r.uint(m[0]+2, 1)
			if string(r.file[m[0]+3:m[0]+3+length]) == name {
				next = r.uint(m[0]+3+length, 8)
			}
		}
		if next == 0 {
			r.t.Fatalf("no %s of %v", name, names)
		}
		at = next
	}
	return at
}

// leaves appends the rows and bytes of the chunks below a node, left to right, and looks at
// the keys and the neighbors of nodes.
func (r reader) leaves(at uint64, axes int, of []child) []child {
	if string(r.file[at:at+4]) != "TREE" || r.file[at+4] != 1 {
		r.t.Fatalf("no tree at %d", at)
	}
	count, key := r.uint(at+6, 2), uint64(8+8*(axes+1))
	for i := range count {
		k := at + 24 + i*(key+8)
		c := child{uint32(r.uint(k, 4)), r.uint(k+8, 8), r.uint(k+key, 8)}
		if next := r.uint(k+key+8+8, 8); next <= c.row {
			r.t.Errorf("key %d of the node at %d is followed by %d", c.row, at, next)
		}
		if r.file[at+5] == 0 {
			of = append(of, c)
			continue
		}
		if right := r.uint(c.address+16, 8); i+1 < count && right != r.uint(k+key+8+key, 8) {
			r.t.Errorf("the right neighbor of the node at %d is at %d", c.address, right)
		}
		of = r.leaves(c.address, axes, of)
	}
	return of
}

// array are the bytes of an array, from its first chunk to its last.
func (r reader) array(address uint64) (data []byte) {
	m := r.messages(address)
	layout := m[ofLayout][0][0]
	if r.file[layout+1] == 1 {
		at := r.uint(layout+2, 8)
		return r.file[at : at+r.uint(layout+10, 8)]
	}
	axes := int(r.file[layout+2]) - 1
	for i, c := range r.leaves(r.uint(layout+3, 8), axes, nil) {
		if want := uint64(i) * r.uint(layout+11, 4); c.row != want {
			r.t.Fatalf("chunk %d is at row %d, want %d", i, c.row, want)
		}
		chunk := r.file[c.address : c.address+uint64(c.bytes)]
		if m[ofFilters] != nil {
			in, err := zlib.NewReader(bytes.NewReader(chunk))
			must.Do(r.t, err)
			if chunk, err = io.ReadAll(in); err != nil {
				r.t.Fatal(err)
			}
		}
		data = append(data, chunk...)
	}
	return data
}

// An array of enough pieces that its tree has three levels, of chunks of several rows, plain
// and compressed, in a file that ends with a list.
func TestFile(t *testing.T) {
	for _, zip := range []bool{false, true} {
		for _, pieces := range []int{0, 1, 64, 65, 64*64 + 1} {
			many := Array{Name: "many", Kind: Float32, Components: 3, Rows: 2, Zlib: zip}
			long := Array{Name: "long", Kind: UInt8, Components: 1, Rows: 3*safefile.BlockBytes - 1, Zlib: zip}
			file := bytes.NewBuffer(make([]byte, SuperblockBytes))
			put := func(a *Array, value func(i int) byte) {
				at := int64(file.Len())
				lengths := must.Get(a.Write(file, safefile.Rows{Count: a.Rows, Bytes: a.rowBytes(), Append: func(to []byte, first, last int) []byte {
					for i := first * a.rowBytes(); i < last*a.rowBytes(); i++ {
						to = append(to, value(i))
					}
					return to
				}}))(t)
				for _, bytes := range lengths {
					a.Chunks = append(a.Chunks, Chunk{at, bytes})
					at += bytes
				}
			}
			for p := range pieces {
				put(&many, func(i int) byte { return byte(p + i) })
			}
			put(&long, func(i int) byte { return byte(i / 100_000) })
			root := Group{Groups: []Group{{Name: "A", Arrays: []Array{many, long}, Texts: map[string]string{"Type": "x"}, Ints: map[string][]int64{"V": {2, 1}}}},
				Lists: []List{{"last", []int64{5, 6, 7}}, {"times", []float64{0.5, 2}}}}
			description, superblock := Describe(root, int64(file.Len()), "last")
			file.Write(description)
			all := file.Bytes()
			copy(all, superblock)
			r := reader{t, all}
			when := fmt.Sprintf("%d pieces, compressed %v", pieces, zip)
			if !bytes.HasPrefix(all, []byte("\x89HDF\r\n\x1a\n\x02\x08\x08\x00")) || r.uint(28, 8) != uint64(len(all)) || r.uint(44, 4) != uint64(checksum(all[:44])) {
				t.Errorf("%s: the superblock is %x of %d bytes", when, all[:48], len(all))
			}
			if pieces > 0 {
				got := r.array(r.find("A", "many"))
				for i := range got {
					if want := byte(i/24 + i%24); got[i] != want || len(got) != 24*pieces {
						t.Fatalf("%s: byte %d of %d is %d, want %d", when, i, len(got), got[i], want)
					}
				}
			}
			if got := r.array(r.find("A", "long")); got[3*safefile.BlockBytes-2] != byte((3*safefile.BlockBytes-2)/100_000) || len(got) != 3*safefile.BlockBytes || got[len(got)-1] != 0 {
				t.Errorf("%s: the long array has %d bytes", when, len(got))
			}
			if got := r.array(r.find("times")); !slices.Equal(got, numbers([]float64{0.5, 2})) || math.Float64frombits(binary.LittleEndian.Uint64(got)) != 0.5 {
				t.Errorf("%s: times %v", when, got)
			}
			if !bytes.Equal(all[len(all)-24:], numbers([]int64{5, 6, 7})) || !bytes.Equal(r.array(r.find("last")), all[len(all)-24:]) {
				t.Errorf("%s: the file does not end with the last list", when)
			}
		}
	}
}
