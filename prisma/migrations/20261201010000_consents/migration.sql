-- What a scene needs its performers' consent to, what each performer's release gives, and when a performer took distribution back. Scenes
-- without `needs` need depiction and distribution. Releases without `given` are of earlier versions, which gave every use at once.
ALTER TABLE collab_scenes ADD COLUMN needs jsonb,
  ADD CONSTRAINT collab_scenes_needs CHECK (needs IS NULL OR (
    jsonb_typeof(needs->'uses') = 'array' AND jsonb_typeof(needs->'acts') = 'array' AND jsonb_array_length(needs->'acts') <= 20)) NOT VALID;
ALTER TABLE upload_sessions ADD COLUMN needs jsonb,
  ADD CONSTRAINT upload_sessions_needs CHECK (needs IS NULL OR (path = 'collab'
    AND jsonb_typeof(needs->'uses') = 'array' AND jsonb_typeof(needs->'acts') = 'array' AND jsonb_array_length(needs->'acts') <= 20)) NOT VALID;
ALTER TABLE scene_performers ADD COLUMN given jsonb, ADD COLUMN falls_short boolean NOT NULL DEFAULT false,
  ADD COLUMN withdrawn_at timestamptz(3), ADD COLUMN withdrawal_id text,
  -- A release that lacks what its scene needs is signed, and never counts as consent.
  ADD CONSTRAINT scene_performers_given CHECK (
    CASE WHEN given IS NULL THEN true
      ELSE signed_at IS NOT NULL AND given->'uses' @> '["depiction"]' AND jsonb_typeof(given->'acts') = 'array' END
    AND (NOT falls_short OR (signed_at IS NOT NULL AND consented_at IS NULL))) NOT VALID,
  ADD CONSTRAINT scene_performers_withdrawn CHECK (
    (withdrawn_at IS NULL) = (withdrawal_id IS NULL)
    AND (withdrawn_at IS NULL OR (consented_at IS NOT NULL AND given->'uses' @> '["distribution"]'))) NOT VALID,
  ADD CONSTRAINT scene_performers_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES removal_requests (id)
    ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;

CALL fixed('UPDATE', 'collab_scenes', 'collab_scenes_stay_true', 'what a scene is does not change', 'needs');
CALL fixed('UPDATE', 'upload_sessions', 'upload_sessions_stay_true', 'what a session asks does not change', 'needs');
CALL fixed('UPDATE', 'scene_performers', 'scene_performers_stay_true', 'what a performer decided does not change',
  'given, falls_short', 'OLD.signed_at IS NOT NULL');
CALL fixed('UPDATE', 'scene_performers', 'scene_performers_stay_true', 'a withdrawal is final',
  'withdrawn_at, withdrawal_id', 'OLD.withdrawn_at IS NOT NULL');
