import { exec } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import type { Client } from "pg";
import { record } from "@/lib/domain/core/ledger";
import { makeRecordPackageTask } from "@/lib/domain/examinations/packages";
import { openSigner, readKeySet } from "@/lib/domain/productions/certificates";
import { signCertificate } from "@/lib/domain/productions/certificates/certificate-jwt";
import { sealProductionTask } from "@/lib/domain/productions/packages";
import { sha256, sha256Hex } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { storage } from "@/lib/platform/storage/storage";
import { confirmAsRead, makeEnteredPackage } from "@/lib/testing/examinations";
import { makeAccount, makeCustodian, makePartner, staffCtx, systemCtx } from "@/lib/testing/factories";
import { makeSealable, openSeal } from "@/lib/testing/packages";
import { firstRun } from "@/lib/testing/run-jobs";
import { integrateAll } from "@/lib/testing/transparency";
import { step } from "@/scripts/progress.mjs";
import { idOf, makePartners, unguarded, warm, withKeys } from "./database";
import { type Bench, compared, inTurns, load, median, type Phase, type Row, timed, verdict } from "./measure";
import { peakRow } from "./records";
import {
  cpuMicroseconds,
  forgetPeak,
  memoryOf,
  type Request,
  requestsTo,
  type Server,
  startService,
  startYardstick,
} from "./servers";

// What the service answers with, in one statement.
const CERTIFICATE = `SELECT c.status, c.production_id AS "productionId", c.id AS "certificateId", c.expires_at AS "expiresAt"
  FROM production_partners l JOIN certificates c ON c.production_id = l.production_id
  WHERE l.production_id = $1 AND l.partner_id = $2 AND c.id = $3`;
const PERFORMER = `SELECT p.id AS "productionId", p.title, p.status, p.documented_at AS "documentedAt",
    (SELECT count(DISTINCT m.email)::int FROM production_performers m WHERE m.production_id = p.id) AS "performerCount",
    (SELECT json_build_object('certificateId', c.id, 'status', c.status, 'issuedAt', c.issued_at, 'expiresAt', c.expires_at)
      FROM certificates c WHERE c.production_id = p.id AND c.status = 'CURRENT') AS certificate
  FROM partner_performers mine JOIN productions p ON p.id = mine.production_id
  WHERE mine.partner_id = $2 AND mine.email = $1
  ORDER BY p.id DESC LIMIT 51`;

const PARTNERS = 200;
const PERFORMERS = 100_000;
const TABLES = ["productions", "production_partners", "production_performers", "partner_performers", "certificates"];

/**
 * Measures verifying a certificate and listing a performer's productions among a million, against bare `node:http` with the same
 * work: one SELECT, and for the first one RS256 verification.
 */
export async function benchCertificates({ client, short, records }: Bench): Promise<Row[]> {
  const length = short ? { rounds: 1, seconds: 1 } : { rounds: 5, seconds: 6 };
  const { rows } = await client.query("SELECT count(*)::int FROM productions");
  if (rows[0].count !== records) {
    await step(`Making ${records.toLocaleString("en")} productions`, () => makeProductions(client, records));
  }
  const targets = await step("Signing certificates", () => makeCertified(client, records));
  const service = await startService();
  const between = async (own: Request[], bare: { server: Server; requests: Request[] }) => {
    const phases = await inTurns(length.rounds, {
      "node:http + pg": () => load(bare.server, bare.requests, length),
      "this service": () => load(service, own, length),
    });
    await bare.server.stop();
    return (field: keyof Phase) =>
      [phases["this service"].map((one) => one[field]), phases["node:http + pg"].map((one) => one[field])] as const;
  };
  const path = "/api/v1/productions";
  const body = ({ certificate }: Target) => ({ certificate });
  const { keys } = await readKeySet();
  const verified = await between(
    requestsTo(targets, ({ productionId }) => `${path}/${productionId}/verify-certificate`, body),
    {
      server: await startYardstick("certificate", { BENCH_SQL: CERTIFICATE, BENCH_KEYS: JSON.stringify(keys) }),
      requests: requestsTo(targets, ({ productionId, partnerId }) => `/verify/${productionId}/${partnerId}`, body),
    },
  );
  const listed = await between(
    requestsTo(targets, ({ email }) => `${path}?performerEmail=${encodeURIComponent(email)}`),
    {
      server: await startYardstick("performer", { BENCH_SQL: PERFORMER }),
      requests: requestsTo(targets, ({ email, partnerId }) => `/x/${encodeURIComponent(email)}/${partnerId}`),
    },
  );
  return [
    compared("certificates verified/s", ...verified("rate"), { atLeast: 0.5 }),
    compared("the same, p99 ms", ...verified("p99"), { digits: 2 }),
    compared("lists of a performer's productions/s", ...listed("rate"), { atLeast: 0.5 }),
    compared("the same, p99 ms", ...listed("p99"), { digits: 2 }),
  ];
}

