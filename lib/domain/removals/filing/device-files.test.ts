import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { PAGE_BODY_BYTES } from "@/lib/api/server/page-door";
import { db } from "@/lib/platform/db";
import { TooOften } from "@/lib/platform/errors";
import { fileClaim, mailedLink } from "@/lib/testing/claiming";
import { makeCustodian, staffCtx, systemCtx } from "@/lib/testing/factories";
import { addFiles, withdrawRequest } from "../claimant-page/change-request";
import { findClaimantView } from "../claimant-page/view-request";
import { viewRequest } from "../custody";
import { bitsOf } from "../matching/near";
import { findRemovalDraft } from "./drafts";
import { besidesInWords, countsOf, DESCRIPTION_MAX, FILES_MAX, FRAMES_MAX, hashesInWords, URLS_MAX } from "./labels";
import { ANSWERS, type DeviceFile, deviceFiles } from "./schemas";

const ctx = systemCtx("removal");
const hex = () => randomBytes(32).toString("hex");
const pictureHash = (more: object = {}) => ({
  pdq: hex(),
  turned: Array.from({ length: 7 }, hex),
  quality: 80,
  ...more,
});

type Picture = Extract<DeviceFile, { kind: "picture" }>;
type Video = Extract<DeviceFile, { kind: "video" }>;
const picture = (count = 1): Picture => ({
  kind: "picture",
  sha256: hex(),
  hashes: Array.from({ length: count }, () => pictureHash()),
});
const video = (count = 3): Video => ({
  kind: "video",
  sha256: hex(),
  hashes: Array.from({ length: count }, (_, second) => ({ ...pictureHash(), second })),
});
const heic = (): DeviceFile => ({ kind: "file", sha256: hex(), hashes: [] });

const targetsOf = (requestId: string) =>
  db.removalTarget.findMany({
    where: { requestId },
    orderBy: { id: "asc" },
    include: { hashes: { orderBy: [{ part: "asc" }, { turn: "asc" }] } },
  });

describe("the field with what a browser computed", () => {
  const errorOf = (value: unknown) => deviceFiles.safeParse(JSON.stringify(value)).error?.issues[0]?.message;

  it("takes the hashes of pictures, videos and other files, and nothing else of them", () => {
    const files = [picture(2), video(FRAMES_MAX), heic()];
    const posted = files.map((file) => ({ ...file, name: "secret.jpg", size: 12, lastModified: 1 }));
    expect(deviceFiles.parse(JSON.stringify(posted))).toEqual(files);
    expect(deviceFiles.parse("")).toEqual([]);
  });

  it("fits into a form that the server takes, at its largest", () => {
    const largest = (): DeviceFile => {
      const { hashes, ...file } = video(FRAMES_MAX);
      return { ...file, hashes: hashes.map((hash) => ({ ...hash, quality: 100, second: 1_000_000 })) };
    };
    const field = JSON.stringify(Array.from({ length: FILES_MAX }, largest));
    expect(deviceFiles.safeParse(field).success).toBe(true);
    // The question's other fields.
    expect(field.length + URLS_MAX * (2050 + 65) + DESCRIPTION_MAX * 4).toBeLessThan(PAGE_BODY_BYTES);
  });

  it("takes each file once, the first", () => {
    const [file, other] = [picture(), video()];
    expect(deviceFiles.parse(JSON.stringify([file, other, { ...heic(), sha256: file.sha256 }]))).toEqual([file, other]);
  });

  it("refuses more files than a request can name", () => {
    expect(errorOf(Array.from({ length: FILES_MAX }, heic))).toBeUndefined();
    expect(errorOf(Array.from({ length: FILES_MAX + 1 }, heic))).toBe("Choose at most 20 files.");
  });

  it.each<[string, unknown]>([
    ["no list", { ...picture() }],
    ["another kind", [{ ...picture(), kind: "sound" }]],
    ["a short SHA-256", [{ ...picture(), sha256: hex().slice(1) }]],
    ["a SHA-256 in capitals", [{ ...picture(), sha256: "A".repeat(64) }]],
    ["a hash of other letters", [{ ...picture(), hashes: [pictureHash({ pdq: "g".repeat(64) })] }]],
    ["six turned hashes", [{ ...picture(), hashes: [pictureHash({ turned: Array.from({ length: 6 }, hex) })] }]],
    ["eight turned hashes", [{ ...picture(), hashes: [pictureHash({ turned: Array.from({ length: 8 }, hex) })] }]],
    ["too little to see", [{ ...picture(), hashes: [pictureHash({ quality: 49 })] }]],
    ["more quality than there is", [{ ...picture(), hashes: [pictureHash({ quality: 101 })] }]],
    ["half a percent", [{ ...picture(), hashes: [pictureHash({ quality: 50.5 })] }]],
    ["three hashes of a picture", [picture(3)]],
    ["61 frames", [video(FRAMES_MAX + 1)]],
    ["a frame without its second", [{ ...video(0), hashes: [pictureHash()] }]],
    ["a frame before the start", [{ ...video(0), hashes: [pictureHash({ second: -1 })] }]],
    ["a hash of what the browser can't show", [{ ...heic(), hashes: [pictureHash()] }]],
  ])("refuses %s", (_, value) => {
    expect(errorOf(value)).toMatch(/Choose the files again/);
  });

  it("refuses what is no JSON", () => {
    expect(deviceFiles.safeParse("[").success).toBe(false);
  });

  it("answers the question where, alone", () => {
    const texts = { urls: "", description: "", sha256s: "" };
    expect(ANSWERS.where.safeParse({ ...texts, files: "" }).success).toBe(false);
    expect(ANSWERS.where.safeParse({ ...texts, files: JSON.stringify([heic()]) }).success).toBe(true);
  });
});

