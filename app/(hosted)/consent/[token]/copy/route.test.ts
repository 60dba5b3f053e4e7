import { expect, it } from "vitest";
import { parseVerifierKey, verifyProof } from "@/clients/ledger/verify.mjs";
import { performerLink } from "@/lib/domain/scenes/queries";
import { makeReleaseCopyTask } from "@/lib/domain/scenes/releases/release-copies";
import { env } from "@/lib/platform/env";
import { linesOn } from "@/lib/testing/effects";
import { openBrowser } from "@/lib/testing/next";
import { enterPerformerCode, openVerified, sign } from "@/lib/testing/performers";
import { runJobs } from "@/lib/testing/run-jobs";
import { makeScene } from "@/lib/testing/scenes";
import { verifySignedPdf } from "@/lib/testing/signed-pdf";
import { integrateAll, verifierKeys } from "@/lib/testing/transparency";
import { readZip } from "@/lib/testing/zip";
import { GET as getProofs } from "../proofs/route";
import { GET as getCopy } from "./route";

async function get(token: string, site = "same-origin", method = "GET", handler = getCopy): Promise<Response> {
  const headers = { "sec-fetch-site": site, "user-agent": "Firefox" };
  const request = new Request(`${env().baseUrl}/consent/${token}/copy`, { headers, method });
  return handler(request, { params: Promise.resolve({ token }) });
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

it("saves proofs of the performer's own signature and consent for a browser that proved their mailbox, and for no other", async () => {
  const [mine, other] = await setUp();
  if (!mine || !other) throw new Error("no performers");
  await integrateAll();
  const proofs = (token: string) => get(token, "same-origin", "GET", getProofs);
  expect((await proofs(mine.token)).status).toBe(404);
  openBrowser(await other.visit());
  expect((await proofs(mine.token)).status, "with another's visit").toBe(404);

  openBrowser(await mine.visit());
  expect((await get(mine.token, "cross-site", "GET", getProofs)).status).toBe(404);
  const answer = await proofs(mine.token);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const files = readZip(Buffer.from(await answer.arrayBuffer()));
  const keys = await Promise.all((await verifierKeys()).map(parseVerifierKey));
  const entries = await Promise.all(
    [...files].flatMap(([name, file]) => (name.endsWith(".tlog-proof") ? [verifyProof(String(file), keys)] : [])),
  );
  const ofSigning = entries
    .map(({ entry }) => entry)
    .toSorted((a, b) => ((a.action ?? "") < (b.action ?? "") ? 1 : -1));
  expect(ofSigning.map(({ action }) => action)).toEqual(["scene_performer.signed", "scene_performer.consented"]);
  for (const entry of ofSigning) expect(entry).toMatchObject({ subjectId: mine.id });
  expect(JSON.parse(ofSigning[0]?.detail ?? "{}")).toMatchObject({ release: expect.any(String) });
  expect(JSON.stringify(ofSigning)).not.toContain(other.id);
});
