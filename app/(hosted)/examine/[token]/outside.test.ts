import { globSync } from "node:fs";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { enterExaminationCode, findVisitor } from "@/lib/domain/examinations";
import { endExamination } from "@/lib/domain/examinations/examinations";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import {
  type Examinable,
  enterCodeFor,
  makeExaminable,
  makeExamination,
  makeExaminationOf,
  makePackedExamination,
  makeSample,
} from "@/lib/testing/examinations";
import { systemCtx } from "@/lib/testing/factories";
import { openBrowser, setCookie, whereTo } from "@/lib/testing/next";
import * as copies from "./copies/[depictionId]/route";
import * as exported from "./export/route";
import * as index from "./index/[index]/page";
import * as open from "./open/route";
import * as packages from "./package/[packageId]/route";
import * as sums from "./package/[packageId]/sum/route";
import * as first from "./page";
import * as photos from "./photos/[checkId]/[kind]/route";
import * as processes from "./processes/page";
import * as proofs from "./proofs/[kind]/[id]/route";
import * as questions from "./questions/page";
import * as records from "./records/[kind]/[id]/page";
import * as releases from "./releases/[performerId]/route";

// Everything behind an examination's link. A new page or route fails until this table has it.

/** The package of the latest examination of each. */
const packageOf = new Map<Examinable, string>();

type Params = Record<string, string>;
type Opens = {
  page?: (props: never) => Promise<unknown>;
  route?: (request: Request, props: never) => Promise<Response>;
};

const ROUTES: Record<string, Opens & { of: (world: Examinable) => Params[] }> = {
  "page.tsx": { page: first.default, of: () => [{}] },
  "index/[index]/page.tsx": { page: index.default, of: () => [{ index: "names" }, { index: "titles" }] },
  "records/[kind]/[id]/page.tsx": {
    page: records.default,
    of: ({ depiction, scene, production }) => [
      { kind: "depiction", id: depiction.id },
      { kind: "scene", id: scene.id },
      { kind: "production", id: production.id },
    ],
  },
  "photos/[checkId]/[kind]/route.ts": {
    route: photos.GET,
    of: ({ performers, checkOf }) =>
      ["document_front", "person"].map((kind) => ({ checkId: checkOf(performers[0]?.userId ?? ""), kind })),
  },
  "copies/[depictionId]/route.ts": { route: copies.GET, of: ({ depiction }) => [{ depictionId: depiction.id }] },
  "releases/[performerId]/route.ts": {
    route: releases.GET,
    of: ({ performers }) => [{ performerId: performers[0]?.id ?? "" }],
  },
  "proofs/[kind]/[id]/route.ts": {
    route: proofs.GET,
    of: ({ depiction, scene, production }) => [
      { kind: "depiction", id: depiction.id },
      { kind: "scene", id: scene.id },
      { kind: "production", id: production.id },
    ],
  },
  "questions/page.tsx": { page: questions.default, of: () => [{}] },
  // For regulators.
  "processes/page.tsx": { page: processes.default, of: () => [] },
  "package/[packageId]/route.ts": {
    route: packages.GET,
    of: (world) => [{ packageId: packageOf.get(world) ?? newId() }],
  },
  "package/[packageId]/sum/route.ts": {
    route: sums.GET,
    of: (world) => [{ packageId: packageOf.get(world) ?? newId() }],
  },
  "export/route.ts": { route: exported.GET, of: () => [{}] },
  "open/route.ts": { route: open.GET, of: () => [{}] },
};

let own: Examinable;
let other: Examinable;

beforeAll(async () => {
  [own, other] = [await makeExaminable(), await makeExaminable()];
  const { ctx } = await makeExamination([["production", other.production.id]]);
  packageOf.set(other, await makePackedExamination(ctx()));
});
beforeEach(() => openBrowser());

/** What a browser gets: a page's 404 or the start of its answer, a route's status, headers and bytes. */
async function answerOf({ page, route }: Opens, token: string, params: Params): Promise<string> {
  const props = { params: Promise.resolve({ token, ...params }), searchParams: Promise.resolve({}) } as never;
  if (page) {
    return whereTo(page(props)).then(
      (answer) => (typeof answer === "string" ? `to ${answer.replace(token, "…")}` : "shown"),
      (error: unknown) => String(Object(error).digest),
    );
  }
  const request = new Request("http://localhost:3000/examine", { headers: { "sec-fetch-site": "same-origin" } });
  const response = await route?.(request, props);
  const headers = [...(response?.headers ?? [])].filter(([name]) => name !== "x-request-id");
  const text = await response?.text();
  const shown = response?.ok && response.headers.get("content-type") !== "text/plain" ? "shown" : text;
  return `${response?.status} ${JSON.stringify(headers)} ${shown}`;
}

