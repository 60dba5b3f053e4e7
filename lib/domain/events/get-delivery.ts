import { z } from "zod";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isDeliveryId } from "@/lib/platform/ids";
import { beyondId, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import type { WebhookAttempt } from "@/prisma/generated/client";
import { sentBody } from "./edit-payload";
import { deliveryList } from "./list-deliveries";
import { type Attempt, KEPT_BYTES } from "./sending/attempt";

/** Attempts per page: enough for all retries and one replay. */
const PAGE = 10;

/**
 * A delivery with the exact body that it sends, and the request and response of each attempt: newest first, in pages. Throws
 * `NotFound`.
 */
export async function getDelivery(
  ctx: Ctx<PortalUserActor>,
  { deliveryId, cursor: place }: { deliveryId: string; cursor?: string | undefined },
) {
  if (!isDeliveryId(deliveryId)) throw new NotFound();
  const [delivery] = (await deliveryList.read(ctx, { delivery: deliveryId, limit: 1 })).rows;
  if (!delivery) throw new NotFound();
  const cursor = readCursor(place);
  const [event, found] = await Promise.all([
    db.webhookEvent.findFirst({ where: { id: delivery.eventId }, select: { body: true } }),
    db.webhookAttempt.findMany({
      where: { deliveryId, ...beyondId(cursor) },
      orderBy: { id: readingOrder(cursor) },
      take: PAGE + 1,
    }),
  ]);
  if (!event) throw new NotFound();
  const body = (await sentBody(db, deliveryId, event.body)).toString();
  const { rows, newer, older } = pageOf(found, { limit: PAGE, cursor });
  const first = rows[0];
  const number = first ? await db.webhookAttempt.count({ where: { deliveryId, id: { lte: first.id } } }) : 0;
  const attempts = rows.map((row, index) => ({ number: number - index, attempt: shown(row, body) }));
  return { delivery, body, attempts, newer, older };
}

const RequestHeaders = z.record(z.string(), z.string());
const ResponseHeaders = z.record(z.string(), z.union([z.string(), z.array(z.string())])).nullable();

const shown = (row: WebhookAttempt, body: string): ShownAttempt =>
  showAttempt(
    {
      url: row.url,
      at: row.at,
      durationMs: row.durationMs,
      requestHeaders: RequestHeaders.parse(row.requestHeaders),
      responseStatus: row.responseStatus,
      responseHeaders: ResponseHeaders.parse(row.responseHeaders),
      responseBody: row.responseBody,
      error: row.error,
      succeeded: row.succeeded,
    },
    body,
  );

/** One attempt for display: request and response as text. */
export type ShownAttempt = Omit<Attempt, "responseBody" | "responseHeaders"> & {
  requestBody: string;
  responseHeaders: Record<string, string | string[] | undefined> | null;
  responseBody: string | null;
  /** `cut`: only the start. `bytes`: not text. */
  responseBodyIs?: { cut: boolean; bytes: boolean };
};

/** An attempt with the exact body it sent, and any response as text: see `textOf`. */
export function showAttempt(
  { responseBody, ...attempt }: Omit<Attempt, "responseBody"> & { responseBody: Uint8Array | null },
  requestBody: string,
): ShownAttempt {
  const { text, isText } = responseBody ? textOf(responseBody) : { text: null, isText: true };
  const isCut = responseBody !== null && responseBody.length >= KEPT_BYTES;
  return { ...attempt, requestBody, responseBody: text, responseBodyIs: { cut: isCut, bytes: !isText } };
}

/** Bytes as UTF-8 text, or else as ASCII with every other byte as `\xff`. */
function textOf(bytes: Uint8Array): { text: string; isText: boolean } {
  try {
    // As a stream, because the end may be cut off inside a character.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return { text, isText: true };
  } catch {
    const text = Buffer.from(bytes)
      .toString("latin1")
      .replace(/[\x80-\xff]/g, (char) => `\\x${char.charCodeAt(0).toString(16)}`);
    return { text, isText: false };
  }
}
