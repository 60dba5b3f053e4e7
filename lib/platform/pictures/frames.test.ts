import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setVariables } from "@/lib/testing/env";
import { draw } from "@/lib/testing/pictures";
import { film, videosAre, withoutVideos } from "@/lib/testing/videos";
import { type Frame, framesOf, hasFrames, isApart, type VideoType } from "./frames";
import { hashPicture, hashPixels, UnreadThisTime } from "./hash-picture";
import { hashVideo, keepSome } from "./hash-video";
import { pdqDistance, pdqWords } from "./pdq";

const folder = mkdtempSync(join(tmpdir(), "frames-"));
afterAll(() => rmSync(folder, { recursive: true }));

const distance = (one = "", other = "") => pdqDistance(pdqWords(one), pdqWords(other));

async function looked(video: Buffer, mimeType: VideoType = "video/mp4", signal?: AbortSignal) {
  const frames: (Omit<Frame, "pixels"> & { width: number; height: number; pdq: string | undefined })[] = [];
  // In pieces, as from storage.
  const pieces = Readable.from([video.subarray(0, 1_000), video.subarray(1_000)]);
  for await (const { second, pixels } of framesOf(pieces, { mimeType, signal })) {
    frames.push({ second, width: pixels.width, height: pixels.height, pdq: hashPixels(pixels)?.pdq });
  }
  return frames;
}

/** A program in ffmpeg's place. */
function standIn(script: string): void {
  const path = join(folder, `ffmpeg-${readdirSync(folder).length}`);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o700);
  setVariables({ FFMPEG_PATH: path });
}

