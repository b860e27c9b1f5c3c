package vtk

// passed passes over an array of texts or of bits. It returns false for another type.
// Format: vtkDataWriter.cxx.
func (v *vtk) passed(kind string, count int64) bool {
	switch {
	case kind == "bit" && v.raw:
		v.numbers(func() { v.Skip((count+7)/8, "an array of bits") })
	case kind == "bit":
		for i := int64(0); i < count && v.Err == nil; i++ {
			v.Word("a bit")
		}
	case kind == "variant", (kind == "string" || kind == "utf8_string" || kind == "unicode_string") && !v.raw:
		// One text a line, with blanks written as %20; a line may be empty.
		v.SkipLine()
		for i := int64(0); i < count && v.Err == nil; i++ {
			if !v.Left() {
				v.Fault("the file ends after %d of %d texts; is it cut off?", i, count)
				return true
			}
			v.SkipLine()
		}
	case kind == "string" || kind == "utf8_string" || kind == "unicode_string":
		v.numbers(func() {
			for i := int64(0); i < count && v.Err == nil; i++ {
				v.Skip(v.textLength(), "a text")
			}
		})
	default:
		return false
	}
	return true
}

// textLength reads the number of bytes of a text in a binary file. Its first two bits say
// in how many bytes it is written: 3 in one, 2 in two, 1 in four, 0 in eight.
func (v *vtk) textLength() int64 {
	first := v.Bytes(1, "the length of a text")
	if v.Err != nil {
		return 0
	}
	length := int64(first[0] & 63)
	for range [...]int{7, 3, 1, 0}[first[0]>>6] {
		next := v.Bytes(1, "the length of a text")
		if v.Err != nil {
			return 0
		}
		length = length<<8 | int64(next[0])
	}
	return length
}
