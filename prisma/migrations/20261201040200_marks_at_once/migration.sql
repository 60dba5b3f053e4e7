-- A check is looked for by thousands of marks, one after another. Each look-up would read what was added since the index was last put in order.
ALTER INDEX identity_marks_photo_marks SET (fastupdate = off);
SELECT gin_clean_pending_list('identity_marks_photo_marks');
