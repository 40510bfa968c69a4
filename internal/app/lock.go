package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

var errLocked = errors.New("another mentionary already runs")

// lockFolder makes the data folder and takes it for this process: two processes on one SQLite file would lose data.
// The lock goes with the process, however it ends.
func lockFolder(dir string) (release func(), err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return nil, fmt.Errorf("protect the data folder: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the data folder: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("%w on %s: stop it first, or choose another folder with MENTIONARY_DATA_DIR", errLocked, dir)
	}
	return func() { _ = f.Close() }, nil
}
