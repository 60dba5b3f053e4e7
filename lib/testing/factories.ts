import type { Actor, Ctx, Role } from "@/lib/domain/core/context";
import { sealFacts } from "@/lib/domain/identity/id-facts";
import { mintKey } from "@/lib/domain/parties/keys/key-text";
import { ROLES } from "@/lib/domain/parties/people/roles";
import { queueForSearch } from "@/lib/domain/records/search";
import { clock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import type { Prisma, SuspensionKind } from "@/prisma/generated/client";

// Test rows written straight to the tables, so that a test of one verb doesn't depend on another. Unique values get a
// new id and each test makes its own partner, so no test sees another's rows.

export type MadeUser = Awaited<ReturnType<typeof makeUser>>;
export type MadePartner = Awaited<ReturnType<typeof makePartner>>;
export type MadeAccount = Awaited<ReturnType<typeof makeAccount>>;

/** A unique address. */
export const freshEmail = (name = "someone"): string => `${name}.${newId()}@example.com`;

/** A person with a mailbox. */
export function makeUser(data: Partial<Prisma.UserUncheckedCreateInput> = {}) {
  return db.user.create({
    data: { id: newId(), email: freshEmail(), emailVerified: clock.now(), createdAt: clock.now(), ...data },
  });
}

/** One of the service's own custodians. */
export const makeCustodian = (data: Partial<Prisma.UserUncheckedCreateInput> = {}) =>
  makeUser({ email: freshEmail("custodian"), name: "Casey Custodian", staffRole: "custodian", ...data });

/** A partner (platform-pays and active by default) with one user for each role, as `users.owner` and so on. */
export async function makePartner(data: Partial<Prisma.PartnerUncheckedCreateInput> = {}) {
  const id = newId();
  const partner = await db.partner.create({
    data: { id, name: `Platform ${id.slice(-6)}`, plan: "platform_pays", createdAt: clock.now(), ...data },
  });
  const [owner, admin, developer, viewer, billing] = await Promise.all(ROLES.map((role) => makeMember(partner, role)));
  if (!owner || !admin || !developer || !viewer || !billing) throw new Error("a role is missing");
  return { ...partner, users: { owner, admin, developer, viewer, billing } satisfies Record<Role, MadeUser> };
}

/** A user (new by default) in a partner's team. */
export async function makeMember(partner: { id: string }, role: Role, user?: { id: string }) {
  const member = user
    ? await db.user.findUniqueOrThrow({ where: { id: user.id } })
    : await makeUser({ email: freshEmail(role) });
  await db.partnerMember.create({
    data: { id: newId(), partnerId: partner.id, userId: member.id, role, createdAt: clock.now() },
  });
  return member;
}

/** A partner's key, live by default. `key` is the secret that follows `Bearer `. */
export async function makeKey(
  partner: { id: string },
  { mode = "live", ...data }: Partial<Prisma.ApiKeyUncheckedCreateInput> = {},
): Promise<{ id: string; key: string }> {
  const { text, stored } = mintKey(mode);
  const row = await db.apiKey.create({
    data: {
      id: newId(),
      partnerId: partner.id,
      name: "Test suite",
      mode,
      ...stored,
      createdAt: clock.now(),
      ...data,
    },
  });
  return { id: row.id, key: text };
}

const DOCUMENT = { documentType: "passport", documentCountry: "US" } as const;

/** A verified identity of a person (new by default), with its approved check. */
export async function makeIdentity(
  user?: { id: string },
  { legalName = "Ada Example", birthDate = "1990-01-31", verifiedAt = new Date(clock.now().getTime() - DAY_MS) } = {},
  tx: Pick<Tx, "identityCheck" | "identity" | "personKey"> = db,
) {
  const userId = user?.id ?? (await makeUser({ email: freshEmail("creator") })).id;
  const id = newId();
  const check = await tx.identityCheck.create({
    data: {
      id,
      userId,
      driver: "import",
      status: "approved",
      legalName,
      facts: await sealFacts(tx, { id, userId }, { ...DOCUMENT, birthDate: new Date(birthDate) }),
      createdAt: verifiedAt,
      updatedAt: verifiedAt,
      submittedAt: verifiedAt,
      decidedAt: verifiedAt,
    },
  });
  return tx.identity.create({
    data: {
      userId,
      checkId: check.id,
      legalName,
      verifiedAt,
      lastChangedAt: verifiedAt,
    },
  });
}

type AccountOptions = Partial<Prisma.SoloAccountUncheckedCreateInput> & {
  /** An existing user's answer to the emailed question. The account is unlinked until `approved`. */
  link?: "pending" | "approved" | "declined";
  /** Active suspensions. A suspended account has the partner's by default. */
  suspensions?: readonly SuspensionKind[];
  /** Whether a suspended account's person has an identity on file. */
  verified?: boolean;
};

const SUSPEND_REASON_OF = {
  service: "manual_suspension",
  partner: "partner_deactivated",
  platform: "platform_lapsed",
  subscription: "subscription_lapsed",
} as const;
const SUSPENSION_ORDER = ["service", "partner", "platform", "subscription"] as const;

/**
 * A solo account in any status, with the facts behind it: the linked person, the identity, the payment and the
 * suspensions. Creates the partner by default.
 */
export async function makeAccount(
  partner?: { id: string; plan: "creator_pays" | "platform_pays" },
  { status = "pending_id_verification", link, suspensions, verified, ...data }: AccountOptions = {},
) {
  const owner = partner ?? (await makePartner());
  const now = clock.now();
  const email = data.email ?? freshEmail("creator");
  const fundedBy = data.fundedBy ?? (owner.plan === "platform_pays" ? "platform" : "creator");
  const person = data.userId
    ? await db.user.findUniqueOrThrow({ where: { id: data.userId } })
    : await db.user.upsert({ where: { email }, create: { id: newId(), email, createdAt: now }, update: {} });

  const hasIdentity = status === "active" || (status === "suspended" && verified !== false);
  const identity = await db.identity.findUnique({ where: { userId: person.id } });
  const onFile = hasIdentity ? (identity ?? (await makeIdentity(person))) : identity;
  if (fundedBy === "creator" && status !== "pending_id_verification") {
    const paid = { active: !(suspensions ?? []).includes("subscription"), since: now };
    await db.subscription.upsert({
      where: { userId: person.id },
      create: { userId: person.id, ...paid },
      update: paid,
    });
  }

  const asked: readonly SuspensionKind[] = suspensions ?? (status === "suspended" ? ["partner"] : []);
  const inForce = SUSPENSION_ORDER.filter((kind) => asked.includes(kind));
  const strongest = inForce[0];
  const account = await db.soloAccount.create({
    data: {
      id: newId(),
      partnerId: owner.id,
      externalUserId: `user-${newId()}`,
      email,
      callbackUrl: "https://platform.example.com/callback",
      fundedBy,
      userId: link === "pending" || link === "declined" ? null : person.id,
      status,
      suspendReason: status === "suspended" && strongest ? SUSPEND_REASON_OF[strongest] : null,
      suspendedAt: status === "suspended" ? now : null,
      verifiedAt: hasIdentity ? (onFile?.verifiedAt ?? null) : null,
      reinstatedAt: status === "subscribed_pending_id" && fundedBy === "platform" ? now : null,
      activeSince: status === "active" ? now : null,
      createdAt: now,
      updatedAt: now,
      ...data,
    },
  });
  for (const kind of inForce) {
    await db.accountSuspension.create({
      data: {
        id: newId(),
        accountId: account.id,
        partnerId: account.partnerId,
        kind,
        reason: SUSPEND_REASON_OF[kind],
        placedAt: now,
      },
    });
  }
  if (link) {
    await db.linkRequest.create({
      data: {
        id: newId(),
        accountId: account.id,
        partnerId: account.partnerId,
        userId: person.id,
        decision: link,
        createdAt: now,
        decidedAt: link === "pending" ? null : now,
      },
    });
  }
  return { ...account, person };
}

/** A depiction in the content log of a partner's account (new and active by default), without its copy. */
export async function makeDepiction(
  partner: { id: string; plan: "creator_pays" | "platform_pays" },
  data: Partial<Prisma.DepictionUncheckedCreateInput> = {},
) {
  const id = newId();
  const account = data.accountId
    ? await db.soloAccount.findUniqueOrThrow({ where: { id: data.accountId } })
    : await makeAccount(partner, { status: "active" });
  const depiction = await db.depiction.create({
    data: {
      id,
      contentLogId: newId(),
      partnerId: partner.id,
      accountId: account.id,
      externalContentId: `post-${id}`,
      contentUrl: `https://platform.example.com/posts/${id}`,
      title: "Behind the scenes",
      contentType: "image",
      platform: "Platform",
      productionDate: clock.now(),
      copyState: "pending",
      copyMimeType: "image/jpeg",
      copyBytes: 1000,
      createdAt: clock.now(),
      ...data,
    },
  });
  await queueForSearch(db, "depiction", [id]);
  const { productionDate, createdAt } = depiction;
  if (account.userId) {
    await db.indexEntry.create({
      data: {
        depictionId: id,
        userId: account.userId,
        partnerId: partner.id,
        productionDate,
        lastChangedAt: createdAt,
      },
    });
  }
  return depiction;
}

/** An actor, each with a request id of its own. */
/** Where everybody acts from. */
export const FROM = { ip: "203.0.113.7", userAgent: "vitest" };

export const ctxFor = <A extends Actor>(actor: A, more: Partial<Omit<Ctx, "actor">> = {}): Ctx<A> => ({
  actor,
  requestId: newId(),
  ...FROM,
  ...more,
});

/** The partner's program, using a key (unnamed by default). */
export const keyCtx = (partner: { id: string }, key: { id: string } = { id: newId() }) =>
  ctxFor({ kind: "partner_key", partnerId: partner.id, keyId: key.id });

/** A portal user of the partner's team. */
export const portalCtx = (partner: MadePartner, role: Role = "owner") =>
  ctxFor({ kind: "portal_user", partnerId: partner.id, userId: partner.users[role].id, role });

/** A creator or performer. */
export const personCtx = (user: { id: string }) => ctxFor({ kind: "person", userId: user.id });

/** A custodian of the service, who proved who they are just now. */
export const staffCtx = (user: { id: string }) => ctxFor({ kind: "staff", userId: user.id, provenAt: clock.now() });

/** A job or an operator. */
export const systemCtx = (name = "test") => ctxFor({ kind: "system", name });
