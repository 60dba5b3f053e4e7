import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { AlertKind } from "@/prisma/generated/client";

// Raised by several subjects, which don't import each other. Custodians list and close them.

/** What an alert is about. The database knows which kind is about what, and what raises only one. */
type Raised = {
  kind: AlertKind;
  personId: string;
  subject: { kind: "person" | "identity_check" | "scene_performer" | "upload_session" | "production"; id: string };
  checkId?: string;
  visitId?: string | null;
};

/** Raises an alert about a person's age to custodians. False, with nothing written, if the same one was raised before. */
export async function raiseAlert(
  tx: Tx,
  { kind, personId, subject, checkId = "", visitId = null }: Raised,
): Promise<boolean> {
  const raised = await tx.$executeRaw`
    INSERT INTO alerts (id, kind, person_id, subject_kind, subject_id, check_id, visit_id, raised_at)
    VALUES (${newId()}, ${kind}::alert_kind, ${personId}, ${subject.kind}, ${subject.id}, nullif(${checkId}, ''), ${visitId}, ${clock.now()})
    ON CONFLICT DO NOTHING`;
  return raised === 1;
}
