import type { Server as HttpServer } from "node:http";
import type { AddressInfo, Server as NetServer } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { createInboxServer } from "./inbox";
import { type Mailbox, openMailbox } from "./mailbox";

const HOST = "127.0.0.1";
const MAIL_BYTES_MAX = 10 * 2 ** 20;
const CLOSE_MS = 1000;

type MailSink = {
  smtpPort: number;
  httpPort: number;
  /** The address of the inbox page. */
  url: string;
  close(): Promise<void>;
};

/**
 * A mail server for development, tests and trials. It accepts every mail, delivers none, keeps them in `dir` and shows
 * them on a page. Listens on this machine only. Port 0 picks a free one. Rejects with the system's error (`EADDRINUSE`,
 * `EACCES`) if a port isn't available, and then nothing is left listening.
 */
export async function startMailSink({
  smtpPort,
  httpPort,
  dir,
}: {
  smtpPort: number;
  httpPort: number;
  dir: string;
}): Promise<MailSink> {
  const mailbox = openMailbox(dir);
  const smtp = createSmtpServer(mailbox);
  const inbox = createInboxServer(mailbox);

  async function close(): Promise<void> {
    inbox.closeAllConnections();
    await Promise.all([
      new Promise<void>((resolve) => smtp.close(() => resolve())),
      new Promise<void>((resolve) => inbox.close(() => resolve())),
    ]);
  }

  try {
    await listen(smtp.server, smtpPort);
    await listen(inbox, httpPort);
  } catch (error) {
    await close();
    throw error;
  }
  const ports = { smtpPort: portOf(smtp.server), httpPort: portOf(inbox) };
  return { ...ports, url: `http://localhost:${ports.httpPort}`, close };
}

function createSmtpServer(mailbox: Mailbox): SMTPServer {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: MAIL_BYTES_MAX,
    rejectOversized: true,
    closeTimeout: CLOSE_MS,
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      buffer(stream)
        .then((raw) => (stream.sizeExceeded ? undefined : mailbox.keep(raw, recipients)))
        .then(
          () => done(null, "Kept"),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        );
    },
  });
  // Ignore clients that disconnect early. Without a listener the error would end the process.
  smtp.on("error", () => {});
  return smtp;
}

function listen(server: HttpServer | NetServer, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function portOf(server: HttpServer | NetServer): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("Not listening on a port.");
  return address.port;
}
