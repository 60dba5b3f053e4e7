import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { vectors } from "@/lib/domain/events/reference";
import { clock } from "@/lib/platform/clock";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { signSome, someCertificate } from "@/lib/testing/certificates";
import { startCutter, startService } from "@/lib/testing/client-service";
import { keyCtx, type MadePartner, makeDepiction, makeKey, makePartner } from "@/lib/testing/factories";
import { randomNumbers } from "@/lib/testing/random";
import { startReceiver } from "@/lib/testing/receiver";
import { integrateAll, recordAbout, verifierKeys } from "@/lib/testing/transparency";
import { ping } from "@/lib/testing/webhooks";
import { createClient, dataOf, verifyWebhook } from "./index.ts";
import { listen, openState, type Row } from "./listen.ts";

let service: Awaited<ReturnType<typeof startService>>;
let folder: string;
let partner: MadePartner;
let key: string;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vellum-"));
  // Two hundred calls in seconds.
  partner = await makePartner({ keyLimit: 100_000, addressLimit: 100_000 });
  key = (await makeKey(partner)).key;
  return () => rm(folder, { recursive: true });
});

/** Runs the command in the test's folder. */
function vellum(words: readonly string[], { stdin = "", VELLUM_API_KEY = key, VELLUM_URL = service.url } = {}) {
  const variables = { ...process.env, NODE_OPTIONS: "", VELLUM_URL, VELLUM_API_KEY };
  const child = spawn(process.execPath, [join(import.meta.dirname, "cli.ts"), ...words], {
    cwd: folder,
    env: variables,
  });
  const printed = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => {
    printed.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    printed.err += text;
  });
  child.stdin.end(stdin);
  return { child, printed, ended: once(child, "close").then(([code]) => ({ code, ...printed })) };
}

const stateFile = async () => JSON.parse(await readFile(join(folder, ".vellum.json"), "utf8"));

describe("vellum listen", () => {
  it("posts what happens, signed, shows the answers, and goes on where it stopped", async () => {
    const receiver = await startReceiver(
      (response, _, count) => void response.writeHead(count === 1 ? 500 : 204).end(),
    );
    await ping(partner, "before");
    const first = vellum(["listen", receiver.url]);
    await expect.poll(() => first.printed.out).toContain("Answer");
    await expect.poll(async () => (await stateFile()).place).toBeTruthy();
    await ping(partner, "one");
    await expect.poll(() => first.printed.out).toMatch(/\d\d:\d\d:\d\d {2}test\.ping +evt_\w{25} {2}500 in \d+ ms\n$/);
    first.child.kill("SIGINT");
    expect(await first.ended).toMatchObject({ code: 0, err: "" });
    await ping(partner, "two");
    const second = vellum(["listen"]);
    await expect.poll(() => receiver.received.length).toBe(2);
    second.child.kill("SIGTERM");
    expect(await second.ended).toMatchObject({ code: 0, err: "" });
    const { secret } = await stateFile();
    expect(first.printed.out).toContain(secret);
    expect(second.printed.out).toContain(secret);
    const got = receiver.received.map(({ body, headers }) => verifyWebhook({ body, headers, secret }).data);
    expect(got).toEqual([{ message: "one" }, { message: "two" }]);
    expect(receiver.received[0]?.headers).toMatchObject({ "x-svc-event": "test.ping", "x-svc-delivery": "del_listen" });
    await receiver.close();
  });

  it("refuses to go on with the place of another service", async () => {
    await openState(join(folder, ".vellum.json"), "https://other.example.com");
    const { code, err } = await vellum(["listen", "http://localhost:9"]).ended;
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining(".vellum.json is of https://other.example.com"),
    });
  });

  it("loses and reorders nothing in 100 cut connections and 5 restarts", async () => {
    const EVENTS = 120;
    const receiver = await startReceiver((response) => void response.writeHead(204).end());
    const random = randomNumbers();
    // Now and then a long one, because a page of all events has 20 KB.
    const cutAt = () => Math.floor(random() * (random() < 1 / 8 ? 40_000 : 2_000));
    const [toApi, toReceiver] = await Promise.all([
      startCutter(service.port, cutAt),
      startCutter(Number(new URL(receiver.url).port), cutAt),
    ]);
    const cuts = () => toApi.cuts() + toReceiver.cuts();
    const rows: Row[] = [];
    const client = createClient({ baseUrl: `http://127.0.0.1:${toApi.port}`, apiKey: key, backoffMs: 1, retries: 2 });
    const state = join(folder, "state.json");
    const listening = async (stop: AbortController) => {
      const { cursor, secret } = await openState(state, service.url);
      const to = `http://127.0.0.1:${toReceiver.port}/hooks`;
      const how = { from: "oldest", pollMs: 2, backoffMs: 1, signal: stop.signal } as const;
      await listen({ client, cursor, to, secret, show: (row) => rows.push(row), ...how });
    };
    const isDone = async () => {
      const { place = "" } = JSON.parse(await readFile(state, "utf8"));
      return sent === EVENTS && seen().length === EVENTS && cuts() >= 100 && /^\d+$/.test(place);
    };
    const seen = () => [...new Set(receiver.received.map(({ body }) => JSON.parse(body).data.message as string))];
    let sent = 0;
    const happening = (async () => {
      for (; sent < EVENTS; sent++) await ping(partner, `${sent}`);
    })();
    for (let restarts = 0; restarts < 5; restarts++) {
      const stop = new AbortController();
      const ended = listening(stop);
      await expect.poll(() => seen().length).toBeGreaterThanOrEqual(((restarts + 1) * EVENTS) / 6);
      stop.abort();
      await ended;
    }
    await happening;
    const stop = new AbortController();
    const ended = listening(stop);
    await expect.poll(isDone, { interval: 20 }).toBe(true);
    stop.abort();
    await ended;
    expect(seen()).toEqual(Array.from({ length: EVENTS }, (_, n) => `${n}`));
    // What came again came at once, before any later one.
    const order = receiver.received.map(({ body }) => Number(JSON.parse(body).data.message));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(new Set(rows.filter(({ answer }) => answer.startsWith("204")).map(({ event }) => event.id)).size).toBe(
      EVENTS,
    );
    await Promise.all([toApi.close(), toReceiver.close(), receiver.close()]);
  });
});