const partnerOf = (n: string): string => idOf("p", `(${n}) % ${PARTNERS}`);
// A performer works for one partner.
const emailOf = (n: string): string => `'performer' || ((${n}) % ${PERFORMERS}) || '@example.com'`;

/**
 * Makes documented productions, each of one partner, with two performers and a certificate, without guards, because their scenes
 * and packages don't matter here.
 */
async function makeProductions(client: Client, count: number): Promise<void> {
  const series = `generate_series(0, ${count - 1}) n`;
  const roles = `${series}, generate_series(0, 1) role`;
  const ofRole = emailOf(`n + role * ${PARTNERS}`);
  await unguarded(client, async () => {
    await client.query(`TRUNCATE ${TABLES.join()}, producers, partners CASCADE`);
    await makePartners(client, PARTNERS);
    // What no request sends is filled with a text as long as a certificate's.
    await client.query(`
      INSERT INTO producers (id, user_id, name, created_at)
      SELECT ${idOf("b", "n")}, ${idOf("b", "n")}, 'Producer ' || n, now() FROM generate_series(0, ${PARTNERS - 1}) n;
      INSERT INTO productions (id, producer_id, title, production_date, status, documented_at, created_at)
      SELECT ${idOf("c", "n")}, ${idOf("b", `n % ${PARTNERS}`)}, 'Production ' || n, now(), 'documented', now(), now() FROM ${series};
      INSERT INTO production_partners (production_id, partner_id, linked_at)
      SELECT ${idOf("c", "n")}, ${partnerOf("n")}, now() FROM ${series};
      INSERT INTO production_performers (id, production_id, email, scene_id, added_at)
      SELECT ${idOf("d", "n * 2 + role")}, ${idOf("c", "n")}, ${ofRole}, ${idOf("e", "n")}, now() FROM ${roles};
      INSERT INTO partner_performers (partner_id, email, production_id)
      SELECT ${partnerOf("n")}, ${ofRole}, ${idOf("c", "n")} FROM ${roles};
      INSERT INTO certificates (id, production_id, origin, package_id, attestation_id, kid, jwt, issued_at, expires_at)
      SELECT ${idOf("f", "n")}, ${idOf("c", "n")}, 'documented', ${idOf("g", "n")}, ${idOf("h", "n")}, 'none',
        repeat('e', 1200), now(), now() + interval '365 days' FROM ${series}`);
  });
  await client.query(`VACUUM ANALYZE ${TABLES.join()}`);
}

/** A production with a genuine certificate, one of its performers, and a key of its partner. */
type Target = { productionId: string; partnerId: string; key: string; email: string; certificate: string };

/** Signs the certificates of productions that are spread over all. */
async function makeCertified(client: Client, productions: number): Promise<Target[]> {
  const count = Math.min(8_000, productions);
  const signer = await openSigner();
  const now = Date.now();
  const rows: Omit<Target, "key">[] = [];
  for (let n = 0; n < count; n++) {
    const at = Math.floor((((n * 7919) % count) * productions) / count) + (n % Math.floor(productions / count));
    const id = (kind: string, number = at) => `${kind}${String(number).padStart(24, "0")}`;
    const productionId = id("c");
    const { jwt } = await signCertificate(
      {
        productionId,
        certificateId: id("f"),
        performerCount: 2,
        documentedAt: new Date(now - DAY_MS),
        sealedAt: new Date(now),
        archiveSha256: sha256Hex(productionId),
      },
      signer,
    );
    const email = `performer${at % PERFORMERS}@example.com`;
    rows.push({ productionId, partnerId: id("p", at % PARTNERS), email, certificate: jwt });
  }
  await unguarded(client, () =>
    client.query(
      `UPDATE certificates c SET jwt = t.jwt, kid = (SELECT kid FROM certificate_keys WHERE retires_at IS NULL)
       FROM unnest($1::text[], $2::text[]) AS t(production_id, jwt) WHERE c.production_id = t.production_id`,
      [rows.map(({ productionId }) => productionId), rows.map(({ certificate }) => certificate)],
    ),
  );
  await warm(client, [...TABLES, "partners", "producers"]);
  return withKeys(client, rows);
}

