import sharp from "sharp";
import { expect, it } from "vitest";
import PartnersPage from "@/app/(portal)/portal/content/[depictionId]/page";
import { fingerprintFigures, queueFingerprint } from "@/lib/domain/records/copy-fingerprints";
import { fingerprintCopyTask, fingerprintVideoTask } from "@/lib/domain/removals";
import { db, inTransaction } from "@/lib/platform/db";
import { draw } from "@/lib/testing/draw";
import { setVariables } from "@/lib/testing/env";
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

const hash = async ({ id: depictionId }: Stored) => {
  for (const task of [fingerprintCopyTask, fingerprintVideoTask]) await runJobs(task, { depictionId });
};

const textOf = (page: Awaited<ReturnType<typeof RecordPage>>) => draw(page).replace(/<[^>]*>/g, " ");
const propsOf = ({ id: depictionId }: Stored) => ({
  params: Promise.resolve({ depictionId }),
  searchParams: Promise.resolve({}),
});

async function matching(stored: Stored): Promise<string | undefined> {
  await signIn(await makeCustodian());
  return /Matching\s+(.*?)\s{2}/.exec(textOf(await RecordPage(propsOf(stored))))?.[1];
}

const counted = async () => (await fingerprintFigures[0]?.read()) ?? {};
/** How many copies more than before wait, and can't be read. */
async function more(than: Awaited<ReturnType<typeof counted>>) {
  const now = await counted();
  return ["waiting", "unreadable"].map((state) => (now[state] ?? 0) - (than[state] ?? 0));
}

it("says whether a picture is compared, and operators count those that aren't", async () => {
  const before = await counted();
  const picture = await drawPicture(90);
  const good = await store(picture);
  expect(await matching(good)).toBe("Not compared yet");
  expect(await more(before)).toEqual([1, 0]);
  await hash(good);
  expect(await matching(good)).toBe("Compared by 1 hash");
  const plain = await store(
    await sharp({ create: { width: 400, height: 300, channels: 3, background: "#888" } })
      .jpeg()
      .toBuffer(),
  );
  await hash(plain);
  expect(await matching(plain)).toBe("Not compared: it shows too little, such as one plain color");
  expect(await more(before)).toEqual([0, 0]);
  const damaged = await store(picture.subarray(0, 40));
  await hash(damaged);
  expect(await matching(damaged)).toBe("Not compared: we can’t read this file");
  expect(await more(before)).toEqual([0, 1]);
});

it.skipIf(withoutVideos)(videosAre("says whether a video is compared"), async () => {
  const before = await counted();
  const video = film(await Promise.all([91, 92].map(drawPicture)));
  const [good, damaged] = [await store(video, "video/mp4"), await store(video.subarray(0, 60), "video/mp4")];
  setVariables({ FFMPEG_PATH: "/nowhere/ffmpeg" });
  await hash(good);
  expect(await matching(good)).toBe("Not compared yet");
  expect(await more(before)).toEqual([2, 0]);
  setVariables({ FFMPEG_PATH: undefined });
  for (const stored of [good, damaged]) {
    await inTransaction((tx) => queueFingerprint(tx, { ...stored, mimeType: "video/mp4" }));
    await hash(stored);
  }
  expect(await matching(good)).toBe("Compared by 2 frames");
  expect(await matching(damaged)).toBe("Not compared: we can’t read this file");
  expect(await more(before)).toEqual([0, 1]);
});

it("says nothing of it to the partner", async () => {
  const stored = await store(await drawPicture(93));
  await hash(stored);
  const { userId } = await db.partnerMember.findFirstOrThrow({
    where: { partnerId: stored.partnerId, role: "owner" },
  });
  await signIn({ id: userId });
  const text = textOf(await PartnersPage(propsOf(stored)));
  expect(text).toContain("SHA-256");
  expect(text).not.toMatch(/matching|compared/i);
});
