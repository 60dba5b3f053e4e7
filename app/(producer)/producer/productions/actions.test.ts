import { beforeEach, expect, it } from "vitest";
import { NAME_DIFFERS } from "@/lib/domain/identity/names/labels";
import { readSealStatement } from "@/lib/domain/productions";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { besideId, firstIdAt, newId } from "@/lib/platform/ids";
import { formOf } from "@/lib/testing/attesting";
import { cookieHeader, whereTo } from "@/lib/testing/next";
import { type MadeProduction, makeProducer, makeProduction, producerCtx } from "@/lib/testing/productions";
import { signIn } from "@/lib/testing/signed-in";
import { addDepictionAction, addLoggedAction, removeDepictionAction } from "./[productionId]/depictions/actions";
import { POST } from "./[productionId]/depictions/import/file/route";
import { findReport } from "./[productionId]/depictions/import/report";
import { renewAction, sealAction } from "./[productionId]/seal/actions";
import { createProductionAction, editProductionAction, linkPartnerAction, removeSceneAction } from "./actions";

/** An action's result: where it redirected, or its message or errors. */
const ran = async (answer: Promise<unknown>) => {
  const to = await whereTo(answer);
  return typeof to === "string" ? to : (Object(to).message ?? Object(to).errors);
};

let own: MadeProduction;
let path: string;

beforeEach(async () => {
  own = await makeProduction();
  await signIn(own.producer.user);
  path = `/producer/productions/${own.id}`;
});

const details = (title: string, id = newId()) => formOf({ id, title, productionDate: "2026-09-04" });
const depiction = formOf({ url: "https://platform.example.com/new", title: "", date: "2026-09-04", sha256: "" });
const signature = { agreed: "on", signedName: "Robin Ada Example" };

it("answers Not found for another producer's production, and changes nothing", async () => {
  const { id, scene, partners } = own;
  const [row] = await db.productionDepiction.findMany({ where: { productionId: id } });
  await signIn((await makeProducer(partners)).user);
  const answers = [
    editProductionAction(id, {}, details("Mine now")),
    linkPartnerAction(id, partners[0]?.id ?? ""),
    removeSceneAction(id, scene?.id ?? ""),
    addDepictionAction(id, {}, depiction),
    addLoggedAction(id, {}, formOf({ depictionId: newId() })),
    removeDepictionAction(id, row?.id ?? ""),
  ];
  for (const answer of answers) expect(await ran(answer)).toBe("Not found");
  // These lead to pages that don't exist for them.
  expect(await ran(sealAction(id, {}, formOf({ ...signature, shown: "" })))).toBe(`${path}/seal`);
  expect(await ran(renewAction(id, {}, formOf({ ...signature, shown: "" })))).toBe(`${path}/certificate`);
  expect(await db.production.findUnique({ where: { id } })).toMatchObject({ title: own.title, revision: own.revision });
  expect(await db.sealedPackage.count({ where: { productionId: id } })).toBe(0);
});

it("creates a production with the chosen platforms only", async () => {
  const producer = await makeProducer([...own.partners, ...(await makeProducer()).partners]);
  await signIn(producer.user);
  const stranger = (await makeProducer()).partners[0]?.id ?? "";
  const chosen = producer.partners[1]?.id ?? "";
  const form = details(" Lake \n two ");
  form.set(`partner.${chosen}`, "on");
  form.set(`partner.${stranger}`, "on");
  const page = await ran(createProductionAction({}, form));
  const made = await db.production.findFirstOrThrow({
    where: { producerId: producer.id },
    include: { partners: true },
  });
  expect(page).toBe(`/producer/productions/${made.id}`);
  expect(made.title).toBe("Lake two");
  expect(made.partners.map(({ partnerId }) => partnerId)).toEqual([chosen]);
});

it("creates one production with a form that is sent twice, and none with an id that isn't a form's", async () => {
  const producer = await makeProducer();
  await signIn(producer.user);
  const id = newId();
  const presses = [1, 2].map(() => ran(createProductionAction({}, details("Lake", id))));
  expect(await Promise.all(presses)).toEqual([1, 2].map(() => `/producer/productions/${id}`));
  expect(await ran(createProductionAction({}, details("Another", id)))).toMatch(/already created a production/);
  await signIn(own.producer.user);
  expect(await ran(createProductionAction({}, details("Lake", id)))).toMatch(/already created a production/);
  const tomorrow = firstIdAt(new Date(clock.now().getTime() + DAY_MS));
  for (const wrong of ["", "z".repeat(25), tomorrow]) {
    expect(await ran(createProductionAction({}, details("Lake", wrong)))).toEqual({ id: "Open the form again." });
  }
  expect(await db.production.count({ where: { producerId: { in: [producer.id, own.producer.id] } } })).toBe(2);
});

