-- Custodians' searches find scenes too. PostgreSQL can use a new value only after this transaction.
ALTER TYPE search_kind ADD VALUE 'scene';
