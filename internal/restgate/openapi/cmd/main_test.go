package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

func TestInputThatIsNoContractIsRefused(t *testing.T) {
	t.Parallel()
	require.ErrorContains(t, run(bytes.NewReader([]byte("\xff")), &bytes.Buffer{}), "no FileDescriptorSet")
	other, err := proto.Marshal(&descriptorpb.FileDescriptorSet{File: []*descriptorpb.FileDescriptorProto{
		protodesc.ToFileDescriptorProto(timestamppb.File_google_protobuf_timestamp_proto),
	}})
	require.NoError(t, err)
	require.ErrorContains(t, run(bytes.NewReader(other), &bytes.Buffer{}), "no file of package mentionary.v1")
}
