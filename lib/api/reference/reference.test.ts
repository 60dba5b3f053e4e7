import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { WEBHOOK_ENDPOINT } from "@/app/api/examples";
import { routes } from "@/app/api/routes";
import { createDispatch } from "@/lib/api/server/dispatch";
import { offerUpload } from "@/lib/domain/records/content/copies/copy-objects";
import { db } from "@/lib/platform/db";
import { type MadePartner, makeAccount, makeDepiction, makeKey, makePartner } from "@/lib/testing/factories";
import { sentByPhp } from "@/lib/testing/php-program";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { makeGreenlitScene, makePublication, makeScene } from "@/lib/testing/scenes";
import { makeUploadSession } from "@/lib/testing/upload-sessions";
import { makeEndpoint } from "@/lib/testing/webhooks";
import { commonErrors, type ReferenceCall, referenceCalls } from "./calls";
import { EXAMPLE_IDS } from "./example-ids";
import { examplesOf, KEY_VARIABLE } from "./examples";
import { fieldsOf, sampleOf } from "./fields";

const run = promisify(execFile);

const isInstalled = (program: string): Promise<boolean> =>
  run(program, ["--version"]).then(
    () => true,
    () => false,
  );

describe("the examples", () => {
  let server: Server;
  let baseUrl: string;
  let partner: MadePartner;
  let environment: NodeJS.ProcessEnv;
  let hasCurl = true;
  let hasPython = true;

  beforeAll(async () => {
    const rest = () => expect.unreachable("the example calls an address that is not the API's");
    const dispatch = createDispatch({ routes, plainRoutes: [], rest, baseUrl: "http://localhost", trustedProxies: 0 });
    server = createServer((message, response) => void dispatch(message, response));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    partner = await makePartner({ collabScenes: true });
    environment = { ...process.env, [KEY_VARIABLE]: (await makeKey(partner)).key };
    hasCurl = await isInstalled("curl");
    hasPython = await isInstalled("python3");
  });
  afterAll(() => new Promise((done) => server.close(done)));

  /** The documented calls, with ids that exist for this partner. */
  async function documented(): Promise<ReferenceCall[]> {
    const account = await makeAccount(partner, { status: "active" });
    const depiction = await makeDepiction(partner);
    const scene = await makeScene(partner);
    const greenlit = await makeGreenlitScene(partner);
    const publication = await makePublication(greenlit, { partnerId: partner.id });
    const session = await makeUploadSession(partner);
    const producer = await makeProducer([partner]);
    const production = await makeProduction({ producer, performers: [], depictions: 0 });
    const { endpointId } = await makeEndpoint(partner);
    return referenceCalls(routes, baseUrl).map((call) => {
      const existing = (text: string) =>
        text
          .replaceAll(EXAMPLE_IDS.account, account.id)
          .replaceAll(EXAMPLE_IDS.depiction, depiction.id)
          .replaceAll(EXAMPLE_IDS.scene, NEED_GREENLIGHT.has(call.id) ? greenlit.id : scene.id)
          .replaceAll(EXAMPLE_PUBLICATION, publication.id)
          .replaceAll(EXAMPLE_IDS.session, session.id)
          .replaceAll(EXAMPLE_IDS.production, production.id)
          .replaceAll(WEBHOOK_ENDPOINT.endpointId, endpointId)
          .replaceAll(EXAMPLE_PRODUCER, producer.user.email)
          // The creator that the first call provisions isn't active yet.
          .replaceAll(call.id === "createUploadSession" ? EXAMPLE_CREATOR : "\0", account.externalUserId)
          // A URL is registered once.
          .replaceAll("/videos/1001", `/videos/${scene.id}`)
          .replaceAll("example.com/webhooks", `example.com/webhooks/${call.id}/${scene.id}`);
      const { curl, node, python, php } = call.examples;
      const examples = { curl: existing(curl), node: existing(node), python: existing(python), php: existing(php) };
      return { ...call, examples };
    });
  }

  /** Uploads the file that the calls before `UPLOAD_CONFIRMED` offered. */
  async function uploadFile(): Promise<void> {
    const depiction = await db.depiction.findFirstOrThrow({
      where: { partnerId: partner.id },
      orderBy: { id: "desc" },
    });
    const upload = await offerUpload(depiction);
    const file = Buffer.alloc(upload?.maxBytes ?? 0);
    file.set([0xff, 0xd8, 0xff, 0xe0]);
    const url = (upload?.url ?? "").replace(/^https?:\/\/[^/]+/, baseUrl);
    expect((await fetch(url, { method: "PUT", headers: upload?.headers ?? {}, body: file })).status).toBe(200);
  }

  /** Runs the documented calls, and returns them with what each printed. */
  async function runAll(language: keyof typeof RUNNERS): Promise<(ReferenceCall & { printed: string })[]> {
    const calls = await documented();
    const confirmed = calls.findIndex(({ id }) => id === UPLOAD_CONFIRMED);
    const before = await runEach(language, calls.slice(0, confirmed), environment);
    await uploadFile();
    const after = await runEach(language, calls.slice(confirmed), environment);
    return calls.map((call, n) => ({ ...call, printed: [...before, ...after][n] ?? "" }));
  }

  it("work in a shell", async ({ skip }) => {
    if (!hasCurl) skip("curl is not installed");
    for (const { id, printed, responses } of await runAll("curl")) expectDeclared(id, JSON.parse(printed), responses);
  });

  it("work in Node", async () => {
    for (const { id, printed } of await runAll("node")) expect(printed, id).toMatch(/^\{/);
  });

  it("work in Python", async ({ skip }) => {
    if (!hasPython) skip("python3 is not installed");
    for (const { id, printed } of await runAll("python")) expect(printed, id).toMatch(/^\{/);
  });

  it("send in PHP what they send in Node", async () => {
    const calls = referenceCalls(routes, "http://api.example");
    const body = { text: `it's "quoted" \\ $HOME \\n é 🎬 \n`, list: [1, true, null], nested: { "a-b": {} }, none: [] };
    const post = { method: "POST", url: "http://api.example/", body };
    const sent = await sentByPhp([
      ...calls.map(({ examples }) => examples.php),
      ...[examplesOf(post).php, examplesOf({ ...post, isBulk: true }).php],
    ]);
    for (const { id, method, sent: expected } of calls) {
      const { url, options } = sent.shift() ?? expect.unreachable(`${id} sent nothing`);
      if (expected) expect(url, id).toBe(`http://api.example${expected.path}`);
      expect(options.method ?? "GET", id).toBe(method);
      expect(options.header, id).toContain("Authorization: Bearer svc_live_php");
      if (expected?.body) expect(JSON.parse(options.content ?? ""), id).toEqual(JSON.parse(expected.body));
    }
    expect(sent.map(({ options }) => JSON.parse(options.content ?? ""))).toEqual([body, body]);
  });

  it("did what they say", async () => {
    await documented();
    expect(await db.soloAccount.count({ where: { partnerId: partner.id, externalUserId: "creator-42" } })).toBe(1);
  });

  it("fail loudly with a wrong key", async () => {
    const [call] = await documented();
    const wrong = { ...environment, [KEY_VARIABLE]: "svc_live_wrong" };
    await expect(
      run(process.execPath, ["--input-type=module", "--eval", call?.examples.node ?? ""], { env: wrong }),
    ).rejects.toThrow("401");
  });

  it("carry any text unharmed", async () => {
    const body = {
      text: `it's "quoted" \\ $HOME \`id\` é 🎬 \n`,
      list: [1, true, null],
      nested: { "a-b": {} },
      none: [],
    };
    const echo = createServer((message, response) => message.pipe(response));
    await new Promise<void>((done) => echo.listen(0, "127.0.0.1", done));
    const url = `http://127.0.0.1:${(echo.address() as AddressInfo).port}/`;
    const { curl, node, python } = examplesOf({ method: "POST", url, body });
    if (hasCurl) {
      expect(JSON.parse((await run("sh", ["-c", `${curl} --silent`], { env: environment })).stdout)).toEqual(body);
    }
    const printed = node.replace("console.log(result)", "console.log(JSON.stringify(result))");
    const inNode = await run(process.execPath, ["--input-type=module", "--eval", printed], { env: environment });
    expect(JSON.parse(inNode.stdout)).toEqual(body);
    if (hasPython) {
      const dumped = python.replace("print(json.load(response))", "print(json.dumps(json.load(response)))");
      expect(JSON.parse((await run("python3", ["-c", dumped], { env: environment })).stdout)).toEqual(body);
    }
    await new Promise((done) => echo.close(done));
  });
});

const NEED_GREENLIGHT = new Set(["extendCollabScene", "registerPublication", "removePublication"]);
const UPLOAD_CONFIRMED = "confirmComplianceCopy";
// The ids that the declared examples use.
const EXAMPLE_PUBLICATION = "03f9c2k7v1m4x8q0z5t6b3n1f";
const EXAMPLE_PRODUCER = "studio@example.com";
const EXAMPLE_CREATOR = "creator-42";

/**
 * Programs that run examples as printed, each example followed by a NUL byte. One process runs many of them, because starting it takes
 * longer than a call.
 */
const RUNNERS = {
  curl: (calls: readonly Program[]) => [
    "sh",
    "-c",
    calls
      .map(([id, code]) => `${code} --silent --fail-with-body || { echo ${id} >&2; exit 1; }\nprintf '\\0'`)
      .join("\n"),
  ],
  node: (calls: readonly Program[]) => [
    process.execPath,
    "--input-type=module",
    "--eval",
    `for (const [id, code] of ${JSON.stringify(calls)}) {
      await import("data:text/javascript," + encodeURIComponent(code)).catch((cause) => {
        throw new Error(id, { cause });
      });
      process.stdout.write("\\0");
    }`,
  ],
  python: (calls: readonly Program[]) => ["python3", "-c", PYTHON_RUNNER, JSON.stringify(calls)],
};

type Program = readonly [id: string, code: string];

const PYTHON_RUNNER = `import json, sys
for id, code in json.loads(sys.argv[1]):
    try:
        exec(code, {})
    except Exception as error:
        raise Exception(id) from error
    print(end="\\0")`;

async function runEach(
  language: keyof typeof RUNNERS,
  calls: readonly ReferenceCall[],
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  const programs = calls.map(({ id, examples }) => [id, examples[language]] as const);
  const [program = "", ...args] = RUNNERS[language](programs);
  const { stdout } = await run(program, args, { env });
  return stdout.split("\0").slice(0, -1);
}

function expectDeclared(id: string, answer: unknown, responses: ReferenceCall["responses"]) {
  const declared = new Set(responses.flatMap(({ fields }) => fields.map((field) => field.name)));
  expect(
    Object.keys(z.record(z.string(), z.unknown()).parse(answer)).filter((name) => !declared.has(name)),
    id,
  ).toEqual([]);
}

describe("fields", () => {
  const Person = z.object({ email: z.email().describe("Where to write.") }).meta({ id: "TestPerson" });
  const Body = z
    .object({
      title: z.string().max(500).describe("Its name."),
      kind: z.enum(["video", "image"]).default("video"),
      count: z.int().min(1).max(50).optional(),
      people: z.array(Person).min(1).max(10),
      fee: z.object({ cents: z.int() }).nullable(),
      status: z.literal("done"),
    })
    .meta({ id: "TestBody" });

  it("are listed in order, nested ones below their parent, with their rules", () => {
    expect(fieldsOf(Body, "input")).toEqual([
      { name: "title", type: "string", required: true, description: "Its name.", rules: ["At most 500 characters"] },
      {
        name: "kind",
        type: "string",
        required: false,
        description: "",
        rules: ["One of `video`, `image`", 'Default `"video"`'],
      },
      { name: "count", type: "integer", required: false, description: "", rules: ["At least 1", "At most 50"] },
      {
        name: "people",
        type: "array of objects",
        required: true,
        description: "",
        rules: ["At least 1 item", "At most 10 items"],
      },
      { name: "people[].email", type: "string (email)", required: true, description: "Where to write.", rules: [] },
      { name: "fee", type: "object or null", required: true, description: "", rules: [] },
      { name: "fee.cents", type: "integer", required: true, description: "", rules: [] },
      { name: "status", type: "string", required: true, description: "", rules: ["Always `done`"] },
    ]);
    expect(fieldsOf(undefined, "input")).toEqual([]);
  });

  it("produce a sample", () => {
    expect(sampleOf(Body, "output")).toMatchObject({ kind: "video", status: "done", fee: { cents: 1 } });
  });
});

describe("the reference", () => {
  const calls = referenceCalls(routes, "https://records.example.com");

  it("lists every declared call once, and every field has a description", () => {
    const declared = routes.flatMap(({ handlers }) =>
      Object.values(handlers).map((handler) => handler.declaration.operationId),
    );
    expect(calls.map(({ id }) => id).toSorted()).toEqual(declared.toSorted());
    for (const { id, params, query, body, responses } of calls) {
      for (const field of [...params, ...query, ...body, ...responses.flatMap((response) => response.fields)]) {
        expect(field.description, `${id} ${field.name}`).not.toBe("");
      }
      expect(responses.flatMap((response) => response.fields).length, id).toBeGreaterThan(0);
    }
  });

  it("lists shared errors once, separately from those of one call", () => {
    const common = commonErrors();
    const statuses = new Set(common.map(({ status }) => status));
    expect([...statuses]).toEqual([400, 401, 403, 405, 408, 413, 415, 417, 429, 431, 500, 503]);
    const provision = calls.find(({ id }) => id === "provisionSoloAccount");
    expect(provision?.errors.map(({ status, code }) => `${status} ${code}`)).toContain("400 missing_parameter");
    for (const error of common) expect(provision?.errors).not.toContainEqual(error);
  });
});
