-- A visit that a performer started in their own account.
ALTER TYPE mailbox_proof ADD VALUE 'session';
