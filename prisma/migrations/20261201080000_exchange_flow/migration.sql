-- What a claimant says of the age of the person shown, beside the sealed claim: it decides what may be shared.
CREATE TYPE removal_age AS ENUM ('adult', 'minor', 'unsure');
ALTER TABLE removal_requests ADD COLUMN age removal_age;
CALL fixed('UPDATE', 'removal_requests', 'removal_requests_stay_true', 'what was filed does not change', 'age');

-- How often a call about a hash failed, in a row.
ALTER TABLE hash_submissions ADD COLUMN tries int NOT NULL DEFAULT 0;
