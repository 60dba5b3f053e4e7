import { spawn } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openCheckpoint, parseVerifierKey, verifyProof } from "@/clients/ledger/verify.mjs";
import { entriesToProve } from "@/lib/domain/core/ledger";
import { textFile, writeBag } from "@/lib/platform/bag";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { setVariables } from "@/lib/testing/env";
import { integrateAll, recordAbout, verifierKeys } from "@/lib/testing/transparency";
import { startWitness } from "@/lib/testing/witness";
import { askWitnesses, readCheckpoint } from ".";
import { signersFor } from "./log-keys";
import { checkpointText, cosignatureIn, signNote, verifierOf } from "./note";
import { proveEntries } from "./prove";
import { readData } from "./read-log";
import { consistencyProof, leafHash } from "./tree";

type Witness = Awaited<ReturnType<typeof startWitness>>;

let folder = "";
let witness: Witness;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "witness-"));
  await integrateAll(5);
  witness = await startWitness({ logs: await verifierKeys(), folder });
});
afterAll(async () => {
  await witness.stop();
  await rm(folder, { recursive: true });
});

const trusted = async () =>
  Promise.all([...(await verifierKeys()), witness.verifierKey].map((key) => parseVerifierKey(key)));
const newest = async () => openCheckpoint((await readCheckpoint()) ?? "", await trusted());
const namesOf = ({ witnesses }: { witnesses: readonly { name: string }[] }) => witnesses.map(({ name }) => name);