describe.skipIf(withoutVideos)(videosAre("with ffmpeg"), () => {
  let pictures: Buffer[];
  let video: Buffer;

  beforeAll(async () => {
    pictures = await Promise.all([60, 61, 62].map(draw));
    video = film(pictures);
  });

  it("finds ffmpeg", async () => expect(await hasFrames()).toBe(true));

  it.each([
    ["mp4", "video/mp4"],
    ["mov", "video/quicktime"],
    ["webm", "video/webm"],
  ] as const)("takes a frame of %s each second, made smaller", async (as, mimeType) => {
    const frames = await looked(film(pictures, { as }), mimeType);
    expect(frames.map(({ second, width, height }) => [second, width, height])).toEqual([
      [0, 512, 384],
      [1, 512, 384],
      [2, 512, 384],
    ]);
    for (const [at, picture] of pictures.entries()) {
      const [whole] = await hashPicture(picture);
      expect(distance(frames[at]?.pdq, whole?.pdq)).toBeLessThanOrEqual(10);
    }
  });

  it("turns a video as players do", async () => {
    const turned = film(film(pictures), { words: ["-metadata:s:v:0", "rotate=90"] });
    // What ffmpeg 5.1 writes so; later ones need `-display_rotation` before the input.
    const [frame] = await looked(turned);
    expect([frame?.width, frame?.height].toSorted()).toEqual([384, 512]);
  });

  it("reads videos whose index is at the end, and keeps small ones as they are", async () => {
    const end = film(pictures, { words: ["-vf", "scale=200:-2"], streamed: false });
    expect((await looked(end)).map(({ width }) => width)).toEqual([200, 200, 200]);
  });

  it("keeps what a cut-off video has, and nothing of one without its index", async () => {
    const half = video.subarray(0, video.length / 2);
    expect((await looked(half)).length).toBeGreaterThanOrEqual(1);
    expect((await looked(half)).length).toBeLessThan(3);
    const cut = film(pictures, { streamed: false });
    expect(await looked(cut.subarray(0, cut.length - 2_000))).toEqual([]);
  });

  it("reads no other file and no address that a file names", async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.end(video);
    }).listen(0);
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/film.mp4`;
    const path = join(folder, "secret.mp4");
    writeFileSync(path, video);
    const hostile = [url, `file://${path}`, "/etc/passwd"].flatMap((at) => [
      `#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\n${at}\n#EXT-X-ENDLIST\n`,
      `ffconcat version 1.0\nfile '${at}'\n`,
      `<?xml version="1.0"?><MPD><Period><AdaptationSet><Representation><BaseURL>${at}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${at}" width="9" height="9"/></svg>`,
      `\0\0\0\x18ftypmp42\0\0\0\0mp42isom${at}`,
      at,
    ]);
    const types = ["video/mp4", "video/webm", "video/quicktime"] as const;
    for (const [n, file] of hostile.entries()) {
      expect(await looked(Buffer.from(file, "latin1"), types[n % 3]), file).toEqual([]);
    }
    expect(asked).toBe(0);
    server.close();
  });

  it("follows no reference of a QuickTime file to another", async () => {
    const path = join(folder, "referred.mov");
    const whole = film(pictures, { as: "mov" });
    writeFileSync(path, whole);
    // Its data reference says "in this file". Now it is an alias of another, by its whole path.
    const at = whole.indexOf("dref");
    // Of an even length.
    const name = Buffer.from(path.length % 2 === 0 ? path : `/${path}`);
    const length = Buffer.from([0, 2, name.length >> 8, name.length & 255]);
    const alias = Buffer.concat([Buffer.alloc(150), length, name, Buffer.from([255, 255, 0, 0])]);
    const entry = Buffer.concat([Buffer.alloc(4), Buffer.from("alis"), Buffer.alloc(4), alias]);
    entry.writeUInt32BE(entry.length);
    const forged = Buffer.concat([whole.subarray(0, at + 12), entry, whole.subarray(at + 24)]);
    for (const box of ["dref", "dinf", "minf", "mdia", "trak", "moov"]) {
      const length = forged.lastIndexOf(box, at) - 4;
      forged.writeUInt32BE(forged.readUInt32BE(length) + entry.length - 12, length);
    }
    expect(await looked(forged.subarray(0, forged.indexOf("mdat") + 4), "video/quicktime")).toEqual([]);
  });

  it("is another type's video under no other type, and no picture's or sound's either", async () => {
    expect(await looked(video, "video/webm")).toEqual([]);
    expect(await looked(film(pictures, { as: "webm" }))).toEqual([]);
    expect(await looked(pictures[0] ?? Buffer.alloc(0))).toEqual([]);
    expect(await looked(Buffer.alloc(0))).toEqual([]);
  });

  it("keeps of a video what differs", async () => {
    const [first, second] = pictures;
    const still = film([first, first, first, second, second].flatMap((one) => one ?? []));
    const hashes = await hashVideo(Readable.from([still]), { mimeType: "video/mp4" });
    expect(hashes.map(({ second: at }) => at)).toEqual([0, 3]);
    const black = film(film(pictures), { words: ["-vf", "drawbox=color=black:t=fill"] });
    expect(await hashVideo(Readable.from([black]), { mimeType: "video/mp4" })).toEqual([]);
  });

  it("ends when it must, and leaves nothing", async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith("vellum-"));
    await expect(looked(video, "video/mp4", AbortSignal.abort())).rejects.toThrow("aborted");
    const stopping = new AbortController();
    for await (const _ of framesOf(Readable.from([video]), { mimeType: "video/mp4", signal: stopping.signal })) break;
    const stopped = async () => {
      for await (const _ of framesOf(Readable.from([video]), { mimeType: "video/mp4", signal: stopping.signal })) {
        stopping.abort();
      }
    };
    await expect(stopped()).rejects.toThrow("aborted");
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith("vellum-"))).toEqual(before);
  });
});