it("seals only what was shown, ticked and signed, and once for two presses at once", async () => {
  const { shown } = await readSealStatement(producerCtx(own.producer), own.id);
  const press = (fields: Record<string, string>) => ran(sealAction(own.id, {}, formOf(fields)));
  const agreed = "Read the statement and tick this box.";
  expect(await press({ shown })).toEqual({ agreed, signedName: expect.stringMatching(/name/) });
  expect(await press({ shown, signedName: signature.signedName })).toEqual({ agreed });
  const other = { ...signature, signedName: "Robin Lake", shown };
  expect(await press(other)).toEqual({ signedName: NAME_DIFFERS });
  expect(await press({ ...signature, shown: "another" })).toBe(`${path}/seal?changed`);
  expect(await db.sealedPackage.count({ where: { productionId: own.id } })).toBe(0);
  const presses = [press({ ...signature, shown }), press({ ...signature, shown })];
  expect(await Promise.all(presses)).toEqual([`${path}/seal`, `${path}/seal`]);
  const [made, ...others] = await db.sealedPackage.findMany({
    where: { productionId: own.id },
    include: { attestation: true },
  });
  expect(others).toEqual([]);
  expect(made?.attestation.signedName).toBe(signature.signedName);
});

/** Sends a CSV file like the form without scripts. */
async function send(text: string, headers: Record<string, string> = {}): Promise<Response> {
  const form = new FormData();
  form.set("file", new File([text], "lake.csv", { type: "text/csv" }));
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const sent = {
    "sec-fetch-site": "same-origin",
    "content-type": encoded.headers.get("content-type") ?? "",
    "content-length": String(body.length),
    ...headers,
  };
  const request = new Request("http://localhost/file", { method: "POST", headers: sent, body });
  return POST(request, { params: Promise.resolve({ productionId: own.id }) });
}

const countDepictions = () => db.productionDepiction.count({ where: { productionId: own.id } });
const leadsTo = async (answer: Promise<Response>) => (await answer).headers.get("location");

it("adds all rows of a file, or shows what is wrong with them by line", async () => {
  const before = await countDepictions();
  const good = "https://platform.example.com/1,2026-09-04";
  expect(await leadsTo(send(`url,date\n${good}\nnowhere,2026-09-31\n`))).toBe(`${path}/depictions/import`);
  expect(await findReport(own.id)).toMatchObject({
    fileName: "lake.csv",
    rows: [{ line: 3, reason: expect.any(String) }],
    count: 1,
  });
  expect(await findReport(besideId(own.id, 1))).toBeNull();
  expect(await countDepictions()).toBe(before);
  expect(await leadsTo(send(`url,date\n${good}\n`))).toBe(`${path}/depictions?added=1`);
  expect(await leadsTo(send(`url,date\n${good}\n`))).toBe(`${path}/depictions?added=0&unchanged=1`);
  expect(await findReport(own.id)).toBeNull();
  expect(await countDepictions()).toBe(before + 1);
});

it("keeps as many wrong rows as fit into a cookie", async () => {
  const wrong = Array.from({ length: 300 }, (_, n) => `${"é".repeat(200)}${n},x`);
  await send(`url,date\n${wrong.join("\n")}\n`);
  const report = await findReport(own.id);
  expect(report?.count).toBe(300);
  expect(report?.rows.length).toBeGreaterThan(5);
  for (const one of cookieHeader().split("; ")) expect(Buffer.byteLength(one)).toBeLessThan(4_096);
});

it("takes no file from another site, none that is too large, and none for another's production", async () => {
  expect((await send("", { "sec-fetch-site": "cross-site" })).status).toBe(403);
  await send("url,date\n", { "content-length": String(9 * 1024 * 1024) });
  expect((await findReport(own.id))?.problem).toContain("at most 8 MB");
  await signIn((await makeProducer()).user);
  await send("url,date\nhttps://platform.example.com/1,2026-09-04\n");
  expect((await findReport(own.id))?.problem).toBe("Not found");
  expect(await countDepictions()).toBe(1);
});
