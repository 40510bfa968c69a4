package importer

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"mime/multipart"
	"path"
	"sync"

	"golang.org/x/sync/errgroup"

	"mentionary/internal/fault"
	"mentionary/internal/source/upload"
)

const sendAtOnce = 4

// send sends the files and returns the ids of those the instance took, in the order of the files. Files it refuses are
// in the summary; the error ends the import.
func (r *run) send(ctx context.Context, files []file) ([]string, error) {
	began := r.Now()
	defer func() { r.summary.SendTime = r.Now().Sub(began) }()
	ids := make([]string, len(files))
	refused := make([]error, len(files))
	var mu sync.Mutex
	settled := 0
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(sendAtOnce)
	for i, f := range files {
		if gctx.Err() != nil {
			break
		}
		g.Go(func() error {
			id, err := r.sendOne(gctx, f, func(note string) {
				mu.Lock()
				done := settled
				mu.Unlock()
				r.progress.show(bar("Sending", done, len(files), ""), f.shown+", "+note)
			})
			if err != nil && breaksOff(err) {
				return err
			}
			ids[i], refused[i] = id, err
			mu.Lock()
			defer mu.Unlock()
			settled++
			r.progress.show(bar("Sending", settled, len(files), ""), f.shown)
			return nil
		})
	}
	err := g.Wait()
	var taken []string
	for i, id := range ids {
		switch {
		case id != "":
			taken = append(taken, id)
			r.summary.Words += files[i].words
			r.summary.Speech += files[i].speech
		case fault.Is(refused[i], fault.Internal):
			r.summary.fail(files[i].shown, fault.Of(refused[i]).Sentence)
		case refused[i] != nil:
			r.summary.Files-- // refuse counts it again
			r.summary.refuse(files[i].shown, fault.Of(refused[i]).Sentence)
		}
	}
	r.summary.Sent = len(taken)
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return taken, err
}

// sendOne sends one file; tell hears how much of a large one is sent.
func (r *run) sendOne(ctx context.Context, f file, tell func(note string)) (string, error) {
	var opened []fs.File
	closeAll := func() {
		for _, o := range opened {
			_ = o.Close() // only read
		}
		opened = nil
	}
	defer closeAll()
	open := func(name string) (io.Reader, int64, error) {
		o, err := f.fsys.Open(name)
		if err != nil {
			return nil, 0, fault.Wrap(fault.BadInput, err, "The file can no longer be read.")
		}
		opened = append(opened, o)
		stat, err := o.Stat()
		if err != nil || !stat.Mode().IsRegular() || stat.Size() > max(f.size, upload.MaxFileBytes) {
			return nil, 0, errChanged
		}
		whole := &exactly{r: o, left: stat.Size()}
		if stat.Size() <= upload.MaxFileBytes {
			return whole, stat.Size(), nil
		}
		return &watched{Reader: whole, size: stat.Size(), tell: tell}, stat.Size(), nil
	}
	return r.client.upload(ctx, f.sendTime(), func() (io.Reader, int64, string, error) {
		closeAll() // those of the try before
		return f.form(open)
	})
}

// form lays the file out as multipart/form-data: what describes it first, the file last, streamed. The size is known
// beforehand, so that the instance can refuse by it.
func (f file) form(open func(name string) (io.Reader, int64, error)) (io.Reader, int64, string, error) {
	var parts []io.Reader
	var size int64
	var text bytes.Buffer
	w := multipart.NewWriter(&text)
	flush := func() {
		size += int64(text.Len())
		parts = append(parts, bytes.NewReader(bytes.Clone(text.Bytes())))
		text.Reset()
	}
	attach := func(field, name string) error {
		if _, err := w.CreateFormFile(field, path.Base(name)); err != nil {
			return err
		}
		flush()
		r, n, err := open(name)
		if err != nil {
			return err
		}
		size += n
		parts = append(parts, r)
		return nil
	}
	fields := []struct{ name, value string }{{"channel", f.channel}, {"language", f.Language}}
	if f.info == "" {
		fields = append(fields, struct{ name, value string }{"title", f.Episode.Title})
	}
	for _, field := range fields {
		if field.value == "" {
			continue
		}
		if err := w.WriteField(field.name, field.value); err != nil {
			return nil, 0, "", err
		}
	}
	if f.info != "" {
		if err := attach("info", f.info); err != nil {
			return nil, 0, "", err
		}
	}
	if err := attach("file", f.File); err != nil {
		return nil, 0, "", err
	}
	if err := w.Close(); err != nil {
		return nil, 0, "", err
	}
	flush()
	return io.MultiReader(parts...), size, w.FormDataContentType(), nil
}

// exactly reads a file that must still have the size it had: a shorter or longer one would break the form.
type exactly struct {
	r    io.Reader
	left int64
}

// Read implements io.Reader.
func (e *exactly) Read(p []byte) (int, error) {
	n, err := e.r.Read(p)
	e.left -= int64(n)
	if e.left < 0 || errors.Is(err, io.EOF) && e.left > 0 {
		return 0, errChanged
	}
	return n, err
}

var errChanged = fault.New(fault.BadInput, "The file changed while it was being imported.")
