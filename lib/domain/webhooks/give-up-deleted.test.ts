import { expect, it } from "vitest";
import { db, inTransaction } from "@/lib/platform/db";
import { makePartner, portalCtx, systemCtx } from "@/lib/testing/factories";
import { createEndpoint } from "./create-endpoint";
import { deleteEndpoint } from "./delete-endpoint";
import { emit } from "./emit";
import { giveUpDeletedTask } from "./give-up-deleted";

it("ends the wait of an event that was being written while its endpoint was deleted, and of no other", async () => {
  const partner = await makePartner();
  const input = { partnerId: partner.id, url: "http://127.0.0.1:9/hooks", description: null, types: [] };
  const { endpointId } = await createEndpoint(systemCtx(), input);
  const other = await createEndpoint(systemCtx(), input);
  await inTransaction(async (tx) => {
    await emit(tx, { type: "test.ping", partnerId: partner.id, data: { message: "x" } });
    await deleteEndpoint(portalCtx(partner), { endpointId });
  });
  const statusOf = async (id: string) =>
    (await db.webhookDelivery.findMany({ where: { endpointId: id } })).map(({ status }) => status);
  expect(await statusOf(endpointId)).toEqual(["pending"]);
  await giveUpDeletedTask.run({}, { requestId: "r", attempt: 1, lastAttempt: false, signal: undefined });
  expect(await statusOf(endpointId)).toEqual(["failed"]);
  expect(await statusOf(other.endpointId)).toEqual(["pending"]);
});
