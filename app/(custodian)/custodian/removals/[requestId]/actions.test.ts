import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { formOf } from "@/lib/testing/attesting";
import { makeCustodian, makeDepiction, makePartner, makeUser } from "@/lib/testing/factories";
import { whereTo } from "@/lib/testing/next";
import { itemOf } from "@/lib/testing/removal-cases";
import { makeRemoval, readRemoval } from "@/lib/testing/removals";
import { signIn } from "@/lib/testing/signed-in";
import { askAction, attachAction, attachOtherAction, confirmAction, rejectAction } from "./actions";

async function requested() {
  const depiction = await makeDepiction(await makePartner());
  const removal = await makeRemoval({ items: [{ depictionId: depiction.id }] });
  return { removal, itemId: itemOf(removal, depiction).id, other: await makeDepiction(await makePartner()) };
}

it("opens the request after an act, and says what is done", async () => {
  const { removal, itemId, other } = await requested();
  await signIn(await makeCustodian());
  const at = (done: string) => `/custodian/removals/${removal.id}?done=${done}`;
  expect(await whereTo(attachOtherAction(removal.id, {}, formOf({ recordId: ` ${other.id.toUpperCase()} ` })))).toBe(
    at("attached"),
  );
  expect(await whereTo(attachAction(removal.id, other.id, {}, formOf({})))).toBe(at("attached_before"));
  const sure = formOf({ confirmReason: "It shows you." });
  expect(await whereTo(confirmAction(removal.id, itemId, {}, sure))).toBe(at("confirmed"));
  expect((await readRemoval(removal)).items.map(({ status }) => status).toSorted()).toEqual(["confirmed", "open"]);
});

it("stays on the page, says why and keeps what was entered when an act is refused", async () => {
  const { removal, itemId } = await requested();
  await signIn(await makeCustodian());
  const short = { confirmReason: " x " };
  expect(await confirmAction(removal.id, itemId, {}, formOf(short))).toEqual({
    errors: { confirmReason: "Tell the claimant why, in 3 characters or more." },
    values: short,
  });
  expect(await attachOtherAction(removal.id, {}, formOf({ recordId: newId() }))).toMatchObject({
    errors: { recordId: "No record has this id." },
  });
  await db.removalRequest.update({ where: { id: removal.id }, data: { status: "withdrawn", withdrawnAt: new Date() } });
  const question = { question: "Which one?" };
  expect(await askAction(removal.id, {}, formOf(question))).toEqual({
    message: "The claimant withdrew this request.",
    values: question,
  });
});

it("takes the proposed reason when the second custodian gives none", async () => {
  const { removal, itemId } = await requested();
  const reject = (rejectReason: string) => whereTo(rejectAction(removal.id, itemId, {}, formOf({ rejectReason })));
  await signIn(await makeCustodian());
  expect(await rejectAction(removal.id, itemId, {}, formOf({ rejectReason: "" }))).toMatchObject({
    message: "Tell the claimant why.",
  });
  expect(await reject("It shows a lake.")).toContain("done=proposed");
  await signIn(await makeCustodian());
  expect(await reject(" ")).toContain("done=rejected");
  expect((await readRemoval(removal)).items).toMatchObject([{ status: "rejected", reason: "It shows a lake." }]);
});

it("does nothing for somebody who is no custodian", async () => {
  const { removal, itemId } = await requested();
  await signIn(await makeUser());
  await expect(confirmAction(removal.id, itemId, {}, formOf({ confirmReason: "It shows me." }))).rejects.toThrow();
  expect((await readRemoval(removal)).items).toMatchObject([{ status: "open" }]);
});
