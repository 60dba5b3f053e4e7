import { expect, it } from "vitest";
import { formOf } from "@/lib/testing/attesting";
import { linesOn } from "@/lib/testing/effects";
import { makeReviewer, makeSubmitted } from "@/lib/testing/identity-checks";
import { whereTo } from "@/lib/testing/next";
import { signIn } from "@/lib/testing/signed-in";
import { approveAction, rejectAction } from "./actions";

const addressOf = (checkId: string) => `/custodian/identities/${checkId}`;

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
  expect(await whereTo(approveAction(second.checkId, []))).toBe(addressOf(first.checkId));
  expect(await whereTo(rejectAction(first.checkId, formOf({ reason: "document_unreadable" })))).toBe(
    addressOf(third.checkId),
  );
  expect(await whereTo(approveAction(third.checkId, []))).toBe("/custodian/identities");
  const decided = (await linesOn(second.checkId)).map(({ action }) => action).slice(-2);
  expect(decided).toEqual(["identity_check.opened", "identity_check.approved"]);
});

it("stays on the page and says why when a decision is refused", async () => {
  const [check, other] = [await makeSubmitted(), await makeSubmitted()];
  await reviews(other.checkId);
  expect(await approveAction(check.checkId, [])).toEqual({ error: "Open every photo before you approve." });
  await whereTo(approveAction(other.checkId, []));
  expect(await approveAction(other.checkId, [])).toEqual({
    error: "Another custodian already decided: this check is approved.",
  });
});
