import { createServer } from "node:http";
import pg from "pg";

// The yardstick: the same SELECT and nothing else. No key, no limits, no validation, no log.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const text = process.env.BENCH_SQL ?? "";

const server = createServer(async (request, response) => {
  const [, , accountId, partnerId] = (request.url ?? "").split("/");
  const { rows } = await pool.query({ name: "find_account", text, values: [accountId, partnerId] });
  const body = JSON.stringify(rows[0] ?? null);
  response.writeHead(rows[0] ? 200 : 404, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
  });
  response.end(body);
});
server.listen(Number(process.env.PORT), "127.0.0.1", () => process.send?.("ready"));
process.on("disconnect", () => process.exit(0));
