import type { Client } from "pg";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { type MadePartner, makeAccount, makeIdentity, makePartner, makeUser } from "@/lib/testing/factories";
import { makeExtension, makeGreenlitScene, makePublication, makeScene } from "@/lib/testing/scenes";
import { note, step } from "@/scripts/progress.mjs";
import { withKeys } from "./database";
import { type Bench, median, type Row, share, verdict } from "./measure";
import { addressOf, startService } from "./servers";

/** The milliseconds of each call, by call and kind. */
export type Times = Map<string, Map<string, number[]>>;

/** Adds the time of one call. */
export const addTime = (times: Times, call: string, kind: string, ms: number) => times.get(call)?.get(kind)?.push(ms);

const WARM_UP = 60;

/** The kinds that each call must not tell apart. The others are compared with the first. */
type Calls = Readonly<Record<string, readonly string[]>>;

/** Runs rounds, of which the first warm up. Returns what those that count measured. */
export async function runRounds(
  rounds: number,
  calls: Calls,
  one: (round: number, times: Times) => Promise<unknown>,
): Promise<Row[]> {
  const noTimes = (): Times =>
    new Map(Object.entries(calls).map(([call, kinds]) => [call, new Map(kinds.map((kind) => [kind, []]))]));
  const times = noTimes();
  await step(`${rounds} rounds`, async () => {
    for (let round = -WARM_UP; round < rounds; round++) await one(round + WARM_UP, round < 0 ? noTimes() : times);
  });
  return [...times].map(([call, kinds]) => told(call, kinds));
}

/**
 * How often somebody who sees one time of each of two kinds names the slower kind, at worst over the comparisons with the first
 * kind. A coin scores 0.5. The goal is what noise alone hardly ever exceeds.
 */
function told(call: string, kinds: ReadonlyMap<string, readonly number[]>): Row {
  for (const [kind, ms] of kinds) note(`${call}, ${kind}: ${median(ms).toFixed(2)} / ${share(ms, 0.95).toFixed(2)} ms`);
  const [[name, base], ...others] = [...kinds] as [[string, number[]], ...[string, number[]][]];
  const guess = Math.max(...others.map(([, ms]) => advantage(base, ms)));
  const ratios = others.map(([, ms]) => median(ms) / median(base));
  const range = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2)).join(" to ");
  const names = others.map(([kind]) => kind).join(", ");
  const atMost = Number((0.5 + (3.5 * Math.sqrt((2 * base.length + 1) / 12)) / base.length).toFixed(2));
  return [`${call}: ${name}, or ${names}`, guess.toFixed(2), "0.50", `p50 ${range}`, verdict(guess, { atMost })];
}

function advantage(one: readonly number[], other: readonly number[]): number {
  const wins = other.reduce((sum, time) => sum + one.filter((its) => its < time).length, 0);
  const right = wins / (one.length * other.length);
  return Math.max(right, 1 - right);
}

/** The items in random order. */
export const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** One call, and the milliseconds from request to the whole answer. Throws on another status. */
export async function timedCall(url: string, { status, ...init }: RequestInit & { status: number }) {
  const started = performance.now();
  const response = await fetch(url, { redirect: "manual", ...init });
  const text = await response.text();
  const ms = performance.now() - started;
  if (response.status !== status) throw new Error(`${init.method ?? "GET"} ${url}: ${response.status} ${text}`);
  return { text, ms };
}

/** Partners of both plans, each with a key. So many, because a key may send 300 requests in 60 seconds. */
export async function makeCallers(client: Client): Promise<{ partnerId: string; key: string }[]> {
  const partners: { partnerId: string }[] = [];
  for (let n = 0; n < 60; n++) {
    partners.push({ partnerId: (await makePartner({ plan: n % 2 ? "creator_pays" : "platform_pays" })).id });
  }
  return withKeys(client, partners);
}

const headersOf = (round: number, key: string, body: unknown) => ({
  Authorization: `Bearer ${key}`,
  "X-Forwarded-For": addressOf(round),
  ...(body ? { "Content-Type": "application/json" } : {}),
});

const callOf = (
  round: number,
  key: string,
  { method, body, status }: { method?: string; body?: unknown; status: number },
) => ({
  method: method ?? (body ? "POST" : "GET"),
  headers: headersOf(round, key, body),
  body: body ? JSON.stringify(body) : undefined,
  status,
});

const KINDS = ["unknown", "known", "verified", "paying", "declined"] as const;

/**
 * Measures whether response times tell whose address it is: nobody's, or that of somebody unverified or verified, who also pays, or
 * who declined this platform. Each round makes every call for every kind, in random order and one at a time.
 */
