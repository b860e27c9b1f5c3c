package limits

import (
	"errors"
	"fmt"
)

// ErrNumber is wrapped when the device sends a number that names nothing.
var ErrNumber = errors.New("the device sent a number that names nothing")

// Number checks a number that the device sent, which should name one of count things of a
// kind, and returns it for use as an index. A device that was reset, or a driver that
// loses a part of a dispatch, may send any number, so code that picks something by a
// number of the device calls Number first. An error wraps ErrNumber.
func Number(kind string, number uint32, count int) (int, error) {
	if int64(number) >= int64(count) {
		return 0, fmt.Errorf("%w: %s %d of %d; the device or its driver lost work, start again from the last checkpoint", ErrNumber, kind, number, count)
	}
	return int(number), nil
}
