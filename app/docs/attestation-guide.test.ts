import { execFile } from "node:child_process";
import { type Server as ApiServer, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routes } from "@/app/api/routes";
import { KEY_VARIABLE } from "@/lib/api/reference/examples";
import { createDispatch } from "@/lib/api/server/dispatch";
import { newSecret, signatureHeaders } from "@/lib/domain/events/sign";
import { completeCollab, completeSolo, findSessionByToken, statementOf } from "@/lib/domain/scenes/upload-sessions";
import { db } from "@/lib/platform/db";
import { freshEmail, type MadePartner, makeAccount, makeKey, makePartner, systemCtx } from "@/lib/testing/factories";
import { openVerified, sign } from "@/lib/testing/performers";
import { type Server, startServer } from "@/lib/testing/shown-receivers";
import { attestationGuide } from "./attestation-guide";

const run = promisify(execFile);
const isInstalled = (program: string): Promise<boolean> =>
  run(program, ["--version"]).then(
    () => true,
    () => false,
  );
const [hasCurl, hasPython] = [await isInstalled("curl"), await isInstalled("python3")];

const CREATOR = "creator-42";
const SECRET = newSecret();

let api: ApiServer;
let partner: MadePartner;
let guide: ReturnType<typeof attestationGuide>;
let key: string;

beforeAll(async () => {
  const rest = () => expect.unreachable("the page calls an address that is not the API's");
  const dispatch = createDispatch({ routes, plainRoutes: [], rest, baseUrl: "http://localhost", trustedProxies: 0 });
  api = createServer((message, response) => void dispatch(message, response));
  await new Promise<void>((done) => api.listen(0, "127.0.0.1", done));
  guide = attestationGuide(`http://127.0.0.1:${(api.address() as AddressInfo).port}`);
  partner = await makePartner({ collabScenes: true });
  await makeAccount(partner, { status: "active", externalUserId: CREATOR });
  key = (await makeKey(partner)).key;
});
afterAll(() => new Promise((done) => api.close(done)));

const PROGRAMS = {
  curl: { isThere: hasCurl, command: "sh", flag: ["-c"] },
  node: { isThere: true, command: process.execPath, flag: ["--input-type=module", "--eval"] },
  python: { isThere: hasPython, command: "python3", flag: ["-u", "-c"] },
} as const;

describe.each(["curl", "node", "python"] as const)("the examples in %s", (language) => {
  it("create a session and read it", async ({ skip }) => {
    const { isThere, command, flag } = PROGRAMS[language];
    if (!isThere) skip(`${command} is not installed`);
    const environment = { ...process.env, [KEY_VARIABLE]: key };
    const print = async (code: string) => (await run(command, [...flag, code], { env: environment })).stdout;
    const sessionId = /[0-9a-z]{25}/.exec(await print(guide.create[language]))?.[0] ?? "";
    const read = await print(guide.read[language].replace(/[0-9a-z]{25}/, sessionId));
    expect(read).toContain("pending");
    expect(await db.uploadSession.count({ where: { id: sessionId, partnerId: partner.id, path: "solo" } })).toBe(1);
  });
});

it("the feed has the events that the programs handle", async ({ skip }) => {
  if (!hasCurl) skip("curl is not installed");
  const { stdout } = await run("sh", ["-c", guide.program.curl], { env: { ...process.env, [KEY_VARIABLE]: key } });
  expect(JSON.parse(stdout)).toMatchObject({ events: [], nextCursor: expect.any(String) });
});

