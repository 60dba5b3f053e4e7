import { describe, expect, it } from "vitest";
import { deactivateAccount, reactivateAccount, readAccount, withdrawLink } from "@/lib/domain/accounts";
import { db } from "@/lib/platform/db";
import { linesOn } from "@/lib/testing/effects";
import { keyCtx, makeAccount, makeIdentity, makePartner, makeUser, personCtx } from "@/lib/testing/factories";
import { StatementInput } from "./statement-schemas";
import {
  containsName,
  findOwnStatement,
  findPublicStatement,
  publishStatement,
  saveStatement,
  withdrawStatement,
} from "./statements";

const said = (more: Record<string, unknown> = {}) =>
  StatementInput.parse({
    displayName: "Nova Sky",
    workTitle: null,
    producedOn: "2026-11-01",
    address: "nova-sky",
    indexable: false,
    ...more,
  });

async function creator() {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  const me = personCtx(account.person);
  const told = async () => (await readAccount(keyCtx(partner), account.id)).complianceStatementUrl;
  const slug = async () => (await db.statement.findUniqueOrThrow({ where: { userId: me.actor.userId } })).slug;
  return { partner, account, me, told, slug, public: async () => findPublicStatement(await slug()) };
}

describe("a statement", () => {
  it("is public while published, and shown to platforms only while the account is active", async () => {
    const { partner, account, me, told, slug, ...her } = await creator();
    await saveStatement(me, said());
    expect([await told(), await her.public()]).toEqual([undefined, null]);

    expect(await publishStatement(me)).toEqual({ published: true, version: 1 });
    expect(await told()).toBe(`http://localhost:3000/statements/${await slug()}`);
    expect(await her.public()).toMatchObject({ indexable: false, statement: { displayName: "Nova Sky", version: 1 } });

    await deactivateAccount(keyCtx(partner), account.id);
    expect([await told(), await her.public()]).toEqual([undefined, expect.anything()]);
    await reactivateAccount(keyCtx(partner), account.id);
    expect(await told()).toBeTruthy();

    expect(await withdrawStatement(me)).toEqual({ withdrawn: true });
    expect([await told(), await her.public()]).toEqual([undefined, null]);
    expect(await withdrawStatement(me)).toEqual({ withdrawn: false });
    await publishStatement(me);
    await withdrawLink(me, account.id);
    expect([await told(), await her.public()]).toEqual([undefined, expect.anything()]);
  });

  it("changes only when published again, and keeps every dated version", async () => {
    const { me, account, ...her } = await creator();
    await saveStatement(me, said());
    await publishStatement(me);
    await saveStatement(me, said({ displayName: "Nova", workTitle: "Sky, part 2" }));
    expect(await findOwnStatement(me)).toMatchObject({ differs: true, published: { version: 1 } });
    expect(await her.public()).toMatchObject({ statement: { displayName: "Nova Sky", workTitle: null } });
    const twice = await Promise.all([publishStatement(me), publishStatement(me), publishStatement(me)]);
    expect(twice.map(({ published }) => published).sort()).toEqual([false, false, true]);
    expect(await her.public()).toMatchObject({
      statement: { displayName: "Nova", workTitle: "Sky, part 2", version: 2 },
    });
    const own = await findOwnStatement(me);
    expect(own?.versions.map(({ version, displayName }) => [version, displayName])).toEqual([
      [2, "Nova"],
      [1, "Nova Sky"],
    ]);
    await expect(db.statementVersion.deleteMany({ where: { userId: account.person.id } })).rejects.toThrow();
    const actions = (await linesOn(account.person.id)).map(({ action }) => action);
    expect(actions).toEqual(["statement.saved", "statement.published", "statement.saved", "statement.published"]);
  });

  it("names the custodian, office, address and hours configured when it was published", async () => {
    const { me, ...her } = await creator();
    await saveStatement(me, said());
    await publishStatement(me);
    expect((await her.public())?.statement).toMatchObject({
      custodianName: "Vellum Records Office",
      custodianTitle: "Custodian of Records",
      custodianAddress: "1 Example Street, Springfield, IL 62701, United States",
      custodianHours: "Monday to Friday, 9 a.m. to 5 p.m. Central Time",
    });
  });

  it.each(["displayName", "workTitle"])("refuses the legal name (%s)", async (field) => {
    const { me } = await creator();
    for (const text of ["Ada Example", "example  ADA", "Áda–Example, official"]) {
      await expect(saveStatement(me, said({ [field]: text }))).rejects.toMatchObject({ field });
    }
    const early = await makeUser();
    await saveStatement(personCtx(early), said({ [field]: "Ada Example" }));
    await expect(publishStatement(personCtx(early))).rejects.toMatchObject({ code: "not_verified" });
    await makeIdentity(early);
    await expect(publishStatement(personCtx(early))).rejects.toMatchObject({ field });
    expect(containsName("Ada", "Ada Example")).toBe(false);
  });

  it("refuses the legal name in its URL", async () => {
    const { me } = await creator();
    await expect(saveStatement(me, said({ address: "example-ada" }))).rejects.toMatchObject({ field: "address" });
    const early = await makeUser();
    await saveStatement(personCtx(early), said({ address: "ada-example" }));
    await makeIdentity(early);
    await expect(publishStatement(personCtx(early))).rejects.toMatchObject({ field: "address" });
  });

  it("accepts a URL that another creator has, without revealing that", async () => {
    const [one, other] = [await creator(), await creator()];
    await saveStatement(one.me, said());
    await saveStatement(other.me, said());
    const [first, second] = [await one.slug(), await other.slug()];
    expect(first).toMatch(/^nova-sky-[a-z0-9]{10}$/);
    expect(first).not.toBe(second);
    await saveStatement(one.me, said({ displayName: "Nova" }));
    expect(await one.slug()).toBe(first);
    await saveStatement(one.me, said({ address: "" }));
    expect(await one.slug()).toMatch(/^[a-z0-9]{10}$/);
    await publishStatement(one.me);
    await expect(saveStatement(one.me, said({ address: "other" }))).rejects.toMatchObject({ field: "address" });
  });

  it("can be published and withdrawn only by its owner", async () => {
    const { me, ...her } = await creator();
    await saveStatement(me, said());
    await publishStatement(me);
    const stranger = personCtx(await makeUser());
    await expect(publishStatement(stranger)).rejects.toMatchObject({ status: 404 });
    expect(await withdrawStatement(stranger)).toEqual({ withdrawn: false });
    expect(await findOwnStatement(stranger)).toBeNull();
    expect(await her.public()).not.toBeNull();
    expect(await findPublicStatement("nova-sky")).toBeNull();
    expect(await findPublicStatement("%' or 1=1 --")).toBeNull();
  });
});
