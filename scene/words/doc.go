// Package words makes parts of sentences for messages: lists, vectors, and guesses for
// misspelled names.
package words
