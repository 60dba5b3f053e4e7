import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/ledger/[...path]/route";
import { createDispatch } from "@/lib/api/server/dispatch";
import { createHttpServer, listen } from "@/lib/api/server/listen";
import { entriesToProve } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { newId } from "@/lib/platform/ids";
import { startAuthority } from "@/lib/testing/authority";
import { setVariables } from "@/lib/testing/env";
import { integrateAll, recordAbout, verifierKeys } from "@/lib/testing/transparency";
import { startWitness } from "@/lib/testing/witness";
import { askWitnesses, LOG_PATHS, readCheckpoint, readStampFile, stampCheckpoint } from ".";
import { proveEntries } from "./prove";

// Go's own packages for transparency logs verify what we publish. From Debian: golang-go and golang-golang-x-mod-dev.

// And openssl verifies its time-stamps.

const GO = { ...process.env, GO111MODULE: "off", GOPATH: "/usr/share/gocode", GOFLAGS: "" };
const hasGo = spawnSync("go", ["list", "golang.org/x/mod/sumdb/tlog"], { env: GO }).status === 0;

describe.skipIf(!hasGo)(hasGo ? "Go" : "Go (left out: it isn't installed with golang.org/x/mod)", () => {
  const folder = mkdtempSync(join(tmpdir(), "foreign-"));
  const proofs = join(folder, "proofs");
  const server = createHttpServer(
    createDispatch({
      routes: [],
      plainRoutes: LOG_PATHS.map((path) => ({ path, handlers: { GET } })),
      rest: (_, response) => void response.writeHead(404).end(),
      baseUrl: "http://localhost:3000",
      trustedProxies: 0,
    }),
  );
  let prefix = "";
  beforeAll(async () => {
    mkdirSync(proofs);
    prefix = `http://127.0.0.1:${await listen(server, { port: 0, host: "127.0.0.1" })}/ledger`;
    const built = spawnSync("go", ["build", "-o", join(folder, "verify-log"), "lib/testing/verify-log.go"], {
      env: { ...GO, GOCACHE: join(folder, "cache") },
      encoding: "utf8",
    });
    expect(built.stderr).toBe("");
  });
  afterAll(() => {
    server.closeAllConnections();
    rmSync(folder, { recursive: true });
  });

  const save = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const run = promisify(execFile);
  const verify = (older: string, newer: string, keys: readonly string[]): Promise<string> =>
    run(join(folder, "verify-log"), [prefix, older, newer, proofs, ...keys]).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );

  it("accepts checkpoints, tiles, entries, proofs and cosignatures, and refuses what was changed", async () => {
    const ids = Array.from({ length: 300 }, () => newId());
    await integrateAll(250);
    await recordAbout(ids);
    await integrateAll();
    const older = save("older", (await readCheckpoint()) ?? "");
    await integrateAll(1_000);
    const witness = await startWitness({ logs: await verifierKeys(), folder });
    setVariables({ LEDGER_WITNESSES: witness.configured });
    await askWitnesses();
    await witness.stop();
    const newer = save("newer", (await readCheckpoint()) ?? "");
    let made = 0;
    const about = [{ kind: "identity_check", ids }] as const;
    // Of every other entry, a proof shows two fields only.
    const entries = (await entriesToProve("custodian", { about })).map((one, n) =>
      n % 2 ? one : { ...one, shown: ["at", "action"] as const },
    );
    for await (const { index, text } of proveEntries(entries)) {
      save(`proofs/${index}.tlog-proof`, text);
      made++;
    }
    const keys = [...(await verifierKeys()), witness.verifierKey];
    const size = Number(readFileSync(newer, "utf8").split("\n")[1]);
    const before = Number(readFileSync(older, "utf8").split("\n")[1]);
    expect(size).toBe(before + 1_000);
    const signatures = 2 * made;
    expect(await verify(older, newer, keys)).toBe(
      `${size} entries after ${before}, ${made} proofs with ${signatures} signatures\n`,
    );
    const refused = async (name: string, change: (text: string) => string) =>
      verify(
        ...([older, newer].map((file) =>
          file.endsWith(name) ? save("changed", change(readFileSync(file, "utf8"))) : file,
        ) as [string, string]),
        keys,
      );
    expect(await refused("older", (text) => text.replace(/\n\d+\n/, `\n${before - 1}\n`))).toMatch(/^REFUSED/);
    expect(await refused("newer", (text) => text.replace(/(\n\d+\n)./, "$1+"))).toMatch(/^REFUSED/);
    const forged = readFileSync(join(proofs, `${before - 1}.tlog-proof`), "utf8");
    save("proofs/forged.tlog-proof", forged.replace(/index \d+/, `index ${before - 2}`));
    expect(await verify(older, newer, keys)).toMatch(/^REFUSED/);
  });
});

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

describe.skipIf(!hasOpenssl)(hasOpenssl ? "openssl" : "openssl (left out: it isn't installed)", () => {
  it("accepts the stamp of a day's checkpoint, and refuses another checkpoint, stamp or authority", async () => {
    const folder = mkdtempSync(join(tmpdir(), "stamps-"));
    const save = (name: string, content: string | Uint8Array): string => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const [authority, another] = await Promise.all([startAuthority(), startAuthority()]);
    setVariables({ TSA_URL: authority.tsaUrl });
    await integrateAll(5);
    await stampCheckpoint();
    const day = clock.now().toISOString().slice(0, 10);
    const [checkpoint, stamp] = await Promise.all(["checkpoint", "tsr"].map((as) => readStampFile(`${day}.${as}`)));
    if (!checkpoint || !stamp) throw new Error("not stamped");
    // As docs/transparency.md says.
    const verify = (data: Uint8Array, answer: Uint8Array, root = authority.root): string => {
      const files = ["-data", save("data", data), "-in", save("answer", answer), "-CAfile", save("root.pem", root)];
      return spawnSync("openssl", ["ts", "-verify", ...files], { encoding: "utf8" }).stdout;
    };
    const changed = (bytes: Uint8Array, place: number): Buffer => {
      const copy = Buffer.from(bytes);
      copy.writeUInt8(copy.readUInt8(place) ^ 1, place);
      return copy;
    };
    expect(verify(checkpoint, stamp)).toContain("Verification: OK");
    expect(verify(checkpoint, stamp, another.root)).not.toContain("OK");
    for (let n = 0; n < 20; n++) {
      expect(verify(changed(checkpoint, n), stamp)).not.toContain("OK");
      expect(verify(checkpoint, changed(stamp, stamp.length - 5 * (n + 1)))).not.toContain("OK");
    }
    authority.stop();
    another.stop();
    rmSync(folder, { recursive: true });
  });
});
