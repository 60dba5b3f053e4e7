import { expect, it } from "vitest";
import { takeDown } from "@/lib/domain/content/remove-depiction";
import { eventsOf } from "@/lib/testing/effects";

import { portalCtx } from "@/lib/testing/factories";
import { IMPORT_HEAD, importedUrl, importSetUp, importText, readImport, runImport } from "@/lib/testing/imports";

import { importChecked } from "./start-import";

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
