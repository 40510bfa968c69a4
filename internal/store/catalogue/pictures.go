package catalogue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"mentionary/ent/db"
	dbpicture "mentionary/ent/db/picture"
	"mentionary/internal/fault"
)

// PicturePath is where browsers get a kept picture. Rows of episodes and channels hold such paths, never foreign addresses.
func PicturePath(key string) string { return "/api/pictures/" + key + ".jpg" }

// KeptPicture returns the path of the picture that came from an address; false when none did.
func (s *Store) KeptPicture(ctx context.Context, address string) (string, bool, error) {
	row, err := s.RO.Picture.Query().Where(dbpicture.Source(hexSum([]byte(address)))).Select(dbpicture.FieldKey).Only(ctx)
	if db.IsNotFound(err) {
		return "", false, nil
	}
	if err != nil {
		return "", false, s.Fault(err)
	}
	return PicturePath(row.Key), true, nil
}

// KeepPicture stores a JPEG under the address it came from and returns its path. The first one stays.
//
// Idempotent: pictures are keyed by their address.
func (s *Store) KeepPicture(ctx context.Context, address string, jpeg []byte, width, height int) (string, error) {
	key := hexSum(jpeg)
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.Picture.Create().SetKey(key).SetSource(hexSum([]byte(address))).SetData(jpeg).
			SetWidth(width).SetHeight(height).SetCreatedAt(s.Now()).
			OnConflictColumns(dbpicture.FieldSource).Ignore().Exec(ctx)
	})
	return PicturePath(key), err
}

// Picture returns a kept picture, a JPEG.
func (s *Store) Picture(ctx context.Context, key string) ([]byte, error) {
	row, err := s.RO.Picture.Query().Where(dbpicture.Key(key)).First(ctx)
	if db.IsNotFound(err) {
		return nil, fault.New(fault.NotFound, "There is no such picture.")
	}
	if err != nil {
		return nil, s.Fault(err)
	}
	return row.Data, nil
}

func hexSum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
