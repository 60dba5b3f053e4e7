-- Which stored copies the nightly check didn't find in storage, and how far each night's check came. No foreign key: a copy may be
-- erased while it is looked up.
CREATE TABLE lost_copies (
  depiction_id text NOT NULL, found_at timestamptz(3) NOT NULL,
  CONSTRAINT lost_copies_pkey PRIMARY KEY (depiction_id));
CREATE TABLE copy_checks (
  day date NOT NULL, reached_id text NOT NULL, checked int NOT NULL, lost int NOT NULL, finished_at timestamptz(3),
  CONSTRAINT copy_checks_pkey PRIMARY KEY (day),
  CONSTRAINT copy_checks_counts CHECK (lost BETWEEN 0 AND checked));
