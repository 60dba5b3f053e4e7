-- The name of an uploaded file, as its uploader gave it.
ALTER TABLE hash_imports ADD COLUMN file_name text CONSTRAINT hash_imports_file_name CHECK (char_length(file_name) BETWEEN 1 AND 200);
