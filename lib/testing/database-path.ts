import { connect, createServer, type Socket } from "node:net";

/** A network path to a database that a test can make hang, as when the machine behind it vanishes without a word. */
export async function databasePath(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let hangs = false;
  let hanging = 0;
  const server = createServer((near) => {
    if (hangs) hanging++;
    const far = connect(Number(url.port), url.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => hangs || to.write(chunk));
      from.on("error", () => undefined);
      // A vanished machine doesn't close its connections either.
      from.on("close", () => hangs || to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: Object.assign(new URL(url), { port: String(typeof address === "object" ? address?.port : "") }).href,
    /** From now on nothing comes through, on open connections and new ones. */
    hang(): void {
      hangs = true;
    },
    /** How many connections were opened in vain. */
    hanging: () => hanging,
    /** New connections come through again. What was sent meanwhile is lost. */
    recover(): void {
      hangs = false;
    },
    close(): void {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
