import { attest } from "@/lib/domain/acts";
import { type Claim, sealClaim } from "@/lib/domain/removals/claim";
import { addItems } from "@/lib/domain/removals/deciding/add-items";
import { findMatches, findSuggestions, type Match } from "@/lib/domain/removals/matching/find-matches";
import { clock } from "@/lib/platform/clock";
import { hashToken, randomToken, sha256 } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import type { Prisma } from "@/prisma/generated/client";
import { freshEmail, makeCustodian, systemCtx } from "./factories";

type RemovalOptions = Partial<Prisma.RemovalRequestUncheckedCreateInput> & {
  /** What differs from an adult's own claim. */
  says?: Partial<Claim>;
  /** The URLs that the claimant named. */
  urls?: readonly string[];
  /** The hashes of files that the claimant named. */
  sha256s?: readonly Buffer<ArrayBuffer>[];
  /** Its items, open unless their status says otherwise. */
  items?: readonly ItemOptions[];
};
type ItemOptions = Partial<Omit<Prisma.RemovalItemUncheckedCreateInput, "requestId">>;

export type MadeRemoval = Awaited<ReturnType<typeof makeRemoval>>;

const CLAIM: Claim = {
  name: "Clara Claimant",
  otherNames: [],
  actsFor: null,
  kind: "intimate",
  age: "adult",
  spread: "published",
  consent: "never",
  description: "It shows me at the lake.",
};

/** A filed removal request, open unless its status says otherwise. Its items have no effect on their records. */
export async function makeRemoval({ urls = [], sha256s = [], items = [], says, ...data }: RemovalOptions = {}) {
  const [id, email, pageToken] = [data.id ?? newId(), data.email ?? freshEmail("claimant"), randomToken()];
  const requestedAt = data.requestedAt ? new Date(data.requestedAt) : clock.now();
  const attestationId = await inTransaction((tx) =>
    attest(tx, {
      kind: "removal",
      subjectKind: "removal_request",
      subjectId: id,
      text: "I have a good faith belief that this was published without my consent.",
      signedName: says?.name ?? CLAIM.name,
      proof: "mail_link",
      email,
      attestedAt: requestedAt,
    }),
  );
  const claim = { ...CLAIM, ...says };
  await db.removalRequest.create({
    data: {
      id,
      legalBasis: "NCII_TAKE_IT_DOWN",
      age: claim.age ?? null,
      email,
      emailSha256: sha256(email),
      claim: sealClaim(id, claim, pageToken),
      attestationId,
      draftId: newId(),
      tokenHash: hashToken(pageToken),
      requestedAt,
      searchedAt: requestedAt,
      deadlineAt: new Date(requestedAt.getTime() + 2 * DAY_MS),
      decidedAt: data.status === "decided" ? requestedAt : null,
      withdrawnAt: data.status === "withdrawn" ? requestedAt : null,
      ...data,
    },
  });
  for (const url of urls) {
    await db.$executeRaw`
      INSERT INTO removal_targets (id, request_id, url, url_hash, named, added_at)
      VALUES (${newId()}, ${id}, ${url}, match_url_hash(${url}), true, ${requestedAt})`;
  }
  for (const hash of sha256s) {
    await db.removalTarget.create({
      data: { id: newId(), requestId: id, sha256: hash, named: true, addedAt: requestedAt },
    });
  }
  for (const item of items) await makeItem({ id }, item);
  return readRemoval({ id });
}

/** Adds a record to a request: one of the three ids. */
export async function makeItem(request: { id: string }, { status = "open", ...data }: ItemOptions) {
  const isSuggested = status === "suggested" || status === "dismissed";
  const item = await db.removalItem.create({
    data: {
      id: newId(),
      requestId: request.id,
      partnerId: await partnerOf(data),
      status: isSuggested ? "suggested" : "open",
      foundBy: "url",
      addedAt: clock.now(),
      ...data,
    },
  });
  if (item.status === status) return item;
  const { id } = item;
  const [reason, at] = ["It shows you.", clock.now()];
  if (status === "rejected") {
    const proposed = { proposedById: (await makeCustodian()).id, proposedAt: at, proposedReason: reason };
    await db.removalItem.update({ where: { id }, data: proposed });
  }
  const isDecided = status === "confirmed" || status === "rejected";
  const decided = isDecided && { decidedById: (await makeCustodian()).id, decidedAt: at, reason };
  return db.removalItem.update({ where: { id }, data: { status, ...decided } });
}

async function partnerOf({ depictionId, publicationId }: ItemOptions): Promise<string | null> {
  if (depictionId) return (await db.depiction.findUniqueOrThrow({ where: { id: depictionId } })).partnerId;
  if (publicationId) return (await db.scenePublication.findUniqueOrThrow({ where: { id: publicationId } })).partnerId;
  return null;
}

/** A partner's clock for an item, open unless it says otherwise, with the deadline of its request. */
export async function makeTakedown(
  item: { id: string; requestId: string },
  { partnerId, ...data }: Partial<Prisma.TakedownUncheckedCreateInput> & { partnerId: string },
) {
  const { requestedAt, deadlineAt } = await db.removalRequest.findUniqueOrThrow({ where: { id: item.requestId } });
  return db.takedown.create({
    data: { id: newId(), itemId: item.id, partnerId, requestedAt, openedAt: clock.now(), deadlineAt, ...data },
  });
}

/** The current rows of a request, its items and their clocks. */
export const readRemoval = ({ id }: { id: string }) =>
  db.removalRequest.findUniqueOrThrow({
    where: { id },
    include: {
      targets: { orderBy: { id: "asc" } },
      items: { orderBy: { id: "asc" }, include: { takedowns: { orderBy: { id: "asc" } } } },
    },
  });

type Filed = RemovalOptions & {
  /** What the claimant says about the person shown, for custodians to compare. */
  says?: { names?: readonly string[]; description?: string };
};

/** A filed request with the records that it finds, which have their effects. */
export async function fileRemoval({ says = {}, ...options }: Filed = {}): Promise<MadeRemoval> {
  const made = await makeRemoval(options);
  await inTransaction(async (tx) => {
    const { names = [], description = "" } = says;
    const add = (matches: readonly Match[]) =>
      addItems(tx, systemCtx("removals"), { requestId: made.id, matches, foundAt: made.requestedAt });
    await add(await findMatches(tx, made.id));
    await add(await findSuggestions(tx, { email: made.email, names, description }));
  });
  return readRemoval(made);
}
