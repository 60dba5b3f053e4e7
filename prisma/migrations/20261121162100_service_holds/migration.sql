-- The accounts that the service itself holds, for its custodians: few among all that are held for whatever reason.
CREATE INDEX account_holds_service_standing ON account_holds (id) WHERE kind = 'service' AND lifted_at IS NULL;
