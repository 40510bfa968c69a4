package backup

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"mentionary/internal/fault"
)

// damaged is the answer to every archive that is not as it was made.
func damaged(archive string, cause error) error {
	var known *fault.Error
	if errors.As(cause, &known) || errors.Is(cause, context.Canceled) {
		return cause
	}
	return fault.Wrap(fault.BadInput, cause, "The file "+archive+
		" is damaged, cut short, or no backup of Mentionary: nothing was changed. Use another copy of it.")
}

// extract verifies an archive and writes its database into the folder dir. First the seal is checked over the whole file;
// only then its content is looked at. room is how many bytes the database may have.
func extract(ctx context.Context, archive, dir string, knownSchema int64, room uint64) (Manifest, error) {
	f, err := os.Open(archive)
	if err != nil {
		return Manifest{}, fault.Wrap(fault.BadInput, err, "The backup "+archive+" cannot be read: check its name and that you may read it.")
	}
	defer func() { _ = f.Close() }() // it was only read
	body, err := unseal(ctx, f)
	if err != nil {
		return Manifest{}, damaged(archive, err)
	}
	m, err := extractBody(ctx, io.LimitReader(f, body), dir, knownSchema, room)
	if err != nil {
		return m, damaged(archive, err)
	}
	return m, nil
}

func extractBody(ctx context.Context, body io.Reader, dir string, knownSchema int64, room uint64) (Manifest, error) {
	rest := bufio.NewReader(body) // so that gzip takes no byte too many
	gz, err := gzip.NewReader(rest)
	if err != nil {
		return Manifest{}, err
	}
	gz.Multistream(false)
	tr := tar.NewReader(ctxReader{ctx, gz})
	size, err := next(tr, manifestFile)
	if err != nil {
		return Manifest{}, err
	}
	m, err := readManifest(tr, size, knownSchema)
	if err != nil {
		return m, err
	}
	if need := uint64(m.Files[0].Size); need > room { // the manifest has no negative sizes
		return m, fault.Newf(fault.TooLarge, "The restored database needs %d MB, and there is room for %d MB next to it: make room and "+
			"try again.", need>>20, room>>20)
	}
	if err := extractFile(tr, m.Files[0], dir); err != nil {
		return m, err
	}
	if _, err := tr.Next(); !errors.Is(err, io.EOF) {
		return m, errors.New("the archive has more files than its manifest names")
	}
	if n, err := io.Copy(io.Discard, io.LimitReader(gz, maxManifest)); err != nil || n == maxManifest {
		return m, errors.Join(errors.New("something follows the files of the archive"), err)
	}
	if _, err := rest.ReadByte(); !errors.Is(err, io.EOF) {
		return m, errors.New("something follows the archive")
	}
	return m, nil
}

// next goes on to the file that must come now and returns its size. Names are compared, never used as paths.
func next(tr *tar.Reader, name string) (int64, error) {
	h, err := tr.Next()
	if err != nil {
		return 0, err
	}
	if h.Name != name || h.Typeflag != tar.TypeReg {
		return 0, fmt.Errorf("the archive has %q where %s must be", h.Name, name)
	}
	return h.Size, nil
}

func extractFile(tr *tar.Reader, file File, dir string) (err error) {
	size, err := next(tr, file.Name)
	if err != nil {
		return err
	}
	if size != file.Size {
		return fmt.Errorf("%s has %d bytes, the manifest says %d", file.Name, size, file.Size)
	}
	out, err := os.OpenFile(filepath.Join(dir, DatabaseFile), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	h := sha256.New()
	n, err := io.Copy(io.MultiWriter(out, h), tr)
	if err != nil {
		return err
	}
	if n != file.Size || hex.EncodeToString(h.Sum(nil)) != file.SHA256 {
		return fmt.Errorf("%s is not the file that the manifest describes", file.Name)
	}
	return nil
}
