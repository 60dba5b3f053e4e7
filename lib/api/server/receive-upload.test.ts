import { randomBytes } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clock } from "@/lib/platform/clock";
import { MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { diskStorage } from "@/lib/platform/storage/disk";
import { writeGrant } from "@/lib/platform/storage/object-storage";
import { s3Storage } from "@/lib/platform/storage/s3";
import { storage } from "@/lib/platform/storage/storage";
import { answersIn, envelopeIn, putFile, rawCaller } from "@/lib/testing/http";
import { ownServer } from "@/lib/testing/own-server";
import { startS3Peer } from "@/lib/testing/s3-peer";
import { ownObjectFolder, replaceStorage } from "@/lib/testing/storage-drivers";
import { webUpload } from "./receive-upload";

const own = ownServer();
const file = randomBytes(200_000);
const root = await ownObjectFolder();
const aside = () => readdir(join(root, ".incoming"));

beforeEach(() => storage().check());
afterEach(() => {
  vi.useRealTimers();
});

function newUpload(bytes = file.length) {
  const key = `copies/incoming/${newId()}`;
  const expiresAt = new Date(clock.now().getTime() + 15 * MINUTE_MS);
  const path = `/uploads/${writeGrant({ key, contentType: "image/jpeg", bytes, expiresAt })}`;
  return { key, path, url: `http://127.0.0.1:${own.port}${path}` };
}

const head = (path: string, length: number | null, more = "Content-Type: image/jpeg\r\n") =>
  `PUT ${path} HTTP/1.1\r\nHost: x\r\n${length === null ? "" : `Content-Length: ${length}\r\n`}${more}\r\n`;

const caller = () => rawCaller(own.port);

// Without timers, which stand still in some of these tests.
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}

/** Sends `text` and returns what was received until `end` matches. */
async function answered(text: string, end = /\}$/): Promise<string> {
  const { socket, said } = caller();
  socket.write(text);
  await until(() => end.test(said()));
  socket.destroy();
  return said();
}

describe("an upload refused before it is read", () => {
  it.each([
    ["a forged URL", () => head("/uploads/WyJ4Il0.abc", 5), 403],
    ["no grant at all", () => head("/uploads/", 5), 403],
    ["another type", () => head(newUpload().path, file.length, "Content-Type: image/png\r\n"), 415],
    ["no type", () => head(newUpload().path, file.length, ""), 415],
    ["no length", () => head(newUpload().path, null), 411],
    ["chunks", () => head(newUpload().path, null, "Content-Type: image/jpeg\r\nTransfer-Encoding: chunked\r\n"), 411],
    ["a byte more", () => head(newUpload().path, file.length + 1), 413],
    ["a byte less", () => head(newUpload().path, file.length - 1), 400],
    ["no bytes", () => head(newUpload().path, 0), 400],
  ])("is answered in the envelope: %s", async (_, text, status) => {
    expect(envelopeIn(await answered(text())).status).toBe(status);
  });

  it.each(["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"])("has no %s", async (method) => {
    const { key, path } = newUpload(5);
    const answer = await own.send(path, { method, headers: { "content-type": "image/jpeg" } });
    expect([answer.status, answer.headers.allow]).toEqual([405, "PUT"]);
    if (method !== "HEAD") expect(answer.json()).toEqual({ error: "An upload is a PUT", code: "method_not_allowed" });
    expect(await storage().exists(key)).toBe(false);
  });

  it("is refused while the caller waits to continue, who then sends nothing", async () => {
    const expecting = "Content-Type: image/png\r\nExpect: 100-continue\r\n";
    const said = await answered(head(newUpload().path, file.length, expecting));
    expect(said).not.toContain("100 Continue");
    expect(envelopeIn(said)).toMatchObject({ status: 415 });
    const { key, path } = newUpload();
    const waiting = caller();
    waiting.socket.write(head(path, file.length, expecting.replace("png", "jpeg")));
    await until(() => waiting.said() === "HTTP/1.1 100 Continue\r\n\r\n");
    waiting.socket.write(file);
    await until(() => waiting.said().includes("HTTP/1.1 200 OK"));
    waiting.socket.destroy();
    expect((await buffer(await storage().get(key))).equals(file)).toBe(true);
  });
});

describe("an arriving upload", () => {
  it("has exactly the granted length, whatever follows it", async () => {
    const { key, path } = newUpload(5);
    const answers = answersIn(await answered(`${head(path, 5)}12345and more\r\n\r\n`));
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    expect(answers[0]?.headers.get("x-request-id")).toMatch(/^[0-9a-z]{25}$/);
    expect((await buffer(await storage().get(key))).toString()).toBe("12345");
  });

  it("may be slow while bytes arrive", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { key, path } = newUpload(5);
    const slow = caller();
    const before = await aside();
    slow.socket.write(head(path, 5));
    await until(async () => (await aside()).length > before.length);
    const arrived: string[] = [];
    const { push } = Readable.prototype;
    // Checked on arrival, because their memory is freed once written.
    vi.spyOn(Readable.prototype, "push").mockImplementation(function (this: Readable, chunk: unknown, encoding) {
      arrived.push(String(chunk));
      return push.call(this, chunk, encoding);
    });
    for (const piece of ["1", "2", "3", "4"]) {
      vi.advanceTimersByTime(29_000);
      slow.socket.write(piece);
      await until(() => arrived.includes(piece));
    }
    vi.advanceTimersByTime(29_000);
    slow.socket.write("5");
    await until(() => slow.said().includes("HTTP/1.1 200 OK"));
    slow.socket.destroy();
    expect((await buffer(await storage().get(key))).toString()).toBe("12345");
  });

  it("is aborted after half a minute without bytes, and leaves nothing behind", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { key, path } = newUpload();
    const idle = caller();
    const before = await aside();
    idle.socket.write(head(path, file.length));
    idle.socket.write(file.subarray(0, 100_000));
    await until(async () => (await aside()).length > before.length);
    await until(() => {
      vi.advanceTimersByTime(30_000);
      return idle.said() !== "";
    });
    await until(() => {
      vi.advanceTimersByTime(2_000);
      return idle.socket.closed;
    });
    expect(envelopeIn(idle.said()).status).toBe(408);
    expect([await storage().exists(key), await aside()]).toEqual([false, before]);
  });

  it.each([0, 1, 70_000, file.length - 1])("leaves nothing when the connection is cut after %i bytes", async (sent) => {
    const { key, path } = newUpload();
    const before = await aside();
    const { socket } = caller();
    socket.write(head(path, file.length));
    socket.write(file.subarray(0, sent));
    await until(async () => (await aside()).length > before.length);
    socket.destroy();
    await until(async () => (await aside()).length === before.length);
    expect(await storage().exists(key)).toBe(false);
  });
});