/**
 * Measures sealing a production of 10,000 depictions and 11 people with photos of 2 MB: the time from the job's start to the
 * certificate, and the memory of this process, which seals as the worker does.
 */
export async function benchSealing({ short }: Bench): Promise<Row[]> {
  const [rounds, depictions] = short ? [1, 100] : [10, 10_000];
  const seal = async (people: number, about: Parameters<typeof makeSealable>[0]) => {
    const names = Array.from({ length: people }, (_, n) => `Ada Example ${n}`);
    const { production } = await makeSealable({ names, ...about });
    const { packageId } = await openSeal(production);
    await wait(2_000);
    const idle = memoryOf(process.pid).now;
    forgetPeak(process.pid);
    const ms = await timed(() => sealProductionTask.run({ packageId }, firstRun));
    const { bytes, failure } = await db.sealedPackage.findUniqueOrThrow({ where: { id: packageId } });
    if (bytes === null) throw new Error(failure ?? "The package isn't sealed.");
    return { seconds: ms / 1000, idle, peak: memoryOf(process.pid).peak, megabytes: Number(bytes) / 2 ** 20 };
  };
  const sealed = await inTurns(rounds, {
    small: () => seal(1, { depictions: 1 }),
    large: () => seal(10, { depictions, photo: randomBytes(2 * 2 ** 20) }),
  });
  await rm(process.env.STORAGE_DIR ?? "", { recursive: true, force: true });
  const [small, seconds] = [sealed.small, sealed.large].map((list) => median(list.map((one) => one.seconds)));
  const worst = sealed.large.toSorted((a, b) => b.peak - b.idle - (a.peak - a.idle))[0];
  if (!worst || small === undefined || seconds === undefined) throw new Error("Nothing was sealed.");
  return [
    [
      `sealing ${depictions.toLocaleString("en")} depictions of 11 people, ${worst.megabytes.toFixed(0)} MB, s; to one depiction`,
      seconds.toFixed(1),
      small.toFixed(1),
      (seconds / small).toFixed(1),
      verdict(seconds, { atMost: 60, unit: " s" }),
    ],
    peakRow("memory at its peak in the worst round, MB", worst.peak, worst.idle),
  ];
}

const COPY_BYTES = 64 * 2 ** 10;

/**
 * Measures making the package of a partner's 10,000 depictions with copies of 64 KB, histories and proofs: from the job's start until it
 * is ready, and the memory of this process; beside `cat` of the same copies through `sha256sum`, and beside the least that a package of
 * them takes: each is read from the store, decrypted and hashed, and all are stored as one file.
 */
