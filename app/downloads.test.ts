import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { EXPORTED } from "@/app/api/portal/[list]/export/exported";
import { openEvidence } from "@/lib/domain/identity";
import { openCopyAsCustodian } from "@/lib/domain/records/content";
import { openCopy } from "@/lib/domain/records/content/copies/open-copy";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { makeWorld, type World } from "@/lib/testing/custody-world";
import { makePacked } from "@/lib/testing/examinations";
import { makeCustodian, makePartner, portalCtx, staffCtx } from "@/lib/testing/factories";
import { cookieHeader, openBrowser, setCookie } from "@/lib/testing/next";
import { signIn } from "@/lib/testing/signed-in";

// Everything that can be downloaded, and by whom. A new download fails until this table has it.

const WHO = [
  "owner",
  "admin",
  "developer",
  "viewer",
  "billing",
  "stranger",
  "custodian",
  "producer",
  "creator",
  "performer",
] as const;
type Who = (typeof WHO)[number];

const TEAM = ["owner", "admin", "developer", "viewer"] as const;
const KEEPERS = ["owner", "admin"] as const;
/** Signed in or not: only the browser that proved the mailbox behind the link. Its routes have tests of their own. */
const NOBODY: readonly Who[] = [];

type Download = {
  by: readonly Who[];
  params?: (world: Made) => Record<string, string>;
  query?: (world: Made) => string;
  /** Opens it, where a look is recorded before the file is sent. */
  open?: (world: Made, who: Who) => Promise<{ name: string; grant: string } | null>;
};

const purpose = () => "?purpose=inspection";
/** A list that a stranger to the team exports too: their own team's. */
const LIST = [...TEAM, "stranger"] as const;

const mayExport = (list: string, who: Who): boolean => {
  if (list === "audit") return who === "owner" || who === "stranger";
  return list !== "request-log" || who !== "viewer";
};

