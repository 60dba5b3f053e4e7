import { readFile } from "node:fs/promises";
import { matchListedTask } from "@/lib/domain/removals/exchange";
import { db } from "@/lib/platform/db";
import { hashPicture } from "@/lib/platform/pictures/hash-picture";
import { anyHash, inverted, storePicture } from "@/lib/testing/hash-services";
import { draw } from "@/lib/testing/pictures";
import { makeRemoval } from "@/lib/testing/removals";
import { runJobs } from "@/lib/testing/run-jobs";
import { expect, test, unique } from "./harness/journey";
import { look } from "./harness/page";
import { custodian } from "./harness/people";

test("a custodian uploads hashes, decides a match, and downloads those of confirmed copies", async ({ visitorAs }) => {
  const seed = 300 + Math.floor(Math.random() * 100_000);
  const picture = await draw(seed);
  const title = `At the lake ${unique()}`;
  const stored = await storePicture(picture, { title });
  const named = anyHash();
  const removal = await makeRemoval({ sha256s: [Buffer.from(named, "hex")] });
  const hash = (await hashPicture(picture))[0]?.pdq ?? "";
  const name = `Hotline ${unique()}`;

  const { page } = await visitorAs(await custodian(), "/custodian/exchange");
  await expect(page.getByRole("heading", { name: "Hash exchange" })).toBeVisible();
  await page.getByRole("link", { name: "Add a source" }).click();
  await page.getByRole("button", { name: "Add source" }).click();
  await expect(page.getByRole("link", { name: "Enter a name." })).toBeVisible();
  await look(page, "exchange-new");
  await page.getByLabel("Name").fill(name);
  const ofKinds = [
    page.getByLabel("Privacy group"),
    page.getByLabel("Service URL"),
    page.getByText(/^You set its keys/),
  ];
  const shown = async () => Promise.all(ofKinds.map((one) => one.isVisible()));
  await page.getByRole("radio", { name: "ThreatExchange" }).check();
  expect(await shown()).toEqual([true, true, true]);
  await page.getByRole("radio", { name: "StopNCII" }).check();
  await page.getByRole("radio", { name: "Both" }).check();
  expect(await shown()).toEqual([false, true, true]);
  await page.getByRole("radio", { name: "Uploaded files" }).check();
  expect(await shown()).toEqual([false, false, false]);
  await expect(page.getByRole("radio", { name: "Both" })).toBeHidden();
  await look(page, "exchange-new-files");
  await page.getByRole("button", { name: "Add source" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();

  // A file with problems changes nothing, and says where they are.
  const upload = async (text: string) => {
    const file = { name: "hashes.txt", mimeType: "text/plain", buffer: Buffer.from(text) };
    await page.getByLabel("File of hashes").setInputFiles(file);
    await page.getByRole("button", { name: "Import file" }).click();
  };
  await upload(`pdq ${hash}\npdq 12\n`);
  await expect(page.getByText("Nothing was imported: 1 problem.", { exact: false })).toBeVisible();
  await expect(page.getByText("Line 2: The hash doesn’t have 64 hexadecimal digits.")).toBeVisible();
  await upload(`pdq ${inverted(hash, 9)}\nsha256 ${named}\nvideo_md5 d41d8cd98f00b204e9800998ecf8427e\n`);
  await expect(page.getByText("2 hashes added, 1 hash of kinds that we can’t match left out.")).toBeVisible();
  await expect(page.getByText("hashes.txt")).toHaveCount(2);
  await look(page, "exchange-source");

  // The service's own worker may have matched them before.
  await runJobs(matchListedTask);
  await page.goto("/custodian/exchange");
  const row = page.getByRole("row").filter({ hasText: title });
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText("9 bits differ");
  }).toPass();
  await expect(page.getByRole("row").filter({ hasText: name }).filter({ hasText: "removal request" })).toBeVisible();
  await look(page, "exchange");
  // The hash is nowhere.
  expect(await page.content()).not.toContain(inverted(hash, 9));

  await page.goto(`/custodian/removals/${removal.id}`);
  await expect(page.getByText(`${name} since`, { exact: false })).toBeVisible();
  await page.goto(`/custodian/records/${stored.id}`);
  await expect(page.getByText("Also listed by others")).toBeVisible();
  await look(page, "exchange-record");
  await page.getByRole("button", { name: "Different" }).click();
  await expect(page.getByText("Different", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Same", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Change to same" }).click();
  await expect(page.getByRole("button", { name: "Change to different" })).toBeVisible();
  const about = await makeRemoval({ items: [{ depictionId: stored.id }] });
  await page.goto("/custodian/exchange");
  await expect(row.getByRole("link", { name: "Open record" })).toHaveAttribute("href", /\/records\//);
  await expect(row.getByRole("link", { name: "Open request" })).toHaveAttribute("href", new RegExp(about.id));
  await look(page, "exchange-decided");

  await page.goto("/custodian/exchange");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "For ThreatExchange (CSV)" }).click();
  const text = await readFile(await (await downloading).path(), "utf8");
  expect(text).toContain("td_raw_indicator,td_indicator_type");
  expect(text).not.toContain(hash);

  await page.getByRole("link", { name: "Add a source" }).click();
  await page.getByLabel("Name").fill(`StopNCII ${unique()}`);
  await page.getByRole("radio", { name: "StopNCII" }).check();
  await page.getByRole("radio", { name: "Both" }).check();
  await page.getByLabel("Service URL").fill("http://127.0.0.1:9/v1");
  await page.getByRole("button", { name: "Add source" }).click();
  await expect(page.getByText("Needs keys")).toBeVisible();
  await page.getByRole("button", { name: "Set keys" }).click();
  await expect(page.getByRole("link", { name: "Enter the key as the service gave it to you." }).first()).toBeVisible();
  for (const label of ["Subscription key", "Function key of FetchHashes"])
    await page.getByLabel(label).fill("not-a-real-key");
  await page.getByRole("button", { name: "Set keys" }).click();
  await expect(page.getByText("The keys are set.", { exact: false })).toBeVisible();
  await look(page, "exchange-stopncii");
  const sourceId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const shared = { id: anyHash().slice(32), sha256: Buffer.from(anyHash(), "hex"), addedAt: new Date() };
  await db.sharedHash.create({ data: shared });
  await db.hashSubmission.create({ data: { sourceId, hashId: shared.id, toldAt: new Date(), sentAt: new Date() } });
  await page.reload();
  await page.getByRole("button", { name: "End source" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("First we withdraw the 1 hash that we submitted");
  await dialog.getByRole("button", { name: "End source" }).click();
  await expect(page.getByText("Ending: 1 hash to withdraw")).toBeVisible();
  await expect(page.getByRole("button", { name: "Replace keys" })).toBeVisible();
  await expect(page.getByText("Ending since", { exact: true })).toBeVisible();
  await look(page, "exchange-ending");
  await page.getByRole("button", { name: "End now" }).click();
  await expect(dialog).toContainText("We leave 1 hash of ours at the service");
  await dialog.getByRole("button", { name: "End now" }).click();
  await expect(page.getByText("1 hash of ours wasn’t withdrawn.")).toBeVisible();
  await expect(page.getByText("Ended", { exact: true }).first()).toBeVisible();
});
