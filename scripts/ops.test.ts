import { spawn } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { build } from "esbuild";
import pg from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasKeyShape } from "@/lib/domain/keys";
import { sha256 } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { freshEmail, makeAccount, makePartner } from "@/lib/testing/factories";

// The bundle lies inside the tree, so that it finds the installed packages.
const folder = resolve(`.data/test/ops-${process.pid}`);
const program = `${folder}/ops.mjs`;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: ["scripts/ops.ts"],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    jsx: "automatic",
    logLevel: "error",
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Outcome = { code: number | null; stdout: string; stderr: string };

function ops(words: string[], variables: Record<string, string> = {}): Promise<Outcome> {
  return new Promise((done, fail) => {
    // A log that is on would show whether anything but the answer reaches stdout.
    const child = spawn(process.execPath, [program, ...words], {
      env: { ...process.env, LOG_LEVEL: "debug", ...variables },
    });
    const outcome: Outcome = { code: null, stdout: "", stderr: "" };
    child.stdout.on("data", (chunk: Buffer) => {
      outcome.stdout += chunk;
    });
    child.stderr.on("data", (chunk: Buffer) => {
      outcome.stderr += chunk;
    });
    child.on("error", fail);
    child.on("close", (code) => done({ ...outcome, code }));
  });
}

