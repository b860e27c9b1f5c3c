// Package pictures writes pictures as PNG files, and makes those of 256 colors that are
// smaller as files. A file is whole or not there, as those of package safefile are.
package pictures
