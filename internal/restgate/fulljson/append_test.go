package fulljson_test

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/restgate/fulljson"
)

func episode() *v1.Episode {
	return &v1.Episode{
		Id: 7, Title: "a \"quoted\" <title> \u2028 é", ViewCount: new(1.5e9), Description: new(""),
		PublishedAt: timestamppb.New(time.Date(2026, 1, 2, 3, 4, 5, 600_000_000, time.UTC)),
		Segments:    []*v1.Segment{{Text: "x", Start: 0.25}, {}},
		Entities: []*v1.Entity{{
			Id: 1, Metadata: &v1.EntityMetadata{},
			Mentions: []*v1.Mention{{Reasons: []string{"cue", ""}, Start: new(float64(0))}},
		}},
	}
}

func TestEveryFieldIsWrittenAndReadsBackTheSame(t *testing.T) {
	t.Parallel()
	for _, m := range []proto.Message{&v1.Episode{}, episode(), &v1.GetStatsRequest{}, &v1.Favorite{Episode: episode()}} {
		var buf bytes.Buffer
		require.NoError(t, fulljson.Message(&buf, m.ProtoReflect()))
		var fields map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(buf.Bytes(), &fields))
		require.Len(t, fields, m.ProtoReflect().Descriptor().Fields().Len())
		back := m.ProtoReflect().New().Interface()
		require.NoError(t, protojson.Unmarshal(buf.Bytes(), back))
		require.True(t, proto.Equal(m, back), "%s", buf.String())
	}
}

func TestUnsetIsNullAndSetIsNot(t *testing.T) {
	t.Parallel()
	var buf bytes.Buffer
	require.NoError(t, fulljson.Message(&buf, episode().ProtoReflect()))
	for _, part := range []string{
		`"description":""`, `"thumbnailUrl":null`, `"viewCount":1500000000`, `"publishedAt":"2026-01-02T03:04:05.600Z"`, `"channel":null`,
		`"analyzedAt":null`, `"chapters":[]`, `"reasons":["cue",""]`, `"start":0,"position":null`, `<title>`,
	} {
		require.Contains(t, buf.String(), part)
	}
}

func TestWhatJSONCannotHoldIsAnError(t *testing.T) {
	t.Parallel()
	for _, m := range []proto.Message{
		&v1.Segment{Start: math.NaN()}, &v1.Segment{End: math.Inf(1)},
		&v1.Episode{Segments: []*v1.Segment{{Start: math.NaN()}}},
	} {
		require.Error(t, fulljson.Message(&bytes.Buffer{}, m.ProtoReflect()))
	}
	holder := (&structpb.Struct{}).ProtoReflect()
	require.ErrorContains(t, fulljson.Field(&bytes.Buffer{}, holder, holder.Descriptor().Fields().ByName("fields")), "maps are not supported")
}

func BenchmarkMessage(b *testing.B) {
	list := &v1.ListEpisodesResponse{}
	for range 100 {
		list.Episodes = append(list.Episodes, episode())
	}
	var buf bytes.Buffer
	for b.Loop() {
		buf.Reset()
		_ = fulljson.Message(&buf, list.ProtoReflect())
	}
	b.SetBytes(int64(buf.Len()))
}
