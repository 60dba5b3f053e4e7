import type { Ctx, StaffActor, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockUser } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { Forbidden, NotFound } from "@/lib/platform/errors";
import { emailAddress } from "@/lib/platform/wire";
import { CUSTODIAN_SESSION_MS } from "./sessions";
import { ensureUser } from "./users";

/**
 * Makes the person with this address one of the service's own custodians. Sessions that live get no longer than a
 * custodian's may. Nothing changes for one who is already.
 * Throws `ZodError` for what is no address.
 */
export async function appointCustodian(
  ctx: Ctx<SystemActor>,
  { email }: { email: string },
): Promise<{ userId: string; appointed: boolean }> {
  return inTransaction(async (tx) => {
    const { id } = await ensureUser(tx, email);
    await lockUser(tx, id);
    const { count } = await tx.user.updateMany({ where: { id, staffRole: null }, data: { staffRole: "custodian" } });
    if (count === 0) return { userId: id, appointed: false };
    const latest = new Date(clock.now().getTime() + CUSTODIAN_SESSION_MS);
    await tx.session.updateMany({ where: { userId: id, expires: { gt: latest } }, data: { expires: latest } });
    record(tx, { ctx, action: "custodian.appointed", subject: { kind: "user", id } });
    return { userId: id, appointed: true };
  });
}

/**
 * Ends a custodian's office: the role goes, every session ends, and links that have not been used open nothing. All of it
 * or nothing, and nothing for somebody who is no custodian: their sessions are their own. Whoever has another place here,
 * in a partner's team for instance, may sign in anew for that. The last one may go too; `custodiansLeft` tells.
 * Throws `NotFound` when nobody has this address, `ZodError` when it is none.
 */
export async function dismissCustodian(
  ctx: Ctx<SystemActor>,
  { email: address }: { email: string },
): Promise<{ userId: string; dismissed: boolean; custodiansLeft: number }> {
  const email = emailAddress.parse(address);
  const done = await inTransaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email }, select: { id: true } });
    if (!user) throw new NotFound(`No account has the address ${email}.`);
    await lockUser(tx, user.id);
    const { count } = await tx.user.updateMany({
      where: { id: user.id, staffRole: "custodian" },
      data: { staffRole: null },
    });
    if (count === 0) return { userId: user.id, dismissed: false };
    const sessions = await tx.session.deleteMany({ where: { userId: user.id } });
    const links = await tx.verificationToken.deleteMany({ where: { identifier: email } });
    record(tx, {
      ctx,
      action: "custodian.dismissed",
      subject: { kind: "user", id: user.id },
      detail: { sessionsEnded: sessions.count, linksVoided: links.count },
    });
    return { userId: user.id, dismissed: true };
  });
  // After the commit: of two who dismiss the last two at once, the later one finds nobody.
  return { ...done, custodiansLeft: await db.user.count({ where: { staffRole: "custodian" } }) };
}

/** Make sure that the actor is a custodian today, whatever the session believed. Throws `Forbidden`. */
export async function assertCustodian(tx: Pick<Tx, "user">, ctx: Ctx<StaffActor>): Promise<void> {
  const staff = await tx.user.findUnique({ where: { id: ctx.actor.userId }, select: { staffRole: true } });
  if (staff?.staffRole !== "custodian") throw new Forbidden("Only custodians may do this.");
}

/** Nobody decides about or looks into what is about themself. Throws `Forbidden` `own_record`. */
export function assertNotOwn(
  { actor }: Ctx<StaffActor>,
  people: readonly (string | null | undefined)[],
  what = "record",
): void {
  if (!people.includes(actor.userId)) return;
  throw new Forbidden(`This is your own ${what}. Another custodian has to look at it.`, "own_record");
}
