package memory

import (
	"syscall"
	"unsafe"
)

// largePage is the size of the pages that the system gives where it is asked to [bytes].
const largePage = 2 << 20

// LargePages asks the system to hold a new array of so many bytes in pages of 2 MiB, which are
// touched for the first time, and found by the processor, much faster than pages of 4 KiB. It
// is a hint: a system that has none ignores it. Arrays below 8 MiB stay as they are.
func LargePages(array unsafe.Pointer, bytes uintptr) {
	skip := -uintptr(array) & (largePage - 1)
	if bytes < 4*largePage {
		return
	}
	whole := (bytes - skip) &^ (largePage - 1)
	_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Add(array, skip)), whole), syscall.MADV_HUGEPAGE)
}