const DOWNLOADS: Record<string, Download> = {
  // Every list that one route exports, by its name.
  ...Object.fromEntries(
    [
      "audit",
      "content",
      "creators",
      "productions",
      "readiness",
      "request-log",
      "scenes",
      "sessions",
      "takedowns",
      "verification-jobs",
    ].map((list) => [
      `api/portal/[list]/export ${list}`,
      { by: LIST.filter((who) => mayExport(list, who)), params: () => ({ list }) },
    ]),
  ),
  "api/portal/[list]/export another": { by: NOBODY, params: () => ({ list: "toString" }) },
  "(creator)/creator/attestations/[sessionId]/copy": {
    by: ["creator"],
    params: ({ session }) => ({ sessionId: session.id }),
  },
  "(creator)/creator/identity/proofs": { by: ["creator", "performer"] },
  "(creator)/creator/scenes/[performerId]/copy": {
    by: ["performer"],
    params: ({ performers }) => ({ performerId: performers[0]?.id ?? "" }),
  },
  "(creator)/creator/scenes/[performerId]/proofs": {
    by: ["performer"],
    params: ({ performers }) => ({ performerId: performers[0]?.id ?? "" }),
  },
  "(custodian)/custodian/attestations/[sessionId]/copy": {
    by: ["custodian"],
    params: ({ session }) => ({ sessionId: session.id }),
    query: purpose,
  },
  "(custodian)/custodian/examinations/[examinationId]/order": {
    by: ["custodian"],
    params: ({ court }) => ({ examinationId: court.id }),
  },
  "(custodian)/custodian/examinations/[examinationId]/report/[as]": {
    by: ["custodian"],
    params: ({ examined }) => ({ examinationId: examined.id, as: "pdf" }),
  },
  "(custodian)/custodian/identities/[checkId]/photos/[kind]": {
    by: ["custodian"],
    params: ({ personCheckId: checkId }) => ({ checkId, kind: "person" }),
    open: async ({ custodian, personCheckId: checkId }, who) =>
      who === "custodian"
        ? { name: "evidence", ...(await openEvidence(staffCtx(custodian), { checkId, purpose: "inspection" })) }
        : null,
  },
  "(custodian)/custodian/packages/[packageId]/file": {
    by: ["custodian"],
    params: ({ records: packageId }) => ({ packageId }),
  },
  "(custodian)/custodian/audit/file": { by: ["custodian"] },
  "(custodian)/custodian/exchange/export": { by: ["custodian"], query: () => "?format=threatexchange" },
  "(custodian)/custodian/packages/[packageId]/sum": {
    by: ["custodian"],
    params: ({ records: packageId }) => ({ packageId }),
  },
  "(custodian)/custodian/productions/[productionId]/packages/[packageId]": {
    by: ["custodian"],
    params: ({ production, packageId }) => ({ productionId: production.id, packageId }),
    query: purpose,
  },
  "(custodian)/custodian/records/[depictionId]/copy": {
    by: ["custodian"],
    params: ({ depiction }) => ({ depictionId: depiction.id }),
    open: async ({ custodian, depiction: { id: depictionId } }, who) =>
      who === "custodian"
        ? { name: "copy", ...(await openCopyAsCustodian(staffCtx(custodian), { depictionId, purpose: "inspection" })) }
        : null,
  },
  "(custodian)/custodian/removals/reports/acquirer": { by: ["custodian"] },
  "(custodian)/custodian/removals/reports/file": { by: ["custodian"] },
  "(custodian)/custodian/scenes/[sceneId]/copies/[performerId]": {
    by: ["custodian"],
    params: ({ scene, performers }) => ({ sceneId: scene.id, performerId: performers[0]?.id ?? "" }),
    query: purpose,
  },
  "(hosted)/consent/[token]/copy": { by: NOBODY, params: () => ({ token: "x" }) },
  "(hosted)/consent/[token]/proofs": { by: NOBODY, params: () => ({ token: "x" }) },
  "(hosted)/consent/[token]/photos/[kind]": { by: NOBODY, params: () => ({ token: "x", kind: "person" }) },
  // Only with the link and the code: see outside.test.ts there.
  "(hosted)/examine/[token]/copies/[depictionId]": {
    by: NOBODY,
    params: ({ examination: { token }, depiction }) => ({ token, depictionId: depiction.id }),
  },
  "(hosted)/examine/[token]/export": { by: NOBODY, params: ({ examination: { token } }) => ({ token }) },
  ...Object.fromEntries(
    ["", "/sum"].map((end) => [
      `(hosted)/examine/[token]/package/[packageId]${end}`,
      {
        by: NOBODY,
        params: ({ examination: { token }, records: packageId }) => ({ token, packageId }),
      } satisfies Download,
    ]),
  ),
  "(hosted)/examine/[token]/photos/[checkId]/[kind]": {
    by: NOBODY,
    params: ({ examination: { token }, personCheckId: checkId }) => ({ token, checkId, kind: "person" }),
  },
  "(hosted)/examine/[token]/proofs/[kind]/[id]": {
    by: NOBODY,
    params: ({ examination: { token }, scene }) => ({ token, kind: "scene", id: scene.id }),
  },
  "(hosted)/examine/[token]/releases/[performerId]": {
    by: NOBODY,
    params: ({ examination: { token }, performers }) => ({ token, performerId: performers[0]?.id ?? "" }),
  },
  "(hosted)/handoff/[token]/photos/[kind]": { by: NOBODY, params: () => ({ token: "x", kind: "person" }) },
  "(hosted)/onboard/[token]/photos/[kind]": { by: NOBODY, params: () => ({ token: "x", kind: "person" }) },
  "api/portal/billing/lines": { by: [...KEEPERS, "billing", "stranger"], query: () => "?invoice=upcoming" },
  "api/portal/content/[depictionId]/copy": {
    by: KEEPERS,
    params: ({ depiction }) => ({ depictionId: depiction.id }),
    open: async ({ members, depiction: { id: depictionId } }, who) => {
      const ctx = members[who];
      const opened = ctx && (await openCopy(ctx, { depictionId }).catch(() => null));
      return opened ? { name: "copy", ...opened } : null;
    },
  },
  "api/portal/content/[depictionId]/proofs": {
    by: TEAM,
    params: ({ depiction }) => ({ depictionId: depiction.id }),
  },
  "api/portal/productions/[productionId]/proofs": {
    by: TEAM,
    params: ({ production }) => ({ productionId: production.id }),
  },
  "api/portal/scenes/[sceneId]/proofs": { by: TEAM, params: ({ scene }) => ({ sceneId: scene.id }) },
  "api/portal/content/import/report": { by: KEEPERS, query: ({ importId }) => `?importId=${importId}` },
  "api/portal/creators/change/report": { by: KEEPERS, query: ({ changeId }) => `?changeId=${changeId}` },
  "api/portal/sessions/[sessionId]/copy": { by: KEEPERS, params: ({ session }) => ({ sessionId: session.id }) },
  "api/portal/takedowns/acquirer": { by: LIST },
  "api/portal/takedowns/print": { by: LIST },
  "api/portal/takedowns/report": { by: LIST },
  "api/portal/takedowns/statements": { by: LIST },
  "api/portal/takedowns/times": { by: LIST },
};

