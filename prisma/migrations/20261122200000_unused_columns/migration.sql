-- Nothing reads when a partner or an API key last changed.
DROP TRIGGER partners_note_change ON partners;
DROP TRIGGER api_keys_note_change ON api_keys;
DROP FUNCTION note_change();
ALTER TABLE partners DROP COLUMN changed_at;
ALTER TABLE api_keys DROP COLUMN changed_at;

-- Passkeys have no tokens.
ALTER TABLE sign_in_accounts
  DROP COLUMN refresh_token,
  DROP COLUMN access_token,
  DROP COLUMN expires_at,
  DROP COLUMN token_type,
  DROP COLUMN scope,
  DROP COLUMN id_token,
  DROP COLUMN session_state;
