-- A sent check that waits for better photos is read again from them. The reading before is of photos that stay.
DROP TRIGGER rule_01 ON document_readings;
CALL never_given('UPDATE', 'document_readings', 'retention', 'the reading of a sent check stays',
  $$EXISTS (SELECT FROM identity_checks c WHERE c.id = OLD.check_id AND c.status <> 'draft' AND c.photos_asked_at IS NULL)$$,
  $$OLD.status IN ('read', 'nothing')$$);
DROP FUNCTION document_readings_rule_01();
