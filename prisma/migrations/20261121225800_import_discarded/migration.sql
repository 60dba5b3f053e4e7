-- A checked file that nobody imports: thrown away by whoever checked it or, by itself, after some days.
ALTER TABLE content_imports ADD COLUMN discarded_at timestamptz(3),
  ADD CONSTRAINT content_imports_discarded CHECK (discarded_at IS NULL OR (dry_run AND status = 'done'));
CREATE INDEX content_imports_checked ON content_imports (finished_at) WHERE dry_run AND status = 'done' AND discarded_at IS NULL;
