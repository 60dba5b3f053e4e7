import { beforeEach, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { formOf } from "@/lib/testing/attesting";
import { makeAccount, makeDepiction, makePartner } from "@/lib/testing/factories";
import { whereTo } from "@/lib/testing/next";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { signIn } from "@/lib/testing/signed-in";
import { addMatchesAction, removeDepictionAction } from "./actions";

type Partner = Awaited<ReturnType<typeof makePartner>>;

let partner: Partner;
let productionId: string;

beforeEach(async () => {
  partner = await makePartner();
  await signIn(partner.users.admin);
  productionId = (await makeProduction({ producer: await makeProducer([partner]), depictions: 0 })).id;
});

/** Adds what a search finds, and says where that leads or why it is refused. */
const addMatches = async (fields: Record<string, string>) => {
  const to = await whereTo(addMatchesAction(productionId, formOf(fields)));
  return typeof to === "string" ? to : Object(to).error;
};

const depictions = () => db.productionDepiction.findMany({ where: { productionId }, orderBy: { id: "asc" } });

it("adds every match of a search, on all pages, without removed records, and says when there is none new", async () => {
  const { id: accountId } = await makeAccount(partner, { status: "active", externalUserId: "studio-7" });
  for (let n = 0; n < 52; n++) await makeDepiction(partner, { accountId });
  const removed = { removedAt: new Date(), removedByKind: "portal_user", removedById: "x", removalReason: "gone" };
  await makeDepiction(partner, { accountId, ...removed });
  await makeDepiction(partner);
  await makeDepiction(await makePartner());
  const page = `/portal/productions/${productionId}`;
  expect(await addMatches({ creator: "studio-7" })).toBe(page);
  expect(await depictions()).toHaveLength(52);
  expect(await addMatches({ creator: "studio-7" })).toBe("The production already has these URLs.");
  expect(await addMatches({})).toBe(page);
  expect(await depictions()).toHaveLength(53);
  expect(await addMatches({ creator: "nobody-1" })).toBe("No record matches.");
});

it("takes a depiction of the partner's own log out again, and no other", async () => {
  await makeDepiction(partner);
  await addMatches({});
  const [row] = await depictions();
  const remove = () => removeDepictionAction(productionId, row?.id ?? "");
  await signIn((await makePartner()).users.admin);
  expect(await remove()).toEqual({ error: "Not found" });
  await signIn(partner.users.admin);
  expect(await remove()).toEqual({});
  expect(await depictions()).toEqual([]);
});
