import { hasAppeal } from "@/lib/domain/removals/deciding/return-items";
import { releaseWithdrawnBy } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { hashToken } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import type { LegalBasis, RemovalRequest, RemovalStatus } from "@/prisma/generated/client";
import { type Claim, openClaim, openWords } from "../claim";
import { takedownBy } from "../deadline";
import { type NamedThing, readNamedThings } from "./named-things";
import { type Platform, readPlatforms } from "./platforms";

export type Message = { id: string; from: "claimant" | "custodian"; isAppeal: boolean; text: string; sentAt: Date };

/** Everything on a claimant's page. */
export type ClaimantView = {
  id: string;
  status: RemovalStatus;
  legalBasis: LegalBasis;
  requestedAt: Date;
  deadlineAt: Date;
  decidedAt: Date | null;
  withdrawnAt: Date | null;
  appealedAt: Date | null;
  /** When platforms must have taken down what was confirmed, or is. */
  takedownBy: Date;
  isAsked: boolean;
  mayAppeal: boolean;
  claim: Claim;
  things: NamedThing[];
  platforms: Platform[];
  messages: Message[];
  statement: string;
  /** As they typed it under the statement. */
  signedName: string;
};

/** How many URLs, files and messages the page shows. */
const SHOWN = 200;

/** The request behind a claimant's link; null for an unknown one. */
export async function findClaimantView(token: string): Promise<ClaimantView | null> {
  const found = await db.removalRequest.findUnique({
    where: { tokenHash: hashToken(token) },
    include: {
      attestation: { select: { text: true, signedName: true } },
      targets: {
        where: { named: true },
        orderBy: { id: "asc" },
        take: SHOWN,
        // Not our own hashes of the same file: they would tell that we have it.
        include: { hashes: { where: { declared: true }, take: 1, select: { second: true } } },
      },
      messages: { orderBy: { id: "asc" }, take: SHOWN },
    },
  });
  if (!found) return null;
  const { id, legalBasis, requestedAt, deadlineAt, withdrawnAt, appealedAt, targets } = found;
  const [status, claim] = [await statusShown(db, found), openClaim(found)];
  const decidedAt = found.decidedAt ?? (status === "decided" ? await lastDecidedAt(id) : null);
  return {
    id,
    status,
    legalBasis,
    requestedAt,
    deadlineAt,
    decidedAt,
    withdrawnAt,
    appealedAt,
    takedownBy: takedownBy(found, decidedAt ?? clock.now()),
    isAsked: found.askedAt !== null && status === "open",
    mayAppeal: status === "decided" && !appealedAt && (await hasAppeal(db, id)),
    claim,
    things: await readNamedThings(db, {
      id,
      status,
      targets,
      claim,
      released: (await releaseWithdrawnBy(id))?.scene ?? null,
    }),
    platforms: await readPlatforms(db, { id, status }),
    messages: found.messages.map((message) => ({
      id: message.id,
      from: message.custodianId ? ("custodian" as const) : ("claimant" as const),
      isAppeal: message.isAppeal,
      text: openWords(message),
      sentAt: message.sentAt,
    })),
    statement: found.attestation.text,
    signedName: found.attestation.signedName ?? claim.name,
  };
}

async function lastDecidedAt(requestId: string): Promise<Date | null> {
  const last = await db.removalDecision.findFirst({ where: { requestId }, orderBy: { decidedAt: "desc" } });
  return last?.decidedAt ?? null;
}

type Reopened = Pick<RemovalRequest, "id" | "status" | "reopenedAt" | "appealedAt">;

/**
 * The status of a request as its claimant sees it. What was found after a decision opens it again for custodians only, until one of
 * them writes or decides: otherwise anybody could learn when a platform logs a URL or file that they named.
 */
export async function statusShown(
  tx: Pick<Tx, "removalMessage">,
  { id, status, reopenedAt, appealedAt }: Reopened,
): Promise<RemovalStatus> {
  const isFoundLater = status === "open" && reopenedAt !== null && reopenedAt.getTime() !== appealedAt?.getTime();
  if (!isFoundLater) return status;
  const written = { requestId: id, custodianId: { not: null }, sentAt: { gte: reopenedAt } };
  return (await tx.removalMessage.count({ where: written })) > 0 ? "open" : "decided";
}
