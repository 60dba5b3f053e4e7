import type { Ctx, StaffActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { lockUser } from "@/lib/domain/parties/locks";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { Forbidden, NotFound } from "@/lib/platform/errors";
import { emailAddress } from "@/lib/platform/wire";
import { ensureUser } from "./authorize";
import { shortenSessions } from "./sessions";

/**
 * Makes the person with this address a custodian. Their sessions are shortened to a custodian's. Changes nothing for a
 * custodian. Throws `ZodError` for an invalid address.
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
    await shortenSessions(tx, id, "custodian");
    record(tx, { ctx, action: "custodian.appointed", subject: { kind: "user", id } });
    return { userId: id, appointed: true };
  });
}

/**
 * Dismisses a custodian: removes the role, ends every session and voids unused sign-in links, in one transaction. Does
 * nothing for other people. A person with another role, such as in a partner's team, may sign in again. The last
 * custodian may be dismissed: check `custodiansLeft`. Throws `NotFound` for an unknown address, `ZodError` for an
 * invalid one.
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
  // Counted after the commit, so of two concurrent dismissals the later one sees zero.
  return { ...done, custodiansLeft: await db.user.count({ where: { staffRole: "custodian" } }) };
}

/** Whether this is a custodian's address. Never tell a partner. */
export const isCustodian = async (tx: Pick<Tx, "user">, email: string): Promise<boolean> =>
  (await tx.user.count({ where: { email, staffRole: "custodian" } })) > 0;

/** The partners whose team a person belongs to, by name, and whether they are a producer: what they can't handle as a custodian. */
export async function conflictsOf(
  _ctx: Ctx<SystemActor>,
  userId: string,
): Promise<{ teams: string[]; isProducer: boolean }> {
  const [members, producers] = await Promise.all([
    db.partnerMember.findMany({
      where: { userId },
      orderBy: { id: "asc" },
      select: { partner: { select: { name: true } } },
    }),
    db.producer.count({ where: { userId } }),
  ]);
  return { teams: members.map(({ partner }) => partner.name), isProducer: producers > 0 };
}

/** Whether this custodian's pictures of people open blurred and grey from now on. Throws `Forbidden`. */
export async function setBlursPictures(
  ctx: Ctx<StaffActor>,
  { blursPictures }: { blursPictures: boolean },
): Promise<void> {
  const id = ctx.actor.userId;
  await inTransaction(async (tx) => {
    await assertCustodian(tx, ctx);
    const { count } = await tx.user.updateMany({
      where: { id, blursPictures: !blursPictures },
      data: { blursPictures },
    });
    if (count === 0) return;
    record(tx, { ctx, action: "custodian.pictures_set", subject: { kind: "user", id }, detail: { blursPictures } });
  });
}

/** Checks in the database that the actor is still a custodian. Throws `Forbidden`. */
export async function assertCustodian(tx: Pick<Tx, "user">, ctx: Ctx<StaffActor>): Promise<void> {
  const staff = await tx.user.findUnique({ where: { id: ctx.actor.userId }, select: { staffRole: true } });
  if (staff?.staffRole !== "custodian") throw new Forbidden("Only custodians may do this.");
}
