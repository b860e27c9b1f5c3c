// Package words makes parts of sentences for messages: lists, vectors, numbers of things, and guesses for
// misspelled names.
package words