describe("a witness", () => {
  it("cosigns the log while it grows; checkpoints and proofs have its signature", async () => {
    setVariables({ LEDGER_WITNESSES: witness.configured });
    for (const grown of [3, 0, 300, 1]) {
      const id = newId();
      await recordAbout([id]);
      await integrateAll(grown);
      await askWitnesses();
      const checkpoint = await newest();
      expect(namesOf(checkpoint)).toEqual(["witness.example.com/w1"]);
      expect(Math.abs(Date.now() - Number(checkpoint.witnesses[0]?.at))).toBeLessThan(60_000);
      // A newer checkpoint, which nobody has cosigned yet, isn't used for the proof.
      await integrateAll(1);
      for await (const { text: file } of proveEntries(
        await entriesToProve("custodian", { about: [{ kind: "identity_check", ids: [id] }] }),
      )) {
        const proof = await verifyProof(file, await trusted());
        expect([namesOf(proof.checkpoint), proof.checkpoint.size]).toEqual([
          ["witness.example.com/w1"],
          checkpoint.size,
        ]);
      }
    }
    // An entry that no cosigned tree has yet is proven by the newest one.
    const late = newId();
    await recordAbout([late]);
    await integrateAll();
    const about = [{ kind: "identity_check", ids: [late] }] as const;
    const sizes: number[] = [];
    for await (const { text: file } of proveEntries(await entriesToProve("custodian", { about }))) {
      const { checkpoint } = await verifyProof(file, await trusted());
      expect(namesOf(checkpoint)).toEqual([]);
      sizes.push(checkpoint.size);
    }
    expect(sizes).toEqual([(await newest()).size]);
    const asked = await db.ledgerCosignature.count();
    await askWitnesses();
    await askWitnesses();
    expect(await db.ledgerCosignature.count(), "a checkpoint is cosigned once").toBe(asked + 1);
  });

  it("must have cosigned each proof in a package, for those who name it", async () => {
    setVariables({ LEDGER_WITNESSES: witness.configured });
    const [seen, unseen] = [newId(), newId()];
    await recordAbout([seen]);
    await integrateAll();
    await askWitnesses();
    await recordAbout([unseen]);
    await integrateAll();
    const proofOf = async (id: string) => {
      const about = [{ kind: "identity_check", ids: [id] }] as const;
      for await (const proof of proveEntries(await entriesToProve("custodian", { about }))) return proof.text;
      throw new Error("It has no proof.");
    };
    const proofs = { seen: await proofOf(seen), unseen: await proofOf(unseen) };
    const key = (await verifierKeys()).flatMap((one) => ["--key", one]);
    /** What the command says of a package with these proofs, and its exit status. */
    const verify = async (names: readonly (keyof typeof proofs)[], ...words: string[]) => {
      const files = names.map((name) => textFile(`${name}.tlog-proof`, () => proofs[name]));
      const about = { description: "Records", id: "1", sender: "1" };
      const zip = join(folder, `${names.join("-")}.zip`);
      await writeFile(zip, writeBag({ name: "records", at: new Date(), about, files }));
      const child = spawn(process.execPath, ["clients/ledger/verify.mjs", "bag", ...key, ...words, zip]);
      const [said, complained, [status]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, "close"),
      ]);
      return { said: said.replaceAll(folder, ""), complained, status };
    };
    const named = ["--witness", witness.verifierKey];
    const raw = generateKeyPairSync("ed25519").publicKey.export({ format: "der", type: "spki" }).subarray(-32);
    const { id } = verifierOf("witness.example.com/w2", raw, 4);
    const stranger = `${id}+${Buffer.concat([Buffer.of(4), raw]).toString("base64")}`;
    expect(await verify(["seen"], ...named)).toMatchObject({
      said: expect.stringMatching(/ 1 proof, VERIFIED\n$/),
      status: 0,
    });
    expect(await verify(["seen", "unseen"])).toMatchObject({
      said: expect.stringMatching(/ 2 proofs, VERIFIED\n$/),
      status: 0,
    });
    const mixed = await verify(["seen", "unseen"], ...named);
    expect(mixed.status).toBe(1);
    expect(mixed.said).toContain("data/unseen.tlog-proof: REFUSED, witness.example.com/w1 didn't cosign it\n");
    expect(mixed.said).not.toContain("data/seen.tlog-proof");
    expect(mixed.said).toMatch(/ 1 proof, REFUSED\n$/);
    const both = await verify(["seen"], ...named, "--witness", stranger);
    expect(both).toMatchObject({ status: 1, said: expect.stringContaining("witness.example.com/w2 didn't cosign it") });
    // A byte in the middle of its signature.
    const at = proofs.seen.indexOf("— witness.example.com/w1 ") + 60;
    proofs.seen = `${proofs.seen.slice(0, at)}${proofs.seen[at] === "A" ? "B" : "A"}${proofs.seen.slice(at + 1)}`;
    expect(await verify(["seen"], ...named)).toMatchObject({
      status: 1,
      said: expect.stringContaining("the signature of witness.example.com/w1 doesn't verify"),
    });
    expect((await verify(["unseen"], "--witness", "no key")).status).not.toBe(0);
  });

  it("remembers across a kill, and is found again by a log that forgot", async () => {
    setVariables({ LEDGER_WITNESSES: witness.configured });
    await integrateAll(2);
    await askWitnesses();
    await witness.stop("SIGKILL");
    const { verifierKey } = witness;
    witness = await startWitness({ logs: await verifierKeys(), folder });
    expect(witness.verifierKey).toBe(verifierKey);
    // An answer that never reached us: the witness is ahead of what we know.
    await integrateAll(2);
    const last = await db.ledgerCheckpoint.findFirstOrThrow({ orderBy: { size: "desc" } });
    const known = await db.ledgerCosignature.findFirstOrThrow({ orderBy: { size: "desc" } });
    expect((await add(last, Number(known.size))).status).toBe(200);
    await integrateAll(2);
    setVariables({ LEDGER_WITNESSES: witness.configured });
    await askWitnesses();
    expect(namesOf(await newest())).toEqual(["witness.example.com/w1"]);
  });

  type Signed = { size: bigint; note: string };
  const post = (body: string) => fetch(`${witness.url}/add-checkpoint`, { method: "POST", body });
  const bodyOf = (old: number, proof: readonly Buffer[], note: string) =>
    `old ${old}\n${proof.map((hash) => `${hash.toString("base64")}\n`).join("")}\n${note}`;
  const add = async ({ size, note }: Signed, old: number) =>
    post(bodyOf(old, old <= Number(size) ? await consistencyProof(readData, old, Number(size)) : [], note));
  const lastSeen = async () => Number(await (await add(await last(), 0)).text());
  const last = () => db.ledgerCheckpoint.findFirstOrThrow({ orderBy: { size: "desc" } });

  it("answers as the specification says", async () => {
    await integrateAll(2);
    const seen = await lastSeen();
    const { size, note } = await last();
    const proof = await consistencyProof(readData, seen, Number(size));
    const wrongSize = await post(bodyOf(0, [], note));
    expect([wrongSize.status, wrongSize.headers.get("content-type"), await wrongSize.text()]).toEqual([
      ...[409, "text/x.tlog.size", `${seen}\n`],
    ]);
    expect((await post(bodyOf(seen, proof.slice(1), note))).status).toBe(422);
    expect((await post(bodyOf(seen, [...proof, leafHash(Buffer.of())], note))).status).toBe(422);
    expect((await post(bodyOf(Number(size) + 1, [], note))).status).toBe(400);
    expect((await post(`old 0${seen}\n\n${note}`)).status).toBe(400);
    expect(
      (
        await post(
          bodyOf(
            seen,
            Array.from({ length: 64 }, () => leafHash(Buffer.of())),
            note,
          ),
        )
      ).status,
    ).toBe(400);
    expect((await post(bodyOf(seen, proof, note.replace(/^\S+/, "another.example.com/log")))).status).toBe(404);
    expect((await post(bodyOf(seen, proof, note.replace(/\n\d+\n/, "\n9\n")))).status).toBe(403);
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const verifier = verifierOf(
      "localhost:3000/ledger",
      Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url"),
    );
    const pkcs8 = privateKey.export({ format: "der", type: "pkcs8" });
    const stranger = signNote(note.slice(0, note.indexOf("\n\n") + 1), [{ verifier, pkcs8 }]);
    expect((await post(bodyOf(seen, proof, stranger))).status).toBe(403);
    expect((await fetch(`${witness.url}/add-checkpoint`)).status).toBe(405);
    expect((await post(bodyOf(seen, proof, note))).status).toBe(200);
    expect(await lastSeen()).toBe(Number(size));
  });

  it("refuses a log that was rolled back, or that forked, and shows its operator what it signed", async () => {
    await integrateAll(4);
    const { size, note, origin } = await last();
    expect((await add({ size, note }, await lastSeen())).status).toBe(200);
    const older = await db.ledgerCheckpoint.findFirstOrThrow({
      where: { size: { lt: size } },
      orderBy: { size: "desc" },
    });
    // A restored backup goes on from an older tree, and the log's own key signs it.
    const signers = await db.$transaction((tx) => signersFor(tx, origin));
    const forkedNote = (at: bigint) => signNote(checkpointText(origin, at, leafHash(Buffer.from("fork"))), signers);
    const rolledBack = await add(older, Number(older.size));
    expect([rolledBack.status, await rolledBack.text()]).toEqual([409, `${size}\n`]);
    const same = await post(bodyOf(Number(size), [], forkedNote(size)));
    expect(same.status).toBe(409);
    const proof = await consistencyProof(readData, Number(older.size), Number(size));
    expect((await post(bodyOf(Number(size), proof, forkedNote(size + 1n)))).status).toBe(422);
    expect(witness.complaints()).toContain("FORKED");
    expect(witness.complaints()).toContain(forkedNote(size));
    expect(await lastSeen()).toBe(Number(size));
  });

  it("cosigns one history when two are offered at once", async () => {
    await integrateAll(1);
    const seen = await lastSeen();
    const { size, note, origin } = await last();
    const signers = await db.$transaction((tx) => signersFor(tx, origin));
    const fork = signNote(checkpointText(origin, size, leafHash(Buffer.from("fork"))), signers);
    const proof = await consistencyProof(readData, seen, Number(size));
    const answers = await Promise.all([note, note, fork, note].map((one) => post(bodyOf(seen, proof, one))));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // Before the honest ones, the fork isn't proven; after them, it comes too late.
    expect([409, 422]).toContain(statuses[2]);
    expect(await lastSeen()).toBe(Number(size));
  });
});

