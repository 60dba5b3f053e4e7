-- What belongs to an examination beside its looks: the order of a court, questions with answers, and to whom its link was mailed.
ALTER TYPE examination_look_kind ADD VALUE 'proof' AFTER 'export';

-- The order that a court examination acts under, as it was sent. `sealed` under a key of its own.
CREATE TABLE examination_orders (
  examination_id text NOT NULL, type text NOT NULL, bytes int NOT NULL, sha256 bytea NOT NULL, sealed bytea NOT NULL,
  wrapped_key bytea NOT NULL, added_by_id text NOT NULL, added_at timestamptz(3) NOT NULL,
  CONSTRAINT examination_orders_pkey PRIMARY KEY (examination_id),
  CONSTRAINT examination_orders_examination_id_fkey FOREIGN KEY (examination_id) REFERENCES examinations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT examination_orders_added_by_id_fkey FOREIGN KEY (added_by_id) REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT examination_orders_shape CHECK (
    type IN ('application/pdf', 'image/jpeg', 'image/png') AND bytes > 0 AND octet_length(sha256) = 32
    AND octet_length(sealed) = bytes + 29));
CALL fixed('UPDATE OR DELETE', 'examination_orders', 'retention', 'the order of a court is kept as it was entered',
  'examination_id, type, bytes, sha256, sealed, added_by_id, added_at');
CALL fixed('UPDATE', 'examination_orders', 'wrapped_keys_stay', 'a wrapped key changes only with the master key', 'wrapped_key',
  'substring(OLD.wrapped_key FOR 5) IS NOT DISTINCT FROM substring(NEW.wrapped_key FOR 5)');
CALL never_given('INSERT', 'examination_orders', 'examinations_stay', 'an order is added to a court examination before it is confirmed',
  $$NOT EXISTS (SELECT FROM examinations WHERE id = NEW.examination_id AND status = 'entered' AND profile = 'court' FOR SHARE)$$);
CALL never_given('UPDATE', 'examinations', 'examinations_order', 'a court examination is confirmed with its order',
  $$NOT EXISTS (SELECT FROM examination_orders WHERE examination_id = NEW.id)$$,
  $$NEW.profile = 'court' AND OLD.status = 'entered' AND NEW.status = 'confirmed'$$);

-- What the examiner asked while they read, about a record in scope or in general, and what a custodian answered.
CREATE TABLE examination_questions (
  id text NOT NULL, examination_id text NOT NULL, about_kind text, about_id text, about_title text,
  question text NOT NULL, asked_at timestamptz(3) NOT NULL, answer text, answered_at timestamptz(3), answered_by_id text,
  CONSTRAINT examination_questions_pkey PRIMARY KEY (id),
  CONSTRAINT examination_questions_examination_id_fkey FOREIGN KEY (examination_id) REFERENCES examinations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT examination_questions_answered_by_id_fkey FOREIGN KEY (answered_by_id) REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT examination_questions_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND length(question) BETWEEN 1 AND 500 AND length(answer) BETWEEN 1 AND 1000
    AND about_kind IN ('depiction', 'scene', 'production') AND (about_kind IS NULL) = (about_id IS NULL)
    AND (about_kind IS NULL) = (about_title IS NULL) AND (answer IS NULL) = (answered_at IS NULL)
    AND (answer IS NULL) = (answered_by_id IS NULL)));
CREATE INDEX examination_questions_examination_id_id_idx ON examination_questions (examination_id, id);
CALL set_once('examination_questions', 'retention', 'a question is answered once, and kept', 'answer', 'answered_at, answered_by_id');
CALL never_given('INSERT', 'examination_questions', 'examinations_open', 'an examination that is not confirmed has no questions',
  $$NOT EXISTS (SELECT FROM examinations WHERE id = NEW.examination_id AND status = 'confirmed' FOR SHARE)$$);
CALL never_given('UPDATE', 'examination_questions', 'examinations_open', 'an examination that has ended answers nothing',
  $$NOT EXISTS (SELECT FROM examinations WHERE id = NEW.examination_id AND status = 'confirmed' FOR SHARE)$$);

-- To whom the link was mailed. Never with the code.
CREATE TABLE examination_mails (
  id text NOT NULL, examination_id text NOT NULL, address text NOT NULL, link_serial int NOT NULL, mailed_by_id text NOT NULL,
  mailed_at timestamptz(3) NOT NULL,
  CONSTRAINT examination_mails_pkey PRIMARY KEY (id),
  CONSTRAINT examination_mails_examination_id_fkey FOREIGN KEY (examination_id) REFERENCES examinations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT examination_mails_mailed_by_id_fkey FOREIGN KEY (mailed_by_id) REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT examination_mails_shape CHECK (id ~ '^[0-9a-z]{25}$' AND length(address) BETWEEN 3 AND 320));
CREATE INDEX examination_mails_examination_id_id_idx ON examination_mails (examination_id, id);
CALL never('UPDATE OR DELETE', 'examination_mails', 'retention', 'whom the link was mailed to is kept');
CALL never_given('INSERT', 'examination_mails', 'examinations_open', 'an examination that is not confirmed has no link',
  $$NOT EXISTS (SELECT FROM examinations WHERE id = NEW.examination_id AND status = 'confirmed' FOR SHARE)$$);

DO $$ DECLARE of_table text;
BEGIN
  FOREACH of_table IN ARRAY '{examination_orders, examination_questions, examination_mails}'::text[] LOOP
    EXECUTE format('CREATE TRIGGER no_truncate BEFORE TRUNCATE ON %s EXECUTE FUNCTION refuse(%L, %L)', of_table, 'retention',
      '%1$s is a table of record and is never truncated');
  END LOOP;
END $$;
