import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseVerifierKey, verifyBag } from "@/clients/ledger/verify.mjs";
import { sha256Hex } from "@/lib/platform/crypto";
import { fc } from "@/lib/testing/random";
import { makeProven } from "@/lib/testing/sealed-packages";
import { ownObjectFolder } from "@/lib/testing/storage-drivers";
import { verifierKeys } from "@/lib/testing/transparency";
import { readZip } from "@/lib/testing/zip";

await ownObjectFolder();

const CHANGES = 1_000;

it("finds one byte changed, each of 1,000 times", { timeout: 600_000 }, async () => {
  const { zip } = await makeProven();
  const keys = await Promise.all((await verifierKeys()).map(parseVerifierKey));
  const folder = await mkdtemp(join(tmpdir(), "changed-"));
  const place = join(folder, "changed.zip");
  const isRefused = async (sha256?: string) => {
    let refused = false;
    const refuse = () => {
      refused = true;
    };
    const options = { keys, refuse, ...(sha256 && { sha256 }) };
    return verifyBag(place, options).then(
      () => refused,
      () => true,
    );
  };
  await writeFile(place, zip);
  expect(await isRefused(sha256Hex(zip))).toBe(false);

  // A third of them in what isn't content: headers, which the ZIP's directory points to, and the directory itself.
  const directory = zip.readUInt32LE(zip.length - 6);
  const [headers, mark]: [number[], Buffer] = [[], Buffer.of(0x50, 0x4b, 3, 4)];
  for (let at = zip.indexOf(mark); at >= 0; at = zip.indexOf(mark, at + 1)) headers.push(at);
  const places = fc.oneof(
    { weight: 4, arbitrary: fc.nat(zip.length - 1) },
    { weight: 1, arbitrary: fc.integer({ min: directory, max: zip.length - 1 }) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...headers), fc.nat(29)).map(([at, n]) => at + n) },
  );
  const changes = fc.sample(fc.tuple(places, fc.integer({ min: 1, max: 255 })), CHANGES);
  const content = [...readZip(zip)].map(([path, body]) => `${path} ${sha256Hex(body)}`);
  let unseen = 0;
  for (const [at, bits] of changes) {
    const changed = Buffer.from(zip);
    changed.writeUInt8(changed.readUInt8(at) ^ bits, at);
    await writeFile(place, changed);
    expect(await isRefused(sha256Hex(zip)), `byte ${at}`).toBe(true);
    if (await isRefused()) continue;
    // Nothing that unpacks: only the hash of the whole ZIP tells.
    unseen++;
    expect([...readZip(changed)].map(([path, body]) => `${path} ${sha256Hex(body)}`)).toEqual(content);
  }
  expect(unseen).toBeLessThan(CHANGES / 10);
  await rm(folder, { recursive: true });
});