/** Runs with `--json` a command that must succeed, and returns its object. */
async function answer(...words: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await ops([...words, "--json"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.trim().split("\n")).toHaveLength(1);
  return JSON.parse(stdout);
}

/** Runs with `--json` a command that must fail, and returns what it says. */
async function failure(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await ops([...words, "--json"]);
  expect(code).toBeGreaterThan(0);
  expect(stderr).not.toBe("");
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(JSON.parse(stdout)).toMatchObject({ error: stderr.trimEnd() });
  return stderr;
}

describe("partner", () => {
  it("is created with its owner and a test key", async () => {
    const email = freshEmail("Owner");
    const words = ["--name", "Acme Studios", "--plan", "platform_pays", "--owner", email, "--collab-scenes"];
    const made = await answer("partner", "create", ...words);
    expect(Object.keys(made)).toEqual(["partnerId", "ownerEmail", "testKey"]);
    expect(made.ownerEmail).toBe(email.toLowerCase());
    expect(made.testKey).toMatch(/^svc_test_/);
    expect(hasKeyShape(String(made.testKey))).toBe(true);
    const partner = await db.partner.findUniqueOrThrow({
      where: { id: String(made.partnerId) },
      include: { members: { include: { user: true } }, keys: true },
    });
    expect(partner).toMatchObject({
      name: "Acme Studios",
      plan: "platform_pays",
      status: "active",
      collabScenes: true,
      copyOptional: false,
    });
    expect(partner.members).toMatchObject([{ role: "owner", user: { email: email.toLowerCase() } }]);
    expect(partner.keys).toHaveLength(1);
    expect(Buffer.from(partner.keys[0]?.hash ?? [])).toEqual(sha256(String(made.testKey)));
    const line = await db.ledgerEntry.findFirstOrThrow({ where: { subjectId: partner.id } });
    expect(line).toMatchObject({ action: "partner.created", actorKind: "system" });
    expect(line.actorId).toMatch(/^ops:/);
  });

  it("is deactivated and activated, and says when nothing changed", async () => {
    const { id } = await makePartner();
    expect(await answer("partner", "deactivate", id)).toEqual({ partnerId: id, status: "inactive", changed: true });
    expect((await db.partner.findUniqueOrThrow({ where: { id } })).status).toBe("inactive");
    expect(await answer("partner", "deactivate", id)).toMatchObject({ changed: false });
    expect(await answer("partner", "activate", id)).toEqual({ partnerId: id, status: "active", changed: true });
    expect((await db.partner.findUniqueOrThrow({ where: { id } })).status).toBe("active");
  });

  it.each([
    [["--name", "A", "--plan", "free", "--owner", "o@example.com"], "--plan"],
    [["--name", "A", "--plan", "creator_pays", "--owner", "nobody"], "--owner"],
    [["--name", " ", "--plan", "creator_pays", "--owner", "o@example.com"], "--name"],
    [["--plan", "creator_pays", "--owner", "o@example.com"], "--name"],
    [["--name", "A", "--plan", "creator_pays", "--owner", "o@example.com", "--collabs"], "--collabs"],
  ])("is not created from %j", async (words, named) => {
    const before = await db.partner.count();
    expect(await failure("partner", "create", ...words)).toContain(named);
    expect(await db.partner.count()).toBe(before);
  });

  it("must exist", async () => {
    const id = newId();
    for (const verb of ["activate", "deactivate"]) expect(await failure("partner", verb, id)).toContain(id);
  });
});

describe("key", () => {
  it("is created live, and revoked", async () => {
    const partner = await makePartner();
    const made = await answer("key", "create", partner.id, "--name", "Production");
    expect(Object.keys(made)).toEqual(["keyId", "key"]);
    expect(made.key).toMatch(/^svc_live_/);
    const row = await db.apiKey.findUniqueOrThrow({ where: { id: String(made.keyId) } });
    expect(row).toMatchObject({ partnerId: partner.id, name: "Production", mode: "live", revokedAt: null });
    expect(Buffer.from(row.hash)).toEqual(sha256(String(made.key)));

    expect(await answer("key", "revoke", row.id)).toEqual({ keyId: row.id, revoked: true });
    expect((await db.apiKey.findUniqueOrThrow({ where: { id: row.id } })).revokedAt).not.toBeNull();
    expect(await answer("key", "revoke", row.id)).toEqual({ keyId: row.id, revoked: false });
  });

  it("needs a partner that exists, a name, and a key that exists", async () => {
    const partner = await makePartner();
    const id = newId();
    expect(await failure("key", "create", id, "--name", "x")).toBe(`There is no partner ${id}.\n`);
    expect(await failure("key", "create", partner.id, "--name", "")).toContain("--name");
    expect(await failure("key", "create", "--name", "x")).toContain("partner-id");
    expect(await failure("key", "revoke", id)).toBe(`There is no key ${id}.\n`);
  });
});

describe("identity import", () => {
  const person = ["--legal-name", "Ada Example", "--birth-date", "1990-01-31"];

  it("brings in a person with the photo of the document, and makes their accounts active", async () => {
    const account = await makeAccount();
    const file = `${folder}/document.png`;
    await writeFile(
      file,
      await sharp({ create: { width: 900, height: 600, channels: 3, background: "#888" } })
        .png()
        .toBuffer(),
    );
    const words = [
      "--email",
      account.email,
      ...person,
      "--verified-at",
      "2026-01-31T12:00:00+02:00",
      "--document",
      file,
    ];
    const made = await answer("identity", "import", ...words);
    expect(made).toEqual({ personId: account.person.id, imported: true });
    const check = await db.identityCheck.findFirstOrThrow({
      where: { userId: account.person.id },
      include: { photos: true, identity: true },
    });
    expect(check).toMatchObject({ driver: "import", status: "approved", legalName: "Ada Example" });
    expect(check.identity?.verifiedAt).toEqual(new Date("2026-01-31T10:00:00.000Z"));
    expect(check.photos).toMatchObject([{ kind: "document_front" }]);
    expect((await db.soloAccount.findUniqueOrThrow({ where: { id: account.id } })).status).toBe("active");
    expect(await answer("identity", "import", ...words)).toEqual({ personId: account.person.id, imported: false });
  });

  it("takes a date for the verification, and no document", async () => {
    const made = await answer("identity", "import", "--email", freshEmail(), ...person, "--verified-at", "2026-01-31");
    const identity = await db.identity.findUniqueOrThrow({ where: { userId: String(made.personId) } });
    expect(identity.verifiedAt).toEqual(new Date("2026-01-31T00:00:00.000Z"));
  });

  it.each([
    [["--verified-at", "yesterday"], "--verified-at"],
    [["--verified-at", "2026-01-31", "--birth-date", "1990-02-30"], "--birth-date"],
    [["--verified-at", "2026-01-31", "--birth-date", "2020-01-31"], "18"],
    [["--verified-at", "2999-01-31"], "future"],
    [["--verified-at", "2026-01-31", "--document", "/nowhere/photo.jpg"], "/nowhere/photo.jpg"],
    [["--verified-at", "2026-01-31", "--document", "package.json"], "photo"],
    [["--verified-at", "2026-01-31", "--email", "nobody"], "--email"],
  ])("refuses %j", async (words, named) => {
    expect(await failure("identity", "import", "--email", freshEmail(), ...person, ...words)).toContain(named);
  });
});

describe("signin-link", () => {
  it("is a link to this service for somebody who exists", async () => {
    const { users } = await makePartner();
    const { url } = await answer("signin-link", users.owner.email);
    expect(String(url).startsWith(`${env().baseUrl}/`)).toBe(true);
    expect(await failure("signin-link", "stranger@example.com")).toContain("stranger@example.com");
    expect(await failure("signin-link", "nobody")).toContain("nobody");
  });

  it("leads to the server that runs here, unless the address is set", async () => {
    const { users } = await makePartner();
    const server = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)", "bootstrap.mjs"]);
    try {
      await writeFile(`${folder}/running.json`, JSON.stringify({ pid: server.pid, baseUrl: "http://localhost:4321" }));
      const linkWith = async (variables: Record<string, string>) => {
        const words = ["signin-link", users.owner.email, "--json"];
        const { stdout } = await ops(words, { BASE_URL: "", PORT: "", DATA_DIR: folder, ...variables });
        return new URL(JSON.parse(stdout).url).origin;
      };
      expect(await linkWith({})).toBe("http://localhost:4321");
      expect(await linkWith({ PORT: "4000" })).toBe("http://localhost:4000");
      expect(await linkWith({ BASE_URL: "https://records.example.com" })).toBe("https://records.example.com");
    } finally {
      server.kill();
    }
  });
});

