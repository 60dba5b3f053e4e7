-- What the scene of a verification job costs. In a migration of its own, because a new value can't be used in the transaction
-- that adds it.
ALTER TYPE scene_fee_kind ADD VALUE 'verification';
