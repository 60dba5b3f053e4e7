import { expect, it } from "vitest";
import { STATEMENTS } from "@/lib/domain/identity/labels";
import { formOf } from "@/lib/testing/attesting";
import { linesOn } from "@/lib/testing/effects";
import { makeReviewer, makeSubmitted } from "@/lib/testing/identity-checks";
import { whereTo } from "@/lib/testing/next";
import { signIn } from "@/lib/testing/signed-in";
import { approveAction, askPhotosAction, reassignAction, rejectAction, writeAction } from "./actions";

const addressOf = (checkId: string) => `/custodian/identities/${checkId}`;

/** Approves with all five statements. */
function approve(checkId: string) {
  const form = new FormData();
  for (const statement of STATEMENTS) form.append("statement", statement);
  return approveAction(checkId, [], form);
}

/** Signs in a custodian who has opened these checks' photos. */
async function reviews(...checkIds: string[]): Promise<void> {
  const [first = "", ...others] = checkIds;
  const ctx = await makeReviewer(first);
  for (const checkId of others) await makeReviewer(checkId, ctx);
  await signIn({ id: ctx.actor.userId });
}

it("opens the check that has waited longest after a decision, or the queue when none is left", async () => {
  const [first, second, third] = [await makeSubmitted(), await makeSubmitted(), await makeSubmitted()];
  await reviews(first.checkId, second.checkId, third.checkId);
  expect(await whereTo(approve(second.checkId))).toBe(addressOf(first.checkId));
  expect(await whereTo(rejectAction(first.checkId, formOf({ reason: "document_unreadable" })))).toBe(
    addressOf(third.checkId),
  );
  expect(await whereTo(approve(third.checkId))).toBe("/custodian/identities");
  const decided = (await linesOn(second.checkId)).map(({ action }) => action).slice(-2);
  expect(decided).toEqual(["identity_check.opened", "identity_check.approved"]);
});

it("stays on the page and says why when a decision is refused", async () => {
  const [check, other] = [await makeSubmitted(), await makeSubmitted()];
  await reviews(other.checkId);
  expect(await approve(check.checkId)).toEqual({ error: "Open every photo first." });
  await whereTo(approve(other.checkId));
  expect(await approve(other.checkId)).toEqual({
    error: "Another custodian already decided: this check is approved.",
  });
});

it("refuses what isn't stated, and what names no photo, no colleague or no reason", async () => {
  const { checkId } = await makeSubmitted();
  await reviews(checkId);
  expect(await approveAction(checkId, [], formOf({ statement: "face" }))).toEqual({
    error: "Check all five statements before you approve.",
  });
  expect(await askPhotosAction(checkId, formOf({ reason: "dark" }))).toEqual({ error: "Choose at least one photo." });
  expect(await reassignAction(checkId, formOf({ to: "nobody", note: "Why" }))).toEqual({
    error: "This colleague can’t decide this check. Choose another.",
  });
  expect(await reassignAction(checkId, formOf({ to: "nobody", note: "" }))).toEqual({
    error: "Say why, in a few words.",
  });
  expect(await writeAction(checkId, formOf({ does: "note", note: " " }))).toEqual({ error: "Write a note." });
  expect(await writeAction(checkId, formOf({ does: "ask", note: "Is it real?" }))).toEqual({});
  expect(await writeAction(checkId, formOf({ does: "approving", note: "It is" }))).toEqual({
    error: "You asked. Another custodian has to answer.",
  });
});
