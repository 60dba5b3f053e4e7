import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { startMailServer } from "@/lib/testing/mail-server";
import { startReceiver } from "@/lib/testing/receiver";
import { startS3Peer } from "@/lib/testing/s3-peer";
import { ROLES, setUpRoles } from "@/prisma/roles";
import { isFree } from "@/scripts/environment";
import { step } from "@/scripts/progress.mjs";
import { NODE_FLAGS } from "@/scripts/server-process";
import type { Stopping } from "@/scripts/stopping";
import {
  answers,
  clusterAt,
  createEngine,
  type Engine,
  etcd,
  haproxy,
  killPostgres,
  makeFolder,
  type Place,
  patroni,
  pgbouncer,
  redis,
  switchover,
  until,
} from "./engines";

export type Service = Awaited<ReturnType<typeof startService>>;

const LOGS = resolve(".data/failover");
const DATABASE = "records";

// Below those that outgoing connections get, which would take a killed program's port before it is back.
let lastPort = 21_000;

async function freePort(): Promise<number> {
  do lastPort++;
  while (!(await isFree(lastPort, "127.0.0.1")));
  return lastPort;
}

/**
 * The service on several nodes: three PostgreSQL under Patroni and etcd, PgBouncer, Redis and HAProxy, two web nodes and two workers.
 * S3, mail and the partners' webhook receiver are peers in this process.
 */