it("says in words what leaves the device", () => {
  const hashesOf = (files: DeviceFile[]) => JSON.stringify(files).match(/"[0-9a-f]{64}"/g)?.length ?? 0;
  const files = [picture(2), { ...video(11), isPartial: true as const }];
  const words = hashesInWords(countsOf({ files }));
  expect(words).toMatch(/^the SHA-256 of 2 files, and 104 PDQ hashes of pictures and video frames:/);
  expect(hashesOf(files)).toBe(2 + 104);
  expect(hashesInWords(countsOf({ files: [heic()] }))).toBe("the SHA-256 of 1 file");
  expect(besidesInWords(countsOf({ files: [heic()] }))).toBe(
    "whether each file is a picture, a video, or one that the browser cannot show, and whether only a part of a video could be read",
  );
  // Each property of what is sent has its words.
  const said: Record<string, RegExp> = {
    kind: /a picture, a video, or one that the browser cannot show/,
    sha256: /SHA-256/,
    hashes: /PDQ hashes/,
    pdq: /as they are/,
    turned: /turned and mirrored/,
    quality: /how much detail/,
    second: /the second of each frame/,
    isPartial: /only a part of a video/,
  };
  const all = `${words} ${besidesInWords(countsOf({ files }))}`;
  JSON.stringify(deviceFiles.parse(JSON.stringify(files)), (name, value) => {
    if (/^\D/.test(name)) expect(all, name).toMatch(said[name] ?? "no words");
    return value;
  });
});

