import { beforeEach, describe, expect, it, vi } from "vitest";
import { POST as bulkContent } from "@/app/api/v1/content/bulk/route";
import { POST as logContent } from "@/app/api/v1/solo-accounts/[accountId]/content/route";
import { POST as bulkAccounts } from "@/app/api/v1/solo-accounts/bulk/route";
import { POST as provision } from "@/app/api/v1/solo-accounts/route";
import { requestLog } from "@/lib/api/request-log/queue";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { log as serviceLog } from "@/lib/platform/log";
import { type Answer, type AnsweredLine, type CallOptions, call } from "@/lib/testing/api";
import { eventsOf } from "@/lib/testing/effects";
import { freshEmail, type MadePartner, makeAccount, makeKey, makePartner } from "@/lib/testing/factories";
import { cutOff } from "@/lib/testing/sql";

let partner: MadePartner;
let key: string;
let accountId: string;

beforeEach(async () => {
  partner = await makePartner();
  key = (await makeKey(partner)).key;
  accountId = (await makeAccount(partner, { status: "active" })).id;
});

type Sent = Record<string, unknown>;

const depiction = (more: Sent = {}): Sent => ({
  accountId,
  contentUrl: `https://platform.example.com/posts/${newId()}`,
  title: "Behind the scenes",
  externalContentId: `post-${newId()}`,
  complianceCopy: { mimeType: "image/jpeg", sizeBytes: 1000 },
  ...more,
});
const creator = (more: Sent = {}): Sent => ({
  externalUserId: `creator-${newId()}`,
  email: freshEmail("creator"),
  callbackUrl: "https://platform.example.com/callback",
  ...more,
});
const ndjson = (lines: readonly unknown[]): string =>
  lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");

const log = (lines: readonly unknown[] | Uint8Array, more: CallOptions = {}): Promise<Answer> =>
  call(bulkContent, { key, body: lines instanceof Uint8Array ? lines : ndjson(lines), ...more });
const create = (lines: readonly unknown[], more: CallOptions = {}): Promise<Answer> =>
  call(bulkAccounts, { key, body: ndjson(lines), ...more });
const statuses = ({ lines }: Answer): number[] => lines.map(({ status }) => status);

