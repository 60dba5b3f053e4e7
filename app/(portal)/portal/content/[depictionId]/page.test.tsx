import { expect, it } from "vitest";
import { noteFingerprint } from "@/lib/domain/records/copy-fingerprints";
import { db } from "@/lib/platform/db";
import { draw } from "@/lib/testing/draw";
import { signIn } from "@/lib/testing/signed-in";
import { storeCopy } from "@/lib/testing/stored-copies";
import DepictionPage from "./page";

it("doesn't say whether a copy is compared", async () => {
  const { id: depictionId, partnerId } = await storeCopy(Buffer.from("x"), "image/jpeg");
  await noteFingerprint(db, { depictionId, isUnreadable: true });
  const { userId } = await db.partnerMember.findFirstOrThrow({ where: { partnerId, role: "owner" } });
  await signIn({ id: userId });
  const page = await DepictionPage({ params: Promise.resolve({ depictionId }), searchParams: Promise.resolve({}) });
  const text = draw(page).replace(/<[^>]*>/g, " ");
  expect(text).toContain("SHA-256");
  expect(text).not.toMatch(/compar/i);
});
