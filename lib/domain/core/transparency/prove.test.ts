import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import {
  isConsistent,
  openCheckpoint,
  parseVerifierKey,
  verifyConsistency,
  verifyInclusion,
  verifyProof,
} from "@/clients/ledger/verify.mjs";
import { entriesToProve, record } from "@/lib/domain/core/ledger";
import { sha256 } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { ctxFor, keyCtx, makePartner, staffCtx } from "@/lib/testing/factories";
import { integrateAll, recordAbout, tileAt, verifierKeys } from "@/lib/testing/transparency";
import { readZip } from "@/lib/testing/zip";
import { proofArchive, readCheckpoint } from ".";
import { proveEntries } from "./prove";
import { readData } from "./read-log";
import { consistencyProof, Edge, inclusionProof, leafHash, type ReadHashes, TILE } from "./tree";

const trusted = async () => Promise.all((await verifierKeys()).map(parseVerifierKey));

/** A depiction that its partner logged and a custodian viewed for a reason. */
async function viewedRecord() {
  const [{ id: partnerId }, custodian, depictionId] = [await makePartner(), { id: newId() }, newId()];
  const subject = { kind: "depiction", id: depictionId } as const;
  const key = keyCtx({ id: partnerId });
  await inTransaction(async (tx) => record(tx, { ctx: key, action: "depiction.logged", subject }));
  await inTransaction(async (tx) =>
    record(tx, {
      ...{ ctx: staffCtx(custodian), action: "depiction.viewed", subject, partnerId, reason: "inspection" },
      detail: { kind: "secret of the custodian" },
    }),
  );
  const about = [{ kind: "depiction", ids: [depictionId] }] as const;
  return { partnerId, custodian, depictionId, key, about };
}

async function proofsOf(entries: Awaited<ReturnType<typeof entriesToProve>>): Promise<string[]> {
  const files: string[] = [];
  for await (const { text: file } of proveEntries(entries)) files.push(file);
  return files;
}

type Proven = { name: string; value?: string | null; salt?: string; digest?: string };

/** What a proof says of its entry's fields. */
const extraOf = (file: string): { fields: Proven[] } =>
  JSON.parse(Buffer.from(/extra (\S+)/.exec(file)?.[1] ?? "", "base64").toString());

