-- The session in which an app is set up: no other one sees its secret. Not a key: sessions end, and a confirmed app stays.
ALTER TABLE totp_secrets ADD COLUMN session_id text;
