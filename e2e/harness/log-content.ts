import { api } from "./api";
import { expect, unique } from "./journey";

type Copy = { title: string; mimeType: string; body: Buffer };

/** Logs content as a partner's program does, and uploads and confirms its copy. Returns the depiction's id. */
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
