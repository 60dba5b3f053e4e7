import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type SecureContextOptions } from "node:tls";

/** A host that is no web server: does what `greet` does with each connection. With `tls` it speaks that first. */
export async function startRawHost(greet: (socket: Socket) => void, tls?: SecureContextOptions) {
  const sockets = new Set<Socket>();
  const take = (socket: Socket) => {
    sockets.add(socket.on("error", () => undefined));
    greet(socket);
  };
  const server: Server = tls ? createTlsServer(tls, take) : createTcpServer(take);
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A host that answers each first request with these bytes, and closes the connection then unless told otherwise. */
export const startAnswer = (bytes: string | Buffer, { stays = false } = {}) =>
  startRawHost((socket) =>
    socket.once("data", () => {
      socket.write(bytes);
      if (!stays) socket.end();
    }),
  );
