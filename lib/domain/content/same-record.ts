/**
 * The depiction that a log call or a row of a file names: the one of the same account and of the same id of the partner's
 * or, where none is sent, of the same URL among those without one. `call` has `account_id`, `external_content_id` and
 * `content_url`; `columns` are of the depiction, `d`. The table's two unique indexes say the same. Contract: Idempotency.
 */
export const sameRecord = (columns: string): string => `
  SELECT ${columns} FROM depictions d
  WHERE d.account_id = call.account_id AND d.external_content_id = call.external_content_id
  UNION ALL
  SELECT ${columns} FROM depictions d
  WHERE call.external_content_id IS NULL AND d.account_id = call.account_id AND d.external_content_id IS NULL
    AND d.content_url = call.content_url`;
