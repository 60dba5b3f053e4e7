import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { noteFingerprint } from "@/lib/domain/records/copy-fingerprints";
import { addSource, setKeys } from "@/lib/domain/removals/exchange";
import { bitsOf } from "@/lib/domain/removals/matching/near";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { hashPicture } from "@/lib/platform/pictures/hash-picture";
import { makeCustodian, makeDepiction, makePartner, staffCtx } from "./factories";

/** A PDQ or SHA-256 hash of nothing that is stored. */
export const anyHash = (): string => randomBytes(32).toString("hex");

/** The hash with this many bits inverted, spread over it. */
export function inverted(hex: string, bits: number): string {
  const bytes = Buffer.from(hex, "hex");
  for (let n = 0; n < bits; n += 1) {
    const at = Math.floor((n * 256) / bits);
    bytes.writeUInt8(bytes.readUInt8(at >> 3) ^ (1 << (at & 7)), at >> 3);
  }
  return bytes.toString("hex");
}

type Call = { method: string; url: URL; headers: IncomingMessage["headers"]; body: string };
type Answer = (call: Call, response: ServerResponse) => unknown;

/** A service that answers each call with what `answer` returns as JSON, unless it ended the response itself, or the answer is lost. */
async function startService(answer: Answer, state: { loses: boolean }) {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const call = {
        ...{ method: request.method ?? "", headers: request.headers, body },
        url: new URL(request.url ?? "/", "http://service.test"),
      };
      calls.push(call);
      Promise.resolve(answer(call, response)).then((answered) => {
        if (state.loses) response.destroy();
        else if (answered !== undefined && !response.writableEnded) response.end(JSON.stringify(answered));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    calls,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** `refuses`: the status that a service answers a body with, if it doesn't take it. `loses`: it takes what it is sent, and no answer arrives. */
const FAULTS = { refuses: (_: string): number | Promise<number> => 0, loses: false };

type StopNciiRecord = { hashValue: string; signalType?: string; hashStatus?: string; caseNumbers?: object };

/** StopNCII's interface: pages of `records`, and what was submitted. `fail` answers the next calls instead. */
export async function startStopNcii({ pageSize = 2 } = {}) {
  const state = {
    records: [] as StopNciiRecord[],
    submitted: [] as { hashValue: string; signalType: string }[],
    feedbacks: [] as { hashValue: string; feedbackValue: string }[],
    failures: [] as ((response: ServerResponse) => unknown)[],
    /** Among failures: no failure. */
    pass: (_: ServerResponse): void => undefined,
    ...FAULTS,
  };
  const service = await startService(async ({ url, headers, body }, response) => {
    const fail = state.failures.shift();
    if (fail && fail !== state.pass) return void fail(response);
    const refused = await state.refuses(body);
    if (refused) return void Object.assign(response, { statusCode: refused }).end();
    const endpoint = url.pathname.split("/").at(-1) ?? "";
    if (
      headers["x-functions-key"] !== `key-of-${endpoint}` ||
      headers["ocp-apim-subscription-key"] !== "subscription"
    ) {
      response.statusCode = 401;
      return {};
    }
    if (endpoint === "SubmitHashes") return { count: state.submitted.push(...JSON.parse(body).hashRecords) };
    if (endpoint === "SubmitFeedback") return { count: state.feedbacks.push(...JSON.parse(body).hashFeedbacks) };
    const from = Number(url.searchParams.get("nextPageToken") ?? 0);
    const size = Math.min(pageSize, Number(url.searchParams.get("pageSize")));
    const hashRecords = state.records.slice(from, from + size).map((record) => ({
      ...{ lastModtimestamp: 1_625_167_804, signalType: "ImagePDQ", hashStatus: "Active" },
      ...{ caseNumbers: { "case-1": "Active" } },
      ...record,
    }));
    return {
      count: hashRecords.length,
      nextSetTimestamp: 1_625_175_071,
      nextPageToken: String(from + size),
      hasMoreRecords: from + size < state.records.length,
      hashRecords,
    };
  }, state);
  return { ...service, state };
}

export const STOPNCII_KEYS = {
  ...{ subscriptionKey: "subscription", fetchKey: "key-of-FetchHashes" },
  ...{ submitKey: "key-of-SubmitHashes", feedbackKey: "key-of-SubmitFeedback" },
};

type Update = { id: string; indicator: string; type?: string; should_delete?: boolean; descriptors?: object };

/** ThreatExchange's interface for the privacy group 77 and the app 1234. */
export async function startThreatExchange({ pageSize = 2 } = {}) {
  const state = {
    updates: [] as Update[],
    descriptors: new Map<string, URLSearchParams>(),
    next: "",
    failures: [] as ((response: ServerResponse) => unknown)[],
    ...FAULTS,
  };
  const service = await startService(async ({ method, url, headers, body }, response) => {
    const fail = state.failures.shift();
    if (fail) return void fail(response);
    const refused = await state.refuses(body);
    if (refused) return void Object.assign(response, { statusCode: refused }).end();
    const sent = new URLSearchParams(body);
    if ((url.searchParams.get("access_token") ?? sent.get("access_token")) !== "1234|secret") {
      response.statusCode = 401;
      return {};
    }
    if (method === "DELETE") {
      if (!state.descriptors.delete(url.pathname.split("/").at(-1) ?? "")) response.statusCode = 404;
      return { success: true };
    }
    if (method === "POST") {
      // One descriptor for each hash of an app.
      const isSame = (one: URLSearchParams) => one.get("indicator") === sent.get("indicator");
      const [before] = [...state.descriptors].find(([, one]) => isSame(one)) ?? [];
      const id = before ?? String(9000 + service.calls.length);
      state.descriptors.set(id, sent);
      return { success: true, id };
    }
    const from = Number(url.searchParams.get("after") ?? 0);
    const next = new URL(`http://${headers.host}${url.pathname}`);
    next.search = url.search;
    next.searchParams.set("after", String(from + pageSize));
    const data = state.updates.slice(from, from + pageSize).map((update, at) => ({
      ...{ type: "HASH_PDQ", last_updated: 1000 + from + at, should_delete: false },
      ...{ descriptors: { data: [{ id: "5", owner: { id: "99" }, status: "MALICIOUS" }] } },
      ...update,
    }));
    return { data, ...(from + pageSize < state.updates.length && { paging: { next: state.next || next.href } }) };
  }, state);
  return { ...service, state };
}

type SourceOptions = Partial<Parameters<typeof addSource>[1]> & { keys?: object };

/** A source with its keys, added by a custodian. */
export async function makeSource({ keys, ...input }: SourceOptions = {}) {
  const ctx = staffCtx(await makeCustodian());
  const kind = input.kind ?? "file";
  const given = { name: `Source ${newId()}`, direction: "in" as const, daysKept: 365, baseUrl: "", groupId: "77" };
  const { sourceId } = await addSource(ctx, { ...given, ...input, kind });
  if (kind !== "file") {
    const own = kind === "stopncii" ? STOPNCII_KEYS : { accessToken: "1234|secret" };
    await setKeys(ctx, { sourceId, kind, keys: keys ?? own });
  }
  return { ctx, sourceId };
}

/** A depiction with a stored picture, its hashes, and its SHA-256. */
export async function storePicture(picture: Buffer, { title = "Behind the scenes" } = {}) {
  const file = Buffer.concat([picture, Buffer.from(newId())]);
  const depiction = await makeDepiction(await makePartner(), {
    title,
    copyState: "stored",
    copyMimeType: "image/jpeg",
    copyBytes: file.length,
    keptKey: `copies/kept/${newId()}`,
    keptSha256: sha256(file),
    keptAt: clock.now(),
  });
  await noteFingerprint(db, { depictionId: depiction.id, isUnreadable: false });
  for (const [part, { pdq, turned, quality }] of (await hashPicture(picture)).entries()) {
    await db.$executeRaw`
      INSERT INTO copy_hashes (depiction_id, partner_id, part, pdq, turned, quality)
      VALUES (${depiction.id}, ${depiction.partnerId}, ${part}, ${bitsOf(pdq)}::bit(256), ${turned.map(bitsOf)}::text[]::bit(256)[], ${quality})`;
  }
  return { ...depiction, sha256: sha256(file).toString("hex") };
}

/** What a source's hashes matched, in the order of their distance. */
export const matchesOf = (sourceId: string) =>
  db.listedMatch.findMany({ where: { sourceId }, orderBy: [{ distance: "asc" }, { id: "asc" }] });

export const listedOf = (sourceId: string) =>
  db.listedHash.findMany({
    where: { sourceId },
    orderBy: { id: "asc" },
    select: { id: true, externalId: true, addedAt: true, endsAt: true, withdrawnAt: true },
  });
