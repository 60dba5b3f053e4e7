-- A production is inspected only in an examination that is confirmed, as each look is.
CALL never_given('INSERT', 'examination_productions', 'examinations_open', 'an examination that is not confirmed shows nothing',
  $$NOT EXISTS (SELECT FROM examinations WHERE id = NEW.examination_id AND status = 'confirmed' FOR SHARE)$$);