export async function benchAddresses({ client, short }: Bench): Promise<Row[]> {
  const callers = await makeCallers(client);
  const api = `${(await startService()).url}/api/v1`;
  const calls = ["provision", "provision again", "read account", "talent check"];
  return runRounds(short ? 20 : 600, Object.fromEntries(calls.map((call) => [call, KINDS])), async (round, times) => {
    const { key = "" } = callers[round % callers.length] ?? {};
    const people: Person[] = [];
    for (const kind of KINDS) people.push({ kind, email: await makePerson(kind), accountId: "" });
    const each = async (
      call: string,
      path: (one: Person) => string,
      about: (one: Person) => Parameters<typeof callOf>[2],
    ) => {
      for (const one of shuffled(people)) {
        const { text, ms } = await timedCall(api + path(one), callOf(round, key, about(one)));
        addTime(times, call, one.kind, ms);
        one.accountId = JSON.parse(text).accountId ?? one.accountId;
      }
    };
    const callbackUrl = "https://platform.example.com/callback";
    const provision = ({ email }: Person) => ({ externalUserId: email, email, callbackUrl });
    await each(
      "provision",
      () => "/solo-accounts",
      (one) => ({ body: provision(one), status: 201 }),
    );
    const declined = people.find(({ kind }) => kind === "declined");
    await client.query("UPDATE link_requests SET decision = 'declined', decided_at = now() WHERE account_id = $1", [
      declined?.accountId,
    ]);
    await each(
      "provision again",
      () => "/solo-accounts",
      (one) => ({ body: provision(one), status: 200 }),
    );
    await each(
      "read account",
      ({ accountId }) => `/solo-accounts/${accountId}`,
      () => ({ status: 200 }),
    );
    await each(
      "talent check",
      () => "/talent/check",
      ({ email }) => ({ body: { email }, status: 200 }),
    );
  });
}

type Kind = (typeof KINDS)[number];
type Person = { kind: Kind; email: string; accountId: string };

/** Makes a person before the platform provisions them. Returns the address. */
async function makePerson(kind: Kind): Promise<string> {
  const email = `${newId()}@example.com`;
  if (kind === "unknown") return email;
  const user = await makeUser({ email });
  if (kind === "known") return email;
  await makeIdentity(user);
  if (kind === "paying") await db.subscription.create({ data: { userId: user.id, active: true } });
  return email;
}

// The scenes of another partner. `busy` was extended and published by others.
const SCENES = ["unknown", "pending", "blocked", "cancelled", "greenlit", "busy"] as const;
// A greenlit scene can be extended by every partner that has its id.
const CLOSED = SCENES.slice(0, 4);
const REFUSALS = {
  "read scene": { path: "", method: "GET", kinds: SCENES, status: 404 },
  "cancel it": { path: "/cancel", method: "POST", kinds: SCENES, status: 404 },
  "remove a publication": { path: "/publications/{pubId}/remove", method: "POST", kinds: SCENES, status: 404 },
  "extend it": { path: "/extend", method: "POST", kinds: CLOSED, status: 404 },
  "publish it": { path: "/publications", method: "POST", kinds: CLOSED, status: 404 },
  "publish it, 403": { path: "/publications", method: "POST", kinds: SCENES.slice(4), status: 403 },
} as const;

/**
 * Measures whether the time of a refusal tells about another partner's scene: whether it exists, its status, and whether others
 * published it. Each round makes every call for every kind of scene, in random order and one at a time.
 */
export async function benchScenes({ client, short }: Bench): Promise<Row[]> {
  const callers = await makeCallers(client);
  const { url } = await startService();
  const owner = await makePartner();
  const { id: uploaderAccountId } = await makeAccount(owner);
  const others = [await makePartner(), await makePartner(), await makePartner()];
  const kindsOf = Object.fromEntries(Object.entries(REFUSALS).map(([call, { kinds }]) => [call, kinds]));
  return runRounds(short ? 20 : 300, kindsOf, async (round, times) => {
    const { key = "" } = callers[round % callers.length] ?? {};
    const scenes = new Map<string, { id: string; pubId: string }>();
    for (const kind of SCENES) scenes.set(kind, await makeSceneOf(kind, { owner, uploaderAccountId, others }));
    const bodies = new Set<string>();
    for (const [name, { path, method, kinds, status }] of Object.entries(REFUSALS)) {
      for (const kind of shuffled<string>(kinds)) {
        const { id = "", pubId = "" } = scenes.get(kind) ?? {};
        const contentUrl = `https://platform.example.com/${newId()}`;
        const body = path === "/publications" ? { contentUrl, depictionSha256: "0".repeat(64) } : undefined;
        const at = `${url}/api/v1/collab-scenes/${id}${path.replace("{pubId}", pubId)}`;
        const { text, ms } = await timedCall(at, callOf(round, key, { method, body, status }));
        bodies.add(`${status} ${text}`);
        addTime(times, name, kind, ms);
      }
    }
    if (bodies.size !== 2) throw new Error(`The refusals differ: ${[...bodies].join(", ")}`);
  });
}

type Made = { owner: MadePartner; uploaderAccountId: string; others: readonly MadePartner[] };

/** Makes a scene of a kind. An unknown one has ids only. */
async function makeSceneOf(kind: (typeof SCENES)[number], { owner, others, ...uploader }: Made) {
  const now = new Date();
  if (kind === "unknown") return { id: newId(), pubId: newId() };
  if (kind === "pending") return { id: (await makeScene(owner, uploader)).id, pubId: newId() };
  if (kind === "greenlit") return { id: (await makeGreenlitScene(owner, uploader)).id, pubId: newId() };
  if (kind !== "busy") {
    const ended = kind === "blocked" ? ({ block: "expired", blockedAt: now } as const) : { cancelledAt: now };
    return { id: (await makeScene(owner, { ...uploader, status: kind, ...ended })).id, pubId: newId() };
  }
  const scene = await makeGreenlitScene(owner, uploader);
  const pubIds: string[] = [];
  for (const partner of others) {
    await makeExtension(scene, partner);
    pubIds.push((await makePublication(scene, { partnerId: partner.id })).id);
  }
  return { id: scene.id, pubId: pubIds[0] ?? "" };
}