describe("an upload that can't be stored", () => {
  it("is a fifth concurrent one of a file, but not of another file", async () => {
    const { key, path, url } = newUpload();
    const before = await aside();
    const callers = Array.from({ length: 4 }, () => caller());
    for (const { socket } of callers) socket.write(head(path, file.length));
    await until(async () => (await aside()).length === before.length + 4);
    const refused = await putFile(url, file);
    expect([refused?.status, refused?.headers["retry-after"]]).toEqual([429, "10"]);
    expect((await putFile(newUpload().url, file))?.status).toBe(200);
    for (const { socket } of callers) socket.destroy();
    await until(async () => (await aside()).length === before.length);
    expect(await storage().exists(key)).toBe(false);
    expect((await putFile(url, file))?.status).toBe(200);
  });

  it("is a file that would fill the disk, at its start or midway", async () => {
    const large = 2 ** 26;
    let free = Number.MAX_SAFE_INTEGER;
    replaceStorage(diskStorage(root, { uploadsAt: "", leaveFree: () => free }));
    const before = await aside();
    const atOnce = newUpload(large);
    expect(envelopeIn(await answered(head(atOnce.path, large)))).toMatchObject({ status: 503 });
    // A piece written at once is small and in our own memory.
    await storage().put(atOnce.key, file, { contentType: "image/jpeg" });
    free = 0;
    const { socket, said } = caller();
    const onItsWay = newUpload(large);
    socket.write(head(onItsWay.path, large));
    socket.write(Buffer.alloc(2 ** 20));
    await until(async () => {
      const [name] = (await aside()).filter((one) => !before.includes(one));
      return name !== undefined && (await stat(join(root, ".incoming", name))).size > 0;
    });
    free = Number.MAX_SAFE_INTEGER;
    socket.write(Buffer.alloc(large - 2 ** 20 - 1));
    await until(() => said() !== "");
    expect(envelopeIn(said())).toMatchObject({ status: 503 });
    socket.destroy();
    expect([await storage().exists(onItsWay.key), await aside()]).toEqual([false, before]);
  });

  it.each([
    [Object.assign(new Error("no space left on device"), { code: "ENOSPC" }), "300"],
    [Object.assign(new Error("an input/output error"), { code: "EIO" }), "10"],
  ])("is answered with 503 and when to retry: %s", async (failure, retryAfter) => {
    const { url } = newUpload();
    vi.spyOn(storage(), "put").mockRejectedValueOnce(failure);
    const answer = await putFile(url, file);
    expect([answer?.status, answer?.headers["retry-after"]]).toEqual([503, retryAfter]);
    expect(JSON.parse(answer?.text ?? "")).toEqual({ error: expect.stringContaining("Nothing was stored") });
    expect((await putFile(url, file))?.status).toBe(200);
  });
});

describe("elsewhere", () => {
  it("goes to the bucket if the service has since moved to S3", async () => {
    const peer = await startS3Peer();
    const { key, url } = newUpload();
    replaceStorage(s3Storage(peer.settings));
    expect((await putFile(url, file))?.status).toBe(200);
    expect(await putFile(url, file.subarray(1), { length: file.length, cut: true })).toBeNull();
    expect(peer.objects.get(key)).toMatchObject({ body: file, contentType: "image/jpeg" });
    await peer.close();
  });

  it("behaves the same when Next owns the socket", async () => {
    const { key, path } = newUpload(5);
    const send = (method: string, body: string | null, type = "image/jpeg", length = "5") => {
      const headers = { "content-type": type, "content-length": length };
      const request = new Request(`http://localhost:3000${path}`, { method, headers, body });
      return webUpload(request, { params: Promise.resolve({ grant: path.replace("/uploads/", "") }) });
    };
    for (const [answer, status] of [
      [await send("GET", null), 405],
      [await send("PUT", "12345", "image/png"), 415],
      [await send("PUT", "123456", "image/jpeg", "6"), 413],
      [await send("PUT", "123456"), 400],
      [await send("PUT", "1234"), 400],
      [await send("PUT", null), 400],
    ] as const) {
      expect([answer.status, await answer.json()]).toMatchObject([status, { error: expect.any(String) }]);
    }
    expect(await storage().exists(key)).toBe(false);
    expect((await send("PUT", "12345")).status).toBe(200);
    expect((await buffer(await storage().get(key))).toString()).toBe("12345");
  });
});