describe("vellum trigger", () => {
  it("posts an example that is marked as a test, signed like what listen posts", async () => {
    const receiver = await startReceiver();
    const { code, out } = await vellum(["trigger", "collab_scene.greenlit", receiver.url]).ended;
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/Nothing happened at the service.*200 in \d+ ms\n$/s),
    });
    const [{ body, headers } = expect.unreachable()] = receiver.received;
    const event = verifyWebhook({ body, headers, secret: (await stateFile()).secret });
    expect(event).toMatchObject({ id: expect.stringMatching(/^evt_test_\d+$/), type: "collab_scene.greenlit" });
    expect(event.data).toMatchObject({ scene: { status: "greenlit" } });
    expect(headers["x-svc-delivery"]).toBe("del_test");
    await receiver.close();
    expect(await vellum(["trigger", "collab_scene.greenlit", receiver.url]).ended).toMatchObject({ code: 1 });
    const unknown = await vellum(["trigger", "collab_scene.none", receiver.url]).ended;
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining("There is no collab_scene.none. Types: ") });
  });
});

describe("vellum verify", () => {
  it("certificate: tells ours from others, and asks the service whether it was revoked", async () => {
    const contents = someCertificate();
    const { jwt } = await signSome(contents);
    const check = (certificate: string, ...words: string[]) =>
      vellum(["verify", "certificate", "-", ...words], { stdin: certificate, VELLUM_API_KEY: "" }).ended;
    const genuine = await check(jwt, "--production", contents.productionId);
    expect(genuine).toMatchObject({ code: 0, out: expect.stringContaining(`certificate ${contents.certificateId}`) });
    expect(genuine.out).toContain("Not checked: whether it was revoked");
    clock.freeze(new Date(Date.now() - 400 * DAY_MS));
    const { jwt: ended } = await signSome(contents);
    clock.reset();
    const [head = "", claims = "", signature = ""] = jwt.split(".");
    const { kid } = JSON.parse(Buffer.from(head, "base64url").toString());
    const headOf = (header: object) => Buffer.from(JSON.stringify(header)).toString("base64url");
    const refused = {
      "an ended one": ended,
      "no signature": `${headOf({ alg: "none", kid })}.${claims}.`,
      "another algorithm": `${headOf({ alg: "HS256", kid })}.${claims}.${signature}`,
      "an unknown key": `${headOf({ alg: "RS256", kid: "x" })}.${claims}.${signature}`,
      "another signature": `${head}.${claims}.${(await signSome()).jwt.split(".")[2]}`,
      "changed claims": `${head}.${headOf({ sub: newId(), jti: newId(), exp: 9e9 })}.${signature}`,
      "no certificate": "eyJ",
    };
    const printed = await Promise.all([
      check(jwt, "--production", newId()),
      ...Object.values(refused).map((certificate) => check(certificate)),
    ]);
    for (const one of printed)
      expect(one).toMatchObject({ code: 1, out: "", err: expect.stringMatching(/^REFUSED: /) });
    // The service knows no such production of this partner.
    const asked = await vellum(["verify", "certificate", "-"], { stdin: jwt }).ended;
    expect(asked).toMatchObject({ code: 1, out: "", err: expect.stringMatching(/^REFUSED: /) });
  });

  it("signature: as the portal and the reference print it", async () => {
    const [vector = expect.unreachable()] = vectors();
    await writeFile(join(folder, "body.json"), vector.body);
    const lines = Object.entries(vector.headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
    const words = ["verify", "signature", "body.json", ...lines, "--secret"];
    const [secret = ""] = vector.secrets;
    expect(await vellum([...words, secret, "--any-time"]).ended).toMatchObject({
      code: 0,
      out: `Signed: solo_account.verified ${vector.eventId}\n`,
    });
    for (const more of [[secret], [`whsec_${"A".repeat(44)}`, "--any-time"]])
      expect(await vellum([...words, ...more]).ended).toMatchObject({ code: 1, out: "" });

    const own = ["-H", `X-SVC-Signature: ${vector.headers["X-SVC-Signature"]}`, "--any-time", "--secret"];
    const checkOwn = (...with_: string[]) => vellum(["verify", "signature", "body.json", ...own, ...with_]).ended;
    expect(await checkOwn(secret)).toMatchObject({ code: 0, out: `Signed: solo_account.verified ${vector.eventId}\n` });
    expect(await checkOwn(`whsec_${"A".repeat(44)}`)).toMatchObject({ code: 1, out: "" });
    await writeFile(join(folder, "body.json"), `${vector.body}\n`);
    expect(await checkOwn(secret)).toMatchObject({ code: 1, err: expect.stringContaining("ends with a newline") });
    await writeFile(join(folder, "body.json"), `${vector.body} \n`);
    expect(await checkOwn(secret)).toMatchObject({ code: 1, err: expect.stringContaining("No signature matches") });
  });

  it("proof: verifies what the API gave, with the ledger's own verifier", async () => {
    const { id: depictionId } = await makeDepiction(partner);
    const subject = { kind: "depiction", id: depictionId } as const;
    await recordAbout([depictionId], { ctx: keyCtx(partner), action: "depiction.viewed", subject });
    await integrateAll();
    const client = createClient({ baseUrl: service.url, apiKey: key });
    const path = "/api/v1/content/{depictionId}/proof";
    const { proofs } = dataOf(await client.GET(path, { params: { path: { depictionId } } }));
    const file = join(folder, "viewed.tlog-proof");
    await writeFile(file, proofs[0]?.proof ?? "");
    const words = ["verify", "proof", "--key", (await verifierKeys())[0] ?? "", "viewed.tlog-proof"];
    const { code, out } = await vellum(words).ended;
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("  action: depiction.viewed\n") });
    await writeFile(file, (await readFile(file, "utf8")).replace("a", "b"));
    expect(await vellum(words).ended).toMatchObject({ code: 1, out: expect.stringContaining("REFUSED") });
  });

  it("says in one line what it doesn't understand, and how on request", async () => {
    const wrong = [
      [],
      ["listen", "nowhere"],
      ["trigger"],
      ["verify", "signature", "x"],
      ["verify", "what"],
      ["--what"],
    ];
    for (const words of wrong)
      expect(await vellum(words).ended).toMatchObject({
        code: 2,
        out: "",
        err: expect.stringMatching(/^.+“vellum help” says how\.\n$/),
      });
    expect(await vellum(["listen"], { VELLUM_URL: "" }).ended).toMatchObject({
      err: expect.stringMatching(/^VELLUM_URL isn't set/),
    });
    for (const words of [["--help"], ["help"], ["listen", "--help"]]) {
      const { code, out, err } = await vellum(words).ended;
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(out).toContain("vellum listen URL");
      for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
    }
    expect((await vellum(["verify", "proof"]).ended).out).toContain("vellum verify proof --key KEY");
  });
});
