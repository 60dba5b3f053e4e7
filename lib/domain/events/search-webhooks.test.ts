import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import { makeEndpoint, ping } from "@/lib/testing/webhooks";
import { deleteEndpoint } from "./endpoint-changes";
import { searchWebhooks } from "./search-webhooks";

async function setUp() {
  const partner = await makePartner();
  const ctx = portalCtx(partner, "developer");
  const endpoint = (path: string, description: string | null = null) =>
    makeEndpoint(partner, { url: `http://127.0.0.1:9/${path}`, description });
  return { partner, ctx, endpoint };
}

it("finds the partner's own events and deliveries by id, and endpoints by description or URL", async () => {
  const { partner, ctx, endpoint } = await setUp();
  const { endpointId } = await endpoint("ledger-100%", "Main Queue");
  const other = await endpoint("other");
  await deleteEndpoint(ctx, await endpoint("ledger-gone"));
  await ping(partner);
  const delivery = await db.webhookDelivery.findFirstOrThrow({ where: { endpointId } });
  const stranger = await setUp();
  const search = async (text: string, by = ctx) => {
    const { endpoints, event, delivery } = await searchWebhooks(by, text);
    return [...endpoints.map(({ id }) => id), event?.id, delivery?.id].filter(Boolean);
  };
  expect(await search("LEDGER")).toEqual([endpointId]);
  expect(await search("100%")).toEqual([endpointId]);
  expect(await search("main q")).toEqual([endpointId]);
  expect(await search("127.0.0.1")).toEqual([endpointId, other.endpointId]);
  expect(await search(other.endpointId)).toEqual([other.endpointId]);
  expect(await search("%")).toEqual([endpointId]);
  expect(await search(delivery.eventId.toUpperCase())).toEqual([delivery.eventId]);
  expect(await search(delivery.id)).toEqual([delivery.id]);
  for (const text of ["127.0.0.1", delivery.eventId, delivery.id, endpointId]) {
    expect(await search(text, stranger.ctx)).toEqual([]);
  }
});
