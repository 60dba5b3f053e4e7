-- Fees that wait for their platform's next invoice.
CREATE INDEX scene_fees_open ON scene_fees (partner_id, id) WHERE status = 'invoiced';
