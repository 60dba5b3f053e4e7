import { spawn } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const FOLDER = resolve(".data/bench/next-app");

const FILES: Readonly<Record<string, string>> = {
  "package.json": `{ "name": "bare", "private": true, "type": "module" }\n`,
  "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(resolve("."))} }, serverExternalPackages: ["pg"] };\n`,
  "app/layout.js": "export default function Layout({ children }) { return <html><body>{children}</body></html>; }\n",
  "app/accounts/[accountId]/[partnerId]/route.js": `import pg from "pg";

export const dynamic = "force-dynamic";
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });

export async function GET(request, { params }) {
  const { accountId, partnerId } = await params;
  const { rows } = await pool.query({ name: "find_account", text: process.env.BENCH_SQL, values: [accountId, partnerId] });
  return Response.json(rows[0], { status: rows[0] ? 200 : 404 });
}
`,
};

/** Makes and builds, once, an application of a single route that does the same SELECT. Returns its folder. */
export async function buildNextApp(): Promise<string> {
  const version = JSON.stringify(FILES);
  const stamp = join(FOLDER, `built-${Buffer.from(version).length}-${hash(version)}`);
  if (existsSync(stamp)) return FOLDER;
  rmSync(FOLDER, { recursive: true, force: true });
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(FOLDER, name)), { recursive: true });
    writeFileSync(join(FOLDER, name), content);
  }
  const child = spawn(process.execPath, [resolve("node_modules/next/dist/bin/next"), "build"], {
    cwd: FOLDER,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said += chunk;
    });
  }
  const code = await new Promise<number | null>((done) => child.once("close", done));
  if (code !== 0) throw new Error(`The bare Next application could not be built:\n${said}`);
  writeFileSync(stamp, "");
  return FOLDER;
}

function hash(text: string): string {
  let sum = 0;
  for (const char of text) sum = (sum * 31 + char.charCodeAt(0)) >>> 0;
  return sum.toString(36);
}
