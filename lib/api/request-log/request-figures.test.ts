import { expect, test } from "vitest";
import { clock } from "@/lib/platform/clock";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import { logEntry } from "@/lib/testing/log-entries";
import { insertRows } from "./insert-rows";
import { rowOf } from "./redact";
import { requestFigures } from "./request-figures";

const NOW = new Date("2026-11-21T10:30:00.000Z");

const call = (partnerId: string, ago: number, status = 200) =>
  insertRows([rowOf(logEntry({ partnerId, at: NOW.getTime() - ago, status }))]);

test("the exact last 24 hours by clock hour, and the week's daily mean", async () => {
  clock.freeze(NOW);
  const [partner, other] = [await makePartner(), await makePartner()];
  const inside = [
    [0, 200],
    [5 * MINUTE_MS, 404],
    [45 * MINUTE_MS, 500],
    [DAY_MS, 422],
  ] as const;
  const before = [
    [DAY_MS + 1, 200],
    [7 * DAY_MS, 404],
  ] as const;
  for (const [ago, status] of [...inside, ...before]) await call(partner.id, ago, status);
  await call(partner.id, 7 * DAY_MS + 1, 500);
  await call(other.id, HOUR_MS, 503);

  const figures = await requestFigures(portalCtx(partner));
  expect(figures.last24h).toEqual({ requests: 4, refused: 2, failed: 1 });
  expect(figures.days).toBe(7);
  expect(figures.daily).toEqual({ requests: 6 / 7, refused: 3 / 7, failed: 1 / 7 });
  expect(figures.hours).toHaveLength(25);
  expect(figures.hours[0]).toEqual({ at: new Date("2026-11-20T10:00:00Z"), requests: 1, refused: 1, failed: 0 });
  expect(figures.hours[23]).toEqual({ at: new Date("2026-11-21T09:00:00Z"), requests: 1, refused: 0, failed: 1 });
  expect(figures.hours[24]).toEqual({ at: new Date("2026-11-21T10:00:00Z"), requests: 2, refused: 1, failed: 0 });
});

test("a younger log has a mean over its days, and an empty one over none", async () => {
  clock.freeze(NOW);
  const [young, silent] = [await makePartner(), await makePartner()];
  for (const ago of [HOUR_MS, 2 * HOUR_MS, 30 * HOUR_MS]) await call(young.id, ago);
  expect(await requestFigures(portalCtx(young))).toMatchObject({ days: 2, daily: { requests: 1.5 } });
  const figures = await requestFigures(portalCtx(silent));
  expect(figures).toMatchObject({ days: 0, last24h: { requests: 0 }, daily: { requests: 0 } });
  expect(figures.hours.every(({ requests }) => requests === 0)).toBe(true);
});
