import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { db, pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { firstIdAt, newId } from "@/lib/platform/ids";
import { makeKey, makePartner, portalCtx } from "@/lib/testing/factories";
import { getRequest, requestList } from "./list-requests";

const START = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 1000).getTime();
const ROWS = 25;
const DAYS = [START, START + DAY_MS].map((ms) => new Date(ms).toISOString().slice(0, 10));

let ctx: Ctx<PortalUserActor>;
let other: Ctx<PortalUserActor>;
const ids: string[] = [];

/** Rows around midnight, so that pages cross a partition. Each pair shares a millisecond. */
beforeAll(async () => {
  const [mine, theirs] = [await makePartner(), await makePartner()];
  const key = await makeKey(mine);
  ctx = portalCtx(mine);
  other = portalCtx(theirs);
  await pool().query("select request_log_ensure_day(day::date) from unnest($1::text[]) day", [DAYS]);
  for (let n = 0; n < ROWS; n++) {
    const at = new Date(START + Math.floor(n / 2) * 200);
    const id = `${firstIdAt(at).slice(0, 10)}${newId().slice(10)}`;
    ids.push(id);
    await db.requestLog.create({
      data: {
        id,
        at,
        partnerId: mine.id,
        apiKeyId: key.id,
        method: n % 5 === 0 ? "POST" : "GET",
        route: "/api/v1/solo-accounts/{accountId}",
        path: `/api/v1/solo-accounts/${n % 5 === 0 ? "" : n}`,
        status: n % 4 === 0 ? 404 : 200,
        statusClass: n % 4 === 0 ? 4 : 2,
        durationMs: n,
        userAgent: "=cmd|' /C calc'!A0",
        requestHeaders: { accept: "*/*" },
        responseHeaders: {},
        responseBody: "{}",
      },
    });
  }
});

describe("reading the request log", () => {
  test("pages older and back again visit every row once, newest first", async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    let last = await requestList.read(ctx, { limit: 7 });
    expect(last.newer).toBeNull();
    for (;;) {
      seen.push(...last.rows.map((row) => row.id));
      if (!last.older) break;
      cursor = last.older;
      last = await requestList.read(ctx, { limit: 7, cursor });
    }
    expect(new Set(seen)).toEqual(new Set(ids));
    expect(seen).toHaveLength(ROWS);

    const back: string[] = last.rows.map((row) => row.id);
    while (last.newer) {
      last = await requestList.read(ctx, { limit: 7, cursor: last.newer });
      back.unshift(...last.rows.map((row) => row.id));
    }
    expect(back).toEqual(seen);
  });

  test("filters select by class, exact status, method, path, time and id", async () => {
    const count = async (filters: Parameters<typeof requestList.read>[1]) =>
      (await requestList.read(ctx, filters)).rows.length;
    expect(await count({ status: "4xx", limit: 200 })).toBe(7);
    expect(await count({ status: "200", limit: 200 })).toBe(18);
    expect(await count({ method: "POST", limit: 200 })).toBe(5);
    expect(await count({ path: "/api/v1/solo-accounts/1", limit: 200 })).toBe(9);
    const minute = (ms: number) => new Date(ms).toISOString().slice(0, 16);
    const midnight = minute(START + 1000);
    expect(await count({ range: "custom", from: midnight, limit: 200 })).toBe(ROWS - 10);
    expect(await count({ range: "custom", to: midnight, limit: 200 })).toBe(10);
    expect(await count({ request: ids[3] ?? "", limit: 200 })).toBe(1);
    expect(await count({ request: "no such id", limit: 200 })).toBe(0);
    expect(await count({ key: newId(), limit: 200 })).toBe(0);
  });

  test("another partner's key is not searched for, so timing reveals nothing", async () => {
    const key = await db.apiKey.findFirstOrThrow({ where: { partnerId: ctx.actor.partnerId } });
    const asked = vi.spyOn(pool(), "query");
    expect(await requestList.read(other, { key: key.id, limit: 5 })).toEqual({ rows: [], newer: null, older: null });
    expect(asked.mock.calls.filter(([text]) => String(text).includes("FROM request_log"))).toEqual([]);
    await requestList.read(ctx, { key: key.id, limit: 5 });
    expect(asked.mock.calls.filter(([text]) => String(text).includes("FROM request_log"))).toHaveLength(1);
    asked.mockRestore();
  });

  test("another partner sees none of it, by list, id or export", async () => {
    expect((await requestList.read(other, { limit: 50 })).rows).toEqual([]);
    await expect(getRequest(other, ids[0] ?? "")).rejects.toMatchObject({ status: 404 });
    expect((await new Response(await requestList.export(other, {})).text()).trim().split("\r\n")).toHaveLength(1);
  });

  test("the export has every row, and no cell that a spreadsheet would run", async () => {
    const lines = (await new Response(await requestList.export(ctx, {})).text()).trim().split("\r\n");
    expect(lines).toHaveLength(ROWS + 1);
    expect(lines[0]).toBe("request_id,at,method,path,query,status,code,field,duration_ms,key_id,key_name");
    expect(lines.slice(1).every((line) => !/(^|,)[=+@-]/.test(line))).toBe(true);
  });

  test("one request is read with all details", async () => {
    expect(await getRequest(ctx, ids[0] ?? "")).toMatchObject({
      method: "POST",
      status: 404,
      requestHeaders: { accept: "*/*" },
    });
  });

  test("a forged cursor returns the first page", async () => {
    expect((await requestList.read(ctx, { limit: 5, cursor: "older.x.'; drop table" })).rows).toHaveLength(5);
  });
});
