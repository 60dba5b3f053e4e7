import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type SecureContextOptions } from "node:tls";

/** A server that doesn't speak HTTP. Calls `greet` for each connection, after a TLS handshake with `tls`. */
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

/** A server that answers each first request with these bytes, and then closes the connection by default. */
export const startAnswer = (bytes: string | Buffer, { stays = false } = {}) =>
  startRawHost((socket) =>
    socket.once("data", () => {
      socket.write(bytes);
      if (!stays) socket.end();
    }),
  );

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const size = content.length;
  return Buffer.concat([Buffer.from(size < 128 ? [tag, size] : [tag, 0x82, size >> 8, size & 255]), content]);
};
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const ECDSA_SHA256 = sequence(der(0x06, Buffer.from("2a8648ce3d040302", "hex")));
const time = (at: Date) => der(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]|\..*/g, "")}Z`));

/** A self-signed certificate for a name, valid until a time. */
export function selfSignedCertificate({ host, until }: { host: string; until: Date }): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const commonName = sequence(der(0x06, Buffer.from("550403", "hex")), der(0x0c, Buffer.from(host)));
  const name = sequence(der(0x31, commonName));
  const alternative = sequence(
    der(0x06, Buffer.from("551d11", "hex")),
    der(0x04, sequence(der(0x82, Buffer.from(host)))),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    name,
    sequence(time(new Date("2020-01-01T00:00:00Z")), time(until)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(alternative)),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, privateKey));
  const lines = sequence(body, ECDSA_SHA256, signature).toString("base64").replace(/.{64}/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
