import type { Page } from "@playwright/test";
import { db } from "@/lib/platform/db";
import { makeAccount } from "@/lib/testing/factories";
import { type Answer, api } from "./api";
import { expect } from "./journey";
import { liveKey } from "./people";

/** Where the platform wants its creators back. Nothing answers there. */
export const RETURN = "https://platform.example.com/uploads?from=app";

type Asked = {
  sessionId: string;
  url: string;
  key: string;
  uploader: Awaited<ReturnType<typeof makeAccount>>;
  read: () => Promise<Answer["body"]>;
};

/** An upload of a creator whom the platform sends to attest. */
export async function ask(partnerId: string, fields: Record<string, unknown> = {}): Promise<Asked> {
  const { plan } = await db.partner.update({ where: { id: partnerId }, data: { collabScenes: true } });
  const uploader = await makeAccount({ id: partnerId, plan }, { status: "active" });
  const key = await liveKey(partnerId);
  const { status, body } = await api(key).post("/upload-sessions", {
    contentId: "post-1001",
    contentType: "video",
    contentTitle: "Summer at the lake",
    detectedFaceCount: 1,
    uploaderExternalUserId: uploader.externalUserId,
    redirectUrl: RETURN,
    ...fields,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  const sessionId = String(body.sessionId);
  const read = async () => (await api(key).get(`/upload-sessions/${sessionId}`)).body;
  return { sessionId, url: String(body.attestationUrl), key, uploader, read };
}

/** A partner's events, in order. */
export async function eventsOf(partnerId: string): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const rows = await db.webhookEvent.findMany({ where: { partnerId }, orderBy: { id: "asc" } });
  return rows.map(({ body }) => JSON.parse(Buffer.from(body).toString()));
}

/** The platform's own page, which a journey can come back to. */
export const servePlatform = (page: Page) =>
  page.route("https://platform.example.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Platform</title><p>Welcome back</p>" }),
  );

/** Today's date in UTC, as date fields want it. */
export const today = (): string => new Date().toISOString().slice(0, 10);
