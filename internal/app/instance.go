package app

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"mentionary/internal/config"
)

// instance is run.json: how commands on the same machine reach the running one. Only its owner may read it.
type instance struct {
	Address string `json:"address"`
	Token   string `json:"token"` // of the operator, valid while the process runs
	PID     int    `json:"pid"`

	path    string
	settled func(context.Context) (bool, error) // of an instance in this process: earlier episodes know what later ones taught
}

const instanceFile = "run.json"

func announce(cfg *config.Config, token string) (*instance, error) {
	i := &instance{Address: "http://" + cfg.Listen.String(), Token: token, PID: os.Getpid(), path: filepath.Join(cfg.DataDir, instanceFile)}
	b, err := json.Marshal(i)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(i.path, b, 0o600); err != nil {
		return nil, fmt.Errorf("write %s: %w", i.path, err)
	}
	return i, nil
}

func (i *instance) remove() { _ = os.Remove(i.path) }

// findInstance returns the instance that runs on the data folder; false when there is none.
func findInstance(dir string) (*instance, bool, error) {
	b, err := os.ReadFile(filepath.Join(dir, instanceFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	var i instance
	if err := json.Unmarshal(b, &i); err != nil {
		return nil, false, fmt.Errorf("read %s: %w", instanceFile, err)
	}
	return &i, true, nil
}

// secretToken makes a token that nobody can guess.
func secretToken() string { return rand.Text() + rand.Text() }
