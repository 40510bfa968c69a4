package eval

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

const maxLine = 64 << 20

// lines calls f with each line of a file.
func lines(path string, f func(line string) error) error {
	file, err := os.Open(filepath.Clean(path))
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	scan := bufio.NewScanner(file)
	scan.Buffer(nil, maxLine)
	for n := 1; scan.Scan(); n++ {
		if err := f(scan.Text()); err != nil {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
	}
	return scan.Err()
}

// jsonLines calls f with what each line of a JSON lines file holds.
func jsonLines[T any](path string, f func(T)) error {
	return lines(path, func(line string) error {
		var v T
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			return err
		}
		f(v)
		return nil
	})
}