describe("a proof", () => {
  it("shows a partner what its page shows, and proves the rest without showing it", async () => {
    const { partnerId, custodian, depictionId, key, about } = await viewedRecord();
    await integrateAll(300);
    const archive = readZip(await proofArchive(await entriesToProve("partner", { partnerId, about })));
    const names = [...archive.keys()];
    expect(names.map((name) => name.replace(/^\d+/, "N"))).toEqual(["N.tlog-proof", "N.tlog-proof", "README.txt"]);
    const keys = await trusted();
    const proofs = await Promise.all(names.slice(0, 2).map((name) => verifyProof(String(archive.get(name)), keys)));
    const [logged, viewed] = ["depiction.logged", "depiction.viewed"].map((action) =>
      proofs.find(({ entry }) => entry.action === action),
    );
    const shown = { subjectKind: "depiction", subjectId: depictionId, partnerId };
    expect(logged?.entry).toMatchObject({ ...shown, actorKind: "partner_key", actorId: key.actor.keyId, reason: null });
    expect(viewed?.entry).toMatchObject({ ...shown, actorKind: "staff", reason: "inspection" });
    expect(viewed?.hidden).toEqual(["seq", "chain", "position", "actorId", "detail"]);
    expect(names).toContain(`${viewed?.index}.tlog-proof`);
    const all = names.map((name) => String(archive.get(name)));
    const readable = all.join() + all.map((file) => Buffer.from(/extra (\S+)/.exec(file)?.[1] ?? "", "base64")).join();
    for (const secret of [custodian.id, "secret of"]) expect(readable).not.toContain(secret);
  });

  it("gives away no salt but those of what it shows, so that hidden values can't be guessed", async () => {
    const { partnerId, custodian, about } = await viewedRecord();
    await integrateAll();
    const files = await proofsOf(await entriesToProve("partner", { partnerId, about }));
    const fields = files.flatMap((file) => extraOf(file).fields);
    const salts = fields.flatMap(({ salt }) => (salt ? [salt] : []));
    // Neither of another field, nor of another entry.
    expect(new Set(salts).size).toBe(salts.length);
    const digests = fields.map(({ digest }) => digest);
    const guess = (salt: Uint8Array) => sha256(Buffer.concat([salt, Buffer.from(`actorId=${custodian.id}`)]));
    const guesses = [...salts.map((salt) => Buffer.from(salt, "base64")), Buffer.alloc(0), Buffer.alloc(32)].flatMap(
      (salt) => [guess(salt), guess(sha256(Buffer.concat([salt, Buffer.from("actorId")])))],
    );
    for (const one of guesses) expect(digests).not.toContain(one.toString("base64"));
    const [custodians] = await proofsOf(
      await entriesToProve("custodian", { about, action: { in: ["depiction.viewed"] } }),
    );
    const known = extraOf(custodians ?? "").fields.find(({ name }) => name === "actorId");
    expect(digests).toContain(guess(Buffer.from(known?.salt ?? "", "base64")).toString("base64"));
  });

  it("shows a custodian all of it, and a person not who viewed", async () => {
    const { custodian, about } = await viewedRecord();
    const checkId = newId();
    await recordAbout([checkId], { ctx: staffCtx(custodian), action: "identity_check.viewed", reason: "inspection" });
    await integrateAll();
    const keys = await trusted();
    const [whole] = await proofsOf(await entriesToProve("custodian", { about }));
    expect((await verifyProof(whole ?? "", keys)).hidden).toEqual([]);
    const own = await entriesToProve("person", { about: [{ kind: "identity_check", ids: [checkId] }] });
    const [seen] = await Promise.all((await proofsOf(own)).map((file) => verifyProof(file, keys)));
    expect(seen?.entry).toEqual({
      ...{ at: expect.any(String), actorKind: "staff", action: "identity_check.viewed", reason: "inspection" },
      ...{ subjectKind: "identity_check", subjectId: checkId },
    });
  });

  it("leaves out what has no leaf yet, and says so", async () => {
    const { about, partnerId } = await viewedRecord();
    const archive = readZip(await proofArchive(await entriesToProve("partner", { partnerId, about })));
    expect([...archive.keys()]).toEqual(["README.txt"]);
    expect(String(archive.get("README.txt"))).toContain("no proof yet: 2.");
  });

  it("is refused with any character changed, with another value, and without the log's key", async () => {
    const { about } = await viewedRecord();
    await integrateAll(20);
    const keys = await trusted();
    const [file = ""] = await proofsOf(await entriesToProve("custodian", { about }));
    expect((await verifyProof(file, keys)).hidden).toEqual([]);
    const survivors: number[] = [];
    for (let at = 0; at < file.length; at += file.length > 3000 ? 7 : 3) {
      const other = file[at] === "A" ? "B" : "A";
      const changed = file.slice(0, at) + other + file.slice(at + 1);
      if (await verifyProof(changed, keys).catch(() => null)) survivors.push(at);
    }
    expect(survivors).toEqual([]);
    const [, extra = ""] = /extra (\S+)/.exec(file) ?? [];
    const forged = (change: (fields: { name: string; value?: string | null; digest?: string }[]) => void) => {
      const { fields, ...rest } = JSON.parse(Buffer.from(extra, "base64").toString());
      change(fields);
      const text = Buffer.from(JSON.stringify({ ...rest, fields })).toString("base64");
      return verifyProof(file.replace(extra, text), keys);
    };
    await expect(forged(() => undefined)).resolves.toBeDefined();
    const isNotIn = "isn't in the signed tree";
    await expect(
      forged(([, , , at]) => Object.assign(at ?? {}, { value: "2020-01-01T00:00:00.000Z" })),
    ).rejects.toThrow(isNotIn);
    await expect(forged((fields) => Object.assign(fields[10] ?? {}, { value: "" }))).rejects.toThrow(isNotIn);
    await expect(forged((fields) => fields.reverse())).rejects.toThrow("of a kind");
    await expect(forged((fields) => fields.pop())).rejects.toThrow("of a kind");
    const stranger = await parseVerifierKey("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW");
    await expect(verifyProof(file, [stranger])).rejects.toThrow("no key that you trust");
  });
});

it("every leaf and every two sizes of a tree are proven, and nothing else", async () => {
  const stored: Buffer[][] = [[]];
  const roots: Buffer[] = [Buffer.alloc(0)];
  const edge = new Edge(0, []);
  const last = 2 * TILE + 5;
  for (let n = 0; n < last; n++) {
    const leaf = leafHash(Buffer.from(`${n}`));
    stored[0]?.push(leaf);
    for (const { level, hash } of edge.append(leaf)) stored[level] = [...(stored[level] ?? []), hash];
    roots.push(edge.root());
  }
  const read: ReadHashes = async (level, from, count) => (stored[level] ?? []).slice(from, from + count);
  const sizes = [...Array.from({ length: 20 }, (_, n) => n + 1), TILE - 1, TILE, TILE + 1, 2 * TILE, last];
  const tree = (size: number) => ({ size, root: roots[size] ?? Buffer.alloc(0) });
  for (const size of sizes) {
    for (const index of [0, 1, 2, 3, 7, 12, TILE - 1, TILE, size - 2, size - 1]) {
      if (index < 0 || index >= size) continue;
      const proof = await inclusionProof(read, index, size);
      const place = { ...tree(size), index, leaf: stored[0]?.[index] ?? Buffer.alloc(0), proof };
      expect(await verifyInclusion(place), `${index} of ${size}`).toBe(true);
      expect(await verifyInclusion({ ...place, index: index + 1 })).toBe(false);
      expect(await verifyInclusion({ ...place, leaf: leafHash(Buffer.from("x")) })).toBe(false);
      expect(await verifyInclusion({ ...place, proof: [...proof, Buffer.alloc(32)] })).toBe(false);
      if (proof.length > 0) expect(await verifyInclusion({ ...place, proof: proof.slice(1) })).toBe(false);
    }
    for (const older of sizes) {
      if (older > size) continue;
      const trees = { older: tree(older), newer: tree(size), proof: await consistencyProof(read, older, size) };
      expect(await verifyConsistency(trees), `${older} to ${size}`).toBe(true);
      const forked = { size: older, root: leafHash(Buffer.from("fork")) };
      expect(await verifyConsistency({ ...trees, older: forked })).toBe(false);
      if (older < size) {
        expect(await verifyConsistency({ ...trees, newer: forked })).toBe(false);
        expect(await verifyConsistency({ ...trees, proof: trees.proof.slice(1) })).toBe(false);
      }
    }
  }
});

