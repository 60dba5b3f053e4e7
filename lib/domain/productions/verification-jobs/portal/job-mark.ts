import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { rows } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";

const SHOWN = `
  SELECT s.status, s.expires_at,
    (SELECT json_agg(json_build_array(p.signed_at, p.consented_at, p.refused_at, p.mailed_at, p.mail_refused_at,
       p.reminded_at) ORDER BY p.position) FROM scene_performers p WHERE p.scene_id = s.id) AS performers,
    (SELECT f.payment_charge_id FROM scene_fees f WHERE f.scene_id = s.id AND f.kind = 'verification') AS charge_id
  FROM verification_jobs j JOIN collab_scenes s ON s.id = j.scene_id WHERE j.id = $1 AND j.partner_id = $2`;

/**
 * A version string that changes when the page of one of the partner's own jobs would: a signature, a refusal, a mail, a fee or the
 * end. Polled, so it is one query. Throws `NotFound`.
 */
export async function readJobMark(ctx: Ctx<PortalUserActor>, jobId: string): Promise<{ mark: string }> {
  const [row] = isId(jobId)
    ? await rows<{ expiresAt: Date }>({ name: "job_mark", text: SHOWN, values: [jobId, ctx.actor.partnerId] })
    : [];
  if (!row) throw new NotFound();
  return { mark: sha256Hex(JSON.stringify([row, clock.now() < row.expiresAt])).slice(0, 16) };
}
