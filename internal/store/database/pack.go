package database

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"mentionary/ent/db"
	dbtranscript "mentionary/ent/db/transcript"
	dbupload "mentionary/ent/db/upload"
	"mentionary/internal/transcript"
)

// factPacked is the fact that no cues are stored as JSON any more.
const factPacked = "cues packed"

// packAtOnce is how many texts one transaction packs: each may be many megabytes.
const packAtOnce = 10

// packOnce packs what former releases stored, once for each database.
func (d *DB) packOnce(ctx context.Context) error {
	done, err := d.Fact(ctx, factPacked)
	if err != nil || done != "" {
		return err
	}
	if err := d.PackCues(ctx); err != nil {
		return err
	}
	return d.SetFact(ctx, factPacked, "yes")
}

// PackCues packs the cues that former releases stored as JSON, and drops the copy that an upload keeps of a text which a
// transcript holds. It is safe to run twice and beside anything else: readers understand both forms.
func (d *DB) PackCues(ctx context.Context) error {
	if err := d.packAll(ctx, d.packTranscripts); err != nil {
		return err
	}
	return d.packAll(ctx, d.packUploads)
}

// packAll calls pack, a transaction each time, with the id to go on after, until it returns 0.
func (d *DB) packAll(ctx context.Context, pack func(ctx context.Context, tx *db.Tx, after int) (int, error)) error {
	for after := 0; ; {
		last, err := Write(ctx, d, func(ctx context.Context, tx *db.Tx) (int, error) { return pack(ctx, tx, after) })
		if err != nil || last == 0 {
			return err
		}
		after = last
	}
}

func (d *DB) packTranscripts(ctx context.Context, tx *db.Tx, after int) (last int, err error) {
	rows, err := tx.Transcript.Query().Where(dbtranscript.CuesNotNil(), dbtranscript.IDGT(after)).Order(dbtranscript.ByID()).
		Limit(packAtOnce).Select(dbtranscript.FieldID, dbtranscript.FieldCues).All(ctx)
	if err != nil {
		return 0, err
	}
	for _, t := range rows {
		last = t.ID
		if err := tx.Transcript.Update().Where(dbtranscript.ID(t.ID)).SetPacked(t.Cues).ClearCues().Exec(ctx); err != nil {
			return 0, err
		}
	}
	return last, nil
}

func (d *DB) packUploads(ctx context.Context, tx *db.Tx, after int) (last int, err error) {
	rows, err := tx.Upload.Query().Where(dbupload.CuesNotNil(), dbupload.IDGT(after)).Order(dbupload.ByID()).Limit(packAtOnce).All(ctx)
	if err != nil {
		return 0, err
	}
	for _, u := range rows {
		last = u.ID
		var cues []transcript.Cue
		if err := json.Unmarshal(u.Cues, &cues); err != nil {
			return 0, err
		}
		change := tx.Upload.Update().Where(dbupload.ID(u.ID)).ClearCues()
		hash := ContentHash(transcript.Transcript{Language: u.Language, Cues: cues})
		held, err := tx.Transcript.Query().Where(dbtranscript.ProvidedBy(u.UserID), dbtranscript.ContentHash(hash)).
			Order(dbtranscript.ByID()).FirstID(ctx)
		switch {
		case err == nil && u.UsedAt != nil:
			change.SetTranscriptID(held)
		case err == nil || db.IsNotFound(err):
			change.SetPacked(cues)
		default:
			return 0, err
		}
		if err := change.Exec(ctx); err != nil {
			return 0, err
		}
	}
	return last, nil
}

// ContentHash names a transcript by what it says: language and cues.
func ContentHash(t transcript.Transcript) string {
	h := sha256.New()
	h.Write([]byte(t.Language + "\x00"))
	e := json.NewEncoder(h)
	for _, c := range t.Cues {
		_ = e.Encode(c) // a hash never fails to take bytes
	}
	return hex.EncodeToString(h.Sum(nil))
}