describe("the lines of a bulk call", () => {
  it("are answered in order as single calls would be, with the numbers of the lines", async () => {
    const sent = [depiction(), depiction({ complianceCopy: undefined }), depiction({ title: undefined }), depiction()];
    const { status, headers, lines } = await log(sent);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
    expect(lines.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
    expect(lines).toMatchObject([
      { status: 201, body: { complianceCopy: "pending", complianceCopyUpload: { maxBytes: 1000 } } },
      { status: 400, body: { code: "COMPLIANCE_COPY_REQUIRED" } },
      { status: 400, body: { code: "missing_parameter", field: "title" } },
      { status: 201 },
    ]);
    const rows = await db.depiction.findMany({ where: { accountId }, orderBy: { id: "asc" } });
    expect(rows.map(({ externalContentId }) => externalContentId).sort()).toEqual(
      [sent[0], sent[3]].map((line) => line?.externalContentId).sort(),
    );
    expect(await eventsOf(partner)).toHaveLength(2);
    const logged = rows.map(({ id }) => id);
    expect(await db.ledgerEntry.count({ where: { subjectId: { in: logged }, action: "depiction.logged" } })).toBe(2);
  });

  it.each<[string, (line: Sent) => Sent | string]>([
    ["valid", (line) => line],
    ["without a required field", ({ contentUrl: _, ...line }) => line],
    ["with an invalid field", (line) => ({ ...line, contentUrl: "nowhere" })],
    ["with null", (line) => ({ ...line, title: null })],
    ["with a NUL", (line) => ({ ...line, title: "a\0b" })],
    ["with an unpaired surrogate", (line) => ({ ...line, title: "a\ud800b" })],
    ["not JSON", () => "{bad"],
    ["not an object", () => "[1]"],
    ["a raw NUL", () => '{"title":"a\0b"}'],
  ])("answer a body that is %s as the single call does", async (_, make) => {
    const line = make(depiction());
    const single = await call(logContent, { key, params: { accountId }, body: line });
    // The one that comes second is a repeat.
    const [bulk] = (await log([line])).lines;
    if (single.status === 201) {
      expect(bulk).toMatchObject({ status: 200, body: { depictionId: single.body.depictionId, duplicate: true } });
    } else expect([bulk?.status, bulk?.body]).toEqual([single.status, single.body]);
  });

  it.each<[string, (line: Sent) => Sent | string]>([
    ["valid", (line) => line],
    ["without a required field", ({ email: _, ...line }) => line],
    ["with an invalid field", (line) => ({ ...line, email: "nobody" })],
    ["not JSON", () => "nothing"],
  ])("provision with a body that is %s as the single call does", async (_, make) => {
    const line = make(creator());
    const single = await call(provision, { key, body: line });
    const [bulk] = (await create([line])).lines;
    expect([bulk?.status, bulk?.body]).toEqual([single.status === 201 ? 200 : single.status, single.body]);
  });

  it("may end in CRLF and be blank, and are numbered as sent", async () => {
    const body = `\r\n${JSON.stringify(depiction())}\r\n \t\n\n${JSON.stringify(depiction())}\r\n\r\n`;
    expect((await log([body])).lines).toMatchObject([
      { line: 2, status: 201 },
      { line: 5, status: 201 },
    ]);
  });

  it("are decoded one by one, so invalid UTF-8 fails only its own line", async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${JSON.stringify(depiction())}\n`),
      Buffer.from([0x7b, 0xff, 0xfe, 0x0a]),
      Buffer.from(JSON.stringify(depiction({ title: "Zoë 🎬" }))),
    ]);
    const answer = await log(bytes);
    expect(statuses(answer)).toEqual([201, 400, 201]);
    expect(answer.lines[1]?.body).toEqual({ error: "The request body is not valid UTF-8", code: "invalid_json" });
  });

  it("name only the caller's own accounts", async () => {
    const theirs = await makeAccount(await makePartner(), { status: "active" });
    const named = [theirs.id, newId(), "x", "' OR 1=1 --", "a\0b", ""].map((id) => depiction({ accountId: id }));
    const { lines } = await log([...named, depiction()]);
    expect(lines.map(({ status }) => status)).toEqual([...named.map(() => 404), 201]);
    for (const { body } of lines.slice(0, -1)) expect(body).toEqual({ error: "Not found" });
    for (const id of [7, true, {}, []]) {
      const [line] = (await log([depiction({ accountId: id })])).lines;
      expect(line).toMatchObject({ status: 400, body: { code: "invalid_field", field: "accountId" } });
    }
    expect(await db.depiction.count({ where: { accountId: theirs.id } })).toBe(0);
  });

  it("name all their problems, the account's first", async () => {
    const [line] = (await log([{ account: accountId, contentUrl: "no" }])).lines;
    expect(line?.body).toEqual({
      error: "accountId is required. Did you send it as account?",
      code: "missing_parameter",
      field: "accountId",
      errors: [
        {
          code: "missing_parameter",
          field: "accountId",
          message: "accountId is required. Did you send it as account?",
        },
        { code: "invalid_field", field: "contentUrl", message: "contentUrl must be an absolute http or https URL" },
        { code: "missing_parameter", field: "title", message: "title is required" },
      ],
    });
  });
});

describe("a bulk call", () => {
  it.each<[string, CallOptions, number, string | undefined]>([
    ["JSON", { headers: { "content-type": "application/json" } }, 415, "unsupported_media_type"],
    ["text", { headers: { "content-type": "text/plain" } }, 415, "unsupported_media_type"],
    ["Latin-1", { headers: { "content-type": "application/x-ndjson; charset=latin1" } }, 415, "unsupported_media_type"],
    ["compressed", { headers: { "content-encoding": "gzip" } }, 415, "unsupported_media_type"],
    ["empty", { body: "" }, 400, "invalid_json"],
    ["blank", { body: "\r\n \n\n" }, 400, "invalid_json"],
    ["1,001 lines", { body: "{}\n".repeat(1_001) }, 400, "too_many_lines"],
    ["a megabyte of line feeds", { body: "\n".repeat(2 ** 20) }, 400, "too_many_lines"],
    ["over 1 MiB", { body: `{}\n${" ".repeat(2 ** 20)}` }, 413, "payload_too_large"],
  ])("is refused as a whole if its body is %s", async (_, how, status, code) => {
    const answer = await log([depiction()], how);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await db.depiction.count({ where: { accountId } })).toBe(0);
  });

  it("may have one line of 1 MiB", async () => {
    const line = JSON.stringify(depiction({ contentType: "" }));
    const whole = line.replace('"contentType":""', `"contentType":"${"x".repeat(2 ** 20 - line.length)}"`);
    expect(statuses(await log([whole]))).toEqual([201]);
  });

  it("also takes application/ndjson", async () => {
    const answer = await log([depiction()], { headers: { "content-type": "application/ndjson" } });
    expect(statuses(answer)).toEqual([201]);
  });

  it("is refused to test keys and inactive partners, like any call", async () => {
    const test = await makeKey(partner, { mode: "test" });
    expect((await log([depiction()], { key: test.key })).body.code).toBe("TEST_MODE_UNAVAILABLE");
    const inactive = await makePartner({ status: "inactive" });
    const answer = await create([creator()], { key: (await makeKey(inactive)).key });
    expect([answer.status, Object.keys(answer.body)]).toEqual([403, ["error"]]);
    expect(await db.soloAccount.count({ where: { partnerId: inactive.id } })).toBe(0);
  });

  it("draws a request for each line, and answers 429 for the rest once the window is empty", async () => {
    const body = Array.from({ length: 303 }, () => depiction());
    const answer = await log(body);
    expect(statuses(answer)).toEqual([...Array(300).fill(201), 429, 429, 429]);
    expect(answer.headers.get("x-ratelimit-remaining")).toBe("0");
    expect(answer.lines.at(-1)?.body).toMatchObject({ limit: 300, remaining: 0, retryAfter: expect.any(Number) });
    expect(await db.depiction.count({ where: { accountId } })).toBe(300);
    const next = await log(body);
    expect([next.status, next.lines]).toEqual([429, []]);
    // Invalid lines count as well, as invalid calls do.
    const other = (await makeKey(partner)).key;
    expect((await log(["{", "[]", "{}"], { key: other })).headers.get("x-ratelimit-remaining")).toBe("297");
  });

  it("takes 1,000 lines of a partner with a raised limit", async () => {
    const raised = await makePartner({ keyLimit: 2_000 });
    const { id } = await makeAccount(raised, { status: "active" });
    const answer = await log(
      Array.from({ length: 1_000 }, () => depiction({ accountId: id })),
      { key: (await makeKey(raised)).key },
    );
    expect(new Set(statuses(answer))).toEqual(new Set([201]));
    expect(answer.lines.map(({ line }) => line)).toEqual(Array.from({ length: 1_000 }, (_, n) => n + 1));
    expect(answer.headers.get("x-ratelimit-limit")).toBe("2000");
    expect(answer.headers.get("x-ratelimit-remaining")).toBe("1000");
  });

  it("tries no more lines once one finds the service unavailable", async () => {
    const failed = vi.spyOn(serviceLog, "error").mockReturnValue(undefined);
    const answers: Answer[] = [];
    const body = Array.from({ length: 100 }, () => creator());
    await cutOff("solo_accounts", async () => answers.push(await create(body)));
    expect(new Set(answers.flatMap(statuses))).toEqual(new Set([503]));
    expect(failed.mock.calls.length).toBeLessThanOrEqual(4);
    failed.mockRestore();
    expect(new Set(statuses(await create(body)))).toEqual(new Set([201]));
  });

  it("is one entry of the request log: how many lines had each status, and those that failed first", async () => {
    const secret = "s3cr3t";
    const answer = await create([creator(), creator({ email: "nobody" }), creator({ token: secret }), "{"]);
    await requestLog().flush();
    const rows = await db.requestLog.findMany({ where: { partnerId: partner.id } });
    expect(rows).toMatchObject([{ id: answer.headers.get("x-request-id"), status: 200, code: null }]);
    const [row] = rows;
    expect(row?.requestBody?.split("\n")).toHaveLength(4);
    const [summary, ...lines] = row?.responseBody?.trim().split("\n") ?? [];
    expect(JSON.parse(summary ?? "")).toEqual({ lines: 4, statuses: { 201: 2, 400: 2 } });
    expect(lines.map((line) => JSON.parse(line).line)).toEqual([2, 4, 1, 3]);
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(JSON.stringify(row)).not.toContain("/onboard/");
  });
});

describe("repeats", () => {
  const identities = (lines: readonly AnsweredLine[], name: string) => new Set(lines.map(({ body }) => body[name]));

  it.each([1, 2, 3])("of a line in one body and in bulk and single calls at once make one record (%i)", async () => {
    const line = depiction();
    const [one, two, three] = await Promise.all([
      log([line, line, line]),
      log([depiction(), line]),
      call(logContent, { key, params: { accountId }, body: line }),
    ]);
    const same = [...one.lines, ...two.lines.slice(1), { line: 1, ...three }];
    expect(same.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(identities(same, "depictionId").size).toBe(1);
    expect(await db.depiction.count({ where: { accountId } })).toBe(2);
    expect(await eventsOf(partner)).toHaveLength(2);
  });

  it.each([1, 2, 3])("of a creator, by id or by email, make one account (%i)", async () => {
    const line = creator();
    const sameEmail = { ...line, externalUserId: `creator-${newId()}` };
    const answers = await Promise.all([create([line, sameEmail, line]), create([line, creator()])]);
    const same = [...(answers[0]?.lines ?? []), ...(answers[1]?.lines.slice(0, 1) ?? [])];
    expect(same.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(identities(same, "accountId").size).toBe(1);
    expect(await db.soloAccount.count({ where: { partnerId: partner.id, email: String(line.email) } })).toBe(1);
  });

  it("of a whole body change nothing", async () => {
    const body = Array.from({ length: 50 }, () => depiction());
    const first = await log(body);
    const again = await log(body);
    expect(new Set(statuses(again))).toEqual(new Set([200]));
    expect(identities(again.lines, "depictionId")).toEqual(identities(first.lines, "depictionId"));
    expect(await eventsOf(partner)).toHaveLength(50);
  });
});
