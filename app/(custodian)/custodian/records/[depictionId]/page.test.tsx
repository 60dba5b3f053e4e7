import sharp from "sharp";
import { expect, it } from "vitest";
import { queueFingerprint } from "@/lib/domain/records/copy-fingerprints";
import { fingerprintCopyTask, fingerprintVideoTask } from "@/lib/domain/removals";
import { inTransaction } from "@/lib/platform/db";
import { draw } from "@/lib/testing/draw";
import { makeCustodian } from "@/lib/testing/factories";
import { draw as drawPicture } from "@/lib/testing/pictures";
import { runJobs } from "@/lib/testing/run-jobs";
import { signIn } from "@/lib/testing/signed-in";
import { storeCopy } from "@/lib/testing/stored-copies";
import { film, videosAre, withoutVideos } from "@/lib/testing/videos";
import RecordPage from "./page";

type Stored = Awaited<ReturnType<typeof storeCopy>>;

/** A copy as confirming one leaves it. */
async function store(file: Buffer, mimeType = "image/jpeg"): Promise<Stored> {
  const stored = await storeCopy(file, mimeType);
  await inTransaction((tx) => queueFingerprint(tx, { ...stored, mimeType }));
  return stored;
}

async function comparison({ id: depictionId }: Stored): Promise<string | undefined> {
  await signIn(await makeCustodian());
  const page = await RecordPage({ params: Promise.resolve({ depictionId }) });
  return />Comparison<\/dt>\s*<dd[^>]*>(.*?)<\/dd>/.exec(draw(page))?.[1];
}

async function compared(stored: Stored) {
  for (const task of [fingerprintCopyTask, fingerprintVideoTask]) await runJobs(task, { depictionId: stored.id });
  return comparison(stored);
}

it("says whether a picture is compared", async () => {
  const picture = await drawPicture(90);
  const good = await store(picture);
  expect(await comparison(good)).toBe("Not compared yet");
  expect(await compared(good)).toBe("Compared, 1 hash");
  const plain = sharp({ create: { width: 400, height: 300, channels: 3, background: "#888" } });
  expect(await compared(await store(await plain.jpeg().toBuffer()))).toBe("Not compared: too little to see");
  expect(await compared(await store(picture.subarray(0, 40)))).toBe("Not compared: we can’t read this file");
});

it.skipIf(withoutVideos)(videosAre("says whether a video is compared"), async () => {
  const video = film(await Promise.all([91, 92].map(drawPicture)));
  const good = await store(video, "video/mp4");
  expect(await comparison(good)).toBe("Not compared yet");
  expect(await compared(good)).toBe("Compared, 2 frames");
  const damaged = await store(video.subarray(0, 60), "video/mp4");
  expect(await compared(damaged)).toBe("Not compared: we can’t read this file");
});
