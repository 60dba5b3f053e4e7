-- An acquirer's sample: which records of a partner it is drawn from is fixed when it is asked for. Then an examination opens what was drawn.
CREATE TYPE sample_basis AS ENUM ('produced', 'logged');

CREATE TABLE samples (
  id text NOT NULL, partner_id text NOT NULL, number int NOT NULL,
  asked_by_id text NOT NULL, by_custodian boolean NOT NULL, asked_at timestamptz(3) NOT NULL,
  acquirer text NOT NULL, phrase text NOT NULL,
  basis sample_basis NOT NULL, from_day timestamptz(3) NOT NULL, until_day timestamptz(3) NOT NULL, size int NOT NULL,
  population text NOT NULL, population_count int NOT NULL, population_sha256 bytea NOT NULL, salt bytea NOT NULL,
  CONSTRAINT samples_pkey PRIMARY KEY (id),
  CONSTRAINT samples_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT samples_asked_by_id_fkey FOREIGN KEY (asked_by_id) REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT samples_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND number >= 1 AND length(acquirer) BETWEEN 1 AND 200 AND length(phrase) <= 200 AND from_day <= until_day
    AND size BETWEEN 1 AND 200 AND population_count BETWEEN 1 AND 200000 AND octet_length(population_sha256) = 32
    AND octet_length(salt) = 32));
CREATE UNIQUE INDEX samples_partner_id_number_key ON samples (partner_id, number);

CALL never('UPDATE OR DELETE', 'samples', 'retention', 'a sample is kept as it was asked for');
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON samples EXECUTE FUNCTION refuse('retention', '%1$s is a table of record and is never truncated');

ALTER TABLE examinations ADD COLUMN sample_id text;
ALTER TABLE examinations ADD CONSTRAINT examinations_sample_id_fkey
  FOREIGN KEY (sample_id) REFERENCES samples (id) ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;

-- Records are added before their examination is a sample's, and none after.
CALL fixed('UPDATE', 'examinations', 'examinations_stay', 'an examination opens one sample', 'sample_id',
  $$OLD.sample_id IS NOT NULL OR OLD.status <> 'entered'$$);
CALL never_given('INSERT', 'examination_scope', 'examinations_narrow', 'nothing is added to what was drawn',
  $$EXISTS (SELECT FROM examinations WHERE id = NEW.examination_id AND sample_id IS NOT NULL)$$);
CALL never_given('UPDATE', 'examination_scope', 'examinations_narrow', 'nothing is added to what was drawn',
  $$EXISTS (SELECT FROM examinations WHERE id = NEW.examination_id AND sample_id IS NOT NULL)$$, 'OLD.removed_at IS NOT NULL');
