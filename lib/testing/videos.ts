import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FFMPEG = "/usr/bin/ffmpeg";

/** Why tests of videos are left out on this machine. */
export const withoutVideos: string | false = spawnSync(FFMPEG, ["-version"]).error ? "ffmpeg is not installed" : false;

/** What a title says of tests that are left out. */
export const videosAre = (what: string): string => (withoutVideos ? `${what} (left out: ${withoutVideos})` : what);

const ENCODERS = {
  mp4: ["-c:v", "libx264", "-preset", "ultrafast"],
  mov: ["-c:v", "mjpeg"],
  webm: ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8"],
} as const;

/** `streamed`: with its index first, as for playing while it loads. */
type Film = { as?: keyof typeof ENCODERS; words?: readonly string[]; streamed?: boolean };

/** A video in which each picture is shown for a second, or another video altered by ffmpeg's words. */
export function film(from: readonly Buffer[] | Buffer, { as = "mp4", words = [], streamed = true }: Film = {}): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "film-"));
  try {
    const path = join(folder, `film.${as}`);
    const pictures = Buffer.isBuffer(from) ? [] : ["-f", "image2pipe", "-framerate", "1", "-c:v", "mjpeg"];
    const input = Buffer.isBuffer(from) ? from : Buffer.concat(from);
    const rate = Buffer.isBuffer(from) ? [] : ["-r", "10"];
    const given = ["-loglevel", "error", ...pictures, "-i", "pipe:0", "-pix_fmt", "yuv420p", ...rate];
    // A video that is altered comes by a pipe, so it needs its index first.
    const fast = as === "webm" || !streamed ? [] : ["-movflags", "+faststart"];
    const { status, stderr } = spawnSync(FFMPEG, [...given, ...words, ...ENCODERS[as], ...fast, path], { input });
    if (status !== 0) throw new Error(String(stderr));
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
