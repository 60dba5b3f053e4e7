import pg from "pg";
import { expect, it, vi } from "vitest";
import { freshEmail, systemCtx } from "@/lib/testing/factories";
import { clickOf, makeUploadSession } from "@/lib/testing/upload-sessions";
import { completeCollab, completeSolo } from "./complete-session";

// Prisma reads each relation of a row with a query of its own, all at once, and `pg` warns from the third on.
it.each([1, 3])("a click with %i faces never has three queries open on one connection", async (detectedFaceCount) => {
  const session = await makeUploadSession(undefined, { detectedFaceCount });
  const query = pg.Client.prototype.query;
  const open = new Map<pg.Client, number>();
  const count = (client: pg.Client, change: number) => {
    const now = (open.get(client) ?? 0) + change;
    open.set(client, now);
    return now;
  };
  let most = 0;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...sent: unknown[]) {
    const answer: unknown = Reflect.apply(query, this, sent);
    if (answer instanceof Promise) {
      most = Math.max(most, count(this, 1));
      const end = () => void count(this, -1);
      answer.then(end, end);
    }
    return answer;
  });
  const click = clickOf(session);
  if (detectedFaceCount === 1) await completeSolo(systemCtx("attest"), click);
  else await completeCollab(systemCtx("attest"), { ...click, performers: [freshEmail(), freshEmail()] });
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(3);
});
