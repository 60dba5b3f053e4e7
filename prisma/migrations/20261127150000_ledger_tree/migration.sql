-- The transparency log over the ledger (docs/transparency.md): its leaves, the Merkle tree over them, and what was signed.

-- A leaf for each entry. `commitment` is what we publish; `salt` is what keeps it from telling anything.
CREATE TABLE ledger_leaves (
  index bigint NOT NULL, chain int NOT NULL, position bigint NOT NULL, salt bytea NOT NULL, commitment bytea NOT NULL,
  CONSTRAINT ledger_leaves_pkey PRIMARY KEY (index),
  CONSTRAINT ledger_leaves_shape CHECK (index >= 0 AND octet_length(salt) = 32 AND octet_length(commitment) = 32));
CREATE UNIQUE INDEX ledger_leaves_chain_position_key ON ledger_leaves (chain, position);

-- The hashes of full tiles: a node of level 1 is over 256 leaves, one of level 2 over 256 of level 1, and so on.
CREATE TABLE ledger_nodes (
  level int NOT NULL, index bigint NOT NULL, hash bytea NOT NULL,
  CONSTRAINT ledger_nodes_pkey PRIMARY KEY (level, index),
  CONSTRAINT ledger_nodes_shape CHECK (level > 0 AND index >= 0 AND octet_length(hash) = 32));

-- Every tree that we signed, as the signed note.
CREATE TABLE ledger_checkpoints (
  size bigint NOT NULL, root bytea NOT NULL, origin text NOT NULL, note text NOT NULL, at timestamptz(3) NOT NULL,
  CONSTRAINT ledger_checkpoints_pkey PRIMARY KEY (size),
  CONSTRAINT ledger_checkpoints_shape CHECK (size > 0 AND octet_length(root) = 32));

-- What a witness said about a checkpoint: a signature line of its note. `key` names the witness, as <name>+<key id>.
CREATE TABLE ledger_cosignatures (
  size bigint NOT NULL, key text NOT NULL, line text NOT NULL, at timestamptz(3) NOT NULL,
  CONSTRAINT ledger_cosignatures_pkey PRIMARY KEY (size, key),
  CONSTRAINT ledger_cosignatures_size_fkey FOREIGN KEY (size) REFERENCES ledger_checkpoints (size) ON DELETE RESTRICT ON UPDATE RESTRICT);
CREATE INDEX ledger_cosignatures_key_size_idx ON ledger_cosignatures (key, size);

-- The Ed25519 keys that sign checkpoints. `id` is <name>+<key id>.
CREATE TABLE ledger_keys (
  id text NOT NULL, name text NOT NULL, public_key bytea NOT NULL, sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL, retired_at timestamptz(3),
  CONSTRAINT ledger_keys_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_keys_shape CHECK (octet_length(public_key) = 32 AND name !~ '[\s+]' AND id ~ '\+[0-9a-f]{8}$'));

CALL never('UPDATE OR DELETE', 'ledger_leaves', 'ledger_append_only', 'the ledger is append-only');
CALL never('UPDATE OR DELETE', 'ledger_nodes', 'ledger_append_only', 'the ledger is append-only');
CALL never('UPDATE OR DELETE', 'ledger_checkpoints', 'ledger_append_only', 'the ledger is append-only');
CALL never('UPDATE OR DELETE', 'ledger_cosignatures', 'ledger_append_only', 'the ledger is append-only');
-- A rotation of the master key seals it again.
CALL never('UPDATE OR DELETE', 'ledger_keys', 'ledger_keys_stay', 'a key that signed checkpoints is kept, and retires once',
  'OLD.retired_at IS DISTINCT FROM NEW.retired_at AND OLD.retired_at IS NOT NULL
   OR (NEW.id, NEW.name, NEW.public_key, NEW.created_at) IS DISTINCT FROM (OLD.id, OLD.name, OLD.public_key, OLD.created_at)');
DO $$ DECLARE of_table text;
BEGIN
  FOREACH of_table IN ARRAY '{ledger_leaves, ledger_nodes, ledger_checkpoints, ledger_cosignatures, ledger_keys}'::text[] LOOP
    EXECUTE format('CREATE TRIGGER no_truncate BEFORE TRUNCATE ON %s EXECUTE FUNCTION refuse(%L, %L)', of_table, 'retention',
      '%1$s is a table of record and is never truncated');
  END LOOP;
END $$;
