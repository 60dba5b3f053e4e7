import { describe, expect, it } from "vitest";
import { record } from "@/lib/domain/core/ledger";
import { listLooks } from "@/lib/domain/creators/overview";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { freshEmail, makeCustodian, makeUser, personCtx, staffCtx } from "@/lib/testing/factories";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { productionRecordList, viewProductionRecord } from ".";

const custodian = async () => staffCtx(await makeCustodian());

/** A production with a title of its own and one performer with an account. */
async function setUp() {
  const [user, title] = [await makeUser({ email: freshEmail("performer") }), `Lake ${newId()} at dusk`];
  const production = await makeProduction({ title, performers: [user.email, freshEmail("second")] });
  return { user, title, production, ctx: await custodian() };
}

const linesOn = (subjectId: string) => db.ledgerEntry.findMany({ where: { subjectId }, orderBy: { seq: "asc" } });

describe("a production's record", () => {
  it("is found by its id, words of its title, and a performer's address, which the ledger records", async () => {
    const { user, title, production, ctx } = await setUp();
    const found = async (text: string) => (await productionRecordList.read(ctx, { q: text })).rows;
    const words = `${title.split(" ")[1]} dusk`;
    for (const text of [` ${production.id.toUpperCase()}`, words]) {
      expect(await found(text)).toMatchObject([{ id: production.id, performers: [], performerCount: 3 }]);
    }
    expect(await linesOn(user.id)).toEqual([]);
    expect(await found(user.email.slice(0, -6).toUpperCase())).toMatchObject([
      { id: production.id, performers: [user.email] },
    ]);
    expect(await linesOn(user.id)).toMatchObject([{ action: "index.searched", partnerId: null }]);
    for (const text of [newId(), `dusk ${newId()}`, freshEmail()]) expect(await found(text)).toEqual([]);
    await expect(productionRecordList.read(staffCtx(await makeUser()), {})).rejects.toMatchObject({ status: 403 });
  });

  it("shows everything, and each view is recorded for it and for each person in it", async () => {
    const { user, title, production, ctx } = await setUp();
    const seen = await viewProductionRecord(ctx, production.id);
    expect(seen).toMatchObject({
      title,
      status: "pending_documentation",
      producer: { name: production.producer.name, email: production.producer.user.email },
      partners: [{ partnerId: production.partners[0]?.id, takenDownAt: null }],
      depictions: { total: 1 },
      packages: { rows: [], total: 0 },
      certificates: { rows: [], total: 0 },
    });
    expect(seen.performers.map(({ email }) => email).toSorted()).toEqual(
      [
        user.email,
        production.producer.user.email,
        ...(production.scene?.performers.slice(1) ?? []).map(({ email }) => email),
      ].toSorted(),
    );
    const { looks } = await listLooks(personCtx(user), undefined);
    expect(looks).toMatchObject([{ action: "person.production_viewed", by: "custodian" }]);
    // An action on the page draws it again, in the same request.
    await viewProductionRecord(ctx, production.id);
    expect(await linesOn(production.id)).toMatchObject([{ action: "production.viewed", partnerId: null }]);
    expect((await viewProductionRecord(await custodian(), production.id)).history).toMatchObject({
      rows: [{ action: "production.viewed" }, { action: "production.viewed" }],
      total: 2,
    });
  });

  it("is closed to others, and to custodians who are in it or produce it", async () => {
    const { ctx } = await setUp();
    await expect(viewProductionRecord(staffCtx(await makeUser()), newId())).rejects.toMatchObject({ status: 403 });
    for (const id of [newId(), "x"]) await expect(viewProductionRecord(ctx, id)).rejects.toMatchObject({ status: 404 });
    const own = await makeCustodian();
    const other = freshEmail("other");
    for (const production of [
      await makeProduction({ performers: [other, own.email] }),
      await makeProduction({ producer: await makeProducer(undefined, { user: own }), performers: [other] }),
    ]) {
      await expect(viewProductionRecord(staffCtx(own), production.id)).rejects.toMatchObject({
        code: "conflict_of_interest",
      });
      const found = async (text: string) => (await productionRecordList.read(staffCtx(own), { q: text })).rows;
      expect(await found(production.id)).toEqual([{ id: production.id, isReserved: true }]);
      // A search by address must not show a custodian who else is in their own production.
      expect(await found(other)).toEqual([]);
      expect(await linesOn(production.id)).toEqual([]);
    }
  });

  it("has the latest thousand entries of its history", async () => {
    const { production, ctx } = await setUp();
    const subject = { kind: "production", id: production.id } as const;
    await inTransaction(async (tx) => {
      for (let n = 0; n < 1000; n++) record(tx, { ctx, action: "production.viewed", subject });
    });
    const { history } = await viewProductionRecord({ ...ctx, requestId: newId() }, production.id);
    expect([history.rows.length, history.total]).toEqual([1000, 1001]);
  });
});
