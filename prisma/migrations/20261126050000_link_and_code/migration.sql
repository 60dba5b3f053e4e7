-- A person opened the link in their own mail and entered a code that a second mail brought to the same mailbox.
ALTER TYPE mailbox_proof ADD VALUE 'link_and_code';
ALTER TYPE attestation_proof ADD VALUE 'link_and_code';

-- A claimant's page opens only for browsers that proved the mailbox, too.
ALTER TYPE hosted_subject ADD VALUE 'removal_request';