describe.each(["node", "python"] as const)("the program in %s", (language) => {
  const { isThere, command, flag } = PROGRAMS[language];
  let platform: Server;
  beforeAll(async () => {
    if (!isThere) return;
    const variables = { [KEY_VARIABLE]: key, WEBHOOK_SECRET: SECRET };
    platform = await startServer(command, [...flag, guide.program[language]], variables);
  });
  afterAll(() => platform?.stop());

  /** The creator uploads, and follows the redirect to our page. */
  async function upload(faces: number) {
    const address = `${platform.url}/upload?creator=${CREATOR}&faces=${faces}`;
    const { status, headers } = await fetch(address, { redirect: "manual" });
    expect(status).toBe(303);
    const session = await findSessionByToken(headers.get("location")?.split("/").at(-1) ?? "");
    if (!session) throw new Error("the redirect doesn't lead to a session");
    const { contentId } = await db.uploadSession.findUniqueOrThrow({ where: { id: session.id } });
    const click = { sessionId: session.id, shootDate: "2026-09-01", shown: statementOf(session).shown };
    const back = async (how: string) =>
      (
        await fetch(`${session.redirectUrl}?sessionId=${session.id}&status=${how}`.replace("localhost", "127.0.0.1"))
      ).text();
    return { contentId, click, back };
  }

  const eventsSince = (id: string) =>
    db.webhookEvent.findMany({ where: { partnerId: partner.id, id: { gt: id } }, orderBy: { id: "asc" } });
  const lastEvent = async () => (await eventsSince("")).at(-1)?.id ?? "";

  async function deliver(
    { id, body }: { id: string; body: Uint8Array<ArrayBuffer> },
    secret = SECRET,
  ): Promise<number> {
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = signatureHeaders({ eventId: id, body, timestamp, secrets: [secret] });
    return (await fetch(`${platform.url}/webhooks`, { method: "POST", body, headers })).status;
  }

  const published = () => platform.printed().trim().split("\n").filter(Boolean);

  it("starts without a secret, and then takes no event", async ({ skip }) => {
    if (!isThere) skip(`${command} is not installed`);
    const early = await startServer(command, [...flag, guide.program[language]], { [KEY_VARIABLE]: key });
    try {
      const body = Buffer.from(JSON.stringify({ id: "evt_1", type: "test.ping", data: {} }));
      const timestamp = Math.floor(Date.now() / 1000);
      const headers = signatureHeaders({ eventId: "evt_1", body, timestamp, secrets: [""] });
      const { status } = await fetch(`${early.url}/webhooks`, { method: "POST", body, headers });
      expect(status).toBe(language === "node" ? 500 : 400);
    } finally {
      await early.stop();
    }
  });

  it("publishes content with one face once, when the creator has attested", async ({ skip }) => {
    if (!isThere) skip(`${command} is not installed`);
    const before = await lastEvent();
    const { contentId, click, back } = await upload(1);
    expect(await back("completed")).toMatch(/^Not attested/);
    await completeSolo(systemCtx("attest"), click);
    expect(await back("cancelled")).toBe("Attested.");
    const [event] = await eventsSince(before);
    if (!event) throw new Error("no event");
    expect(await deliver(event, newSecret())).toBe(400);
    expect(published()).toEqual([]);
    expect([await deliver(event), await deliver(event)]).toEqual([204, 204]);
    await expect.poll(published).toEqual([`publish ${contentId}`]);
  });

  it("publishes content with several faces when the scene is greenlit, also if the events arrive out of order", async ({
    skip,
  }) => {
    if (!isThere) skip(`${command} is not installed`);
    const before = await lastEvent();
    const [{ contentId, click, back }, earlier] = [await upload(3), published()];
    const emails = [freshEmail("first"), freshEmail("second")];
    await completeCollab(systemCtx("attest"), { ...click, performers: emails });
    expect(await back("completed")).toBe("Attested. We publish when everyone has signed.");
    const performers = await db.scenePerformer.findMany({ where: { email: { in: emails } } });
    for (const performer of performers) await sign(await openVerified(performer), performer);
    const events = await eventsSince(before);
    expect(events.map(({ type }) => type.replace("collab_scene.", ""))).toEqual([
      "created",
      "performer_consented",
      "performer_consented",
      "greenlit",
    ]);
    const [created, first, second, greenlit] = events;
    if (!created || !first || !second || !greenlit) throw new Error("four events");
    expect(await deliver(greenlit)).toBe(503);
    for (const event of [created, first, second]) expect(await deliver(event)).toBe(204);
    expect(published()).toEqual(earlier);
    expect([await deliver(greenlit), await deliver(greenlit)]).toEqual([204, 204]);
    await expect.poll(published).toEqual([...earlier, `publish ${contentId}`]);
  });
});
