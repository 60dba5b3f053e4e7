import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { beyondId, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import type { PlatformInvoice } from "@/prisma/generated/client";

const INVOICES = 12;

/** A page of the partner's invoices, newest first. */
export async function listPlatformInvoices(
  ctx: Ctx<PortalUserActor>,
  { cursor: place }: { cursor?: string | undefined },
): Promise<{ invoices: ShownInvoice[]; newer: string | null; older: string | null }> {
  const cursor = readCursor(place);
  const found = await db.platformInvoice.findMany({
    where: { partnerId: ctx.actor.partnerId, ...beyondId(cursor) },
    orderBy: { id: readingOrder(cursor) },
    take: INVOICES + 1,
  });
  const { rows, newer, older } = pageOf(found, { limit: INVOICES, cursor });
  return { invoices: rows.map(presentInvoice), newer, older };
}

/** One of the partner's invoices. Throws `NotFound`. */
export async function getPlatformInvoice(ctx: Ctx<PortalUserActor>, id: string): Promise<ShownInvoice> {
  const invoice = isId(id)
    ? await db.platformInvoice.findFirst({ where: { id, partnerId: ctx.actor.partnerId } })
    : null;
  if (!invoice) throw new NotFound();
  return presentInvoice(invoice);
}

/** `closed`: paid by other means. `written_off`: we stopped collecting, but it is still owed. */
export type InvoiceState = "preparing" | "open" | "paid" | "closed" | "void" | "written_off";

/** An invoice as its partner sees it. */
export type ShownInvoice = Pick<
  PlatformInvoice,
  | ("id" | "month" | "number" | "totalCents" | "pageUrl" | "pdfUrl" | "failure")
  | ("createdAt" | "dueAt" | "paidAt" | "nextTryAt")
> & {
  state: InvoiceState;
  creators: number;
  /** How many scenes' fees it charges. */
  scenes: number;
};

export function presentInvoice(invoice: PlatformInvoice): ShownInvoice {
  const { id, month, number, totalCents, pageUrl, pdfUrl, failure, createdAt, dueAt } = invoice;
  const { lineCount: creators, sceneCount: scenes, paidAt, settledAt } = invoice;
  const nextTryAt = invoice.status === "open" ? invoice.nextTryAt : null;
  const shown = { id, month, number, totalCents, pageUrl, pdfUrl, failure, createdAt, dueAt, nextTryAt };
  return { ...shown, creators, scenes, paidAt: paidAt ?? settledAt, state: stateOf(invoice) };
}

function stateOf({ status, settledAt }: PlatformInvoice): InvoiceState {
  if (status === "paid") return "paid";
  if (settledAt) return "closed";
  return status === "draft" ? "preparing" : status === "uncollectible" ? "written_off" : status;
}
