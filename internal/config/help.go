package config

import (
	"log/slog"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// settingsTag is the tag of a command that names the groups of settings it heeds.
const settingsTag = "settings"

// PrintHelp shows a command's own flags and the settings that it heeds, in groups.
func PrintHelp(options kong.HelpOptions, ctx *kong.Context) error {
	for _, f := range settings(ctx.Model) {
		f.Hidden = !Heeds(ctx.Selected(), f)
	}
	return kong.DefaultHelpPrinter(options, ctx)
}

// Heeds reports whether a flag means something to a command; nil stands for the program without a command.
func Heeds(command *kong.Node, f *kong.Flag) bool {
	if !setting(f) {
		return true
	}
	return command != nil && slices.Contains(strings.Fields(command.Tag.Get(settingsTag)), f.Group.Key)
}

// Choices returns the words that a flag allows, nil when it allows any.
func Choices(f *kong.Flag) []string {
	switch f.Target.Interface().(type) {
	case Choice:
		return strings.Fields(f.Tag.Get("choices"))
	case Switch:
		return []string{"true", "false"}
	case slog.Level:
		return strings.Fields(levels)
	}
	if f.Enum == "" {
		return nil
	}
	return f.EnumSlice()
}