describe("the log", () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  /** A witness that answers whatever is told. */
  async function strange(answer: (body: string) => { status: number; body: string }): Promise<string> {
    server = createServer(async (request, response) => {
      const { status, body } = answer(await text(request));
      response.writeHead(status).end(body);
    });
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  }

  it("keeps no signature that isn't the witness's, and goes on when one fails", async () => {
    await integrateAll(1);
    const before = await db.ledgerCosignature.count();
    const { publicKey, id } = verifierOf("w.example.com", Buffer.alloc(32, 9), 4);
    const key = `${id}+${Buffer.concat([Buffer.of(4), publicKey]).toString("base64")}`;
    const forged = Buffer.concat([Buffer.from(id.slice(-8), "hex"), Buffer.alloc(72)]).toString("base64");
    const answers = [
      { status: 200, body: `— w.example.com ${forged}\n` },
      { status: 200, body: "" },
      { status: 200, body: "— w.example.com AAAA\n" },
      { status: 409, body: "999999999\n" },
      { status: 500, body: "x".repeat(100_000) },
    ];
    for (const answer of answers) {
      const url = await strange(() => answer);
      setVariables({ LEDGER_WITNESSES: `${url} ${key}, http://127.0.0.1:1/ ${key}` });
      await askWitnesses();
      server?.close();
    }
    expect(await db.ledgerCosignature.count()).toBe(before);
    // Beside them, one that works.
    const url = await strange(() => ({ status: 500, body: "" }));
    setVariables({ LEDGER_WITNESSES: `${url} ${key},${witness.configured}` });
    await askWitnesses();
    expect(await db.ledgerCosignature.count()).toBe(before + 1);
  });

  it("asks nobody by default", async () => {
    await integrateAll(1);
    const before = await db.ledgerCosignature.count();
    await askWitnesses();
    expect(await db.ledgerCosignature.count()).toBe(before);
  });
});

