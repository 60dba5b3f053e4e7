import type { Ctx, ProducerActor } from "@/lib/domain/core/context";
import { type HistoryLine, readLedger, whoInWords } from "@/lib/domain/core/ledger";
import type { CertificateStatus } from "@/lib/domain/productions/certificates";
import { hexOf } from "@/lib/platform/crypto";
import { db, type Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { CertificateOrigin } from "@/prisma/generated/client";
import { type Checklist, checklistOf, type Performer, performersOf, sumDepictions } from "./checklist";
import type { ProductionStatus } from "./labels";
import { ownOf, type Reader } from "./production-access";
import { sealHoldsOn } from "./sealing/begin-seal";

/** A scene of a production. */
export type SceneOfProduction = {
  id: string;
  title: string;
  /** The platform that created it. */
  partnerId: string;
  platform: string;
  shootDate: Date | null;
  addedAt: Date;
  /** How many people it brought. */
  people: number;
  /** Whether the actor may take it out now. */
  isRemovable: boolean;
  /** Whether it is of a verification job, which has a page instead of a scene. */
  isJob: boolean;
};

export type CertificateOfProduction = {
  id: string;
  status: CertificateStatus;
  origin: CertificateOrigin;
  issuedAt: Date;
  expiresAt: Date;
  supersededAt: Date | null;
  revokedAt: Date | null;
  reason: string | null;
  jwt: string | null;
};

/** The newest package that was made. Only custodians can open it. */
export type PackageOfProduction = {
  id: string;
  sealedAt: Date;
  archiveSha256: string;
  bytes: number;
  performerCount: number;
  depictionCount: number;
};

/** All that a page of a production shows to its producer. */
export type ProductionView = {
  id: string;
  title: string;
  productionDate: Date;
  status: ProductionStatus;
  createdAt: Date;
  documentedAt: Date | null;
  producer: { id: string; name: string; email: string };
  /** The partner that created it, if it wasn't the producer. */
  createdBy: { partnerId: string; name: string } | null;
  /** Only for the partner that created it. */
  contentId: string | null;
  partners: { partnerId: string; name: string; linkedAt: Date; takenDownAt: Date | null }[];
  performers: Performer[];
  scenes: SceneOfProduction[];
  depictionCount: number;
  checklist: Checklist;
  /** The package that is being made. */
  sealing: { packageId: string; requestedAt: Date } | null;
  /** Why the newest package could not be made, until another is requested. `isHeld`: a custodian must release the seal. */
  failure: { text: string; requestedAt: Date; isHeld: boolean } | null;
  package: PackageOfProduction | null;
  /** Whether something changed since the newest package. True while there is none. */
  hasUnsealedChanges: boolean;
  /** Newest first. */
  certificates: CertificateOfProduction[];
  /** Whether somebody asks for its removal, which hasn't frozen it. */
  isRemovalAsked: boolean;
  /** Whether our custodians granted such a request. */
  isRemovalGranted: boolean;
  /** Newest first. */
  timeline: HistoryLine[];
};

/** A production of the producer's. Throws `NotFound` for every other one. */
export const viewProduction = (ctx: Ctx<ProducerActor>, productionId: string): Promise<ProductionView> =>
  readView(ctx, productionId);

/**
 * What `viewProduction` returns, of a production that the reader may read. For a linked partner, `viewLinkedProduction` keeps what
 * it may know. Throws `NotFound`.
 */
export async function readView(ctx: Reader, productionId: string): Promise<ProductionView> {
  const { actor } = ctx;
  const found = isId(productionId)
    ? await db.production.findUnique({ where: { id: productionId, ...ownOf(actor) }, include: PARTS })
    : null;
  if (!found) throw new NotFound();
  const { id, title, productionDate, status, createdAt, documentedAt, producer, createdByPartner, contentId } = found;
  const [performers, depictions, timeline, sealed] = await Promise.all([
    performersOf(id),
    sumDepictions(id),
    readTimeline(ctx, id),
    db.sealedPackage.findFirst({ where: { productionId, sealedAt: { not: null } }, orderBy: { id: "desc" } }),
  ]);
  const [newest] = found.packages;
  // What is being sealed is held, too.
  const held = newest?.failure === null ? newest : sealed;
  return {
    id,
    title,
    productionDate,
    status,
    createdAt,
    documentedAt,
    producer: { id: producer.id, name: producer.name, email: producer.user.email },
    createdBy: createdByPartner && { partnerId: createdByPartner.id, name: createdByPartner.name },
    contentId: "partnerId" in actor && createdByPartner?.id === actor.partnerId ? contentId : null,
    partners: found.partners.map(({ partnerId, partner, linkedAt, takenDownAt }) => ({
      partnerId,
      name: partner.name,
      linkedAt,
      takenDownAt,
    })),
    performers,
    scenes: scenesOf(found, ctx, held?.revision ?? -1),
    depictionCount: depictions.count,
    checklist: checklistOf({ productionDate, producerName: producer.name, performers, depictions }),
    sealing:
      newest && !newest.sealedAt && !newest.failure ? { packageId: newest.id, requestedAt: newest.requestedAt } : null,
    failure: newest?.failure
      ? { text: newest.failure, requestedAt: newest.requestedAt, isHeld: await isHeld(id) }
      : null,
    package: sealed ? packageOf(sealed) : null,
    hasUnsealedChanges: sealed?.revision !== found.revision,
    certificates: found.certificates,
    isRemovalAsked: found.takedowns.length > 0,
    isRemovalGranted: found._count.takedowns > 0,
    timeline,
  };
}

const isHeld = async (productionId: string): Promise<boolean> =>
  (await sealHoldsOn(db, productionId)).some(({ id }) => id === productionId);

const PARTS = {
  producer: { select: { id: true, name: true, user: { select: { email: true } } } },
  createdByPartner: { select: { id: true, name: true } },
  partners: { include: { partner: { select: { name: true } } }, orderBy: [{ linkedAt: "asc" }, { partnerId: "asc" }] },
  performers: {
    select: {
      sceneId: true,
      addedAt: true,
      revision: true,
      scene: {
        select: { title: true, shootDate: true, isJob: true, partnerId: true, partner: { select: { name: true } } },
      },
    },
    orderBy: [{ addedAt: "asc" }, { id: "asc" }],
  },
  packages: { orderBy: { id: "desc" }, take: 1 },
  takedowns: { where: { frozenAt: null, rejectedAt: null }, take: 1, select: { frozenAt: true } },
  _count: { select: { takedowns: { where: { confirmedAt: { not: null } } } } },
  certificates: {
    select: {
      id: true,
      status: true,
      origin: true,
      issuedAt: true,
      expiresAt: true,
      supersededAt: true,
      revokedAt: true,
      reason: true,
      jwt: true,
    },
    orderBy: [{ issuedAt: "desc" }, { id: "desc" }],
  },
} satisfies Prisma.ProductionInclude;

type Found = NonNullable<Awaited<ReturnType<typeof find>>>;
// Only for its type.
const find = (id: string) => db.production.findUnique({ where: { id }, include: PARTS });

function scenesOf({ performers, status }: Found, { actor }: Reader, held: number): SceneOfProduction[] {
  const isOpen = status === "pending_documentation" || status === "documented";
  const byScene = Map.groupBy(performers, ({ sceneId }) => sceneId);
  return [...byScene].flatMap(([id, people]) => {
    const [first] = people;
    if (!first) return [];
    const { scene, addedAt, revision } = first;
    const isOwn = actor.kind === "producer" || scene.partnerId === actor.partnerId;
    return {
      id,
      title: scene.title,
      partnerId: scene.partnerId,
      platform: scene.partner.name,
      shootDate: scene.shootDate,
      addedAt,
      people: people.length,
      isRemovable: isOwn && isOpen && revision > held,
      isJob: scene.isJob,
    };
  });
}

function packageOf(row: Found["packages"][number]): PackageOfProduction | null {
  const { id, sealedAt, archiveSha256, bytes, performerCount, depictionCount } = row;
  if (!sealedAt || !archiveSha256 || bytes === null || performerCount === null || depictionCount === null) return null;
  return { id, sealedAt, archiveSha256: hexOf(archiveSha256), bytes: Number(bytes), performerCount, depictionCount };
}

const SHOWN = 200;
const PARTNER_KINDS: ReadonlySet<string> = new Set(["partner_key", "portal_user"]);

/**
 * A production's latest events, newest first, for its producer or a linked partner. The producer reads which platform acted, a
 * partner only that it was another one. The caller checks access.
 */
async function readTimeline({ actor }: Reader, productionId: string): Promise<HistoryLine[]> {
  const reader = "partnerId" in actor ? actor.partnerId : "";
  const entries = await readLedger("linked", { about: [{ kind: "production", ids: [productionId] }], take: SHOWN });
  const own = entries.filter(({ partnerId }) => partnerId === reader);
  const [who, nameOf] = await Promise.all([
    whoInWords(
      reader,
      own.map(({ actor: who }) => who),
    ),
    reader === "" ? platformNames(entries.flatMap(({ partnerId }) => partnerId ?? [])) : () => "another platform",
  ]);
  return entries.map((entry) => {
    const { seq, at, did, action, actor: by, partnerId, detail } = entry;
    const { count } = detail;
    const isOthers = partnerId !== reader;
    return {
      id: `${seq}`,
      at,
      did,
      by: isOthers && PARTNER_KINDS.has(by.kind) ? nameOf(partnerId) : who(by),
      to: action === "production.partner_linked" ? (isOthers ? nameOf(partnerId) : "your platform") : null,
      more: typeof count === "number" ? `${count} ${count === 1 ? "depiction" : "depictions"}` : null,
    };
  });
}

async function platformNames(ids: readonly string[]): Promise<(id: string | null) => string> {
  const rows = await db.$queryRaw<{ id: string; name: string }[]>`
    SELECT id, name FROM partners WHERE id = ANY (${[...new Set(ids)]}::text[])`;
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(id ?? "") ?? "a platform";
}
