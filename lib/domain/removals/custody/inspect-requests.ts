import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { newestAfter } from "@/lib/platform/keyset";
import type { RemovalStatus } from "@/prisma/generated/client";
import type { LegalBasis } from "../labels";
import { itemsOf } from "./request-items";

const PAGE = 200;

type Query = { status?: RemovalStatus | undefined; basis?: LegalBasis | undefined; after?: string | undefined };

/** Removal requests, newest first, for operators. Nothing of the claim. `after` is the last one of the page before. */
export async function listRequestsOfAll(_ctx: Ctx<SystemActor>, { status, basis, ...page }: Query) {
  const { rows, next } = await newestAfter(page, ({ beyond, ...order }) =>
    db.removalRequest.findMany({
      where: { ...beyond, ...(status && { status }), ...(basis && { legalBasis: basis }) },
      ...order,
      select: {
        ...{ id: true, status: true, legalBasis: true, requestedAt: true, deadlineAt: true },
        ...{ appealedAt: true, decidedAt: true, custodian: { select: { email: true } } },
        _count: { select: { items: { where: { status: "open" } } } },
      },
    }),
  );
  const requests = rows.map(({ custodian, _count, ...request }) => ({
    ...request,
    assignedTo: custodian?.email ?? null,
    openItems: _count.items,
  }));
  return { requests, next };
}

/** One removal request with its records and their clocks, for operators. Nothing of the claim. Throws `NotFound`. */
export async function inspectRequest(_ctx: Ctx<SystemActor>, requestId: string) {
  const request = isId(requestId)
    ? await db.removalRequest.findUnique({
        where: { id: requestId },
        select: {
          ...{ status: true, legalBasis: true, email: true, requestedAt: true, deadlineAt: true, searchedAt: true },
          ...{ askedAt: true, appealedAt: true, decidedAt: true, withdrawnAt: true },
          custodian: { select: { email: true } },
        },
      })
    : null;
  if (!request) throw new NotFound();
  const [{ rows, total }, takedowns] = await Promise.all([
    itemsOf({ ...request, id: requestId }),
    db.takedown.findMany({
      where: { item: { requestId } },
      orderBy: { id: "asc" },
      take: PAGE,
      select: { id: true, itemId: true, partnerId: true, deadlineAt: true, closedAt: true, outcome: true },
    }),
  ]);
  const { custodian, ...facts } = request;
  return {
    requestId,
    ...facts,
    assignedTo: custodian?.email ?? null,
    itemsInAll: total,
    items: rows.map(({ id, kind, status, foundBy, partnerName, url, decidedBy, decidedAt, proposedBy, ...item }) => ({
      id,
      kind,
      recordId: item.depictionId ?? item.productionId ?? item.publicationId,
      status,
      foundBy,
      partner: partnerName,
      url,
      decidedBy,
      decidedAt,
      proposedBy,
    })),
    takedowns,
  };
}
