import { describe, expect, it } from "vitest";
import { takeDown } from "@/lib/domain/records/content/remove-depiction";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage/storage";
import { eventsOf } from "@/lib/testing/effects";
import { makeAccount, makePartner, portalCtx } from "@/lib/testing/factories";
import { IMPORT_HEAD, importedUrl, importSetUp, importText, readImport, runImport } from "@/lib/testing/imports";
import { arrivalKey, importKey } from "./import-files";
import { importChecked } from "./start-import";

describe("importing content", () => {
  it("writes each row as a log call would, with its production date and event", async () => {
    const { partner, account, rows } = await importSetUp();
    const file = [
      "external_content_id,Content URL,title,email,production_date,fileHash,complianceCopyMimeType,complianceCopySizeBytes",
      `a,${importedUrl("a")},"Two ""quoted"", and\r\na line",${account.email.toUpperCase()},2024-02-29T10:00:00+02:00,${"AB".repeat(32)},,`,
      `b,${importedUrl("b")},Ünïcode,${account.email},,,image/png,1234`,
    ].join("\r\n");
    const { state, findings, importId } = await importText(partner, `\uFEFF${file}\r\n`);
    expect(findings).toEqual([]);
    expect(state).toMatchObject({ status: "done", rows: 2, logged: 2, unchanged: 0, repeated: 0, refused: 0 });
    const [a, b] = await rows();
    expect(a).toMatchObject({
      accountId: account.id,
      title: 'Two "quoted", and\r\na line',
      contentType: "video",
      platform: partner.name,
      productionDate: new Date("2024-02-29T08:00:00Z"),
      copyState: "missing",
    });
    expect(b).toMatchObject({ title: "Ünïcode", copyState: "pending", copyMimeType: "image/png", copyBytes: 1234 });
    expect(await db.indexEntry.count({ where: { userId: account.userId ?? "", partnerId: partner.id } })).toBe(2);
    const events = await eventsOf(partner);
    expect(events.map(({ type }) => type)).toEqual(["content_log.created", "content_log.created"]);
    const event = events.find(({ data }) => data.depictionId === a?.id);
    expect(event).toMatchObject({
      data: { depictionId: a?.id, complianceCopy: "missing", sha256: "ab".repeat(32) },
    });
    const told = await db.ledgerEntry.findMany({ where: { partnerId: partner.id }, orderBy: { at: "asc" } });
    expect(told.map(({ action }) => action).toSorted()).toEqual([
      "content_import.finished",
      "content_import.started",
      "depiction.logged",
      "depiction.logged",
    ]);
    const finished = told.find(({ action }) => action === "content_import.finished");
    expect(JSON.parse(finished?.detail ?? "")).toMatchObject({ logged: 2, refused: 0, sha256: state.sha256 });
    for (const keyOf of [arrivalKey, importKey]) {
      expect(await storage().exists(keyOf({ partnerId: partner.id, id: importId }))).toBe(false);
    }
  });

  it("accepts a JSON object on each line", async () => {
    const { partner, account, rows } = await importSetUp();
    const row = {
      externalUserId: account.externalUserId,
      contentUrl: importedUrl("a"),
      title: "A",
      externalContentId: "a",
    };
    const copy = { complianceCopy: { mimeType: "video/mp4", sizeBytes: 5 } };
    const lines = [row, { ...row, ...copy, externalContentId: "b" }].map((one) => JSON.stringify(one));
    const text = `\uFEFF${lines.join("\r\n\r\n")}\n[1]\n{"a\n${JSON.stringify({ ...row, hash: "x" })}`;
    const { state, findings } = await importText(partner, text, { fileName: "records.jsonl" });
    expect(state).toMatchObject({ status: "done", rows: 5, logged: 2, refused: 3 });
    expect((await rows()).map(({ copyState }) => copyState)).toEqual(["missing", "pending"]);
    expect(findings.map(({ line, reason }) => [line, reason.slice(0, 30)])).toEqual([
      [4, "The line is not a JSON object."],
      [5, "The line is not JSON."],
      [6, "hash: unknown; a row may have "],
    ]);
  });

  it("reports each refused row with its line and reason, and imports the rest", async () => {
    const { partner, account } = await importSetUp();
    const stranger = await makeAccount(await makePartner(), { status: "active" });
    const begun = await makeAccount(partner);
    const asked = await makeAccount(partner, { link: "pending" });
    const declined = await makeAccount(partner, { link: "declined" });
    const other = await makeAccount(partner, { status: "active" });
    const head = "accountId,externalUserId,email,contentUrl,title,externalContentId,productionDate,fileHash";
    const row = (cells: Record<string, string>) => {
      const full: Record<string, string> = {
        accountId: account.id,
        contentUrl: importedUrl("x"),
        title: "T",
        ...cells,
      };
      return head
        .split(",")
        .map((name) => full[name] ?? "")
        .join(",");
    };
    const cases: [string, string][] = [
      [row({ contentUrl: "ftp://x" }), "contentUrl: must be an absolute http or https URL"],
      [row({ title: "" }), "title: is missing"],
      [row({ productionDate: "2024-01-01" }), "productionDate: must be an ISO 8601 date-time with a time zone"],
      [
        row({ productionDate: "2010-01-01T00:00:00Z" }),
        "productionDate: this record’s seven years ended on 2017-01-01",
      ],
      [row({ fileHash: "ab" }), "fileHash: must be 64 hexadecimal characters"],
      [row({ accountId: stranger.id }), "accountId: no such account"],
      [row({ accountId: "", email: stranger.email }), "email: no such account"],
      [row({ accountId: "" }), "accountId, externalUserId or email is required"],
      [row({ email: other.email }), "accountId and email name different creators"],
      // One reason for all of them, so it reveals no more about a person than the account's status.
      [row({ accountId: begun.id }), "the creator isn’t verified for you, or no longer is"],
      [row({ accountId: asked.id }), "the creator isn’t verified for you, or no longer is"],
      [row({ accountId: declined.id }), "the creator isn’t verified for you, or no longer is"],
      [`${row({})},more`, "The row has 9 columns; the first line has 8."],
      [row({ title: "nul\0" }), "title: has characters that can’t be stored"],
      [row({ title: "x".repeat(70_000) }), "The row is longer than 64 KB."],
      [row({ externalContentId: "x".repeat(513) }), "externalContentId: must have at most 512 characters"],
    ];
    const good = row({
      externalContentId: "good",
      accountId: "",
      externalUserId: account.externalUserId,
      email: account.email,
    });
    const text = [head, ...cases.map(([line]) => line), good].join("\n");
    const { state, findings } = await importText(partner, text);
    expect(state).toMatchObject({ status: "done", logged: 1, refused: cases.length });
    expect(findings).toEqual(
      cases.map(([, reason], n) => ({
        line: n + 2,
        outcome: "refused",
        externalContentId: null,
        reason: expect.stringContaining(reason),
      })),
    );
  });

  it("keeps the order of the file", async () => {
    const { partner, lines } = await importSetUp();
    await importText(partner, [IMPORT_HEAD, ...lines(40)].join("\n"));
    const listed = await db.depiction.findMany({ where: { partnerId: partner.id }, orderBy: { id: "asc" } });
    expect(listed.map(({ title }) => title)).toEqual(Array.from({ length: 40 }, (_, n) => `Post ${n}`));
  });

  it("accepts older content of a suspended creator", async () => {
    const { partner, account, rows, lines } = await importSetUp({ status: "suspended" });
    expect(account.verifiedAt).not.toBeNull();
    const { state } = await importText(partner, [IMPORT_HEAD, ...lines(1)].join("\n"));
    expect(state).toMatchObject({ logged: 1, refused: 0 });
    expect(await rows()).toHaveLength(1);
  });

  it.each([
    ["", "The file is empty"],
    [IMPORT_HEAD, "The file has no rows."],
    ["accountId;contentUrl;title\na;b;c", "separated by semicolons"],
    ['\uFEFFaccountId;contentUrl;title\r\na;b;"Ada ""the"" B, or not"\r\n', "separated by semicolons"],
    ['"accountId";"contentUrl";"title, or so"\n"a";"b";"c"d"', "separated by semicolons"],
    ['id;url\n"x;', "separated by semicolons"],
    ["accountId\tcontentUrl\ttitle\na\tb\tc", "separated by tabs"],
    ["accountId,contentUrl,title;title\n", "The column “title;title” is unknown"],
    ["accountId,contentUrl,title,hash\n", "The column “hash” is unknown"],
    ["accountId,contentUrl,title,Title\n", "The column title appears twice."],
    ["accountId,title\n", "The column contentUrl is missing."],
    ["contentUrl,title\n", "No column names the creator"],
    [`${IMPORT_HEAD}\na,b,c,"never closed\nand so on`, "a quote is opened but not closed"],
    [`${IMPORT_HEAD}\na,b,c,"never closed\n${"and so on\n".repeat(200_000)}`, "a quote is opened but not closed"],
    [`${IMPORT_HEAD}\na,b,"c"d,e,f\n`, "Near line 2: text follows a closing quote"],
    [`${IMPORT_HEAD}\na,b,c"d,e,f\n`, "Near line 2: a cell contains a quote"],
    [Buffer.from(`${IMPORT_HEAD}\nok,ok,ok,ok,\na,b,caf\u00e9,d,\n`, "latin1"), "Line 3 is not UTF-8 text"],
    [Buffer.from(`\uFEFF${IMPORT_HEAD}\na`, "utf16le"), "The file is UTF-16"],
  ])("refuses a whole file and writes nothing: %#", async (text, problem) => {
    const { partner, rows, lines } = await importSetUp();
    const whole = text === "" ? " " : text;
    if (typeof whole === "string" && whole.startsWith(`${IMPORT_HEAD}\n`)) {
      // Valid rows before the error aren't written either.
      const { state } = await importText(partner, whole.replace(IMPORT_HEAD, [IMPORT_HEAD, ...lines(600)].join("\n")));
      expect(state.status).toBe("failed");
    }
    const { state } = await importText(partner, text === "" ? "\n" : text);
    expect(state).toMatchObject({ status: "failed", problem: expect.stringContaining(problem), logged: 0 });
    expect(await rows()).toEqual([]);
  });
});

