import { expect, it } from "vitest";
import { freshEmail, makePartner, portalCtx } from "@/lib/testing/factories";
import { makeProducer, makeProduction, producerCtx } from "@/lib/testing/productions";
import { ownProductionList, productionList } from ".";

it("the list of productions has pages, and finds by title, id, performer and status", async () => {
  const partner = await makePartner();
  const producer = await makeProducer([partner]);
  const email = freshEmail("ada");
  const named = await makeProduction({ producer, title: "100% Winter", performers: [email], depictions: 2 });
  const done = await makeProduction({ producer, status: "documented", performers: [] });
  const newest = await makeProduction({ producer, performers: [] });
  await makeProduction();
  type Query = Parameters<typeof productionList.read>[1];
  for (const read of [
    (query: Query) => productionList.read(portalCtx(partner, "viewer"), query),
    (query: Query) => ownProductionList.read(producerCtx(producer), query),
  ]) {
    const list = async (query: Query) => (await read(query)).rows.map(({ id }) => id);
    const { rows, older, newer } = await read({ limit: 2 });
    expect([rows.map(({ id }) => id), newer]).toEqual([[newest.id, done.id], null]);
    expect(await list({ cursor: older ?? "" })).toEqual([named.id]);
    expect(await list({ q: "0% win" })).toEqual([named.id]);
    expect(await list({ q: email.toUpperCase() })).toEqual([named.id]);
    expect(await list({ q: done.id })).toEqual([done.id]);
    expect(await list({ status: "documented" })).toEqual([done.id]);
  }
  expect((await productionList.read(portalCtx(partner), { ends: "60" })).rows).toEqual([]);
  const [row] = (await ownProductionList.read(producerCtx(producer), { q: email })).rows;
  expect(row).toMatchObject({
    performerCount: 2,
    waitingCount: 0,
    waitingFor: [],
    depictionCount: 2,
    certificate: null,
  });
});