/** How a route sends a file: by one of the helpers for it, or by its header. */
const SENDS =
  /\b(csvResponse|downloadResponse|answerDownload|answerRange|copyResponse|photoResponse|evidenceFile|photoRoutes)\b|Content-Disposition|application\/(pdf|zip)|text\/csv/;

type Made = World & {
  custodian: { id: string };
  people: Record<Who, { id: string }>;
  members: Partial<Record<Who, ReturnType<typeof portalCtx>>>;
  importId: string;
  changeId: string;
  /** The id of a package of records. */
  records: string;
};

let world: Made;

beforeAll(async () => {
  const made = await makeWorld();
  const { production, session, person, partner: linked } = made;
  const members = await db.partnerMember.findMany({ where: { partnerId: linked.id } });
  const member = (role: string) => ({ id: members.find((one) => one.role === role)?.userId ?? "" });
  const [stranger, custodian] = [await makePartner(), await makeCustodian()];
  const ctxOf = (role: (typeof TEAM)[number]) => portalCtx(made.partner, role);
  world = {
    ...made,
    custodian,
    people: {
      ...{ owner: member("owner"), admin: member("admin"), developer: member("developer"), viewer: member("viewer") },
      billing: member("billing"),
      ...{ stranger: stranger.users.owner, custodian, producer: { id: production.producer.userId } },
      ...{ creator: { id: session.account.userId ?? "" }, performer: { id: person } },
    },
    members: { owner: ctxOf("owner"), admin: ctxOf("admin"), developer: ctxOf("developer"), viewer: ctxOf("viewer") },
    importId: newId(),
    changeId: newId(),
    records: (await makePacked([["production", production.id]])).id,
  };
  await db.contentImport.create({
    data: {
      ...{ id: world.importId, partnerId: linked.id, status: "done", dryRun: false, format: "csv", fileName: "a.csv" },
      ...{ fileBytes: 1, actorKind: "portal_user", actorId: member("owner").id, requestId: newId() },
      ...{ createdAt: clock.now(), startedAt: clock.now(), finishedAt: clock.now() },
    },
  });
  await db.rosterChange.create({
    data: {
      ...{ id: world.changeId, partnerId: linked.id, kind: "deactivate", total: 1, changed: 1, requestId: newId() },
      ...{ startedById: member("owner").id, startedAt: clock.now(), finishedAt: clock.now() },
    },
  });
});

/** For everyone, without a session: the programs that verify our log (app/public-files.test.ts). */
const PUBLIC = ["(site)/verify/ledger/[program]"];

const fileOf = (name: string): string => name.split(" ")[0] ?? name;

