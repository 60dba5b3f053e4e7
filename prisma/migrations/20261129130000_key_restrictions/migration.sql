-- What a key is restricted to: scopes, networks or both. Null is full access, and so are all keys until now.
ALTER TABLE api_keys ADD COLUMN restrictions jsonb,
  ADD CONSTRAINT api_keys_restrictions CHECK (restrictions IS NULL OR (
    restrictions ? 'scopes' AND restrictions ? 'networks'
    AND (restrictions->'scopes' = 'null'
      OR CASE jsonb_typeof(restrictions->'scopes') WHEN 'array' THEN jsonb_array_length(restrictions->'scopes') > 0 ELSE false END)
    AND (restrictions->'networks' = 'null'
      OR CASE jsonb_typeof(restrictions->'networks') WHEN 'array' THEN jsonb_array_length(restrictions->'networks') BETWEEN 1 AND 20
        ELSE false END)
    AND NOT (restrictions->'scopes' = 'null' AND restrictions->'networks' = 'null'))) NOT VALID;
