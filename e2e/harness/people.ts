import type { Page } from "@playwright/test";
import { Client } from "pg";
import type { Role } from "@/lib/domain/core/context";
import { db } from "@/lib/platform/db";
import { makeCustodian, makeKey, makeMember } from "@/lib/testing/factories";
import { api } from "./api";
import { slots } from "./creator";
import { expect, unique } from "./journey";

// Data that a journey needs but does not test, written directly to the database.

/** A live key of a partner. */
export const liveKey = async (partnerId: string): Promise<string> => (await makeKey({ id: partnerId })).key;

/** Creates a member of a partner's team. Returns the address. */
export const teamMember = async (partnerId: string, role: Role): Promise<string> =>
  (await makeMember({ id: partnerId }, role)).email;

/** Creates a custodian. Returns the address. */
export const custodian = async (): Promise<string> => (await makeCustodian()).email;

/** Finds a check in the queue, which all journeys share. */
export async function findCheck(page: Page, email: string): Promise<void> {
  await page.goto("/custodian/identities");
  await page.getByRole("searchbox").fill(email);
  await page.waitForURL(/[?&]q=/);
  await expect(page.getByRole("row").getByRole("link")).toHaveCount(1);
}

/** Finds a check in the queue and opens it. */
export async function openCheck(page: Page, email: string): Promise<void> {
  await findCheck(page, email);
  await page.getByRole("row").getByRole("link").click();
  await page.waitForURL(/\/identities\/\w{25}$/);
}

/** Opens the photos of a check. */
export async function openPhotos(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Open photos" }).click();
  const photos = page.getByRole("figure").getByRole("img");
  await expect(photos).toHaveCount(Object.keys(slots).length);
  for (const photo of await photos.all()) {
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(480);
  }
}

/** States what an approval takes, and approves. */
export async function approve(page: Page): Promise<void> {
  await page.keyboard.press("v");
  for (const statement of await page
    .getByRole("group", { name: "To approve, state that" })
    .getByRole("checkbox")
    .all()) {
    await statement.check();
  }
  await page.getByRole("button", { name: "Approve", exact: true }).click();
}

/** The ledger actions of a person on a subject, in order. */
export async function ledgerActions(email: string, subjectId: string): Promise<string[]> {
  const user = await db.user.findUniqueOrThrow({ where: { email } });
  const entries = await db.ledgerEntry.findMany({ where: { actorId: user.id, subjectId }, orderBy: { seq: "asc" } });
  return entries.map(({ action }) => action);
}

type Copy = { title: string; mimeType: string; body: Buffer };

/** Logs content through the API, and uploads and confirms its copy. Returns the depiction's id. */
export async function logWithCopy(key: string, accountId: string, { title, mimeType, body }: Copy): Promise<string> {
  const externalContentId = `post-${unique()}`;
  const logged = await api(key).post(`/solo-accounts/${accountId}/content`, {
    contentUrl: `https://platform.example.com/${externalContentId}`,
    title,
    contentType: mimeType.split("/")[0],
    externalContentId,
    complianceCopy: { mimeType, sizeBytes: body.length },
  });
  expect(logged.status, JSON.stringify(logged.body)).toBe(201);
  const { url, headers } = logged.body.complianceCopyUpload as { url: string; headers: Record<string, string> };
  expect((await fetch(url, { method: "PUT", headers, body: new Uint8Array(body) })).status).toBeLessThan(300);
  const confirm = `/solo-accounts/${accountId}/content/${externalContentId}/compliance-copy`;
  expect((await api(key).post(confirm)).status).toBe(200);
  return String(logged.body.depictionId);
}

/** Lets a certificate end in a week, which only a superuser can. */
export async function endSoon(productionId: string): Promise<void> {
  const superuser = new Client(process.env.E2E_SUPERUSER_URL);
  await superuser.connect();
  await superuser.query("SET session_replication_role = replica");
  const past = "issued_at = issued_at - interval '358 days', expires_at = expires_at - interval '358 days'";
  await superuser.query(`UPDATE certificates SET ${past} WHERE production_id = $1`, [productionId]);
  await superuser.end();
}
