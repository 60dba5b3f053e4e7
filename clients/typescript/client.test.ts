import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import openapiTS from "openapi-typescript";
import sharp from "sharp";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openRoutes } from "@/app/api/open-routes";
import { routes } from "@/app/api/routes";
import { openApiDocument } from "@/lib/api/openapi/document";
import { declaredWebhooks, vectors } from "@/lib/domain/events/reference";
import { newSecret, signatureHeaders } from "@/lib/domain/events/sign";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { diskStorage } from "@/lib/platform/storage/disk";
import { startService } from "@/lib/testing/client-service";
import { freshEmail, type MadePartner, makeAccount, makeKey, makePartner } from "@/lib/testing/factories";
import { replaceStorage } from "@/lib/testing/storage-drivers";
import { ping } from "@/lib/testing/webhooks";
import {
  type Client,
  createClient,
  dataOf,
  fileCursor,
  logWithCopy,
  type Progress,
  readEvents,
  sendLines,
  signWebhook,
  VellumError,
  verifyWebhook,
} from "./index.ts";

type Operations = Record<string, { responses: Record<string, { headers?: unknown }> }>;

it("has the types of the OpenAPI document. `vitest run -u` writes them anew", async () => {
  const document = openApiDocument(routes, "https://x.example", declaredWebhooks, openRoutes);
  const described = JSON.parse(JSON.stringify(document));
  // Calls return a plain Response, so nothing reads these types, and they would be half of the file.
  for (const operation of Object.values<Operations>(described.paths).flatMap((path) => Object.values(path)))
    for (const response of Object.values(operation.responses)) delete response.headers;
  await expect(await openapiTS(described, { defaultNonNullable: false })).toMatchFileSnapshot("./api.ts");
});

let service: Awaited<ReturnType<typeof startService>>;
let folder: string;
let partner: MadePartner;
let client: Client;
const how = () => ({ baseUrl: service.url, backoffMs: 1 });

beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), "client-"));
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  partner = await makePartner();
  client = createClient({ ...how(), apiKey: (await makeKey(partner)).key });
  service.calls.length = 0;
});
afterEach(() => expect(service.faults.splice(0)).toEqual([]));

const provision = (email = freshEmail()) =>
  client.POST("/api/v1/solo-accounts", {
    body: { externalUserId: email, email, callbackUrl: "https://platform.example.com/hook" },
  });

describe("a call", () => {
  it("is typed, and its error has code, field and request", async () => {
    const { accountId, status } = dataOf(await provision());
    expect(status).toBe("pending_id_verification");
    const read = await client.GET("/api/v1/solo-accounts/{accountId}", { params: { path: { accountId } } });
    expect(read.data?.accountId).toBe(accountId);
    const refused = await provision("no address");
    expect(() => dataOf(refused)).toThrow(
      expect.objectContaining({ status: 400, code: "invalid_field", field: "email", requestId: expect.any(String) }),
    );
    expect(service.calls).toHaveLength(3);
  });

  it("is sent again after a lost answer or a server error, and has its effect once", async () => {
    const email = freshEmail();
    service.faults.push("lost before", "lost after", { status: 502 }, { status: 500 });
    const { data, response } = await provision(email);
    expect(response.status).toBe(200);
    expect(await db.soloAccount.findMany({ where: { email }, select: { id: true } })).toEqual([
      { id: data?.accountId },
    ]);
    expect(service.calls).toHaveLength(5);
  });

  it("gives up after `retries`", async () => {
    const impatient = createClient({ ...how(), apiKey: "svc_live_x", retries: 1 });
    service.faults.push({ status: 503 }, { status: 503 });
    expect((await impatient.GET("/api/v1/events")).response.status).toBe(503);
    service.faults.push("lost before", "lost before");
    await expect(impatient.GET("/api/v1/events")).rejects.toThrow("fetch failed");
  });

  it("waits as long as Retry-After says, and a little more", async () => {
    service.faults.push({ status: 503, headers: { "Retry-After": "1" } });
    const from = performance.now();
    dataOf(await provision());
    expect(performance.now() - from).toBeGreaterThan(1_000);
    service.faults.push({ status: 429, headers: { "Retry-After": "3600" } });
    expect((await provision()).response.status).toBe(429);
  });

  const scene = () =>
    client.POST("/api/v1/collab-scenes", {
      body: {
        uploaderExternalUserId: "x",
        title: "A scene",
        callbackUrl: "https://platform.example.com/hook",
        performers: [{ email: freshEmail() }],
        uploaderAttestation: { ip: "203.0.113.7", ua: "x", clickedAt: "2026-09-01T00:00:00Z", attestationText: "x" },
      },
    });
  const publication = () =>
    client.POST("/api/v1/collab-scenes/{sceneId}/publications", {
      params: { path: { sceneId: "x" } },
      body: { contentUrl: "https://platform.example.com/1", depictionSha256: "0".repeat(64) },
    });
  const session = () =>
    client.POST("/api/v1/upload-sessions", {
      body: {
        contentId: "x",
        contentType: "video",
        contentTitle: "x",
        detectedFaceCount: 1,
        uploaderExternalUserId: "x",
        redirectUrl: "https://platform.example.com/back",
      },
    });

  it.each([
    ["a scene", scene],
    ["a publication", publication],
    ["an upload session", session],
  ] as const)("that creates %s each time is sent again only if it wasn't tried", async (_, call) => {
    for (const status of [500, 503]) {
      service.faults.push({ status, headers: { "Retry-After": "0" } });
      expect((await call()).response.status).toBe(status);
    }
    service.faults.push("lost after");
    await expect(call()).rejects.toThrow("fetch failed");
    expect(service.calls).toHaveLength(3);
    service.faults.push({ status: 429, headers: { "Retry-After": "0" } });
    expect((await call()).response.status).toBeGreaterThanOrEqual(400);
    expect(service.calls).toHaveLength(5);
  });
});

