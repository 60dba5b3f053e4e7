import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockUser } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import { chosenPart, drawSlug, isSame, textOf } from "./find-statement";
import type { StatementInput } from "./schemas";

/**
 * Make public what a person has saved, as a new dated version; earlier ones are kept. Publishing what is public already
 * changes nothing. The public can read it until it is withdrawn; platforms are given its address while the account is active.
 * Throws `NotFound` before anything was saved, 409 `not_verified`, `InvalidField` for a text with the legal name in it.
 */
export function publishStatement(ctx: Ctx<PersonActor>): Promise<{ published: boolean; version: number }> {
  return inTransaction(async (tx) => {
    const { userId } = ctx.actor;
    await lockUser(tx, userId);
    const draft = await tx.statement.findUnique({ where: { userId } });
    if (!draft) throw new NotFound("Save your statement first");
    if ((await tx.identity.count({ where: { userId } })) === 0) {
      throw new Conflict("not_verified", "A statement can be published once your ID is verified");
    }
    await refuseLegalName(tx, userId, { ...draft, address: chosenPart(draft.slug) });
    const latest = await tx.statementVersion.findFirst({ where: { userId }, orderBy: { version: "desc" } });
    const text = textOf(draft);
    if (latest && latest.version === draft.publishedVersion && isSame(textOf(draft), latest)) {
      return { published: false, version: latest.version };
    }
    const version = (latest?.version ?? 0) + 1;
    await tx.statementVersion.create({ data: { userId, version, ...text, publishedAt: clock.now() } });
    await tx.statement.update({ where: { userId }, data: { publishedVersion: version } });
    record(tx, {
      ctx,
      action: "statement.published",
      subject: { kind: "person", id: userId },
      detail: { version, slug: draft.slug },
    });
    return { published: true, version };
  });
}

/**
 * Take a person's statement from the public; its versions are kept. False when none was public. The address leads nowhere
 * then, like one that never was.
 */
export function withdrawStatement(ctx: Ctx<PersonActor>): Promise<{ withdrawn: boolean }> {
  return inTransaction(async (tx) => {
    const { userId } = ctx.actor;
    await lockUser(tx, userId);
    const { count } = await tx.statement.updateMany({
      where: { userId, publishedVersion: { not: null } },
      data: { publishedVersion: null },
    });
    if (count > 0) record(tx, { ctx, action: "statement.withdrawn", subject: { kind: "person", id: userId } });
    return { withdrawn: count > 0 };
  });
}

/**
 * Keep what a person wants to say in their statement. What is public stays as it is until they publish; only whether search
 * engines may list it counts at once. Throws `InvalidField` for a text with the legal name in it, and for another address
 * while a statement is public under this one.
 */
export function saveStatement(ctx: Ctx<PersonActor>, input: StatementInput): Promise<void> {
  const { address, ...said } = input;
  return inTransaction(async (tx) => {
    const { userId } = ctx.actor;
    await lockUser(tx, userId);
    await refuseLegalName(tx, userId, input);
    const known = await tx.statement.findUnique({ where: { userId }, select: { slug: true, publishedVersion: true } });
    const moves = known !== null && chosenPart(known.slug) !== address;
    if (moves && known.publishedVersion !== null) {
      throw new InvalidField(
        "address",
        "Your statement is public under this address. Withdraw it before you change it.",
      );
    }
    const now = clock.now();
    const slug = known && !moves ? known.slug : drawSlug(address);
    await tx.statement.upsert({
      where: { userId },
      create: { userId, slug, ...said, createdAt: now, updatedAt: now },
      update: { slug, ...said, updatedAt: now },
    });
    record(tx, { ctx, action: "statement.saved", subject: { kind: "person", id: userId } });
  });
}

const words = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** Whether a text holds every word of a name, in whatever order, case and spelling of accents. */
export function holdsName(text: string, name: string): boolean {
  const shown = new Set(words(text));
  const wanted = words(name);
  return wanted.length > 0 && wanted.every((word) => shown.has(word));
}

/**
 * Makes sure that what goes public, its address included, does not hold the legal name on the person's ID. Throws
 * `InvalidField` for the field that does.
 */
async function refuseLegalName(
  tx: Tx,
  userId: string,
  { displayName, workTitle, address }: { displayName: string; workTitle: string | null; address: string },
): Promise<void> {
  const identity = await tx.identity.findUnique({ where: { userId }, select: { legalName: true } });
  if (!identity) return;
  for (const [field, text] of Object.entries({ displayName, workTitle, address })) {
    if (text && holdsName(text, identity.legalName)) {
      throw new InvalidField(
        field,
        "This is the name on your ID. The statement is public: use the name you publish under.",
      );
    }
  }
}
