// Package pictures writes pictures as PNG files, and reduces pictures to 256 colors for
// smaller files. A file is complete or absent, as those of package safefile are.
package pictures
