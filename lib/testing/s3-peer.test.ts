import {
  CopyObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  PutObjectRetentionCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { startS3Peer } from "./s3-peer";

let now = new Date();
const peer = await startS3Peer({ now: () => now, objectLock: true, pageKeys: 2 });
afterAll(() => peer.close());
beforeEach(() => {
  now = new Date();
  peer.objects.clear();
  peer.refusals.length = 0;
});

const { secretAccessKey, bucket, ...settings } = peer.settings;
const client = (secret = secretAccessKey.reveal()) =>
  new S3Client({
    ...settings,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: secret },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
const target = { Bucket: bucket, Key: "copies/one" };

function presignedPut(secret?: string): Promise<string> {
  const command = new PutObjectCommand({ ...target, ContentType: "image/jpeg", ContentLength: 5 });
  const signableHeaders = new Set(["host", "content-type", "content-length"]);
  return getSignedUrl(client(secret), command, { expiresIn: 900, signableHeaders });
}

async function put(url: string, body: string, type = "image/jpeg"): Promise<number> {
  const response = await fetch(url, { method: "PUT", body, headers: { "Content-Type": type } });
  return response.status;
}

describe("a presigned PUT", () => {
  it("is accepted as declared", async () => {
    expect(await put(await presignedPut(), "12345")).toBe(200);
    expect(peer.objects.get("copies/one")).toMatchObject({ body: Buffer.from("12345"), contentType: "image/jpeg" });
  });

  it.each([
    ["another length", () => presignedPut().then((url) => put(url, "123456")), "SignatureDoesNotMatch"],
    ["another type", () => presignedPut().then((url) => put(url, "12345", "image/png")), "SignatureDoesNotMatch"],
    ["another secret", () => presignedPut("wrong").then((url) => put(url, "12345")), "SignatureDoesNotMatch"],
    [
      "another key",
      () => presignedPut().then((url) => put(url.replace("copies/one", "copies/two"), "12345")),
      "SignatureDoesNotMatch",
    ],
    [
      "a longer life",
      () => presignedPut().then((url) => put(url.replace("Expires=900", "Expires=9000"), "12345")),
      "SignatureDoesNotMatch",
    ],
    [
      "a header that was not signed",
      async () => {
        const headers = { "Content-Type": "image/jpeg", "x-amz-acl": "public-read" };
        return (await fetch(await presignedPut(), { method: "PUT", body: "12345", headers })).status;
      },
      "AccessDenied",
    ],
  ])("is refused with %s", async (_, attempt, code) => {
    expect(await attempt()).toBe(403);
    expect(peer.refusals).toEqual([code]);
    expect(peer.objects.size).toBe(0);
  });

  it("is refused a second after it expires", async () => {
    const url = await presignedPut();
    const signedAt = now.getTime();
    now = new Date(signedAt + 898_000);
    expect(await put(url, "12345")).toBe(200);
    now = new Date(signedAt + 901_000);
    expect(await put(url, "12345")).toBe(403);
  });
});

describe("a signed request", () => {
  it("returns the object", async () => {
    peer.objects.set("copies/one", { body: Buffer.from("hello"), contentType: "image/png", modifiedAt: now });
    const answer = await client().send(new GetObjectCommand(target));
    expect(await answer.Body?.transformToString()).toBe("hello");
    expect(answer.ContentType).toBe("image/png");
  });

  it("is refused with another secret, and when unsigned", async () => {
    const attempt = client("wrong").send(new GetObjectCommand(target));
    await expect(attempt).rejects.toMatchObject({ name: "SignatureDoesNotMatch" });
    const unsigned = await fetch(`${settings.endpoint}/${bucket}/copies/one`);
    expect(unsigned.status).toBe(403);
    expect(await unsigned.text()).toContain("<Code>AccessDenied</Code>");
  });

  it("is refused if the body doesn't match its signed hash", async () => {
    const tampering = client();
    tampering.middlewareStack.add(
      (next) => (args) => {
        const { request } = args;
        if (typeof request === "object" && request && "body" in request) request.body = "54321";
        return next(args);
      },
      { step: "finalizeRequest", priority: "low", name: "tamper" },
    );
    const attempt = tampering.send(new PutObjectCommand({ ...target, Body: "12345" }));
    await expect(attempt).rejects.toMatchObject({ name: "XAmzContentSHA256Mismatch" });
    expect(peer.objects.size).toBe(0);
  });

  it("is refused if the clocks differ by more than 15 minutes", async () => {
    now = new Date(Date.now() + 16 * 60 * 1000);
    const response = client().send(new GetObjectCommand(target));
    await expect(response).rejects.toMatchObject({ name: "RequestTimeTooSkewed" });
  });
});

describe("beyond single objects", () => {
  const put = (key: string) => {
    peer.objects.set(key, { body: Buffer.from(key), contentType: "image/png", modifiedAt: now });
  };
  const retention = (until: number, mode: "COMPLIANCE" | "GOVERNANCE" = "COMPLIANCE") =>
    new PutObjectRetentionCommand({
      ...target,
      Retention: { Mode: mode, RetainUntilDate: new Date(until) },
    });

  it("copies within the bucket, including the type, but not from elsewhere", async () => {
    put("copies/one");
    const copy = (CopySource: string) =>
      client().send(new CopyObjectCommand({ ...target, Key: "copies/two", CopySource }));
    await copy(`${bucket}/copies/one`);
    expect(peer.objects.get("copies/two")).toMatchObject({ body: Buffer.from("copies/one"), contentType: "image/png" });
    await expect(copy(`${bucket}/copies/none`)).rejects.toMatchObject({ name: "NoSuchKey" });
    await expect(copy("another/copies/one")).rejects.toMatchObject({ name: "NoSuchBucket" });
  });

  it("accepts no copy with a URL that only allows PUT", async () => {
    put("copies/secret");
    const headers = { "Content-Type": "image/jpeg", "x-amz-copy-source": `${bucket}/copies/secret` };
    const answer = await fetch(await presignedPut(), { method: "PUT", body: "12345", headers });
    expect([answer.status, peer.refusals]).toEqual([403, ["AccessDenied"]]);
  });

  it("lists page after page, with its own tokens only", async () => {
    for (const key of ["a/1", "a/2", "a/3", "b/1", "a/4", "a/5"]) put(key);
    const list = (ContinuationToken?: string) =>
      client().send(new ListObjectsV2Command({ Bucket: bucket, Prefix: "a/", ContinuationToken }));
    const keys: (string | undefined)[] = [];
    let token: string | undefined;
    do {
      const page = await list(token);
      expect(page.Contents?.length).toBeLessThanOrEqual(2);
      keys.push(...(page.Contents ?? []).map(({ Key }) => Key));
      token = page.NextContinuationToken;
    } while (token);
    expect(keys).toEqual(["a/1", "a/2", "a/3", "a/4", "a/5"]);
    await expect(list("bm9uZQ==")).rejects.toMatchObject({ name: "InvalidArgument" });
  });

  it("retains until a future time, and only extends it", async () => {
    const end = Math.floor(now.getTime() / 1000) * 1000 + 60_000;
    await expect(client().send(retention(end))).rejects.toMatchObject({ name: "NoSuchKey" });
    put("copies/one");
    await expect(client().send(retention(now.getTime() - 1000))).rejects.toMatchObject({ name: "InvalidArgument" });
    await client().send(retention(end));
    await client().send(retention(end + 60_000));
    await expect(client().send(retention(end))).rejects.toMatchObject({ name: "AccessDenied" });
    expect(peer.objects.get("copies/one")?.retention).toEqual({ mode: "COMPLIANCE", until: new Date(end + 60_000) });
  });

  it("refuses an encryption that S3 doesn't have, and one that it doesn't know itself", async () => {
    const odd = new PutObjectCommand({ ...target, Body: "12345", ServerSideEncryption: "rot13" as never });
    await expect(client().send(odd)).rejects.toMatchObject({ name: "InvalidEncryptionAlgorithmError" });
    const tagged = new GetObjectCommand({ ...target, VersionId: "1" });
    await expect(client().send(tagged)).rejects.toMatchObject({ name: "NotImplemented" });
    expect(peer.objects.size).toBe(0);
  });
});
