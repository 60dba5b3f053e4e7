-- Lists of certificates are ordered by their time, because the ids of imported ones have no order.
CREATE INDEX certificates_issued_at_id_idx ON certificates (issued_at, id);
