import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { eachChunk } from "@/lib/platform/streams";
import { UnreadThisTime } from "./hash-picture";
import type { Pixels } from "./pdq";

// Frames of a video by ffmpeg, which gets files that anybody may have made to attack it. So it is asked to read one open file and to write
// one pipe, by one decoder of a short list, without our environment, with limits that the kernel keeps and, where it allows them,
// namespaces.
// Why: docs/decisions/097-videos-are-compared-by-frames.md.

/** The container of each type, as ffmpeg names it. No other is tried, so a playlist is not a video. */
const CONTAINERS = { "video/mp4": "mov", "video/quicktime": "mov", "video/webm": "matroska" } as const;
export type VideoType = keyof typeof CONTAINERS;

export const isVideo = (mimeType: string): mimeType is VideoType => Object.hasOwn(CONTAINERS, mimeType);

const DECODERS =
  "h264,hevc,av1,libdav1d,libaom-av1,vp8,vp9,libvpx,libvpx-vp9,mpeg4,mpeg2video,mpeg1video,h263,mjpeg,prores,svq1,svq3,dvvideo";

/** From each video at most, one a second. */
const FRAMES_MOST = 3_600;
/** Frames are made smaller than this as they are decoded. */
const SIDE = 512;
/** Of what it says on its standard error, in characters. */
const SAID_MOST = 200;
/** 8K. */
const PIXELS_MOST = 40_000_000;
/** On a busy machine, it waits for most of this. */
const ENDS_AFTER_MS = 30 * MINUTE_MS;

/**
 * By util-linux and coreutils, which Debian always has: it dies with us, and runs after everything else. In seconds of processor time
 * and in bytes. It can write no file, and dump no core.
 */
const WRAPPED = [
  ...["/usr/bin/setpriv", "--pdeathsig", "KILL", "--no-new-privs"],
  ...["/usr/bin/prlimit", `--cpu=${15 * 60}`, `--as=${3 * 2 ** 30}`, "--fsize=0", "--core=0", "--nofile=64"],
  ...["/usr/bin/nice", "-n", "19"],
] as const;

/**
 * Namespaces of its own: no network but a loopback that is down, and no process of ours that it could read the environment of, trace or
 * end. Any user may have them, unless the kernel or a container's profile forbids it. It dies with `unshare`, which dies with us.
 */
const APART = ["/usr/bin/unshare", "--user", "--net", "--pid", "--ipc", "--fork", "--kill-child"] as const;

/** Runs a program with a file as its descriptor 3. */
function start(words: readonly string[], { file, signal }: { file?: FileHandle; signal?: AbortSignal }): ChildProcess {
  const [program = "", ...rest] = words;
  const stdio: StdioOptions = ["ignore", "pipe", "pipe", ...(file ? [file.fd] : [])];
  // Without our secrets.
  const around = { cwd: "/", env: { NODE_ENV: env().nodeEnv }, signal, killSignal: "SIGKILL" as const };
  return spawn(program, rest, { ...around, stdio });
}

/** Whether a program runs and says that all is well. */
async function works(...words: string[]): Promise<boolean> {
  const probe = start(words, {});
  probe.stdout?.resume();
  probe.stderr?.resume();
  return (await endOf(probe)) === 0;
}

let apart: Promise<boolean> | undefined;

/** Whether ffmpeg gets namespaces of its own. Asked once in the life of a process, which then never runs it without them. */
export function isApart(): Promise<boolean> {
  apart ??= works(...WRAPPED, ...APART, "/bin/true");
  return apart;
}

const ffmpeg = async (): Promise<string[]> => [...WRAPPED, ...((await isApart()) ? APART : []), env().ffmpegPath];

/** Whether ffmpeg is there and can be run like this now. */
export const hasFrames = async (): Promise<boolean> => works(...(await ffmpeg()), "-version");

type End = number | NodeJS.Signals | null;

/** How a program ended: its exit code, or the signal that ended it. Null if it can't be started. */
const endOf = (program: ChildProcess): Promise<End> =>
  new Promise((resolve) => {
    program.on("close", (code, signal) => resolve(code ?? signal));
    // Also when we end it ourselves; then it closes.
    program.on("error", () => program.pid === undefined && resolve(null));
  });

/** A frame, and the second that it is shown at. */
export type Frame = { second: number; pixels: Pixels };