describe("a request about files on a device", () => {
  it("keeps them in the draft, and looks for each by its hashes", async () => {
    const files = [picture(), { ...video(), isPartial: true as const }, heic()];
    const { token } = await mailedLink({ files });
    expect((await findRemovalDraft(token))?.answers.files).toEqual(files);
    const { id, pageToken } = await fileClaim({ urls: [], files });
    const targets = await targetsOf(id);
    expect(targets.map(({ sha256, named }) => [Buffer.from(sha256 ?? []).toString("hex"), named])).toEqual(
      files.map(({ sha256 }) => [sha256, true]),
    );
    expect(targets.map(({ hashes }) => hashes.map(({ targetId: _, ...hash }) => hash))).toEqual(
      files.map(({ hashes }) =>
        hashes.flatMap(({ pdq, turned, quality, ...hash }, part) =>
          [pdq, ...turned].map((turn, n) => ({
            declared: true,
            part,
            turn: n,
            second: "second" in hash ? hash.second : null,
            pdq: bitsOf(turn),
            quality,
          })),
        ),
      ),
    );
    const view = await findClaimantView(pageToken);
    expect(view?.statement).toContain("the SHA-256 of 3 files, and 32 PDQ hashes of pictures and video frames:");
    expect(view?.claim.device).toEqual({ files: 3, pictures: 4 });
    expect(view?.things.map(({ kind, name }) => [kind, name])).toEqual(files.map(({ kind, sha256 }) => [kind, sha256]));
  });

  it("counts a pasted SHA-256 for what it is, each once, and none that the browser computed too", async () => {
    const [file, pasted] = [picture(), hex()];
    const both = await fileClaim({ urls: [], files: [file], sha256s: [pasted, file.sha256, pasted] });
    const view = await findClaimantView(both.pageToken);
    expect(view?.claim.device).toEqual({ files: 1, pictures: 1, pasted: 1 });
    expect(view?.statement).toContain("the SHA-256 of 1 file, and 8 PDQ hashes");
    expect(view?.statement).toContain(
      "I also give the Service 1 SHA-256 hash that I typed or pasted. My browser did not compute it.",
    );
    expect(await targetsOf(both.id)).toHaveLength(2);
    const alone = await findClaimantView((await fileClaim({ urls: [], sha256s: [pasted, hex()] })).pageToken);
    expect(alone?.claim.device).toEqual({ files: 0, pictures: 0, pasted: 2 });
    expect(alone?.statement).toContain(
      "I give the Service 2 SHA-256 hashes that I typed or pasted. My browser did not compute them.",
    );
    expect(alone?.statement).not.toContain("files on my device");
    expect((await findClaimantView((await fileClaim({})).pageToken))?.claim.device).toBeUndefined();
  });

  it("shows custodians what each file is, by what the claimant's device said alone", async () => {
    const [image, film, broken] = [picture(2), video(11), heic()];
    const { id } = await fileClaim({ urls: [], files: [image, film, broken] });
    const targets = await targetsOf(id);
    const ours = { declared: false, part: 0, turn: 0, second: 3, pdq: bitsOf(hex()), quality: 80 };
    await db.wantedHash.create({ data: { targetId: targets[2]?.id ?? "", ...ours } });
    expect((await viewRequest(staffCtx(await makeCustodian()), id)).files).toEqual([
      { sha256: image.sha256, kind: "picture", frames: 0 },
      { sha256: film.sha256, kind: "video", frames: 11 },
      { sha256: broken.sha256, kind: "file", frames: 0 },
    ]);
  });

  it("takes a pasted SHA-256 of the same file as one target, with its hashes", async () => {
    const file = picture();
    const { id } = await fileClaim({ urls: [], sha256s: [file.sha256], files: [file] });
    expect((await targetsOf(id)).map(({ hashes }) => hashes.length)).toEqual([8]);
    // What the page calls it depends on the claimant's device alone, never on a copy that we have.
    const other = await fileClaim({ urls: [], sha256s: [hex()] });
    const [target] = await targetsOf(other.id);
    const ours = { declared: false, part: 0, turn: 0, second: null, pdq: bitsOf(hex()), quality: 80 };
    await db.wantedHash.create({ data: { targetId: target?.id ?? "", ...ours } });
    expect((await findClaimantView(other.pageToken))?.things).toMatchObject([{ kind: "file" }]);
  });

  it("takes more files on its page while it is open, which are looked for", async () => {
    const [file, pasted] = [video(2), picture()];
    const { id, pageToken: token } = await fileClaim({ urls: [], sha256s: [pasted.sha256] });
    const searchedAt = () => db.removalRequest.findUniqueOrThrow({ where: { id }, select: { searchedAt: true } });
    expect((await searchedAt()).searchedAt).not.toBeNull();
    expect(await addFiles(ctx, { token, files: [file] })).toEqual({ added: 3 });
    expect(await searchedAt()).toEqual({ searchedAt: null });
    // A file that was named by its SHA-256 gets its hashes.
    expect(await addFiles(ctx, { token, files: [file, pasted] })).toEqual({ added: 1 });
    expect(await addFiles(ctx, { token, files: [file, pasted] })).toEqual({ added: 0 });
    expect((await targetsOf(id)).map(({ hashes }) => hashes.length)).toEqual([8, 16]);
    for (let n = 0; n < 4; n++) await addFiles(ctx, { token, files: Array.from({ length: 20 }, heic) });
    await expect(addFiles(ctx, { token, files: Array.from({ length: 19 }, heic) })).rejects.toThrow(TooOften);
    await withdrawRequest(ctx, { token });
    await expect(addFiles(ctx, { token, files: [heic()] })).rejects.toMatchObject({ code: "request_closed" });
  });
});
