import { z } from "zod";
import { lockAccount } from "@/lib/domain/accounts";
import { attest } from "@/lib/domain/acts";
import type { Ctx, PersonActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { emit } from "@/lib/domain/events";
import { lockPartnerShared } from "@/lib/domain/parties/locks";
import { clock } from "@/lib/platform/clock";
import { inTransaction, rowsIn, type Tx } from "@/lib/platform/db";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { emailAddress } from "@/lib/platform/wire";
import { writeScene } from "..";
import { keptConsents } from "../consents";
import { FIRST_SHOOT_DAY, PERFORMERS_MAX } from "../schemas";
import { enqueueAgeOnDay } from "./age-on-day";
import { mailAttestationCopy } from "./copies/attestation-copy-mail";
import { sessionStatus, type UploadPath } from "./labels";
import { obstacleOf } from "./queries";
import { statementOf } from "./statement";

/** What the page sends: the day if the partner didn't name it, and the hash of the statement that it showed. */
export type Click = { sessionId: string; shootDate: string | null; shown: string };

/** Who clicks: the holder of the platform's link, or the creator, signed in to their own account. */
type Clicking = Ctx<SystemActor | PersonActor>;

/**
 * What a click attests to, if it still may. The session, its account and its partner are locked. Throws `InvalidField` `shootDate`,
 * `NotFound` for another person's session, and `Conflict`: `session_expired`, `partner_inactive`, `uploader_not_active`,
 * `collab_unavailable`, `statement_changed`.
 */
export async function checkClick(tx: Tx, { actor, ip, userAgent }: Clicking, { sessionId, shootDate, shown }: Click) {
  const session = await tx.uploadSession.findUniqueOrThrow({
    where: { id: sessionId },
    include: {
      account: { select: { status: true, userId: true, fundedBy: true, email: true, externalUserId: true } },
      partner: { select: { name: true, status: true, collabScenes: true } },
    },
  });
  if (actor.kind === "person" && actor.userId !== session.account.userId) throw new NotFound();
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
      proof: actor.kind === "person" ? ("session" as const) : ("hosted_link" as const),
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

/** What the creator reads if they name themselves. */
export const OWN_ADDRESS = "Name only the others. You attest for yourself.";
/** What the creator reads if they name no one. */
export const NO_ADDRESS = "Enter at least one address.";

/** The addresses that a creator typed, and what is wrong with single ones, by their place among `typed`. */
export type Names = { emails: string[]; problems: { at: number; message: string }[] };

/**
 * Reads the addresses of the other performers: normalized, different, without empty fields. Only the click knows the uploader's
 * address: the pages say nothing about it.
 */
export function readNames(typed: readonly string[], uploader?: string): Names {
  const names: Names = { emails: [], problems: [] };
  for (const [at, text] of typed.entries()) {
    if (text.trim() === "") continue;
    const { data: email } = emailAddress.safeParse(text);
    const refuse = (message: string) => names.problems.push({ at, message });
    if (email === undefined) refuse("Enter an email address, such as ada@example.com.");
    else if (email === uploader) refuse(OWN_ADDRESS);
    else if (names.emails.includes(email)) refuse("You already entered this address.");
    else names.emails.push(email);
  }
  return names;
}

/**
 * The creator attests to content with one face. A completed session stays as it is: `completed` is false then. Contract: Events,
 * `upload_session.solo_completed`. Throws `NotFound`, `InvalidField` `shootDate`, and `Conflict`: `session_expired`,
 * `partner_inactive`, `uploader_not_active`, `statement_changed`.
 */
export const completeSolo = (ctx: Clicking, click: Click): Promise<{ completed: boolean }> =>
  complete(ctx, click, "solo", async (tx, { session, attestation, shootDate }) => {
    const { id: sessionId, account, partnerId, contentId, contentType } = session;
    const attestationId = await attest(tx, {
      ...attestation,
      kind: "producer",
      subjectKind: "upload_session",
      subjectId: sessionId,
      userId: account.userId,
      email: account.email,
    });
    const { text, ip, userAgent, attestedAt } = attestation;
    const data = {
      sessionId,
      contentId,
      contentType,
      uploaderExternalUserId: account.externalUserId,
      attestation: {
        ip: ip ?? "",
        ua: userAgent ?? "",
        attestedAt: attestedAt.toISOString(),
        text,
        shootDate: shootDate.toISOString(),
      },
    };
    await emit(tx, { type: "upload_session.solo_completed", partnerId, data });
    return attestationId;
  });

/**
 * The creator names the other performers and attests. Creates the scene; a job charges it and invites them right after. Empty
 * addresses are left out. A completed session stays as it is: `completed` is false then. Contract: Collab scenes, create.
 * Throws as `completeSolo` does, `InvalidField` `performers` or `performers.2`, and `Conflict` `collab_unavailable`.
 */
export const completeCollab = (
  ctx: Clicking,
  { performers, ...click }: Click & { performers: readonly string[] },
): Promise<{ completed: boolean }> =>
  complete(ctx, click, "collab", async (tx, { session, attestation, shootDate }) => {
    const { id: uploadSessionId, partnerId, accountId, account, contentTitle: title, callbackUrl } = session;
    const needs = keptConsents(session.needs) ?? undefined;
    const others = othersOf(performers, account.email);
    const uploading = { accountId, externalUserId: null, uploadSessionId, callbackUrl, attestation };
    const scene = await writeScene(ctx, { partnerId, title, shootDate, performers: others, needs, uploading }, tx);
    if (scene.attestationId === null) throw new Error("a hosted scene has no statement");
    return scene.attestationId;
  });

/** Attests in a locked session, and returns the attestation's id. */
type Act = (tx: Tx, ready: Awaited<ReturnType<typeof checkClick>>) => Promise<string>;

function complete(ctx: Clicking, click: Click, path: UploadPath, act: Act): Promise<{ completed: boolean }> {
  return inTransaction(async (tx) => {
    const { sessionId } = click;
    const [locked] = isId(sessionId)
      ? await rowsIn<{ completedAt: Date | null; accountId: string; partnerId: string }>(tx)`
          SELECT completed_at, account_id, partner_id FROM upload_sessions
          WHERE id = ${sessionId} AND path = ${path}::upload_path FOR NO KEY UPDATE`
      : [];
    if (!locked) throw new NotFound();
    if (locked.completedAt) return { completed: false };
    const { accountId, partnerId } = locked;
    await lockAccount(tx, { id: accountId, partnerId });
    await lockPartnerShared(tx, partnerId);
    const ready = await checkClick(tx, ctx, click);
    const attestationId = await act(tx, ready);
    const { count } = await tx.uploadSession.updateMany({
      where: { id: sessionId, completedAt: null },
      data: { completedAt: ready.attestation.attestedAt, shootDate: ready.shootDate, attestationId },
    });
    if (count === 0) throw new Error("a locked upload session was completed");
    await mailAttestationCopy(tx, sessionId);
    await enqueueAgeOnDay(tx, sessionId);
    const { ip, userAgent } = ready.attestation;
    const subject = { kind: "upload_session", id: sessionId } as const;
    const detail = { attestation: attestationId, ip, userAgent };
    record(tx, { ctx, action: "upload_session.completed", subject, partnerId, detail });
    return { completed: true };
  });
}

/**
 * The addresses of the other performers, normalized, without empty fields. Throws `InvalidField`: `performers` for too few or too
 * many, `performers.2` for the third field.
 */
function othersOf(typed: readonly string[], uploader: string): { email: string }[] {
  const { emails, problems } = readNames(typed, uploader);
  const [problem] = problems;
  if (problem) throw new InvalidField(`performers.${problem.at}`, problem.message);
  if (emails.length === 0) throw new InvalidField("performers", NO_ADDRESS);
  if (emails.length > PERFORMERS_MAX) throw new InvalidField("performers", `Name at most ${PERFORMERS_MAX} people.`);
  return emails.map((email) => ({ email }));
}
