package fulljson_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
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

// What is written by hand is what encoding/json and protojson write.
func TestTextsAndTimesAreThoseOfTheLibraries(t *testing.T) {
	t.Parallel()
	write := func(m proto.Message, field protoreflect.Name) string {
		var buf bytes.Buffer
		require.NoError(t, fulljson.Field(&buf, m.ProtoReflect(), m.ProtoReflect().Descriptor().Fields().ByName(field)))
		return buf.String()
	}
	for _, text := range []string{
		"", "Dune", "Ærø – “Größe”", "a\"b", `a\b`, "a\tb\n", "\x00", "\x7f", "<&>",
		"\u2027", "\u2028", "\u2029", "\u202a", "日本", "😀", "\xff", "a\xe2\x80",
	} {
		var want bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		require.NoError(t, enc.Encode(text))
		require.Equal(t, strings.TrimSuffix(want.String(), "\n"), write(&v1.Segment{Text: text}, "text"), "%q", text)
	}
	for _, at := range []time.Time{
		time.Unix(0, 0), time.Unix(1_700_000_000, 1), time.Unix(1_700_000_000, 1_000), time.Unix(1_700_000_000, 120_000_000),
		time.Unix(-1, 999_999_999), time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC),
	} {
		want, err := protojson.Marshal(timestamppb.New(at))
		require.NoError(t, err)
		require.Equal(t, string(want), write(&v1.Episode{PublishedAt: timestamppb.New(at)}, "published_at"))
	}
	beyond := (&v1.Episode{PublishedAt: timestamppb.New(time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC))}).ProtoReflect()
	require.Error(t, fulljson.Message(&bytes.Buffer{}, beyond))
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