/**
 * A video's frames: the first, and what is shown at each whole second after, of the first hour. As many as can be decoded, so none of a
 * file that isn't a video of this type. Throws if there is none for another reason. The file is kept meanwhile without a name, so that
 * nothing is left of it after a crash.
 */
export async function* framesOf(
  video: Readable,
  { mimeType, signal }: { mimeType: VideoType; signal?: AbortSignal },
): AsyncGenerator<Frame> {
  const file = await unnamedFile();
  try {
    await eachChunk(video, (piece) => file.writeFile(piece));
    signal?.throwIfAborted();
    yield* decoded(file, mimeType, signal);
  } finally {
    await file.close();
  }
}

async function unnamedFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `vellum-${newId()}`);
  const file = await open(path, "wx+", 0o600);
  // Before anything is in it.
  await unlink(path);
  return file;
}

async function* decoded(file: FileHandle, mimeType: VideoType, signal: AbortSignal | undefined): AsyncGenerator<Frame> {
  const done = new AbortController();
  const limit = AbortSignal.timeout(ENDS_AFTER_MS);
  const decoder = start([...(await ffmpeg()), ...wordsFor(mimeType)], {
    file,
    signal: AbortSignal.any([done.signal, limit, ...(signal ? [signal] : [])]),
  });
  const end = endOf(decoder);
  let said = "";
  decoder.stderr?.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString("latin1")).slice(0, SAID_MOST);
  });
  let second = 0;
  try {
    for await (const pixels of picturesIn(decoder.stdout as Readable)) {
      yield { second, pixels };
      second += 1;
    }
    await end;
  } finally {
    done.abort();
    await end;
  }
  // What it was about to write may be missing.
  signal?.throwIfAborted();
  const ended = await end;
  // Stopped together with our service, so frames are missing. ffmpeg exits with 255 then.
  if (ended === "SIGTERM" || ended === 255) throw new Error("ffmpeg was asked to end.");
  // ffmpeg itself is quiet. What is said is said by what runs it, also when a signal ended it.
  if (second === 0 && (said !== "" || typeof ended !== "number"))
    throw new UnreadThisTime(`ffmpeg ended before the first frame: ${ended} ${said}`);
}

/** Portable pixmaps say their size, so a video may change it. */
const wordsFor = (mimeType: VideoType): string[] => [
  ...["-hide_banner", "-nostdin", "-loglevel", "quiet", "-threads", "1", "-filter_threads", "1"],
  // Of the file's own words, only the container's are heard.
  ...["-protocol_whitelist", "file", "-f", CONTAINERS[mimeType], "-format_whitelist", CONTAINERS[mimeType]],
  ...["-codec_whitelist", DECODERS, "-max_pixels", `${PIXELS_MOST}`, "-i", "file:/proc/self/fd/3"],
  ...["-map", "0:V:0", "-an", "-sn", "-dn", "-vf", FILTERS, "-frames:v", `${FRAMES_MOST}`],
  ...["-pix_fmt", "rgb24", "-c:v", "ppm", "-f", "image2pipe", "pipe:1"],
];

const FILTERS = [
  "fps=1:start_time=0:round=up",
  `scale=w='min(${SIDE},iw)':h='min(${SIDE},ih)':force_original_aspect_ratio=decrease:flags=area`,
].join(",");

const HEADER = /^P6\n(\d{1,3}) (\d{1,3})\n255\n/;
const HEADER_MOST = "P6\n512 512\n255\n".length;

/** The pixmaps in a stream. Each is valid until the next one is asked for. */
async function* picturesIn(stream: Readable): AsyncGenerator<Pixels> {
  let head = "";
  let picture: Pixels = { data: new Uint8Array(), width: 0, height: 0 };
  let filled = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ) {
      if (filled === picture.data.length) {
        head += chunk.toString("latin1", at, at + 1);
        at += 1;
        const [, width, height] = HEADER.exec(head) ?? [];
        if (width === undefined || height === undefined) {
          if (head.length >= HEADER_MOST) throw new Error("ffmpeg wrote something else than pixmaps.");
          continue;
        }
        picture = pixmap(picture, Number(width), Number(height));
        [head, filled] = ["", 0];
      }
      const part = chunk.subarray(at, at + picture.data.length - filled);
      picture.data.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled === picture.data.length) yield picture;
    }
  }
}

function pixmap(before: Pixels, width: number, height: number): Pixels {
  const bytes = width * height * 3;
  return { data: before.data.length === bytes ? before.data : new Uint8Array(bytes), width, height };
}
