import { once } from "node:events";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A mail server that accepts everything and keeps who got which mail. A mail that is sent again has the same id. */
export async function startMailServer() {
  const mails: { to: string; id: string }[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, { envelope }, done) {
      text(stream).then((mail) => {
        const id = /^Message-ID: (.+)$/im.exec(mail)?.[1] ?? "";
        for (const { address } of envelope.rcptTo) mails.push({ to: address, id });
        done();
      }, done);
    },
  });
  smtp.on("error", () => undefined);
  await once(smtp.listen(0, "127.0.0.1"), "listening");
  const { port } = smtp.server.address() as { port: number };
  return {
    mails,
    /** What points the service to it. */
    variables: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "records@example.com" },
    close: () => new Promise<void>((done) => smtp.close(() => done())),
  };
}
