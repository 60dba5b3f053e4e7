import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkPublicHost } from "./public-address";
import { createReceiverPools } from "./receiver-pools";

const POST = { method: "POST", path: "/" } as const;
let server: Server;
let connections: Socket[];
let port: number;
let close: () => Promise<void>;

beforeEach(async () => {
  connections = [];
  server = createServer((socket) => connections.push(socket.on("error", () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});

afterEach(async () => {
  await close();
  for (const socket of connections) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

function pools(resolve?: (name: string) => Promise<string[]>, allowPrivate = false) {
  const made = createReceiverPools({ allowPrivate, ...(resolve && { resolve }) });
  close = () => made.close();
  return made;
}

it("connects to nobody when a name answers with a public address first and with this machine then", async () => {
  const answers = [["93.184.216.34"], ["127.0.0.1"]];
  const resolve = async () => answers.shift() ?? ["127.0.0.1"];
  await checkPublicHost("rebind.example.com", { resolve });
  const pool = pools(resolve).poolOf("endpoint", `https://rebind.example.com:${port}`);
  await expect(pool.request(POST)).rejects.toThrow("public internet");
  expect(connections).toHaveLength(0);
});

it.each(["127.0.0.1", "[::ffff:127.0.0.1]", "[::127.0.0.1]", "2130706433"])(
  "connects to nobody at %s, an address that needs no lookup",
  async (host) => {
    const origin = new URL(`https://${host}:${port}`).origin;
    await expect(pools().poolOf("endpoint", origin).request(POST)).rejects.toThrow("public internet");
    expect(connections).toHaveLength(0);
  },
);

it("connects by itself, whatever proxy the environment names", async () => {
  const before = { ...process.env };
  const proxy = `http://127.0.0.1:${port}`;
  Object.assign(process.env, { HTTP_PROXY: proxy, http_proxy: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy });
  process.env.NODE_USE_ENV_PROXY = "1";
  try {
    // A port at which nobody listens: only a proxy would answer.
    const pool = pools(undefined, true).poolOf("endpoint", "http://127.0.0.1:1");
    await expect(pool.request(POST)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    expect(connections).toHaveLength(0);
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
});
