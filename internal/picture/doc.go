// Package picture turns a foreign picture into one of ours: fetched once through the guarded door, checked by its header,
// made smaller and encoded anew, so that nothing a stranger wrote reaches a browser.
//
// It owns limits, decoding, scaling and encoding. It does not own where pictures are kept (store) or served (apiserver).
package picture
