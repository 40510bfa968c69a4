package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"mentionary/internal/config"
)

// scripts make a shell ask the program itself what may come next. Where it says nothing, the shell offers files.
var scripts = map[string]string{
	"bash": `_mentionary() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do COMPREPLY+=("$line"); done < <("${COMP_WORDS[0]}" __complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -o nosort -F _mentionary mentionary mentionary-slim
`,
	"zsh": `#compdef mentionary mentionary-slim
_mentionary() {
  local -a found
  found=("${(@f)$("${words[1]}" __complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -Q -a found; else _files; fi
}
if [[ "$funcstack[1]" = "_mentionary" ]]; then _mentionary "$@"; else compdef _mentionary mentionary mentionary-slim; fi
`,
	"fish": `function __mentionary
  set -l words (commandline -opc) (commandline -ct)
  $words[1] __complete -- $words[2..] 2>/dev/null
end
# Files are offered only where the program knows nothing better.
for program in mentionary mentionary-slim
  complete -c $program -n '__mentionary | string length -q' -f -a '(__mentionary)'
end
`,
}

// complete prints what may stand where the last word is being typed.
func complete(out io.Writer, app *kong.Application, words []string) error {
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	if len(words) == 0 {
		return nil
	}
	last := len(words) - 1
	for _, found := range candidates(app, words[:last], words[last]) {
		if _, err := fmt.Fprintln(out, found); err != nil {
			return err
		}
	}
	return nil
}

// candidates are the words that may stand for the beginning of one: commands, the flags a command heeds, and values.
func candidates(app *kong.Application, before []string, begun string) []string {
	var command *kong.Node
	var open *kong.Flag                    // whose value comes next
	begun = strings.TrimPrefix(begun, "=") // bash gives --flag=value as three words
	for _, word := range before {
		if word == "=" {
			continue
		}
		if open != nil {
			open = nil
			continue
		}
		if name, found := strings.CutPrefix(word, "--"); found {
			open = flagNamed(app, command, name)
			if open != nil && open.IsBool() {
				open = nil
			}
		} else if command == nil {
			command = commandNamed(app, word)
		}
	}
	var all []string
	switch {
	case open != nil:
		all = config.Choices(open)
	case strings.HasPrefix(begun, "-"):
		for _, f := range flagsOf(app, command) {
			all = append(all, "--"+f.Name)
		}
	case command == nil:
		for _, c := range app.Children {
			if !c.Hidden {
				all = append(all, c.Name)
			}
		}
	case len(command.Positional) > 0 && command.Positional[0].Enum != "":
		all = command.Positional[0].EnumSlice()
	}
	all = slices.DeleteFunc(all, func(s string) bool { return s == "" || !strings.HasPrefix(s, begun) })
	slices.Sort(all)
	return all
}

func commandNamed(app *kong.Application, name string) *kong.Node {
	for _, c := range app.Children {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// flagsOf are the flags that mean something to a command.
func flagsOf(app *kong.Application, command *kong.Node) []*kong.Flag {
	all := slices.Clone(app.Flags)
	if command != nil {
		all = append(all, command.Flags...)
	}
	return slices.DeleteFunc(all, func(f *kong.Flag) bool { return !config.Heeds(command, f) })
}

func flagNamed(app *kong.Application, command *kong.Node, name string) *kong.Flag {
	for _, f := range flagsOf(app, command) {
		if f.Name == name {
			return f
		}
	}
	return nil
}
