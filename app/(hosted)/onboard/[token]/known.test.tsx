import { afterEach, expect, it, vi } from "vitest";
import { AskedByMail } from "@/components/onboarding/asked-by-mail";
import { LinkDeclined } from "@/components/onboarding/link-declined";
import { OnHold } from "@/components/onboarding/on-hold";
import { declineLink, holdAccount, withdrawLink } from "@/lib/domain/accounts";
import { type MadeAccount, makeAccount, personCtx, systemCtx } from "@/lib/testing/factories";
import { linkTo, openBrowser, type Proof, visitByCode, visitByMail } from "@/lib/testing/onboarding-browser";
import { Known } from "./known";
import { findVisitor } from "./visitor";

vi.mock("next/headers", async () => (await import("@/lib/testing/onboarding-browser")).nextHeaders);

afterEach(() => openBrowser());

/** What a browser sees that proved the mailbox before. */
async function shownTo(proof: Proof, account: MadeAccount): Promise<unknown> {
  openBrowser(proof);
  const visitor = await findVisitor(await linkTo(account));
  if (!visitor?.proven) throw new Error("not proven");
  return (await Known({ visitor, proven: visitor.proven, later: false })).type;
}

it("shows a browser that a code let in the same of a person who left as of one whom the service holds", async () => {
  const left = await makeAccount(undefined, { status: "active" });
  const held = await makeAccount(undefined, { status: "active" });
  const [atLeft, atHeld] = [await visitByCode(left), await visitByCode(held)];
  await withdrawLink(personCtx(left.person), left.id);
  await holdAccount(systemCtx(), { accountId: held.id, reason: "manual_suspension" });
  expect(await shownTo(atHeld, held)).toBe(OnHold);
  expect(await shownTo(atLeft, left)).toBe(OnHold);
});

it("goes on telling the person's own mail that they declined, and a code that they are asked", async () => {
  const account = await makeAccount(undefined, { link: "pending" });
  const [byCode, byMail] = [await visitByCode(account), await visitByMail(account)];
  await declineLink(personCtx(account.person), account.id);
  expect(await shownTo(byCode, account)).toBe(AskedByMail);
  expect(await shownTo(byMail, account)).toBe(LinkDeclined);
});
