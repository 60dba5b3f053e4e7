-- When an examination's report was made, so that the task that looks for missing ones reads only those.
ALTER TABLE examinations ADD COLUMN reported_at timestamptz(3);
UPDATE examinations e SET reported_at = r.made_at FROM examination_reports r WHERE r.examination_id = e.id;
