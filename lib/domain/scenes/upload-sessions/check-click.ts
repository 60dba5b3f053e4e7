import { z } from "zod";
import type { Ctx } from "@/lib/domain/core/context";
import { FIRST_SHOOT_DAY } from "@/lib/domain/scenes/schemas";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { Conflict, InvalidField } from "@/lib/platform/errors";
import { sessionStatus } from "./labels";
import { obstacleOf } from "./queries";
import { statementOf } from "./statement";

/** What the page sends: the day if the partner didn't name it, and the hash of the statement that it showed. */
export type Click = { sessionId: string; shootDate: string | null; shown: string };

/**
 * What a click attests to, if it still may. The session, its account and its partner are locked. Throws `InvalidField` `shootDate`,
 * and `Conflict`: `session_expired`, `partner_inactive`, `uploader_not_active`, `collab_unavailable`, `statement_changed`.
 */
export async function checkClick(tx: Tx, { ip, userAgent }: Ctx, { sessionId, shootDate, shown }: Click) {
  const session = await tx.uploadSession.findUniqueOrThrow({
    where: { id: sessionId },
    include: {
      account: { select: { status: true, userId: true, fundedBy: true, email: true, externalUserId: true } },
      partner: { select: { name: true, status: true, collabScenes: true } },
    },
  });
  const attestedAt = clock.now();
  if (sessionStatus(session, attestedAt) === "expired") {
    throw new Conflict("session_expired", "This link has expired. Go back to the platform and start again.");
  }
  const obstacle = obstacleOf(session);
  if (obstacle) throw new Conflict(obstacle, "The creator can't attest now.");
  const statement = statementOf({ ...session, partnerName: session.partner.name });
  if (statement.shown !== shown) {
    throw new Conflict(
      "statement_changed",
      "The statement has changed since you opened it. Read it again, then attest.",
    );
  }
  return {
    session,
    shootDate: session.shootDate ?? dayOf(shootDate, attestedAt),
    attestation: {
      proof: "hosted_link" as const,
      text: statement.text,
      textVersion: statement.version,
      ip: ip ?? null,
      userAgent: userAgent ?? null,
      attestedAt,
    },
  };
}

/** The day of production, `YYYY-MM-DD`, as midnight UTC. Throws `InvalidField` for anything else, and for a day after today. */
function dayOf(typed: string | null, now: Date): Date {
  const day = typed?.trim() ?? "";
  const refuse = (message: string) => new InvalidField("shootDate", message);
  if (day === "") throw refuse("Enter the day this was made.");
  if (!z.iso.date().safeParse(day).success) throw refuse("Enter a day that exists, such as 2026-09-05.");
  if (day < FIRST_SHOOT_DAY) throw refuse("Enter a day after 1900.");
  if (day > now.toISOString().slice(0, 10)) throw refuse("Enter today or an earlier day.");
  return new Date(`${day}T00:00:00.000Z`);
}
