import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from "node:net";
import { GET as keySet } from "@/app/.well-known/jwks.json/route";
import { routes } from "@/app/api/routes";
import { GET as openApi } from "@/app/docs/openapi.json/route";
import { createDispatch } from "@/lib/api/server/dispatch";

/** What happens to one call: nothing, an answer instead of ours, or the connection ends before or after the call had its effect. */
type Fault = "pass" | { status: number; headers?: Record<string, string> } | "lost before" | "lost after";

/** Our server with the whole API on a real socket, as partners' programs meet it. */
export async function startService() {
  const faults: Fault[] = [];
  const calls: string[] = [];
  const dispatch = createDispatch({
    routes,
    plainRoutes: [
      { path: "/.well-known/jwks.json", handlers: { GET: keySet } },
      { path: "/docs/openapi.json", handlers: { GET: openApi } },
    ],
    rest: (_, response) => void response.writeHead(404).end(),
    baseUrl: "http://localhost:3000",
    trustedProxies: 0,
  });
  const server = createServer((message, response) => {
    calls.push(`${message.method} ${message.url}`);
    const fault = faults.shift();
    if (fault === "lost before") return void message.socket.destroy();
    if (fault === "lost after") loseAnswer(response);
    else if (typeof fault === "object")
      return void response.writeHead(fault.status, fault.headers).end('{"error":"Not now"}');
    void dispatch(message, response);
  });
  const port = await listening(server);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** Each call so far, whatever became of it. */
    calls,
    /** What happens to the next calls, in order. */
    faults,
    close: () => closed(server, () => server.closeAllConnections()),
  };
}

function loseAnswer(response: ServerResponse): void {
  response.end = () => {
    response.socket?.destroy();
    return response;
  };
}

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
};

function closed(server: Server, end: () => void): Promise<void> {
  end();
  return new Promise((done) => server.close(() => done()));
}

/** Passes connections on to a port, and cuts each after as many bytes of either direction as `next` says. */
export async function startCutter(target: number, next: () => number) {
  const open = new Set<() => void>();
  let cuts = 0;
  const server = createTcpServer((caller) => {
    const called = connect(target, "127.0.0.1");
    let left = next();
    let isCut = false;
    const end = () => {
      open.delete(end);
      caller.destroy();
      called.destroy();
    };
    open.add(end);
    const pass = (from: typeof caller, to: typeof caller) =>
      from
        .on("error", end)
        .on("close", end)
        .on("data", (bytes) => {
          if (isCut) return;
          to.write(bytes.subarray(0, left));
          left -= bytes.length;
          if (left > 0) return;
          isCut = true;
          cuts++;
          // Once what was passed on is out.
          setImmediate(end);
        });
    pass(caller, called);
    pass(called, caller);
  });
  const port = await listening(server);
  return {
    port,
    cuts: () => cuts,
    close: () => closed(server, () => [...open].forEach((end) => void end())),
  };
}
