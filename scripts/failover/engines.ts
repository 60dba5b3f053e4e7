import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, globSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { request } from "undici";
import { z } from "zod";
import { giveUp } from "@/scripts/progress.mjs";

// Programs that the rehearsal starts, stops, freezes and kills. Each runs in a process group of its own, so Ctrl-C reaches only us.

type Given = {
  command: readonly [program: string, ...words: string[]];
  /** Whether it serves. Asked until it does. */
  isReady: () => Promise<boolean>;
  /** As the unprivileged user when we are root. The servers refuse to run as root. */
  unprivileged?: boolean;
  cwd?: string;
  variables?: Readonly<Record<string, string>>;
  /** Processes that it started and that outlive it. */
  others?: () => number[];
};

export type Engine = ReturnType<typeof createEngine>;

const READY_WITHIN_MS = 90_000;
const isRoot = process.getuid?.() === 0;

/** Data in `home`, which the unprivileged user may enter, and logs in `logs`. Nothing starts once `signal` aborts. */
export type Place = { home: string; logs: string; signal: AbortSignal };

/** A program under our control. Nothing runs until `start`. */
export function createEngine({ logs, signal: stopping }: Place, name: string, first: Given) {
  let given = first;
  let child: ChildProcess | undefined;
  let gone: Promise<void> = Promise.resolve();

  const pids = () => [...(child?.pid && isAlive() ? [child.pid] : []), ...(given.others?.() ?? [])].flatMap(family);
  const isAlive = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  function signal(word: NodeJS.Signals): void {
    for (const pid of pids()) {
      try {
        process.kill(pid, word);
      } catch {
        // It has ended.
      }
    }
  }

  async function kill(): Promise<void> {
    signal("SIGKILL");
    await gone;
  }

  return {
    name,
    isAlive,
    isReady: () => given.isReady(),
    /** Starts it and waits until it serves. `other` is another build of it. */
    async start(other: Partial<Given> = {}): Promise<void> {
      if (stopping.aborted) await new Promise(() => undefined);
      given = { ...given, ...other };
      const [program, ...words] = given.command;
      const output = openSync(join(logs, `${name}.log`), "a", 0o600);
      const started = spawn(program, words, {
        cwd: given.cwd,
        env: { ...process.env, ...given.variables },
        stdio: ["ignore", output, output],
        detached: true,
        ...(given.unprivileged && isRoot && user()),
      });
      child = started;
      gone = new Promise((resolve) => {
        started.once("exit", () => resolve());
        started.once("error", () => resolve());
      });
      await until(`${name} is ready (${logs}/${name}.log)`, () => {
        // Thrown outside the promise, so that it ends the waiting.
        if (!isAlive()) throw new Error(`${name} has ended (${logs}/${name}.log).`);
        return given.isReady();
      });
    },
    /** Ends it at once, as a lost machine does. */
    kill,
    /** Asks it to end and waits. */
    async stop(): Promise<void> {
      child?.kill("SIGTERM");
      await gone;
    },
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    /** Kills it, and starts it again as a supervisor does, after a pause. */
    async crash(pauseMs = 3_000): Promise<void> {
      await kill();
      await wait(pauseMs);
      await this.start();
    },
  };
}

/** Waits until something holds. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!(await holds().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`Waited ${READY_WITHIN_MS / 1000} s in vain: ${what}.`);
    await wait(100);
  }
}

// `fetch` with `AbortSignal.timeout` may wait forever: the signal is collected as garbage with its timer.
const SOON = { headersTimeout: 2_000, bodyTimeout: 2_000, reset: true };

/** Whether a URL answers with 200 soon. */
export async function answers(url: string): Promise<boolean> {
  const { statusCode, body } = await request(url, SOON);
  await body.dump();
  return statusCode === 200;
}

/** Whether a port takes connections. */
export const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(Boolean(socket.destroy())));
    socket.once("error", () => resolve(false));
  });

function family(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return [pid, ...(children === "" ? [] : children.split(" ").flatMap((each) => family(Number(each))))];
  } catch {
    return [];
  }
}

let known: { uid: number; gid: number } | undefined;

function user(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  known ??= { uid: id("-u"), gid: id("-g") };
  return known;
}

/** A folder of the unprivileged user. */
export function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (isRoot) chownSync(path, user().uid, user().gid);
  return path;
}

function writeConfig(path: string, text: string): string {
  writeFileSync(path, text, { mode: 0o644 });
  return path;
}

const POSTGRES_BIN = globSync("/usr/lib/postgresql/*/bin").sort();
const PROGRAMS = { etcd: "etcd-server", patroni: "patroni", haproxy: "haproxy", pgbouncer: "pgbouncer" };

/** Exits and says how to install what is missing. */
export function checkPrograms(): void {
  const folders = ["/usr/local/bin", "/usr/bin", "/usr/sbin", ...(process.env.PATH ?? "").split(":")];
  const missing = Object.entries({ ...PROGRAMS, "redis-server": "redis-server" })
    .filter(([program]) => !folders.some((folder) => existsSync(join(folder, program))))
    .map(([, name]) => name);
  if (POSTGRES_BIN.length === 0) missing.push("postgresql");
  if (missing.length > 0) giveUp(`Programs are missing: apt-get install -y ${missing.join(" ")}`);
}

export function etcd(place: Place, port: number, peerPort: number): Engine {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  return createEngine(place, "etcd", {
    command: [
      ...(["etcd", "--data-dir", join(makeFolder(place.home), "etcd"), "--log-level", "warn", "--enable-v2"] as const),
      ...["--listen-client-urls", client, "--advertise-client-urls", client, "--listen-peer-urls", peer],
      ...["--initial-advertise-peer-urls", peer, "--initial-cluster", `default=${peer}`],
    ],
    unprivileged: true,
    isReady: () => answers(`${client}/health`),
  });
}

