import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { send } from "./node-exchange";

const MEGABYTE = 2 ** 20;
const long = "x".repeat(30 * MEGABYTE);
const server = createServer((message, response) => {
  const body = message.url === "/long" ? long : "short";
  send(message, response, { status: 200, headers: { "X-Request-Id": "one" }, body });
});
const sockets: Socket[] = [];

beforeEach(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const address = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

/** Requests the long answer, and reads only its headers. */
async function unread(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  sockets.push(socket);
  socket.write("GET /long HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(socket, "readable");
  return socket;
}

it("limits the memory of long answers, and still sends short ones", async () => {
  const [first] = [await unread(), await unread(), await unread(), await unread()];
  const refused = await fetch(address("/long"));
  expect([refused.status, refused.headers.get("retry-after"), refused.headers.get("x-request-id")]).toEqual([
    503,
    "5",
    "one",
  ]);
  expect(await refused.json()).toEqual({ error: expect.stringContaining("large answers are waiting") });
  expect(await (await fetch(address("/"))).text()).toBe("short");
  first?.destroy();
  await expect.poll(async () => (await fetch(address("/long"))).status).toBe(200);
});

it("doesn't count received answers, however many", async () => {
  for (let n = 0; n < 6; n++) {
    const answer = await fetch(address("/long"));
    expect(answer.status).toBe(200);
    expect((await answer.text()).length).toBe(long.length);
  }
});
