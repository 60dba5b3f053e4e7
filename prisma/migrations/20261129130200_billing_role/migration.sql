-- A member of a partner's team who sees its billing only.
ALTER TYPE partner_role ADD VALUE IF NOT EXISTS 'billing' AFTER 'viewer';