const HEAD = `${IMPORT_HEAD},contentType,fileHash,platform,complianceCopyMimeType,complianceCopySizeBytes`;
const hash = "ab".repeat(32);

it("reports rows that differ from the log or were taken down, and changes nothing", async () => {
  const { partner, account, rows } = await importSetUp();
  const url = importedUrl("a");
  const date = "2024-02-03T04:05:06Z";
  const row = (id: string, cells = `${url},T`, rest = `${date},image,${hash},Elsewhere,image/png,5`) =>
    `${account.id},${cells},${id},${rest}`;
  const ids = ["same", "spare", "title", "url", "date", "type", "hash", "platform", "copy", "gone"];
  const noId = `${account.id},${importedUrl("no-id")},First,,,,,,,`;
  await importText(partner, [HEAD, ...ids.map((id) => row(id)), noId].join("\n"));
  const gone = (await rows()).find(({ externalContentId }) => externalContentId === "gone");
  await takeDown(portalCtx(partner), { depictionId: gone?.id ?? "", reason: "Asked for" });
  const before = await rows();
  const sent = await eventsOf(partner);
  const long = importedUrl("b".repeat(90));
  const text = [
    HEAD,
    row("same", undefined, `2024-02-03T06:05:06+02:00,image,${hash.toUpperCase()},Elsewhere,image/png,5`),
    row("spare", undefined, ",,,,,"),
    row("title", `${url},Another`),
    row("url", `${long},T`),
    row("date", undefined, `2024-02-04T04:05:06Z,image,${hash},Elsewhere,image/png,5`),
    row("type", undefined, `${date},video,${hash},Elsewhere,image/png,5`),
    row("hash", undefined, `${date},image,${"cd".repeat(32)},Elsewhere,image/png,5`),
    row("platform", undefined, `${date},image,${hash},Here,image/png,5`),
    row("copy", undefined, `${date},image,${hash},Elsewhere,video/mp4,6`),
    row("gone", `${url},Another`),
    `${account.id},${importedUrl("no-id")},Second,,,,,,,`,
    row("new"),
  ].join("\n");
  const says = (what: string) => `The log differs and doesn’t change: ${what}.`;
  const expected = [
    [4, "differing", "title", says("title “T”")],
    [5, "differing", "url", says(`contentUrl “${url}”`)],
    [6, "differing", "date", says("productionDate “2024-02-03T04:05:06.000Z”")],
    [7, "differing", "type", says("contentType “image”")],
    [8, "differing", "hash", says(`fileHash “${hash.slice(0, 60)}…”`)],
    [9, "differing", "platform", says("platform “Elsewhere”")],
    [10, "differing", "copy", says("complianceCopyMimeType “image/png”; complianceCopySizeBytes “5”")],
    [
      11,
      "taken_down",
      "gone",
      expect.stringMatching(/^The record was taken down on \d{4}-\d\d-\d\d and isn’t restored\.$/),
    ],
    [12, "differing", null, says("title “First”")],
  ].map(([line, outcome, externalContentId, reason]) => ({ line, outcome, externalContentId, reason }));
  const counts = { logged: 1, unchanged: 2, differing: 8, takenDown: 1, repeated: 0, refused: 0 };
  const check = await importText(partner, text, { dryRun: true });
  expect(check.findings).toEqual(expected);
  expect(check.state).toMatchObject(counts);
  await importChecked(portalCtx(partner), { importId: check.importId });
  await runImport(check.importId);
  const made = await readImport(partner, check.importId);
  expect(made.findings).toEqual(expected);
  expect(made.state).toMatchObject({ ...counts, dryRun: false, rows: 12 });
  expect((await rows()).filter(({ externalContentId }) => externalContentId !== "new")).toEqual(before);
  expect(await eventsOf(partner)).toHaveLength(sent.length + 1);
});
