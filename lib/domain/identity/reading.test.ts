import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { makeApproved, makeDraft } from "@/lib/testing/identity-checks";
import { purgeDrafts } from ".";
import { compareReading, type Entered, findReading, type ReadFields, sealFields } from "./reading";

const day = (text: string) => new Date(`${text}T00:00:00.000Z`);
const READ: ReadFields = {
  legalName: "ADA EXAMPLE",
  birthDate: day("1990-01-31"),
  documentNumber: "L01X00T47",
  documentType: "passport",
  documentCountry: "DE",
  documentExpiry: day("2031-05-01"),
  state: null,
  isNameCut: false,
};

const write = async (check: { id: string; userId: string }, fields: ReadFields = READ) =>
  db.documentReading.create({
    data: {
      checkId: check.id,
      status: "read",
      source: "mrz",
      fields: await sealFields(db, check, fields),
      queuedAt: clock.now(),
      readAt: clock.now(),
    },
  });

describe("what was read from a document", () => {
  it("is sealed for its check, and found once it is read", async () => {
    const { ctx, checkId } = await makeDraft();
    const check = { id: checkId, userId: ctx.actor.userId };
    expect(await findReading(db, check)).toBeNull();
    const { fields } = await write(check);
    expect(Buffer.from(fields ?? []).toString("latin1")).not.toContain("EXAMPLE");
    expect(await findReading(db, check)).toMatchObject({ source: "mrz", fields: READ, keptFields: [] });
    await db.documentReading.update({
      where: { checkId },
      data: { status: "queued", source: null, fields: null, readAt: null },
    });
    expect(await findReading(db, check)).toBeNull();
    await db.documentReading.update({ where: { checkId }, data: { status: "failed", readAt: clock.now() } });
    expect(await findReading(db, check)).toBeNull();
    await db.documentReading.update({ where: { checkId }, data: { status: "nothing" } });
    expect(await findReading(db, check)).toMatchObject({ source: null, fields: { legalName: null } });
  });

  it("goes with its draft, and stays once its check was sent", async () => {
    const draft = await makeDraft();
    await write({ id: draft.checkId, userId: draft.ctx.actor.userId });
    const long = new Date(clock.now().getTime() - 31 * DAY_MS);
    await db.identityCheck.update({ where: { id: draft.checkId }, data: { updatedAt: long } });
    await purgeDrafts("test");
    expect(await db.documentReading.count({ where: { checkId: draft.checkId } })).toBe(0);

    const { checkId, account } = await makeApproved();
    await write({ id: checkId, userId: account.person.id });
    const where = { checkId };
    await expect(db.documentReading.delete({ where })).rejects.toThrow("kept for seven years");
    await expect(db.documentReading.update({ where, data: { keptFields: ["legalName"] } })).rejects.toThrow("stays");
  });
});

describe("the comparison", () => {
  const entered: Entered = { ...READ, legalName: "Ada Example" };
  const sameOf = (own: Partial<Entered>, read: Partial<ReadFields> = {}) =>
    compareReading({ ...entered, ...own }, { fields: { ...READ, ...read } }).filter(({ same }) => same !== true);

  it.each<[entered: string, read: string, same: boolean, isCut?: true]>([
    ["Ada Example", "ADA EXAMPLE", true],
    ["ada  example ", "EXAMPLE ADA", true],
    ["Zoë Ångström", "ZOE ANGSTROM", true],
    ["Zoë Ångström", "ZOE AANGSTROEM", true],
    ["Jürgen Groß", "JUERGEN GROSS", true],
    ["Jürgen Groß", "JURGEN GROSS", true],
    ["Łucja Ærø", "LUCJA AERO", true],
    ["Łucja Ærø", "LUCJA AEROE", true],
    ["Siobhán O’Example", "SIOBHAN OEXAMPLE", true],
    ["Siobhan O'Example", "SIOBHAN O EXAMPLE", true],
    ["Ada-Marie Example", "ADA MARIE EXAMPLE", true],
    ["Ada Example", "ADA MARIE EXAMPLE", false],
    ["Ada Marie Example", "ADA EXAMPLE", false],
    ["Ada Example", "ADA EXAMPEL", false],
    ["Ada Maximiliana Konstantina Example", "ADA MAXIMILIANA KONST EXAMPLE", true, true],
    ["Ada Maximiliana Konstantina Example", "ADA MAXIMILIANA KONST EXAMPLE", false],
    ["Ada Example", "ADAH EXAMPLE", false, true],
    ["Ada Ada Example", "ADA ADA ADA EXAMPLE", false, true],
    ["", "ADA EXAMPLE", false],
    ["Ада Пример", "ADA PRIMER", false],
  ])("of the name %j and %j is %s", (legalName, read, same, isCut = false as true) => {
    expect(sameOf({ legalName }, { legalName: read, isNameCut: isCut })).toEqual(
      same ? [] : [{ field: "legalName", entered: legalName, read, same: false }],
    );
  });

  it.each<[own: Partial<Entered>, read: Partial<ReadFields>, different: string[]]>([
    [{}, {}, []],
    [{ documentNumber: "l01-x00 t47" }, {}, []],
    [{ documentNumber: "LO1X00T47" }, {}, ["documentNumber"]],
    [{ birthDate: day("1990-01-30") }, {}, ["birthDate"]],
    [{ documentExpiry: null }, {}, ["documentExpiry"]],
    [{ documentExpiry: null }, { documentExpiry: day("1970-01-01") }, ["documentExpiry"]],
    [{ documentType: "id_card", documentCountry: "AT" }, {}, ["documentType", "documentCountry"]],
  ])("of %j and %j differs in %j", (own, read, different) => {
    expect(sameOf(own, read).map(({ field }) => field)).toEqual(different);
  });

  it("says of what wasn't read that it can't tell", () => {
    expect(sameOf({}, { documentExpiry: null })).toEqual([
      { field: "documentExpiry", entered: READ.documentExpiry, read: null, same: null },
    ]);
    expect(compareReading(entered, null).every(({ same }) => same === null)).toBe(true);
  });
});