type PostgresNode = { name: string; port: number; apiPort: number; etcdPort: number };

/** A PostgreSQL under Patroni. Ours are short times, because a rehearsal has no slow network. */
export function patroni(place: Place, { name, port, apiPort, etcdPort }: PostgresNode): Engine {
  const data = join(place.home, name);
  const config = writeConfig(
    join(place.home, `${name}.yml`),
    `
scope: records
name: ${name}
etcd: { host: "127.0.0.1:${etcdPort}" }
restapi: { listen: "127.0.0.1:${apiPort}", connect_address: "127.0.0.1:${apiPort}" }
bootstrap:
  dcs:
    ttl: 12
    loop_wait: 2
    retry_timeout: 4
    primary_start_timeout: 0
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 400, shared_buffers: 128MB, wal_keep_size: 512MB, wal_receiver_timeout: 5s, wal_sender_timeout: 5s }
  initdb: [ { encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums ]
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${data}
  bin_dir: ${POSTGRES_BIN.find((path) => path.includes("/15/")) ?? POSTGRES_BIN.at(-1)}
  pgpass: ${data}.pgpass
  authentication: { superuser: { username: postgres }, replication: { username: replicator } }
  parameters: { unix_socket_directories: "${place.home}" }
  pg_hba: [ "host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust" ]
`,
  );
  return createEngine(place, name, {
    command: ["patroni", config],
    unprivileged: true,
    others: () => postmasterIn(data),
    isReady: () => answers(`http://127.0.0.1:${apiPort}/health`),
  });
}

function postmasterIn(data: string): number[] {
  try {
    const pid = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
    // The file stays after a kill, and the system may reuse its pid.
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(data) ? [pid] : [];
  } catch {
    return [];
  }
}

/** Ends the PostgreSQL of a node and leaves its Patroni. */
export function killPostgres({ home }: Place, name: string): void {
  for (const pid of postmasterIn(join(home, name)).flatMap(family)) process.kill(pid, "SIGKILL");
}

const Member = z.object({ name: z.string(), role: z.string(), state: z.string(), timeline: z.number().optional() });
const Cluster = z.object({ members: z.array(Member) });

/** The members of the cluster, from any Patroni that answers. */
export async function clusterAt(apiPorts: readonly number[]) {
  const asked = apiPorts.map(async (port) => {
    const { body } = await request(`http://127.0.0.1:${port}/cluster`, SOON);
    return Cluster.parse(await body.json()).members;
  });
  return await Promise.any(asked);
}

/** Moves the primary as an operator does. */
export function switchover(place: Place, from: string, to: string): void {
  const words = ["switchover", "records", "--leader", from, "--candidate", to, "--force"];
  execFileSync("patronictl", ["-c", join(place.home, `${from}.yml`), ...words], { stdio: "pipe" });
}

type Routes = {
  webPort: number;
  webs: readonly number[];
  primaryPort: number;
  standbyPort: number;
  nodes: readonly PostgresNode[];
};

/** HAProxy in front of the web nodes, as `deploy/haproxy.cfg` has it without TLS, and of the primary and its synchronous standby. */
export function haproxy(place: Place, { webPort, webs, primaryPort, standbyPort, nodes }: Routes): Engine {
  const shipped = readFileSync(join("deploy", "haproxy.cfg"), "utf8")
    .replace(/^ *(bind :443|http-request redirect|log ).*\n/gm, "")
    .replace("bind :80", `bind 127.0.0.1:${webPort}`)
    .replaceAll("default-server port 3000", "default-server")
    .replace(/server web(\d) \S+/g, (_, n: string) => `server web${n} 127.0.0.1:${webs[Number(n) - 1]}`);
  const databases = { primary: primaryPort, sync: standbyPort };
  const lists = Object.entries(databases).map(
    ([role, bound]) => `
listen ${role}
  mode tcp
  bind 127.0.0.1:${bound}
  option httpchk OPTIONS /${role}
  timeout client 1h
  timeout server 1h
  default-server check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port, apiPort }) => `  server ${name} 127.0.0.1:${port} port ${apiPort}`).join("\n")}
`,
  );
  const config = writeConfig(join(place.home, "haproxy.cfg"), [shipped, ...lists].join(""));
  return createEngine(place, "haproxy", {
    command: ["haproxy", "-f", config],
    unprivileged: true,
    isReady: () => listens(webPort),
  });
}

/** PgBouncer in front of the primary. Sessions, because the service uses advisory locks and notifications. */
export function pgbouncer(place: Place, port: number, primaryPort: number): Engine {
  const users = writeConfig(join(place.home, "users.txt"), '"postgres" ""\n"vellum_app" ""\n"vellum_owner" ""\n');
  const config = writeConfig(
    join(place.home, "pgbouncer.ini"),
    `
[databases]
records = host=127.0.0.1 port=${primaryPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = session
max_client_conn = 1000
default_pool_size = 300
server_connect_timeout = 3
server_login_retry = 1
query_wait_timeout = 10
`,
  );
  return createEngine(place, "pgbouncer", {
    command: ["pgbouncer", config],
    unprivileged: true,
    isReady: () => listens(port),
  });
}

export function redis(place: Place, port: number): Engine {
  return createEngine(place, "redis", {
    command: ["redis-server", "--port", `${port}`, "--bind", "127.0.0.1", "--dir", place.home, "--save", ""],
    unprivileged: true,
    isReady: () => listens(port),
  });
}