describe("custodian appoint", () => {
  it("appoints somebody once, who may be new, and can then be given a sign-in link", async () => {
    const email = freshEmail();
    const first = await answer("custodian", "appoint", email);
    expect(first).toEqual({ userId: expect.any(String), appointed: true });
    expect(await answer("custodian", "appoint", email)).toEqual({ ...first, appointed: false });
    expect(await db.user.findUniqueOrThrow({ where: { email } })).toMatchObject({ staffRole: "custodian" });
    await answer("signin-link", email);
    expect(await failure("custodian", "appoint", "nobody")).toContain("nobody");
  });
});

describe("ledger verify", () => {
  it("counts the rows of a ledger that holds, and fails on one that does not", async () => {
    await answer("partner", "create", "--name", "A", "--plan", "creator_pays", "--owner", freshEmail());
    const good = await answer("ledger", "verify");
    expect(good).toEqual({ ok: true, rows: await db.ledgerEntry.count(), firstBroken: null });

    const row = await db.ledgerEntry.findFirstOrThrow({ orderBy: { seq: "desc" } });
    const superuser = new pg.Client(env().databaseUrl);
    await superuser.connect();
    await superuser.query("SET session_replication_role = replica");
    try {
      await superuser.query("UPDATE ledger_entries SET actor_id = 'somebody' WHERE seq = $1", [row.seq]);
      const { code, stdout } = await ops(["ledger", "verify", "--json"]);
      expect(code).toBe(1);
      const firstBroken = {
        seq: String(row.seq),
        chain: row.chain,
        position: String(row.position),
        problem: "altered",
      };
      expect(JSON.parse(stdout)).toEqual({ ok: false, rows: good.rows, firstBroken });
      const table = await ops(["ledger", "verify"]);
      expect(table.code).toBe(1);
      expect(table.stdout).toContain(`seq ${row.seq}`);
    } finally {
      await superuser.query("UPDATE ledger_entries SET actor_id = $2 WHERE seq = $1", [row.seq, row.actorId]);
      await superuser.end();
    }
  });
});

describe("the command line", () => {
  it("prints a table for people", async () => {
    const partner = await makePartner();
    const { code, stdout, stderr } = await ops(["partner", "deactivate", partner.id]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`partnerId  ${partner.id}\nstatus     inactive\nchanged    true\n`);
  });

  it("takes --json before the command too", async () => {
    const { code, stdout } = await ops(["--json", "ledger", "verify"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });

  it.each([[["frobnicate"]], [["partner"]], [["partner", "rename"]], [["ledger", "verify", "extra"]]])(
    "says what is wrong with %j",
    async (words) => {
      expect((await ops(words)).code).toBe(2);
      await failure(...words);
    },
  );

  it("shows help when asked", async () => {
    for (const words of [["--help"], ["partner", "create", "--help"]]) {
      const { code, stdout } = await ops(words);
      expect(code).toBe(0);
      expect(stdout).toContain("Usage: ops");
    }
  });

  it("says so when the database is away or a variable is wrong", async () => {
    const away = await ops(["ledger", "verify", "--json"], { DATABASE_URL: "postgresql://a:b@127.0.0.1:1/none" });
    expect(away.code).toBe(1);
    expect(away.stderr).toContain("database cannot be reached");
    expect(JSON.parse(away.stdout)).toHaveProperty("error");
    const wrong = await ops(["ledger", "verify", "--json"], { MASTER_KEY: "short" });
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain("MASTER_KEY");
    expect(JSON.parse(wrong.stdout)).toHaveProperty("error");
  });
});
