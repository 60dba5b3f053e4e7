-- A decided check keeps which better photos it waited for, so that one that was never sent stays unseen. Its reading stays, too.
DROP TRIGGER rule_03 ON document_readings;
DROP FUNCTION document_readings_rule_03();
CALL never_given('UPDATE', 'document_readings', 'retention', 'the reading of a sent check stays',
  $$EXISTS (SELECT FROM identity_checks c WHERE c.id = OLD.check_id
    AND (c.status IN ('approved', 'rejected') OR c.status = 'submitted' AND c.photos_asked_at IS NULL))$$,
  $$OLD.status IN ('read', 'nothing')$$);