describe("a bulk call", () => {
  it("sends its lines, and answers each", async () => {
    const line = (email: string) => ({
      externalUserId: email,
      email,
      callbackUrl: "https://platform.example.com/hook",
    });
    const answers = await sendLines(client, "/api/v1/solo-accounts/bulk", [line(freshEmail()), line("no address")]);
    expect(answers).toMatchObject([
      { line: 1, status: 201, body: { status: "pending_id_verification" } },
      { line: 2, status: 400, body: { code: "invalid_field", field: "email" } },
    ]);
    const whole = sendLines(client, "/api/v1/content/bulk", []);
    await expect(whole).rejects.toThrow(expect.objectContaining({ status: 400, code: "invalid_json" }));
  });
});

describe("a compliance copy", () => {
  let file: string;
  let bytes: Buffer;
  let accountId: string;
  beforeEach(async () => {
    replaceStorage(diskStorage(join(folder, "objects"), { uploadsAt: `${service.url}/uploads` }));
    accountId = (await makeAccount(partner, { status: "active" })).id;
    const noise = {
      create: {
        width: 600,
        height: 400,
        channels: 3 as const,
        noise: { type: "gaussian" as const, mean: 128, sigma: 60 },
      },
    };
    bytes = await sharp({ ...noise, create: { ...noise.create, background: "#888" } })
      .jpeg()
      .toBuffer();
    file = join(folder, "copy.jpg");
    await writeFile(file, bytes);
  });
  const content = (id = "post-1") => ({
    contentUrl: `https://platform.example.com/${id}`,
    title: "One",
    externalContentId: id,
  });
  const puts = () => service.calls.filter((call) => call.startsWith("PUT ")).length;

  it("is logged, sent from its file and confirmed in one call", async () => {
    const told: Progress[] = [];
    const logged = await logWithCopy(client, {
      accountId,
      content: content(),
      file,
      onProgress: (now) => told.push(now),
    });
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect(logged.complianceCopy).toMatchObject({
      state: "stored",
      sha256,
      bytes: bytes.length,
      mimeType: "image/jpeg",
    });
    expect(told.length).toBeGreaterThan(1);
    expect(told.at(-1)).toEqual({ sentBytes: bytes.length, totalBytes: bytes.length });
    expect(told.map(({ sentBytes }) => sentBytes)).toEqual(
      told.map(({ sentBytes }) => sentBytes).toSorted((a, b) => a - b),
    );
    // A repeat sends no file.
    expect(await logWithCopy(client, { accountId, content: content(), file })).toEqual(logged);
    expect(puts()).toBe(1);
  });

  it("can be a Blob", async () => {
    const blob = new Blob([new Uint8Array(bytes)], { type: "image/jpeg" });
    const { complianceCopy } = await logWithCopy(client, { accountId, content: content("post-2"), file: blob });
    expect(complianceCopy).toMatchObject({ state: "stored", bytes: bytes.length });
  });

  it("is sent again to a fresh address if its upload failed", async () => {
    // The log call succeeds, the upload doesn't, and the confirmation says so.
    service.faults.push("pass", "lost before", "pass", { status: 403 });
    const { complianceCopy } = await logWithCopy(client, { accountId, content: content("post-3"), file });
    expect(complianceCopy.state).toBe("stored");
    expect(puts()).toBe(3);
  });

  it("fails with the service's code, without another try", async () => {
    await writeFile(file, randomBytes(5_000));
    const bad = logWithCopy(client, { accountId, content: content("post-4"), file });
    await expect(bad).rejects.toThrow(expect.objectContaining({ status: 422, code: "TYPE_MISMATCH" }));
    await writeFile(file, bytes);
    const other = logWithCopy(client, { accountId, content: content("post-4"), file });
    await expect(other).rejects.toThrow("was logged with a copy of 5000 bytes");
    const { id } = await makeAccount(partner, { status: "suspended" });
    const refused = logWithCopy(client, { accountId: id, content: content("post-5"), file });
    await expect(refused).rejects.toThrow(expect.objectContaining({ code: "uploader_not_solo_active" }));
  });
});

