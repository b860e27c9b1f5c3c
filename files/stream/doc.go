// Package stream writes bytes that all cores make, in an order that does not depend on
// how many cores there are.
package stream