export async function benchPackages({ short }: Bench): Promise<Row[]> {
  const [rounds, depictions] = short ? [1, 200] : [3, 10_000];
  const folder = resolve(".data/bench/copies");
  const partner = await makePartner();
  await step(`Logging ${depictions.toLocaleString("en")} depictions`, () =>
    fillDepictions(partner, { depictions, folder }),
  );
  await step("Integrating the ledger", () => integrateAll());
  const megabytes = (depictions * COPY_BYTES) / 2 ** 20;
  const packages: { idle: number; peak: number; megabytes: number }[] = [];
  const made = await inTurns(rounds, {
    cat: async () => {
      const ms = await timed(() => promisify(exec)("cat * | sha256sum", { cwd: folder, shell: "/bin/bash" }));
      return { seconds: ms / 1000 };
    },
    least: async () => ({ seconds: (await timed(() => storePlainly(folder))) / 1000 }),
    "this service": async (warmsUp: boolean) => {
      const { id } = await makeEnteredPackage([["partner", partner.id]]);
      await confirmAsRead(staffCtx(await makeCustodian()), id);
      await wait(2_000);
      const before = memoryOf(process.pid).now;
      forgetPeak(process.pid);
      const cpu = cpuMicroseconds(process.pid);
      const ms = await timed(() => makeRecordPackageTask.run({ packageId: id }, firstRun));
      const busy = (cpuMicroseconds(process.pid) - cpu) / 1e6;
      const { bytes, status } = await db.recordPackage.findUniqueOrThrow({ where: { id } });
      if (status !== "ready") throw new Error("The package isn't ready.");
      const { peak } = memoryOf(process.pid);
      if (!warmsUp) packages.push({ idle: before, peak, megabytes: Number(bytes) / 2 ** 20 });
      return { seconds: ms / 1000, busy, megabytes: peak - before };
    },
  });
  await rm(folder, { recursive: true, force: true });
  await rm(process.env.STORAGE_DIR ?? "", { recursive: true, force: true });
  const [own = [], cat = [], least = []] = [made["this service"], made.cat, made.least].map((list) =>
    list.map(({ seconds }) => megabytes / seconds),
  );
  const worst = packages.toSorted((a, b) => b.peak - b.idle - (a.peak - a.idle))[0];
  if (!worst) throw new Error("No package was made.");
  return [
    [
      `a package of ${depictions.toLocaleString("en")} depictions, ${worst.megabytes.toFixed(0)} MB, s`,
      (megabytes / median(own)).toFixed(1),
      "",
      "",
      verdict(megabytes / median(own), { atMost: 60, unit: " s" }),
    ],
    compared("the same, MB/s of copies, to `cat` of them through `sha256sum`", own, cat, { atLeast: 0.5 }),
    compared("the least that it takes: copies read, decrypted, hashed and stored, MB/s, to the same", least, cat),
    compared("the package, MB/s of copies, to that least", own, least),
    peakRow("memory at its peak in the worst round, MB", worst.peak, worst.idle),
  ];
}

/** Stores the copies as one file, with the hashes that a package has, and nothing else that makes one. */
async function storePlainly(folder: string): Promise<void> {
  const ids = await readdir(folder);
  async function* copies() {
    const whole = createHash("sha256");
    for (const id of ids) {
      const hashes = [createHash("sha256"), createHash("sha512"), whole];
      for await (const piece of await storage().get(`copies/kept/${id}`)) {
        for (const hash of hashes) hash.update(piece);
        yield piece;
      }
      for (const hash of hashes.slice(0, 2)) hash.digest();
    }
  }
  const about = { contentType: "application/octet-stream", bytes: ids.length * COPY_BYTES };
  await storage().put("least", Readable.from(copies(), { objectMode: false }), about);
  await storage().delete("least");
}

/** Depictions with their copies, also as plain files, and two entries of history each. */
async function fillDepictions(
  partner: Awaited<ReturnType<typeof makePartner>>,
  { depictions, folder }: { depictions: number; folder: string },
): Promise<void> {
  const account = await makeAccount(partner, { status: "active" });
  await mkdir(folder, { recursive: true });
  const copy = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(COPY_BYTES - 4)]);
  const at = new Date();
  for (let from = 0; from < depictions; from += 100) {
    const rows = await Promise.all(
      Array.from({ length: Math.min(100, depictions - from) }, async (_, n) => {
        const [id, body] = [newId(), Buffer.from(copy)];
        body.writeUInt32LE(from + n, 100);
        await writeFile(join(folder, id), body);
        await storage().put(`copies/kept/${id}`, body, { contentType: "image/jpeg" });
        return { id, keptKey: `copies/kept/${id}`, keptSha256: Buffer.from(sha256(body)) };
      }),
    );
    await inTransaction(async (tx) => {
      await tx.depiction.createMany({
        data: rows.map((row, n) => ({
          ...{ ...row, contentLogId: newId(), partnerId: partner.id, accountId: account.id, keptAt: at, createdAt: at },
          ...{
            externalContentId: row.id,
            contentUrl: `https://example.com/posts/${row.id}`,
            title: `Depiction ${from + n}`,
          },
          ...{ contentType: "image", platform: "Platform", productionDate: at, copyState: "stored" },
          ...{ copyMimeType: "image/jpeg", copyBytes: COPY_BYTES },
        })),
      });
      const about = { userId: account.userId ?? "", partnerId: partner.id, productionDate: at, lastChangedAt: at };
      await tx.indexEntry.createMany({ data: rows.map(({ id }) => ({ depictionId: id, ...about })) });
      for (const { id } of rows) {
        const line = { ctx: systemCtx(), subject: { kind: "depiction", id }, partnerId: partner.id } as const;
        record(tx, { ...line, action: "depiction.logged" });
        record(tx, { ...line, action: "depiction.copy_stored" });
      }
    });
  }
}
