import { expect, it } from "vitest";
import { hmac } from "@/lib/platform/crypto";
import { createKeyring } from "@/lib/platform/crypto-keyring";
import { inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { Secret } from "@/lib/platform/secret";
import { setVariables } from "@/lib/testing/env";
import { codeHashOf, isHashOf, issueCode, proveByCode } from "./codes";
import { accountSubject, performerSubject, type Subject, type VisitCookie } from "./visits";

const before = Buffer.alloc(32, "the key before").toString("base64");
setVariables({ MASTER_KEY_PREVIOUS: before });

it("matches a code only for its visit, also after a change of the master key", () => {
  const sentBefore = createKeyring(new Secret(before)).hmac("onboarding-code", "visit:123456");
  for (const kept of [codeHashOf("visit", "123456"), sentBefore]) {
    expect(isHashOf(kept, "visit", "123456")).toBe(true);
    expect(isHashOf(kept, "visit", "123457")).toBe(false);
    expect(isHashOf(kept, "another", "123456")).toBe(false);
  }
  expect(isHashOf(hmac("another-purpose", "visit:123456"), "visit", "123456")).toBe(false);
});

it("opens any subject's pages, but only those it was made for, in the browser that requested it", async () => {
  const id = newId();
  const subject = performerSubject(id);
  const issue = () => inTransaction((tx) => issueCode(tx, { subject, visitToken: undefined }));
  const enter = (at: Subject, cookie: VisitCookie | undefined, code: string) =>
    inTransaction((tx) => proveByCode(tx, { subject: at, visitToken: cookie?.token, code }));
  const [issued, elsewhere] = [await issue(), await issue()];
  if (issued.outcome !== "issued" || elsewhere.outcome !== "issued") throw new Error("no code");
  const { code, cookie } = issued;
  expect(await enter(accountSubject(id), cookie, code)).toEqual({ outcome: "over" });
  expect(await enter(performerSubject(newId()), cookie, code)).toEqual({ outcome: "over" });
  expect(await enter(subject, undefined, code)).toEqual({ outcome: "over" });
  if (code !== elsewhere.code) {
    expect(await enter(subject, elsewhere.cookie, code)).toEqual({ outcome: "wrong", triesLeft: 4 });
  }
  expect(await enter(subject, cookie, code)).toMatchObject({
    outcome: "proven",
    visit: { provenBy: "link_and_code" },
    cookie: { path: "/consent" },
  });
});
