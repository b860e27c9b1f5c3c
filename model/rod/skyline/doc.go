// Package skyline eliminates in symmetric matrices whose rows are kept from their first entry that is not 0 to
// the diagonal: what elimination fills in lies there, too. Who orders unknowns so that neighbors are near each
// other has narrow rows.
package skyline
