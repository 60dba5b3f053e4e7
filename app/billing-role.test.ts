import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { EXPORTED } from "@/app/api/portal/[list]/export/exported";
import { railFor } from "@/components/shell/rail";
import { requireSecondFactor } from "@/lib/domain/parties/partners";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { type MadePartner, makePartner, portalCtx } from "@/lib/testing/factories";
import { cookieHeader, visit, whereTo } from "@/lib/testing/next";
import { signIn } from "@/lib/testing/signed-in";
import { GET as landing } from "./(site)/sign-in/landing/route";
import { requireBilling } from "./session";

// Everything in the portal, and what the billing role may open of it. A new page, action or route is closed to it until this has it.

const ROOT = "app/(portal)/portal";
const named = (files: string[], root: string, end: string) =>
  files
    .map((file) => [file.slice(root.length, -end.length).replace(/^\//, "") || "overview", file] as const)
    .toSorted();

const PAGES = named(globSync(`${ROOT}/**/page.tsx`), ROOT, "/page.tsx");
const OPEN_PAGES = ["billing", "billing/[invoiceId]", "security"];
/** Leads to Billing, and to the 404 page. */
const ELSEWHERE = ["overview", "[...unknown]"];

const ACTIONS = globSync(`${ROOT}/**/*.ts`)
  .filter((file) => /^"use server"/.test(readFileSync(file, "utf8")))
  .map((file) => [file.slice(ROOT.length + 1), file] as const)
  .toSorted();
const OPEN_ACTIONS = ["billing/actions.ts", "actions.ts"];

const ROUTES = named(globSync("app/api/portal/**/route.ts"), "app/api/portal", "/route.ts");
const OPEN_ROUTES = ["billing", "billing/lines"];

let partner: MadePartner;

beforeEach(async () => {
  visit("/portal");
  partner = await makePartner();
  await signIn(partner.users.billing);
});

const params = Promise.resolve(
  new Proxy({} as Record<string, string>, { get: (_, name) => (name === "then" ? undefined : "x") }),
);
const FORBIDDEN = /forbidden\(\)|NEXT_HTTP_ERROR_FALLBACK;403/;
const NOT_FOUND = /NEXT_HTTP_ERROR_FALLBACK;404/;
const outcomeOf = async (run: () => Promise<unknown>): Promise<string> => {
  try {
    await run();
    return "opens";
  } catch (error) {
    const text = `${Object(error).message} ${Object(error).digest}`;
    if (FORBIDDEN.test(text)) return "forbidden";
    if (NOT_FOUND.test(text)) return "not found";
    throw error;
  }
};

describe("the billing role", () => {
  it("opens Billing and Security, and lands on Billing", async () => {
    const shown = railFor("billing").flatMap(({ entries }) => entries.map(({ href }) => href));
    expect(shown).toEqual(["/portal/billing", "/portal/security"]);
    expect(await whereTo(landing())).toBe("/portal");
    const { default: OverviewPage } = await import("./(portal)/portal/page");
    expect(await whereTo(OverviewPage({ params, searchParams: Promise.resolve({}) }))).toBe("/portal/billing");
    expect(PAGES.map(([name]) => name)).toEqual(expect.arrayContaining([...OPEN_PAGES, ...ELSEWHERE]));
  });

  it.each(PAGES.filter(([name]) => !ELSEWHERE.includes(name)))("page %s", async (name, file) => {
    const page = await import(/* @vite-ignore */ resolve(file));
    const props = { params, searchParams: Promise.resolve({}) };
    const expected = OPEN_PAGES.includes(name) ? ["opens", "not found"] : ["forbidden"];
    expect(expected).toContain(await outcomeOf(() => page.default(props)));
    if (page.generateMetadata) expect(await outcomeOf(() => page.generateMetadata(props))).toBe("forbidden");
  });

  it.each(ACTIONS.filter(([name]) => !OPEN_ACTIONS.includes(name)))("actions of %s", async (_, file) => {
    const exported: Record<string, () => Promise<unknown>> = await import(/* @vite-ignore */ resolve(file));
    expect(Object.keys(exported).length).toBeGreaterThan(0);
    for (const [name, act] of Object.entries(exported)) expect(await outcomeOf(act), name).toBe("forbidden");
  });

  it.each(ROUTES)("route %s", async (name, file) => {
    const exported = await import(/* @vite-ignore */ resolve(file));
    const lists = name === "[list]/export" ? Object.keys(EXPORTED) : ["x"];
    for (const list of lists) {
      const query = name === "billing/lines" ? "?invoice=upcoming" : "";
      const request = new Request(`${env().baseUrl}/api/portal${query}`, {
        headers: { cookie: cookieHeader(), "sec-fetch-site": "same-origin" },
      });
      const context = { params: name === "[list]/export" ? Promise.resolve({ list }) : params };
      for (const method of Object.keys(exported).filter((key) => /^[A-Z]+$/.test(key))) {
        const answer: Response = await exported[method](request, context);
        await answer.body?.cancel();
        expect([name, list, answer.status]).toEqual([name, list, OPEN_ROUTES.includes(name) ? 200 : 403]);
      }
    }
  });

  it("needs the second factor that its partner requires", async () => {
    await expect(requireBilling()).resolves.toMatchObject({ actor: { role: "billing" } });
    await requireSecondFactor(portalCtx(partner), { required: true });
    expect(await whereTo(requireBilling())).toBe("/sign-in/set-up?to=%2Fportal");
  });

  it("pays, and no role beside it, owners and admins does", async () => {
    const { payInvoiceAction } = await import("./(portal)/portal/billing/actions");
    expect(await whereTo(payInvoiceAction("unknown"))).toBe("/portal/billing?tried=not_allowed");
    for (const role of ["developer", "viewer"] as const) {
      await signIn(partner.users[role]);
      expect(await outcomeOf(() => payInvoiceAction("unknown"))).toBe("forbidden");
    }
    expect(
      await db.ledgerEntry.count({
        where: { partnerId: partner.id, actorId: partner.users.viewer.id, action: "payment_card.page_opened" },
      }),
    ).toBe(0);
  });
});