/** Nothing but the address of the page that says that it has ended. */
const toFirstPage = (token: string) =>
  `303 ${JSON.stringify([
    ["cache-control", "no-store"],
    ["location", `/examine/${token}`],
  ])} `;

/** A browser in which the code of an examination of `own` was entered. */
async function reading(more: Parameters<typeof makeExamination>[1] = {}) {
  const made = await makeExamination([["production", own.production.id]], more);
  const { cookie, name } = await enterCodeFor(made.id);
  setCookie(name, cookie.token);
  // There is none for a regulator.
  if (more.profile !== "regulator") packageOf.set(own, await makePackedExamination(made.ctx()));
  return made;
}

const eachOf = (world: Examinable) =>
  Object.entries(ROUTES).flatMap(([path, { of, ...opens }]) => of(world).map((params) => ({ path, opens, params })));

it("knows every page and route", () => {
  const found = globSync("**/{page.tsx,route.ts}", { cwd: "app/(hosted)/examine/[token]" });
  expect(found.toSorted()).toEqual(Object.keys(ROUTES).toSorted());
});

it("opens what is in scope", async () => {
  const { token } = await reading();
  for (const { path, opens, params } of eachOf(own)) {
    expect(await answerOf(opens, token, params), path).toMatch(/(?:shown| open)$/);
  }
});

it("opens its processes to a regulator only", async () => {
  const regulator = await reading({ profile: "regulator" });
  expect(await answerOf({ page: processes.default }, regulator.token, {})).toBe("shown");
  openBrowser();
  const inspector = await reading();
  expect(await answerOf({ page: processes.default }, inspector.token, {})).toMatch(/404/);
});

it("answers everything outside the scope with the bytes of what doesn't exist", async () => {
  const { token } = await reading();
  for (const { path, opens, params } of eachOf(other).filter((one) => /id\]/i.test(one.path))) {
    const missing = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, name === "kind" ? value : newId()]),
    );
    const answer = await answerOf(opens, token, params);
    expect(answer, path).toBe(await answerOf(opens, token, missing));
    expect(answer, path).toMatch(/404/);
  }
});

it("opens nothing but the field for the code by the link alone, and never changes anything by it", async () => {
  const made = await makeExamination([["production", own.production.id]]);
  for (const { path, opens, params } of eachOf(own)) {
    const answer = await answerOf(opens, made.token, params);
    const expected = path === "page.tsx" ? /^shown$/ : opens.page ? /^to \/examine\/…$/ : /^404|^200 .* over$/;
    expect(answer, path).toMatch(expected);
    const unknown = await answerOf(opens, "unknown", params);
    if (opens.route) expect(answer, path).toBe(unknown);
    else expect(unknown, path).toMatch(/404/);
  }
  expect(await db.examinationLook.count({ where: { examinationId: made.id } })).toBe(0);
  const visitor = await findVisitor(made.token, () => undefined);
  expect(visitor).toMatchObject({ stage: "code" });
  expect(await enterExaminationCode(systemCtx(), made)).toMatchObject({ outcome: "right" });
});

it("gives the package of a sample to its own examiner only", async () => {
  const made = await makeExaminationOf(await makeSample(own.partner));
  const packageId = await makePackedExamination(made.ctx());
  const get = (token: string) => answerOf({ route: packages.GET }, token, { packageId });
  const nothing = await get("unknown");
  expect(nothing).toMatch(/^404/);
  expect(await get(made.token), "by the link alone").toBe(nothing);
  const inspector = await reading();
  expect(await get(inspector.token), "of another examination").toBe(nothing);
  expect(await get(made.token), "with another code").toBe(nothing);
  const { cookie, name } = await enterCodeFor(made.id);
  setCookie(name, cookie.token);
  expect(await get(made.token)).toMatch(/^200 .* shown$/);
  await endExamination(made.enterer, { examinationId: made.id, reason: "Enough" });
  expect(await get(made.token), "after its end").toBe(toFirstPage(made.token));
  openBrowser();
  expect(await get(made.token), "after its end, by the link alone").toBe(nothing);
});

it("closes everything when the custodian ends it, and when the window is over", async () => {
  const ended = await reading();
  await endExamination(ended.enterer, { examinationId: ended.id, reason: "Enough" });
  const over = await reading({ closesAt: new Date(clock.now().getTime() + HOUR_MS) });
  for (const { token } of [ended, over]) {
    if (token === over.token) clock.advance(HOUR_MS);
    try {
      for (const { path, opens, params } of eachOf(own)) {
        const answer = await answerOf(opens, token, params);
        // The first page says that it has ended.
        if (path === "page.tsx") expect(answer).toBe("shown");
        else if (opens.page) expect(answer, path).toBe("to /examine/…");
        else if (path.startsWith("package/")) expect(answer, path).toBe(toFirstPage(token));
        else expect(answer, path).toMatch(/^404|^200 .* over$/);
      }
    } finally {
      clock.reset();
    }
  }
});
