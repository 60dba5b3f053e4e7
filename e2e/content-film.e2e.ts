import { makeAccount } from "@/lib/testing/factories";
import { api } from "./harness/api";
import { expect, test, unique } from "./harness/journey";
import { look, recordFilm } from "./harness/page";
import { liveKey, logWithCopy } from "./harness/people";

test("a video plays from the record by range, and can be taken down while its creator is suspended", async ({
  visitorAs,
  partner: { partnerId, ownerEmail },
}) => {
  const key = await liveKey(partnerId);
  const account = await makeAccount({ id: partnerId, plan: "platform_pays" }, { status: "active" });
  const { page } = await visitorAs(ownerEmail, "/portal/content");
  const body = await recordFilm(page, "video/webm");
  const title = `A walk ${unique()}`;
  const depictionId = await logWithCopy(key, account.id, { title, mimeType: "video/webm", body });

  await page.goto(`/portal/content/${depictionId}`);
  const answered = page.waitForResponse((response) => response.url().includes(`${depictionId}/copy`));
  await page.getByRole("button", { name: "Show copy" }).click();
  const response = await answered;
  expect(response.request().headers().range).toMatch(/^bytes=/);
  expect([response.status(), response.headers()["content-type"]]).toEqual([206, "video/webm"]);
  expect(response.headers()["content-range"]).toBe(`bytes 0-${body.length - 1}/${body.length}`);
  const film = page.getByLabel(`Stored copy: ${title}`);
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(64);
  await film.evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    return video.play();
  });
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.ended)).toBe(true);
  expect(await film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.5);
  await look(page, "content-film");

  const suspended = await api(key).post(`/solo-accounts/${account.id}/deactivate`);
  expect(suspended.status).toBe(200);
  const found = await api(key).get(`/solo-accounts/${account.id}`);
  expect(found.body.status).toBe("suspended");
  await page.getByRole("button", { name: "Take down" }).click();
  await page.getByLabel("Reason").fill("The creator asked for it");
  await page.getByRole("dialog").getByRole("button", { name: "Take down" }).click();
  await expect(page.getByText(/^Removed .* by /)).toBeVisible();
});