it("has every download", () => {
  const files = globSync("app/**/route.ts").filter((file) => SENDS.test(readFileSync(file, "utf8")));
  const paths = files.map((file) => file.slice("app/".length, -"/route.ts".length)).sort();
  expect(paths).toEqual([...new Set([...Object.keys(DOWNLOADS).map(fileOf), ...PUBLIC])].sort());
  expect(Object.keys(EXPORTED)).toEqual(
    Object.keys(DOWNLOADS).flatMap((name) => / (?!another)(.+)/.exec(name)?.[1] ?? []),
  );
});

it.each(Object.entries(DOWNLOADS))("%s is for its roles only", async (path, { by, params, query, open }) => {
  const { GET } = await import(resolve(`app/${fileOf(path)}/route.ts`));
  const opens = async (who: Who | null): Promise<boolean> => {
    openBrowser();
    if (who) {
      await signIn(world.people[who]);
      const opened = await open?.(world, who);
      if (opened) setCookie(opened.name, opened.grant);
    }
    const headers = { cookie: cookieHeader(), "sec-fetch-site": "same-origin" };
    const request = new Request(`${env().baseUrl}/${fileOf(path)}${query?.(world) ?? ""}`, { headers });
    try {
      const answer: Response = await GET(request, { params: Promise.resolve(params?.(world) ?? {}) });
      await answer.body?.cancel();
      if (![200, 401, 403, 404].includes(answer.status)) throw new Error(`${who}: ${answer.status}`);
      return answer.status === 200;
    } catch (error) {
      // Pages' routes redirect to the sign-in, or show their 404.
      if (error instanceof Error && /^NEXT_/.test(error.message)) return false;
      throw error;
    }
  };
  const opened: Who[] = [];
  for (const who of WHO) if (await opens(who)) opened.push(who);
  expect(opened).toEqual(WHO.filter((who) => by.includes(who)));
  expect(await opens(null)).toBe(false);
});

it("asks custodians again who they are before they open a package", async () => {
  const { production, packageId, records } = world;
  openBrowser();
  clock.freeze(new Date());
  await signIn(world.custodian);
  const statusOf = async (path: string, params: Record<string, string>, page: string) => {
    const { GET } = await import(resolve(`app/(custodian)/custodian/${path}/route.ts`));
    const headers = { referer: `${env().baseUrl}${page}`, "sec-fetch-site": "same-origin" };
    const request = new Request(`${env().baseUrl}/file?purpose=inspection`, { headers });
    const answer: Response = await GET(request, { params: Promise.resolve(params) });
    await answer.body?.cancel();
    return [answer.status, answer.headers.get("location")];
  };
  const all = async () => [
    await statusOf("packages/[packageId]/file", { packageId: records }, "/custodian/packages/one"),
    await statusOf(
      "productions/[productionId]/packages/[packageId]",
      { productionId: production.id, packageId },
      "/custodian/productions/one",
    ),
  ];
  expect(await all()).toEqual([
    [200, null],
    [200, null],
  ]);
  clock.advance(15 * MINUTE_MS);
  expect(await all()).toEqual([
    [303, "/sign-in/second-step?to=%2Fcustodian%2Fpackages%2Fone"],
    [303, "/sign-in/second-step?to=%2Fcustodian%2Fproductions%2Fone"],
  ]);
});

it("exports what the page's filters find", async () => {
  const { GET } = await import("@/app/api/portal/[list]/export/route");
  openBrowser();
  await signIn(world.people.owner);
  const lines = async (query: string) => {
    const request = new Request(`${env().baseUrl}/api/portal/scenes/export?${query}`, {
      headers: { cookie: cookieHeader(), "sec-fetch-site": "same-origin" },
    });
    const answer = await GET(request, { params: Promise.resolve({ list: "scenes" }) });
    return (await answer.text()).trimEnd().split("\r\n").length - 1;
  };
  expect(await lines("")).toBeGreaterThan(0);
  expect(await lines(`q=${newId()}&status=`)).toBe(0);
});