export async function startService(stopping: Stopping) {
  const place: Place = { home: mkdtempSync(join(tmpdir(), "failover-")), logs: LOGS, signal: stopping.signal };
  stopping.finally(() => rmSync(place.home, { recursive: true, force: true }));
  rmSync(LOGS, { recursive: true, force: true });
  mkdirSync(LOGS, { recursive: true });
  makeFolder(place.home);
  chmodSync(place.home, 0o711);

  const arrivals: number[] = [];
  const [s3, mail] = [await startS3Peer(), await startMailServer()];
  const receiver = await startReceiver((response) => {
    arrivals.push(performance.now());
    response.end();
  });
  stopping.finally(async () => void (await Promise.all([s3, mail, receiver].map((peer) => peer.close()))));

  const started: Engine[] = [];
  stopping.finally(async () => void (await Promise.all(started.map((engine) => engine.kill()))));
  const start = async (...engines: Engine[]) => {
    started.push(...engines);
    await step(`Starting ${engines.map(({ name }) => name).join(", ")}`, () =>
      Promise.all(engines.map((engine) => engine.start())),
    );
  };

  const etcdPort = await freePort();
  await start(etcd(place, etcdPort, await freePort()));
  const nodes: (Parameters<typeof patroni>[1] & { engine: Engine })[] = [];
  for (const name of ["pg1", "pg2", "pg3"]) {
    const node = { name, port: await freePort(), apiPort: await freePort(), etcdPort };
    const engine = patroni(place, node);
    // The first makes the cluster, and the others copy it.
    await start(engine);
    nodes.push({ ...node, engine });
  }
  const members = () => clusterAt(nodes.map(({ apiPort }) => apiPort));
  const inRole = async (role: "leader" | "sync_standby") => {
    const found = (await members()).find((member) => member.role === role);
    const node = nodes.find(({ name }) => name === found?.name);
    if (!node) throw new Error(`There is no ${role}.`);
    return node;
  };
  const isReplicated = async () => {
    const all = await members();
    const states = all.map(({ state }) => state);
    const isOneTimeline = new Set(all.map(({ timeline }) => timeline)).size === 1;
    const running = states.filter((state) => ["running", "streaming"].includes(state));
    return running.length === nodes.length && isOneTimeline && all.some(({ role }) => role === "sync_standby");
  };
  await until("a synchronous standby", isReplicated);

  const [webPort, primaryPort, standbyPort] = [await freePort(), await freePort(), await freePort()];
  const [redisPort, poolPort] = [await freePort(), await freePort()];
  const ports = [await freePort(), await freePort()];
  const balancer = haproxy(place, { webPort, webs: ports, primaryPort, standbyPort, nodes });
  const pooler = pgbouncer(place, poolPort, primaryPort);
  const limits = redis(place, redisPort);
  await start(balancer, pooler, limits);

  const addressAs = (role: string, database = DATABASE, port = primaryPort) =>
    `postgresql://${role}@127.0.0.1:${port}/${database}`;
  await step("Migrating the database", async () => {
    // HAProxy takes all nodes for primaries until its checks have failed.
    await wait(3_000);
    await ask(addressAs("postgres", "postgres"), `create database ${DATABASE}`);
    await setUpRoles(addressAs("postgres"), ROLES, () => "unused");
    await migrateFrom(".", addressAs(ROLES.owner));
  });

  const url = `http://127.0.0.1:${webPort}`;
  const { settings } = s3;
  const variables = {
    NODE_ENV: "production",
    LOG_LEVEL: "warn",
    HOST: "127.0.0.1",
    BASE_URL: url,
    TRUSTED_PROXIES: "1",
    NODES: "2",
    DATABASE_URL: addressAs(ROLES.application, DATABASE, poolPort),
    DATABASE_STANDBY_URL: addressAs(ROLES.application, DATABASE, standbyPort),
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    MASTER_KEY: randomBytes(32).toString("base64"),
    AUTH_SECRET: randomBytes(32).toString("base64"),
    S3_ENDPOINT: settings.endpoint,
    S3_REGION: settings.region,
    S3_BUCKET: settings.bucket,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey.reveal(),
    S3_FORCE_PATH_STYLE: "1",
    ALLOW_PRIVATE_WEBHOOKS: "1",
    DATA_DIR: join(place.home, "files"),
    ...mail.variables,
  };
  // The load makes its rows as the service would.
  Object.assign(process.env, variables);
  const node = (program: string) => [process.execPath, ...NODE_FLAGS, join("dist", program)] as const;
  const webs = ports.map((port, n) =>
    createEngine(place, `web${n + 1}`, {
      command: node("server.js"),
      variables: { ...variables, ROLE: "web", PORT: `${port}` },
      isReady: () => answers(`http://127.0.0.1:${port}/readyz`),
    }),
  );
  const workers = ["worker1", "worker2"].map((name) =>
    createEngine(place, name, {
      command: node("worker.js"),
      variables: { ...variables, ROLE: "worker", DATABASE_URL: `${variables.DATABASE_URL}?application_name=${name}` },
      // It has no port, so its connections are the only sign of life.
      isReady: async () =>
        (await ask(addressAs("postgres"), `select pid from pg_stat_activity where application_name = '${name}'`)) !==
        undefined,
    }),
  );
  await start(...webs);
  await start(...workers);
  let build = ".";

  return {
    url,
    /** What partners got, and when. */
    webhooks: { url: receiver.url, received: receiver.received, arrivals },
    /** The primary's, as the superuser. */
    databaseUrl: async () => addressAs("postgres", DATABASE, (await inRole("leader")).port),
    webs,
    workers,
    pooler,
    redis: limits,
    primary: () => inRole("leader"),
    standby: () => inRole("sync_standby"),
    killPostgres: async () => killPostgres(place, (await inRole("leader")).name),
    switchover: async () => switchover(place, (await inRole("leader")).name, (await inRole("sync_standby")).name),
    /** Another build, with one more migration, replaces this one node after node. Returns after the last. */
    async upgrade(): Promise<void> {
      build = newBuild(place, build);
      await migrateFrom(build, addressAs(ROLES.owner));
      for (const engine of [...webs, ...workers]) {
        await engine.stop();
        await engine.start({ cwd: build });
      }
    },
    /** Waits until all nodes are up, ready and replicated. */
    async settled(): Promise<void> {
      const ends = [...webs, ...workers, pooler, limits, balancer];
      await until("all nodes are ready", async () => {
        const ready = await Promise.all(ends.map((engine) => engine.isAlive() && engine.isReady()));
        return ready.every(Boolean) && (await isReplicated()) && (await answers(`${url}/readyz`));
      });
      await wait(1_000);
    },
  };
}

/** The first column of a statement's first row, on a connection of its own. */
async function ask(address: string, statement: string): Promise<unknown> {
  const client = new Client({ connectionString: address, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: "array" });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

// Migrations are read from the working folder.
async function migrateFrom(folder: string, ownerUrl: string): Promise<void> {
  const child = fork(resolve(process.argv[1] ?? ""), ["--migrate", ownerUrl], { cwd: folder });
  const code = await new Promise((done) => void child.once("exit", done));
  if (code !== 0) throw new Error("The database could not be migrated.");
}

/** The folder of a build that differs from another by one more migration. */
function newBuild({ home }: Place, old: string): string {
  const folder = mkdtempSync(join(home, "build-"));
  for (const name of [".next", "dist", "lib", "next.config.mjs", "node_modules", "package.json", "public"]) {
    symlinkSync(resolve(name), join(folder, name));
  }
  cpSync(join(old, "prisma"), join(folder, "prisma"), { recursive: true });
  const name = `9999_${Date.now()}`;
  const migration = join(folder, "prisma", "migrations", name);
  mkdirSync(migration);
  writeFileSync(join(migration, "migration.sql"), `ALTER TABLE partners ADD COLUMN rehearsed${name} boolean;\n`);
  return folder;
}
