import { expect, test } from "vitest";
import { clock } from "@/lib/platform/clock";
import { makeKey, makePartner, portalCtx } from "@/lib/testing/factories";
import { findKeys } from "./queries";

const PRINTED = ["AbCd", "svc_live_AbCd", "svc_live_AbCd…", "svc_live_AbCd…WxYz••••••", "WxYz", "…WxYz", "WxYz••••••"];
/** What somebody copies from the key itself: its start, or its end with the checksum. */
const IN_HAND = ["svc_live_AbCd0123", "WxYz012345"];

test("a key is found by the start of its name, and by either end of its text as pages print it", async () => {
  const [partner, other] = [await makePartner(), await makePartner()];
  const { id } = await makeKey(partner, { name: "Payout_100% job", prefix: "AbCd", tail: "WxYz" });
  const found = async (text: string) => (await findKeys(portalCtx(partner), text)).map((key) => key.id);
  for (const text of ["payout", "Payout_100% job", ...PRINTED, ...IN_HAND]) {
    expect(await found(text), text).toEqual([id]);
    expect(await findKeys(portalCtx(other), text), text).toEqual([]);
  }
  for (const text of ["job", "%ayout", "Payout-100", "abcd", "svc_live_", "012345"])
    expect(await found(text), text).toEqual([]);
});

test("active keys come before revoked ones, newest first", async () => {
  const partner = await makePartner();
  const first = await makeKey(partner, { name: "Import" });
  const revoked = await makeKey(partner, { name: "Import", revokedAt: clock.now() });
  const last = await makeKey(partner, { name: "Import" });
  const found = await findKeys(portalCtx(partner), "imp");
  expect(found.map(({ id }) => id)).toEqual([last.id, first.id, revoked.id]);
  expect(Object.keys(found[0] ?? {})).not.toContain("hash");
});
