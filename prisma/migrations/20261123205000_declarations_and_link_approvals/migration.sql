-- What a person declares with their ID, and the link to a platform that they approve.
ALTER TYPE attestation_kind ADD VALUE 'declaration';
ALTER TYPE attestation_kind ADD VALUE 'link_approval';
