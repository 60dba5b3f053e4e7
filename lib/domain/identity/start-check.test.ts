import { expect, it, vi } from "vitest";
import { saveDetails, startCheck } from "@/lib/domain/identity";
import { linesOn } from "@/lib/testing/effects";
import { ctxFor, type MadeAccount, makeAccount } from "@/lib/testing/factories";
import { someDetails } from "@/lib/testing/identity-checks";
import { type Proof, visitByCode, visitByMail } from "@/lib/testing/onboarding-browser";
import { atOnce } from "@/lib/testing/sql";
import { findAndLockCheck } from "./lock-check";

vi.mock("./lock-check", async (importOriginal) => {
  const real = await importOriginal<typeof import("./lock-check")>();
  return { ...real, findAndLockCheck: vi.fn(real.findAndLockCheck) };
});

const actsIn = ({ person }: MadeAccount, { visit }: Proof) => ctxFor({ kind: "person", userId: person.id, visit });

it("records in the ledger when another visit continues the check", async () => {
  const account = await makeAccount();
  const [code, mail, again] = [await visitByCode(account), await visitByMail(account), await visitByMail(account)];
  const { checkId } = await startCheck(actsIn(account, code), { accountId: account.id });
  await startCheck(actsIn(account, code), { accountId: account.id });
  await startCheck(actsIn(account, mail), { accountId: account.id });
  await startCheck(actsIn(account, mail), { accountId: account.id });
  await saveDetails(actsIn(account, mail), someDetails());
  await saveDetails(actsIn(account, again), someDetails());
  const lines = await linesOn(checkId);
  expect(lines.map(({ action }) => action.replace("identity_check.", ""))).toEqual([
    "started",
    "taken_over",
    "details_saved",
    "taken_over",
    "details_saved",
  ]);
  const taken = lines.filter(({ action }) => action === "identity_check.taken_over");
  expect(taken.map(({ detail }) => JSON.parse(detail))).toEqual([
    { from: code.visit.id, to: mail.visit.id },
    { from: mail.visit.id, to: again.visit.id },
  ]);
});

it("locks a check that a parallel start has just created", async () => {
  const account = await makeAccount();
  const [first, second] = [await visitByMail(account), await visitByMail(account)];
  const started: string[] = [];
  const start = async (proof: Proof) => {
    started.push((await startCheck(actsIn(account, proof), { accountId: account.id })).checkId);
  };
  await atOnce(
    () => start(first),
    () => start(second),
  );
  const [checkId = ""] = started;
  expect(started).toEqual([checkId, checkId]);
  expect(vi.mocked(findAndLockCheck).mock.calls.map(([, locked]) => locked)).toContain(checkId);
  expect((await linesOn(checkId)).map(({ action }) => action)).toEqual([
    "identity_check.started",
    "identity_check.taken_over",
  ]);
});
