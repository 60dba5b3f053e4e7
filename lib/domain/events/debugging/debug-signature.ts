import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { countForTeam } from "@/lib/domain/events/team-limits";
import { assertMay } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { SealBroken } from "@/lib/platform/crypto";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { InvalidField, NotFound } from "@/lib/platform/errors";
import { sentBody } from "../edit-payload";
import { openSecret } from "../open-secrets";
import { type CandidateSecret, type Explanation, explainSignature } from "./explain-signature";
import { readPastedHeaders } from "./pasted-headers";

/** How much may be pasted, in KB. */
export const PASTED_KB = { body: 256, headers: 16 };

type Pasted = { endpointId: string; body: string; headers: string };

/**
 * Explains the signatures of a received message. Tries the secrets of all the partner's endpoints, and returns only words.
 * Stores nothing that was pasted. Throws `InvalidField` `body` or
 * `headers`, `NotFound`, `Forbidden`, `TooOften`.
 */
export async function debugSignature(ctx: Ctx<PortalUserActor>, pasted: Pasted): Promise<Explanation> {
  const { endpointId, body, headers } = pasted;
  checkSize("body", body, "Paste the raw body, as it arrived.");
  checkSize("headers", headers, "Paste the headers, as they arrived.");
  const { partnerId, ...secretsAndOriginal } = await inTransaction(async (tx) => {
    const chosen = await tx.webhookEndpoint.findFirst({ where: { id: endpointId, deletedAt: null } });
    if (!chosen) throw new NotFound();
    const { partnerId } = chosen;
    await assertMay(tx, ctx, { partnerId, to: "manage_integration" });
    return {
      partnerId,
      secrets: await secretsOf(tx, chosen),
      original: await originalOf(tx, { partnerId, body, headers }),
    };
  });
  await countForTeam("debug", partnerId);
  return explainSignature({ body, headers, ...secretsAndOriginal, now: clock.now() });
}

function checkSize(field: keyof typeof PASTED_KB, text: string, missing: string): void {
  if (text.trim() === "") throw new InvalidField(field, missing);
  if (Buffer.byteLength(text) > PASTED_KB[field] * 1024) {
    throw new InvalidField(field, `This is more than ${PASTED_KB[field]} KB, the limit.`);
  }
}

/** All secrets of the partner's endpoints, the chosen endpoint's first, current ones before previous ones. */
async function secretsOf(tx: Tx, chosen: { id: string; partnerId: string }): Promise<CandidateSecret[]> {
  const endpoints = await tx.webhookEndpoint.findMany({
    where: { partnerId: chosen.partnerId, deletedAt: null },
    select: { id: true, url: true, secrets: { orderBy: { retiresAt: { sort: "desc", nulls: "first" } } } },
  });
  const secrets = endpoints.flatMap(({ id, url, secrets }) =>
    secrets.flatMap((row): CandidateSecret[] => {
      const text = openOrSkip(row);
      return text === null ? [] : [{ text, url, isChosen: id === chosen.id, retiresAt: row.retiresAt }];
    }),
  );
  return secrets.toSorted((one, other) => Number(other.isChosen) - Number(one.isChosen));
}

function openOrSkip(row: Parameters<typeof openSecret>[0]): string | null {
  try {
    return openSecret(row);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

/** The body that we sent: of the partner's event that the headers or the body refer to, with the edits of the delivery that they name. */
async function originalOf(tx: Tx, { partnerId, body, headers }: { partnerId: string; body: string; headers: string }) {
  const pasted = readPastedHeaders(headers);
  const named = [pasted.get("webhook-id")?.[0] ?? "", body];
  for (const text of named) {
    const id = /evt_[0-9a-z]{25}\b/.exec(text)?.[0];
    const event = id && (await tx.webhookEvent.findFirst({ where: { id, partnerId }, select: { body: true } }));
    if (!event) continue;
    const deliveryId = pasted.get("x-svc-delivery")?.[0] ?? "";
    const delivery = await tx.webhookDelivery.findFirst({ where: { id: deliveryId, partnerId, eventId: id } });
    return delivery ? sentBody(tx, delivery.id, event.body) : event.body;
  }
  return undefined;
}
