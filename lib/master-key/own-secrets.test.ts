import { beforeEach, describe, expect, it, vi } from "vitest";
import { createKeyring } from "@/lib/platform/crypto-keyring";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { Secret } from "@/lib/platform/secret";
import { setVariables } from "@/lib/testing/env";
import { systemCtx } from "@/lib/testing/factories";
import { clearMasterKeyUse, makeSealedSecrets } from "@/lib/testing/master-key";
import { assertOwnSecrets, recordSecrets, reportMissingMasterKey } from "./own-secrets";
import { rewrap } from "./rewrap";

const secret = (word: string) => Buffer.alloc(32, word).toString("base64");
const [A, B, C] = [secret("a"), secret("b"), secret("c")];

/** Starts a process with these secrets. Null if it may run. */
async function start(secrets: Parameters<typeof setVariables>[0]): Promise<string | null> {
  setVariables({ MASTER_KEY: A, MASTER_KEY_PREVIOUS: undefined, AUTH_SECRET: A, ...secrets });
  return assertOwnSecrets().then(
    () => null,
    (error: Error) => error.message,
  );
}

beforeEach(clearMasterKeyUse);

describe("a process", () => {
  it("runs with the secrets of the database's first process only", async () => {
    expect(await start({})).toBeNull();
    expect(await start({})).toBeNull();
    expect(await start({ MASTER_KEY: B })).toMatch(/^MASTER_KEY is not this database's/);
    expect(await start({ AUTH_SECRET: B })).toMatch(/^AUTH_SECRET is not this database's/);
    expect(await start({ MASTER_KEY: B, AUTH_SECRET: B })).toContain("\nAUTH_SECRET");
  });

  it("alone decides if several are first at once", async () => {
    const started = await Promise.all([A, B, C].map((MASTER_KEY) => start({ MASTER_KEY })));
    expect(started.filter((refused) => refused === null)).toHaveLength(1);
    expect(await db.secretFingerprint.count({ where: { name: "MASTER_KEY" } })).toBe(1);
  });

  it("leaves nothing in the database that looks like a secret", async () => {
    await start({});
    const rows = await db.secretFingerprint.findMany();
    expect(rows.map(({ name }) => name).sort()).toEqual(["AUTH_SECRET", "MASTER_KEY"]);
    // The same secret has another fingerprint under each name.
    expect(new Set(rows.map(({ fingerprint }) => fingerprint)).size).toBe(2);
    for (const { fingerprint } of rows) expect(fingerprint).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe("a rotation", () => {
  it("of the master key accepts both keys until nothing needs the previous one", async () => {
    await start({});
    // Every process learns the new key, then one after another changes to it.
    expect(await start({ MASTER_KEY_PREVIOUS: B })).toBeNull();
    expect(await start({ MASTER_KEY: B, MASTER_KEY_PREVIOUS: A })).toBeNull();
    expect(await start({ MASTER_KEY_PREVIOUS: B })).toBeNull();
    expect(await start({ MASTER_KEY: C, MASTER_KEY_PREVIOUS: undefined })).toMatch(/^MASTER_KEY/);
    setVariables({ MASTER_KEY: B, MASTER_KEY_PREVIOUS: A });
    expect((await rewrap(systemCtx())).left).toBe(0);
    expect(await start({ MASTER_KEY: B })).toBeNull();
    expect(await start({})).toMatch(/^MASTER_KEY/);
  });

  it("that isn't finished is logged at startup if its previous key is missing", async () => {
    const said = vi.spyOn(log, "error").mockImplementation(() => {});
    const report = async (secrets: Parameters<typeof start>[0]) => {
      expect(await start(secrets)).toBeNull();
      said.mockClear();
      await reportMissingMasterKey();
      return said.mock.calls.flat();
    };
    expect(await report({})).toEqual([]);
    expect(await report({ MASTER_KEY: B, MASTER_KEY_PREVIOUS: A })).toEqual([]);
    expect(await report({ MASTER_KEY: B })).toEqual([expect.stringContaining("MASTER_KEY_PREVIOUS")]);
    setVariables({ MASTER_KEY: B, MASTER_KEY_PREVIOUS: A });
    await rewrap(systemCtx());
    expect(await report({ MASTER_KEY: B })).toEqual([]);
    said.mockRestore();
  });

  it("of AUTH_SECRET is recorded by an operator", async () => {
    await start({});
    setVariables({ AUTH_SECRET: B });
    await recordSecrets(systemCtx());
    expect(await start({ AUTH_SECRET: B })).toBeNull();
    expect(await start({})).toMatch(/^AUTH_SECRET/);
  });

  it("is not recorded while records need a key that isn't set", async () => {
    await start({});
    await makeSealedSecrets(1, createKeyring(new Secret(A)));
    setVariables({ MASTER_KEY: B });
    await expect(recordSecrets(systemCtx())).rejects.toThrow("needs a master key that isn't set");
    expect(await start({})).toBeNull();
  });
});