describe.skipIf(process.platform !== "linux")("with a stand-in for ffmpeg", () => {
  /** What a shell script in ffmpeg's place says. */
  async function saysOf(script: string): Promise<string> {
    standIn(`printf 'P6\\n512 10\\n255\\n'; { ${script}; echo end; head -c 15360 /dev/zero; } 2>&1 | head -c 15360`);
    for await (const { pixels } of framesOf(Readable.from(["x"]), { mimeType: "video/mp4" })) {
      const said = Buffer.from(pixels.data).toString("latin1");
      return said.slice(0, said.indexOf("end"));
    }
    return "";
  }

  it("gives it no secret, no file to write and little time", async () => {
    const said = await saysOf("ulimit -f; ulimit -t; ulimit -v; ulimit -c; nice; pwd; env; ls /proc/self/fd");
    const [files, seconds, memory, core, nice, place, ...rest] = said.split("\n");
    expect({ files, seconds, memory, core, nice, place }).toEqual({
      files: "0",
      seconds: "900",
      memory: `${3 * 2 ** 20}`,
      core: "0",
      nice: "19",
      place: "/",
    });
    expect(rest.join("\n")).not.toMatch(/MASTER_KEY|DATABASE_URL|AUTH_SECRET|PATH=.*node/);
  });

  it("keeps it from our process, its environment and the network", async ({ skip }) => {
    skip(!(await isApart()), "no namespaces here");
    const ours = `/proc/${process.pid}`;
    const said = await saysOf(
      `id -u; cat ${ours}/environ; cat ${ours}/maps; kill -0 ${process.pid}; tail -n +3 /proc/net/dev`,
    );
    const lines = said.split("\n").filter((line) => line.trim() !== "");
    expect(lines).toEqual([
      "65534",
      expect.stringContaining("environ: Permission denied"),
      expect.stringContaining("maps: Permission denied"),
      expect.stringMatching(/kill: .*No such process/),
      expect.stringMatching(/^ +lo: +0 /),
    ]);
  });

  it("refuses what is no picture, and one that is too large", async () => {
    standIn("echo no picture at all, but some words");
    await expect(looked(Buffer.from("x"))).rejects.toThrow("pixmaps");
    standIn("printf 'P6\\n5000 5000\\n255\\n'; head -c 100 /dev/zero");
    await expect(looked(Buffer.from("x"))).rejects.toThrow("pixmaps");
  });

  it("takes no video for broken because ffmpeg couldn't be run, or was ended", async () => {
    const passing = "[ $1 = -version ] && exit 0";
    standIn(`${passing}; exit 1`);
    expect(await looked(Buffer.from("x"))).toEqual([]);
    for (const end of ["echo refused >&2; exit 1", "ulimit -t 1; while :; do :; done"]) {
      standIn(`${passing}; ${end}`);
      await expect(looked(Buffer.from("x")), end).rejects.toThrow(UnreadThisTime);
    }
    standIn(`${passing}; printf 'P6\\n512 10\\n255\\n'; head -c 15360 /dev/zero; exit 255`);
    await expect(looked(Buffer.from("x"))).rejects.toThrow("asked to end");
  });

  it("says when ffmpeg is missing or can't run", async () => {
    setVariables({ FFMPEG_PATH: join(folder, "none") });
    expect(await hasFrames()).toBe(false);
    standIn("exit 3");
    expect(await hasFrames()).toBe(false);
  });
});

it("keeps of many frames those of every second, fourth or eighth second", () => {
  // Any two differ in many bits.
  const frames = Array.from({ length: 1_000 }, (_, second) => ({
    second,
    pdq: ((second * 2_654_435_761) >>> 0).toString(16).padStart(8, "0").repeat(8),
  }));
  const secondsOf = (length: number) => keepSome(frames.slice(0, length), 240).map(({ second }) => second);
  expect(secondsOf(240)).toHaveLength(240);
  expect(secondsOf(241)).toEqual(Array.from({ length: 121 }, (_, n) => n * 2));
  expect(secondsOf(1_000)).toEqual(Array.from({ length: 125 }, (_, n) => n * 8));
});
