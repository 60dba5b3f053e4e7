import { expect, it } from "vitest";
import { performerLink } from "@/lib/domain/scenes/queries";
import { makeReleaseCopyTask } from "@/lib/domain/scenes/releases/release-copies";
import { env } from "@/lib/platform/env";
import { linesOn } from "@/lib/testing/effects";
import { openBrowser } from "@/lib/testing/next";
import { enterPerformerCode, openVerified, sign } from "@/lib/testing/performers";
import { runJobs } from "@/lib/testing/run-jobs";
import { makeScene } from "@/lib/testing/scenes";
import { verifySignedPdf } from "@/lib/testing/signed-pdf";
import { GET } from "./route";

async function get(token: string, site = "same-origin", method = "GET"): Promise<Response> {
  const headers = { "sec-fetch-site": site, "user-agent": "Firefox" };
  const request = new Request(`${env().baseUrl}/consent/${token}/copy`, { headers, method });
  return GET(request, { params: Promise.resolve({ token }) });
}

/** Two performers who signed. */
async function setUp() {
  const { performers } = await makeScene(undefined, { performers: [{}, {}] });
  return Promise.all(
    performers.map(async (performer) => {
      await sign(await openVerified(performer), performer);
      const token = (await performerLink(performer)).split("/").at(-1) ?? "";
      return { ...performer, token, visit: () => enterPerformerCode(performer) };
    }),
  );
}

it("saves the performer's own copy for a browser that proved their mailbox, and for no other", async () => {
  const [mine, other] = await setUp();
  if (!mine || !other) throw new Error("no performers");
  await runJobs(makeReleaseCopyTask, { performerId: mine.id });
  const unproven = await get(mine.token);
  expect(unproven.status).toBe(404);
  expect((await get("unknown")).status).toBe(404);
  openBrowser(await other.visit());
  expect((await get(mine.token)).status, "with another's visit").toBe(404);
  expect((await get(other.token)).status, "before it is made").toBe(404);

  openBrowser(await mine.visit());
  expect((await get(mine.token, "cross-site")).status).toBe(404);
  expect((await get(mine.token, "same-origin", "HEAD")).status).toBe(405);
  const answer = await get(mine.token);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": `attachment; filename="release-${mine.id}.pdf"`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  verifySignedPdf(Buffer.from(await answer.arrayBuffer()));
  const downloads = (await linesOn(mine.id)).filter(({ action }) => action === "scene_performer.copy_downloaded");
  expect(downloads).toHaveLength(1);
  expect(JSON.parse(downloads[0]?.detail ?? "{}")).toMatchObject({ userAgent: "Firefox" });
  expect(unproven.headers.get("cache-control")).toBe("no-store");
});
