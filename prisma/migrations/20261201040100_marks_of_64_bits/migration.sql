-- Marks of photos that a version before PDQ made, eight of each, until they are made anew: none are left soon after.
CREATE INDEX CONCURRENTLY IF NOT EXISTS identity_marks_of_64_bits ON identity_marks (check_id) WHERE cardinality(photo_marks) IN (8, 16);
