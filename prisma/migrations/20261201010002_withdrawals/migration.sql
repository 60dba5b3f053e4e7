-- A release is withdrawn by one request, and a request withdraws one release.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS scene_performers_withdrawal_id_key ON scene_performers (withdrawal_id);
