// Verifies a transparency log with Go's own packages for them, which share nothing with ours: see foreign.campaign.test.ts.
//
//	verify-log PREFIX OLDER NEWER PROOFS KEY…
//
// PREFIX is the log's address, OLDER and NEWER are files with checkpoints, PROOFS is a folder of .tlog-proof files.
package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		fmt.Println("REFUSED:", err)
		os.Exit(1)
	}
}

// A witness's key: package note has no such type yet.
type witness struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (w witness) Name() string    { return w.name }
func (w witness) KeyHash() uint32 { return w.hash }
func (w witness) Verify(msg, sig []byte) bool {
	if len(sig) != 72 {
		return false
	}
	signed := fmt.Sprintf("cosignature/v1\ntime %d\n%s", binary.BigEndian.Uint64(sig), msg)
	return ed25519.Verify(w.key, []byte(signed), sig[8:])
}

func verifier(text string) note.Verifier {
	parts := strings.SplitN(text, "+", 3)
	key := must(base64.StdEncoding.DecodeString(parts[2]))
	if key[0] != 4 {
		return must(note.NewVerifier(text))
	}
	hash := must(strconv.ParseUint(parts[1], 16, 32))
	return witness{parts[0], uint32(hash), ed25519.PublicKey(key[1:])}
}

func open(signed []byte, keys note.Verifiers) (tlog.Tree, int) {
	opened := must(note.Open(signed, keys))
	lines := strings.Split(opened.Text, "\n")
	hash := must(tlog.ParseHash(lines[2]))
	return tlog.Tree{N: must(strconv.ParseInt(lines[1], 10, 64)), Hash: hash}, len(opened.Sigs)
}

func fetch(url string) []byte {
	response := must(http.Get(url))
	defer response.Body.Close()
	body := must(io.ReadAll(response.Body))
	if response.StatusCode != 200 {
		check(fmt.Errorf("%s answered %d", url, response.StatusCode))
	}
	return body
}

type tiles struct{ prefix string }

func (tiles) Height() int                     { return 8 }
func (tiles) SaveTiles([]tlog.Tile, [][]byte) {}
func (t tiles) ReadTiles(wanted []tlog.Tile) (found [][]byte, err error) {
	for _, tile := range wanted {
		found = append(found, fetch(t.prefix+"/"+strings.Replace(tile.Path(), "tile/8/", "tile/", 1)))
	}
	return found, nil
}

// The data of a leaf, after docs/transparency.md.
func leafData(extra []byte) []byte {
	var entry struct {
		Type   string
		Fields []struct {
			Name         string
			Value        *string
			Salt, Digest []byte
		}
	}
	check(json.Unmarshal(extra, &entry))
	data := sha256.New()
	io.WriteString(data, entry.Type+"\n")
	for _, field := range entry.Fields {
		digest := field.Digest
		if digest == nil {
			text := field.Name
			if field.Value != nil {
				text += "=" + *field.Value
			}
			sum := sha256.Sum256(append(append([]byte{}, field.Salt...), text...))
			digest = sum[:]
		}
		data.Write(digest)
	}
	return data.Sum(nil)
}

func main() {
	prefix, older, newer, proofs := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	var list []note.Verifier
	for _, key := range os.Args[5:] {
		list = append(list, verifier(key))
	}
	keys := note.VerifierList(list...)

	before, _ := open(must(os.ReadFile(older)), keys)
	after, _ := open(must(os.ReadFile(newer)), keys)
	hashes := tlog.TileHashReader(after, tiles{prefix})
	check(tlog.CheckTree(must(tlog.ProveTree(after.N, before.N, hashes)), after.N, after.Hash, before.N, before.Hash))

	// Every entry of every bundle.
	for at := int64(0); at < after.N; at += 256 {
		tile := tlog.Tile{H: 8, L: 0, N: at / 256, W: 256}
		if after.N-at < 256 {
			tile.W = int(after.N - at)
		}
		bundle := fetch(prefix + "/" + strings.Replace(tile.Path(), "tile/8/0/", "tile/entries/", 1))
		for n := at; len(bundle) > 0; n++ {
			size := int(binary.BigEndian.Uint16(bundle))
			leaf := tlog.RecordHash(bundle[2 : 2+size])
			check(tlog.CheckRecord(must(tlog.ProveRecord(after.N, n, hashes)), after.N, after.Hash, n, leaf))
			bundle = bundle[2+size:]
		}
	}

	files := must(filepath.Glob(proofs + "/*.tlog-proof"))
	signatures := 0
	for _, file := range files {
		head, signed, _ := strings.Cut(string(must(os.ReadFile(file))), "\n\n")
		tree, count := open([]byte(signed), keys)
		signatures += count
		lines := strings.Split(head, "\n")
		extra := must(base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra ")))
		index := must(strconv.ParseInt(strings.TrimPrefix(lines[2], "index "), 10, 64))
		var proof tlog.RecordProof
		for _, line := range lines[3:] {
			proof = append(proof, must(tlog.ParseHash(line)))
		}
		check(tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(leafData(extra))))
	}
	fmt.Printf("%d entries after %d, %d proofs with %d signatures\n", after.N, before.N, len(files), signatures)
}
