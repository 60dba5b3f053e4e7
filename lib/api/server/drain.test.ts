import { once } from "node:events";
import { Agent, get, type IncomingMessage, type Server } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { createDrain } from "./drain";
import { createHttpServer, listen } from "./listen";

let server: Server;
const agents: Agent[] = [];

afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy();
  server.closeAllConnections();
  server.close();
});

type SetUp = {
  graceMs?: number;
  endings?: (() => Promise<unknown> | unknown)[];
  onUpgrade?: (message: IncomingMessage, socket: Duplex) => void;
};

async function setUp({ graceMs = 5_000, endings = [], onUpgrade }: SetUp = {}) {
  const slow = Promise.withResolvers<{ finish: () => void }>();
  server = createHttpServer((message, response) => {
    if (message.url === "/slow") slow.resolve({ finish: () => response.end("late but whole") });
    else response.end("quick");
  }, onUpgrade);
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  const exits: number[] = [];
  const drain = createDrain({
    server,
    graceMs,
    endings: endings.map((end, i) => ({ name: `part ${i}`, end })),
    exit: (code) => exits.push(code),
  });
  const fetchText = (path: string) => {
    const agent = new Agent({ keepAlive: true });
    agents.push(agent);
    return new Promise<string>((resolve) => {
      get({ port, path, agent }, (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve(text));
        response.on("error", () => resolve("broken off"));
      }).on("error", (error) => resolve(error.message.includes("ECONNREFUSED") ? "refused" : "broken off"));
    });
  };
  return { drain, exits, fetchText, port, underway: slow.promise };
}

describe("drain", () => {
  it("lets running calls finish, accepts no new ones, then shuts down the parts in order and exits 0", async () => {
    const order: string[] = [];
    const { drain, exits, fetchText, underway } = await setUp({
      endings: [async () => order.push("first"), () => order.push("second")],
    });
    expect(await fetchText("/")).toBe("quick");
    const slow = fetchText("/slow");
    const { finish } = await underway;
    const drained = drain();
    expect(await fetchText("/")).toBe("refused");
    expect(order).toEqual([]);
    finish();
    expect(await slow).toBe("late but whole");
    await drained;
    expect([order, exits]).toEqual([["first", "second"], [0]]);
  });

  it("isn't delayed by idle keep-alive connections", async () => {
    const { drain, exits, fetchText } = await setUp({ graceMs: 60_000 });
    await fetchText("/");
    await drain();
    expect(exits).toEqual([0]);
  });

  it("closes web sockets, which Node would wait for", async () => {
    const { drain, exits, port } = await setUp({ graceMs: 60_000, onUpgrade: (_, socket) => socket.write("hello") });
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    await once(socket, "data");
    const closed = once(socket, "close");
    await drain();
    await closed;
    expect(exits).toEqual([0]);
  });

  it("cuts off calls that don't finish in time", async () => {
    const { drain, exits, fetchText, underway } = await setUp({ graceMs: 100 });
    const slow = fetchText("/slow");
    await underway;
    await drain();
    expect([await slow, exits]).toEqual(["broken off", [0]]);
  });

  it("shuts down the other parts when one fails, and exits 1", async () => {
    const order: number[] = [];
    const { drain, exits } = await setUp({ endings: [() => Promise.reject(new Error("no")), () => order.push(2)] });
    await drain();
    expect([order, exits]).toEqual([[2], [1]]);
  });

  it("exits at once when called again", async () => {
    const { drain, exits, fetchText, underway } = await setUp();
    void fetchText("/slow");
    await underway;
    void drain();
    await drain();
    expect(exits).toEqual([130]);
  });
});
