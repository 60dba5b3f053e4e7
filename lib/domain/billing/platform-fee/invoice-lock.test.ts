import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { withLock } from "./invoice-lock";

it("runs one task per name at a time, and frees the name afterwards, also after an error", async () => {
  const name = newId();
  let inner: boolean | undefined;
  const failing = withLock(name, async () => {
    inner = await withLock(name, async () => {});
    throw new Error("it broke");
  });
  await expect(failing).rejects.toThrow("it broke");
  expect(inner).toBe(false);
  expect(await withLock(name, async () => {})).toBe(true);
});

it("uses no pool connection, so that more tasks than connections don't deadlock", async () => {
  const count = env().databasePoolSize + 1;
  let under = 0;
  const all = Array.from({ length: count }, () =>
    withLock(newId(), async () => {
      under++;
      // As many as may run are waiting here, before any queries the database.
      await expect.poll(() => under >= Math.min(count, 8)).toBe(true);
      await db.user.count({ where: { id: newId() } });
    }),
  );
  expect(await Promise.all(all)).toEqual(all.map(() => true));
});
