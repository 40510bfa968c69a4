// Command cmd reads a FileDescriptorSet with source information from standard input and writes the OpenAPI document of
// the product's package to standard output.
package main

import (
	"fmt"
	"io"
	"os"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"mentionary/internal/restgate/openapi"
)

// contract is the package whose services are described; the set also holds what it imports.
const contract = "mentionary.v1"

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "openapi:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	raw, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	set := &descriptorpb.FileDescriptorSet{}
	if err := proto.Unmarshal(raw, set); err != nil {
		return fmt.Errorf("standard input is no FileDescriptorSet: %w", err)
	}
	registry, err := protodesc.NewFiles(set)
	if err != nil {
		return err
	}
	var files []protoreflect.FileDescriptor
	registry.RangeFilesByPackage(contract, func(f protoreflect.FileDescriptor) bool {
		files = append(files, f)
		return true
	})
	if len(files) == 0 {
		return fmt.Errorf("the set holds no file of package %s", contract)
	}
	doc, err := openapi.Generate(files)
	if err != nil {
		return err
	}
	_, err = out.Write(doc)
	return err
}