describe("the feed", () => {
  const read = async (options: Parameters<typeof readEvents>[1]) => {
    const found: unknown[] = [];
    for await (const { data } of readEvents(client, { follow: false, ...options })) found.push(Object.values(data)[0]);
    return found;
  };
  const pings = async (...messages: string[]) => {
    for (const message of messages) await ping(partner, message);
  };

  it("goes on behind the event that was done last", async () => {
    const cursor = fileCursor(join(folder, `${partner.id}.cursor`));
    await pings("a", "b", "c");
    for await (const { data } of readEvents(client, { cursor })) if ("message" in data && data.message === "b") break;
    // "b" was in work, and so isn't done.
    expect(await read({ cursor })).toEqual(["b", "c"]);
    expect(await read({ cursor })).toEqual([]);
    await pings("d");
    expect(await read({ cursor })).toEqual(["d"]);
    expect(await read({})).toEqual(["a", "b", "c", "d"]);
  });

  it("can start with what happens from now on", async () => {
    await pings("before");
    const cursor = fileCursor(join(folder, `${partner.id}.cursor`));
    expect(await read({ cursor, from: "now" })).toEqual([]);
    await pings("after");
    expect(await read({ cursor, from: "now" })).toEqual(["after"]);
  });

  it("waits for events until it is told to end, also while the service is away", async () => {
    await pings("a");
    const stop = new AbortController();
    const found: unknown[] = [];
    const away: unknown[] = [];
    const options = { pollMs: 5, signal: stop.signal, onRetry: (error: unknown) => away.push(error) };
    const client5 = createClient({ ...how(), apiKey: (await makeKey(partner)).key, retries: 0 });
    service.faults.push("lost before", { status: 503 });
    for await (const { data } of readEvents(client5, options)) {
      found.push(data);
      if (found.length === 1) setTimeout(() => void pings("b"), 50);
      else stop.abort();
    }
    expect(found).toEqual([{ message: "a" }, { message: "b" }]);
    expect(away).toEqual([expect.any(TypeError), expect.any(VellumError)]);
  });

  it("refuses what no further try would change", async () => {
    client = createClient({ ...how(), apiKey: "svc_live_unknown" });
    await expect(read({})).rejects.toThrow(expect.objectContaining({ status: 401 }));
  });
});

describe("a webhook", () => {
  const [secret, body] = [
    newSecret(),
    JSON.stringify({ id: "evt_1", type: "test.ping", created: 1, data: { message: "ä" } }),
  ];
  const now = () => Math.floor(Date.now() / 1_000);
  const signed = (secrets: string[], timestamp = now()) =>
    signatureHeaders({ eventId: "evt_1", body: Buffer.from(body), timestamp, secrets });

  it("is verified with any of its secrets, from Headers or Node's headers", () => {
    const headers = signed([newSecret(), secret]);
    for (const given of [headers, new Headers(headers)])
      for (const bytes of [body, Buffer.from(body)])
        expect(verifyWebhook({ body: bytes, headers: given, secret: [newSecret(), secret] })).toEqual(JSON.parse(body));
  });

  it("verifies the reference's vectors", () => {
    for (const { body, headers, secrets, timestamp } of vectors()) {
      clock.reset();
      const far = { toleranceSeconds: now() - timestamp + 9 };
      for (const one of secrets)
        expect(verifyWebhook({ body, headers: new Headers(headers), secret: one, ...far })).toEqual(JSON.parse(body));
    }
  });

  it("is refused if it was changed, is old, or isn't ours", () => {
    const refused = {
      "a changed body": { body: `${body} `, headers: signed([secret]) },
      "another secret": { body, headers: signed([newSecret()]) },
      "an old one": { body, headers: signed([secret], now() - 301) },
      "one of the future": { body, headers: signed([secret], now() + 301) },
      "another time": { body, headers: { ...signed([secret], now() - 301), "webhook-timestamp": String(now()) } },
      "no header": { body, headers: {} },
      "a tolerance that isn't a number": { body, headers: signed([secret], now() - 301), toleranceSeconds: Number.NaN },
      "an empty signature": { body, headers: { ...signed([secret]), "webhook-signature": "v1," } },
    };
    for (const [what, delivery] of Object.entries(refused))
      expect(() => verifyWebhook({ ...delivery, secret }), what).toThrow(
        expect.objectContaining({ name: "WebhookError" }),
      );
    for (const bad of ["", "whsec_", secret.slice(6)])
      expect(() => verifyWebhook({ body, headers: signed([secret]), secret: bad })).toThrow("The secret isn't");
  });

  it("is signed in tests as we sign it", () => {
    const message = { id: "evt_1", timestamp: now(), body, secret };
    expect(signWebhook(message)).toEqual(signed([secret], message.timestamp));
    expect(new Webhook(secret).verify(body, signWebhook(message))).toEqual(JSON.parse(body));
  });
});

it("keeps a cursor that only its owner reads", async () => {
  const path = join(folder, "cursor");
  await fileCursor(path).write("12:evt_1");
  expect(await readFile(path, "utf8")).toBe("12:evt_1\n");
  expect(await fileCursor(path).read()).toBe("12:evt_1");
  expect(await fileCursor(join(folder, "none")).read()).toBeUndefined();
});
