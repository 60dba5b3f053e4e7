/**
 * A person's accounts, for the id in `$1`, each with its `place` in their list: 0 waits for an answer, 1 is linked, 2 was
 * declined or left.
 */
export const PLACED = `SELECT a.id, a.partner_id, a.status, a.suspend_reason, a.funded_by, coalesce(l.decided_at, a.created_at) AS since,
    CASE WHEN a.user_id IS NOT NULL THEN 1 WHEN l.decision = 'pending' THEN 0 ELSE 2 END AS place
  FROM (
    SELECT id FROM solo_accounts WHERE user_id = $1 UNION SELECT account_id FROM link_requests WHERE user_id = $1
  ) AS mine JOIN solo_accounts a ON a.id = mine.id
  LEFT JOIN link_requests l ON l.account_id = a.id AND l.user_id = $1
  WHERE a.user_id IS NULL OR a.user_id = $1`;
