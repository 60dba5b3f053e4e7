import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { formOf } from "@/lib/testing/attesting";
import { textOf } from "@/lib/testing/draw";
import { makeCustodian, makeDepiction, makePartner, makeUser } from "@/lib/testing/factories";
import { whereTo } from "@/lib/testing/next";
import { itemOf } from "@/lib/testing/removal-cases";
import { makeRemoval, readRemoval } from "@/lib/testing/removals";
import { signIn } from "@/lib/testing/signed-in";
import {
  askAction,
  assignAction,
  attachAction,
  attachAllAction,
  attachOtherAction,
  confirmAction,
  confirmAllAction,
  dismissAllAction,
  rejectAction,
  rejectAllAction,
} from "./actions";
import { didText } from "./done";
import RequestPage from "./page";

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
  const sure = formOf({ reason: "shown", note: "At the lake." });
  expect(await whereTo(confirmAction(removal.id, itemId, {}, sure))).toBe(at("confirmed"));
  const { reason } = await db.removalItem.findUniqueOrThrow({ where: { id: itemId } });
  expect(reason).toBe("It shows you, or the person you act for.\n\nAt the lake.");
  expect((await readRemoval(removal)).items.map(({ status }) => status).toSorted()).toEqual(["confirmed", "open"]);
});

it("opens the next request once nothing is left for the custodian, and one of theirs if this one was", async () => {
  // Before those of other tests.
  const requestedAt = new Date(Date.UTC(2001, 0, 1));
  const file = async (legalBasis: "DMCA" | "NCII_STATE" = "DMCA") => {
    const { id } = await makeDepiction(await makePartner());
    return makeRemoval({ requestedAt, legalBasis, items: [{ depictionId: id }] });
  };
  const [first, second, third] = [await file("NCII_STATE"), await file(), await file()];
  await signIn(await makeCustodian());
  const next = (id: string, done: string, from: string) => `/custodian/removals/${id}?done=${done}&from=${from}`;
  const of = (removal: typeof first) => [removal.id, removal.items[0]?.id ?? "", {}] as const;
  await whereTo(assignAction(first.id, {}, formOf({})));
  expect(await whereTo(rejectAction(...of(first), formOf({ reason: "not_shown", note: "" })))).toBe(
    next(second.id, "proposed", first.id),
  );
  const assigned = await db.removalRequest.findMany({
    where: { id: { in: [first.id, second.id, third.id] }, custodianId: { not: null } },
  });
  expect(assigned.map(({ id }) => id)).toEqual([second.id]);
  expect(await whereTo(askAction(second.id, {}, formOf({ note: "Which one?" })))).toBe(
    next(third.id, "asked", second.id),
  );
});

it("stays on the page, says why and keeps what was entered when an act is refused", async () => {
  const { removal, itemId } = await requested();
  await signIn(await makeCustodian());
  const tooShort: Record<string, string>[] = [
    { note: " x " },
    { reason: "other", note: "" },
    { reason: "made up", note: "" },
  ];
  for (const short of tooShort) {
    expect(await confirmAction(removal.id, itemId, {}, formOf(short))).toEqual({
      errors: { note: "Tell the claimant why, in 3 characters or more." },
      values: short,
    });
  }
  expect(await attachOtherAction(removal.id, {}, formOf({ recordId: newId() }))).toMatchObject({
    errors: { recordId: "No record has this id." },
  });
  await db.removalRequest.update({ where: { id: removal.id }, data: { status: "withdrawn", withdrawnAt: new Date() } });
  const question = { note: "Which one?" };
  expect(await askAction(removal.id, {}, formOf(question))).toEqual({
    message: "The claimant withdrew this request.",
    values: question,
  });
});

it("takes the proposed reason when the second custodian gives none", async () => {
  const { removal, itemId } = await requested();
  const reject = (note: string) => whereTo(rejectAction(removal.id, itemId, {}, formOf({ note })));
  await signIn(await makeCustodian());
  expect(await rejectAction(removal.id, itemId, {}, formOf({ note: "" }))).toMatchObject({
    message: "Tell the claimant why.",
  });
  expect(await reject("It shows a lake.")).toContain("done=proposed");
  await signIn(await makeCustodian());
  expect(await reject(" ")).toContain("done=rejected");
  expect((await readRemoval(removal)).items).toMatchObject([{ status: "rejected", reason: "It shows a lake." }]);
});

it("decides alike about several records, says what was done and opens one that was left", async () => {
  const depictions = [await makeDepiction(await makePartner()), await makeDepiction(await makePartner())];
  const items = depictions.map(({ id }) => ({ depictionId: id, status: "suggested" as const }));
  const removal = await makeRemoval({ legalBasis: "DMCA", items });
  const [first = "", second = ""] = removal.items.map(({ id }) => id);
  await signIn(await makeCustodian());
  const at = (query: string) => `/custodian/removals/${removal.id}?${query}`;
  const all = [removal.id, [first, second], {}] as const;
  expect(await whereTo(attachAllAction(...all, formOf({})))).toBe(at(`item=${first}&all=1&did=attached-2`));
  expect(await whereTo(dismissAllAction(...all, formOf({})))).toBe(at(`item=${first}&did=changed-2`));
  await whereTo(confirmAction(removal.id, first, {}, formOf({ reason: "shown", note: "" })));
  expect(await whereTo(rejectAllAction(...all, formOf({ reason: "not_shown", note: "" })))).toBe(
    at(`item=${first}&did=rejected-1.changed-1`),
  );
  expect(didText("rejected-1.changed-1")).toEqual({
    text: "1 record rejected. 1 record changed meanwhile, so we left it as it is.",
    hasLeft: true,
  });
  expect(didText("confirmed-8.request_withdrawn-2")).toEqual({
    text: "8 removals confirmed. We notified their platforms. The claimant withdrew the request meanwhile, so we left 2 records as they are.",
    hasLeft: true,
  });
  expect(didText("confirmed-3")?.text).toBe("3 removals confirmed. We notified their platforms.");
  expect(didText("made_up-3")).toBeNull();
  const forged = "not a list" as unknown as string[];
  expect(await confirmAllAction(removal.id, forged, {}, formOf({ reason: "shown", note: "" }))).toMatchObject({
    message: expect.any(String),
  });
});

it("says what was done of a request that became reserved meanwhile", async () => {
  const { removal } = await requested();
  await signIn(await makeCustodian({ email: removal.email }));
  const page = await RequestPage({
    params: Promise.resolve({ requestId: removal.id }),
    searchParams: Promise.resolve({ did: "confirmed-8.conflict_of_interest-2" }),
  });
  expect(textOf(page)).toContain("8 removals confirmed. We notified their platforms. 2 records are reserved");
});

it("does nothing for somebody who is no custodian", async () => {
  const { removal, itemId } = await requested();
  await signIn(await makeUser());
  await expect(confirmAction(removal.id, itemId, {}, formOf({ note: "It shows me." }))).rejects.toThrow();
  expect((await readRemoval(removal)).items).toMatchObject([{ status: "open" }]);
});
