-- What changed for a partner, without the records themselves, of which a day may have any number.
CREATE INDEX ledger_entries_partner_changes ON ledger_entries (partner_id, seq)
  WHERE action NOT IN ('depiction.logged', 'depiction.copy_stored', 'depiction.viewed', 'depiction.erased');