it("the witness says what is missing, and starts with no broken memory", async () => {
  await expect(startWitness({ logs: [], folder })).rejects.toThrow("a name and a log are needed");
  await expect(startWitness({ logs: ["not a key"], folder })).rejects.toThrow("malformed");
  const other = await mkdtemp(join(tmpdir(), "witness-"));
  await writeFile(join(other, "witness.json"), "{");
  await expect(startWitness({ logs: await verifierKeys(), folder: other })).rejects.toThrow("JSON");
  await rm(other, { recursive: true });
});

it("a cosignature counts in its one spelling, since verifiers refuse a note with another", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const raw = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  const verifier = verifierOf("witness.example.com/w1", raw, 4);
  const checkpoint = checkpointText("log.example.com", 1, Buffer.alloc(32));
  const time = Buffer.alloc(8, 1);
  const signature = sign(
    null,
    Buffer.from(`cosignature/v1\ntime ${time.readBigUInt64BE()}\n${checkpoint}`),
    privateKey,
  );
  const base64 = Buffer.concat([Buffer.from(verifier.id.slice(-8), "hex"), time, signature]).toString("base64");
  const found = (spelling: string) => cosignatureIn(`— ${verifier.name} ${spelling}\n`, `${checkpoint}\n`, verifier);
  expect(found(base64)).toBe(`— ${verifier.name} ${base64}\n`);
  const unused = base64.replace(/(.)==$/, (_, last: string) => `${String.fromCharCode(last.charCodeAt(0) + 1)}==`);
  expect(Buffer.from(unused, "base64")).toEqual(Buffer.from(base64, "base64"));
  for (const spelling of [unused, base64.replace(/=+$/, ""), base64.replace(/=$/, "")]) {
    expect(() => found(spelling), spelling).toThrow("malformed");
  }
});
