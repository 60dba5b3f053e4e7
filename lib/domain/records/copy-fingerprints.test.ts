import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { storeCopy } from "@/lib/testing/stored-copies";
import { fingerprintFigures, noteFingerprint, noteWaiting } from "./copy-fingerprints";

it("counts the copies that aren't compared", async () => {
  const counted = async () => {
    const { waiting = 0, unreadable = 0 } = (await fingerprintFigures[0]?.read()) ?? {};
    return [waiting, unreadable] as const;
  };
  const [waiting, unreadable] = await counted();
  const { id: depictionId } = await storeCopy(Buffer.from("x"), "image/jpeg");
  const { id: broken } = await storeCopy(Buffer.from("x"), "image/jpeg");
  for (const id of [depictionId, broken]) await noteWaiting(db, id);
  expect(await counted()).toEqual([waiting + 2, unreadable]);
  await noteFingerprint(db, { depictionId, isUnreadable: false });
  await noteFingerprint(db, { depictionId: broken, isUnreadable: true });
  expect(await counted()).toEqual([waiting, unreadable + 1]);
});