it("the log grows consistently, by its tiles", async () => {
  await integrateAll(5);
  const older = await openCheckpoint((await readCheckpoint()) ?? "", await trusted());
  await integrateAll(700);
  const newer = await openCheckpoint((await readCheckpoint()) ?? "", await trusted());
  expect(await isConsistent(older, newer, tileAt)).toBe(true);
  expect(await isConsistent({ ...older, root: leafHash(Buffer.from("fork")) }, newer, tileAt)).toBe(false);
  const altered = async (path: string) => {
    const tile = Buffer.from(await tileAt(path));
    tile[0] = (tile[0] ?? 0) ^ 1;
    return tile;
  };
  expect(await isConsistent(older, newer, altered)).toBe(false);
  expect(await consistencyProof(readData, older.size, newer.size)).not.toEqual([]);
});

it("one Node file verifies proofs and checkpoints offline", async () => {
  const folder = await mkdtemp(join(tmpdir(), "verify-"));
  const save = async (name: string, content: string) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const run = async (...words: string[]) => {
    const child = spawn(process.execPath, ["clients/ledger/verify.mjs", ...words], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [stdout, code] = await Promise.all([text(child.stdout), new Promise((done) => child.once("close", done))]);
    return { stdout, code };
  };
  try {
    const { about, depictionId } = await viewedRecord();
    await integrateAll();
    const older = await save("older", (await readCheckpoint()) ?? "");
    const key = (await verifierKeys()).flatMap((one) => ["--key", one]);
    const [file = ""] = await proofsOf(await entriesToProve("custodian", { about }));
    const good = await run("proof", ...key, await save("good.tlog-proof", file));
    expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining(`subjectId: ${depictionId}\n`) });
    const bad = await run("proof", ...key, await save("bad.tlog-proof", file.replace(/index \d+/, "index 999999")));
    expect(bad).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("REFUSED, the entry isn't in the signed tree"),
    });
    expect((await run("proof", join(folder, "good.tlog-proof"))).code).toBe(2);
    const [other, line] = [newId(), "  witnessed by nobody"];
    await recordAbout([other], { reason: `court\n${line}\u009b2K\u2028\r${line}` });
    await integrateAll();
    const check = [{ kind: "identity_check", ids: [other] }] as const;
    const [faked = ""] = await proofsOf(await entriesToProve("custodian", { about: check }));
    const { stdout } = await run("proof", ...key, await save("faked.tlog-proof", faked));
    expect(stdout).toContain(`  reason: court\\u000a${line}\\u009b2K\\u2028\\u000d${line}\n`);
    await integrateAll(3);
    const newer = await save("newer", (await readCheckpoint()) ?? "");
    // Nothing answers at this address, so both must be of one size.
    expect((await run("consistency", ...key, "--log", join(folder, "none"), older, older)).code).toBe(0);
    const turned = await run("consistency", ...key, "--log", join(folder, "none"), newer, older);
    expect(turned).toMatchObject({ code: 1, stdout: expect.stringContaining("doesn't begin with the older one") });
  } finally {
    await rm(folder, { recursive: true });
  }
});

it("a system's entry shows no actor's id to a partner", async () => {
  const { id: partnerId } = await makePartner();
  const id = newId();
  await recordAbout([id], {
    ...{ ctx: ctxFor({ kind: "system", name: "nightly" }), action: "depiction.copy_stored", partnerId },
    subject: { kind: "depiction", id },
  });
  const [one] = await entriesToProve("partner", { partnerId, about: [{ kind: "depiction", ids: [id] }] });
  expect(one?.shown).not.toContain("actorId");
});

it("an entry right behind the tree that a witness cosigned is proven by a later one", async () => {
  await integrateAll(1);
  const { size } = await db.ledgerCheckpoint.findFirstOrThrow({ orderBy: { size: "desc" } });
  await db.ledgerCosignature.create({
    data: { size, key: "w.example.com+00000000", line: "— w.example.com AAAA\n", at: new Date() },
  });
  const { about } = await viewedRecord();
  await integrateAll();
  const proofs = await Promise.all(
    (await proofsOf(await entriesToProve("custodian", { about }))).map(async (file) =>
      verifyProof(file, await trusted()),
    ),
  );
  expect(proofs.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual([Number(size), Number(size) + 1]);
});
