-- Scenes that came before rows had a revision can leave too, unless a package was requested after them.

ALTER TABLE production_performers DISABLE TRIGGER production_performers_stay_true;
UPDATE production_performers m SET revision = p.revision
FROM productions p
WHERE p.id = m.production_id AND m.revision = 0 AND NOT EXISTS (
  SELECT FROM sealed_packages k WHERE k.production_id = m.production_id AND k.failure IS NULL AND k.requested_at >= m.added_at);
ALTER TABLE production_performers ENABLE TRIGGER production_performers_stay_true;
