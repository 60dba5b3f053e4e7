import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { inTransaction, pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { runWorker } from "@/lib/platform/job-runner";
import { startMailSink } from "@/lib/platform/mail-sink/start";
import { anotherCopy } from "@/lib/testing/another-copy";
import { setVariables } from "@/lib/testing/env";
import { clearJobs, payloadsOf } from "@/lib/testing/queue";
import { firstRun } from "@/lib/testing/run-jobs";
import { asOwner } from "@/lib/testing/sql";
import type * as acceptances from "./acceptances";
import { forgetAcceptancesTask } from "./acceptances";
import { type QueuedMail, sealMail, sendMail } from "./send-mail";
import { MailNotSent, type MailOutcome, sendMailTask } from "./send-mail-task";
import { defineMail } from "./template";

const dir = await mkdtemp(join(tmpdir(), "mail-"));
const sink = await startMailSink({ smtpPort: 0, httpPort: 0, dir });
setVariables({ SMTP_URL: `smtp://127.0.0.1:${sink.smtpPort}`, MAIL_FROM: "records@mail.example" });
afterAll(async () => {
  await sink.close();
  await rm(dir, { recursive: true });
});

const link = defineMail("test_link", z.object({ url: z.url() }), ({ url }) => ({
  subject: "A link",
  preview: "",
  heading: "A link",
  body: <p>Here it is.</p>,
  action: { label: "Open", url },
  why: "A test.",
  stop: "Nothing to stop.",
}));
const props = { url: "https://records.example/t0ken-of-the-link" };

const inbox = async () =>
  z
    .array(z.object({ to: z.array(z.string()), messageId: z.string(), links: z.array(z.string()) }))
    .parse(await (await fetch(`${sink.url}/messages.json`)).json());

it("sends what was committed and nothing else, and leaves no trace in the queue", async () => {
  // Test files of one worker share its database.
  await clearJobs();
  const { mailId } = await inTransaction((tx) => sendMail(tx, { to: "committed@example.com", template: link, props }));
  const undone = inTransaction(async (tx) => {
    await sendMail(tx, { to: "undone@example.com", template: link, props });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");

  const jobs = await pool().query("select * from graphile_worker.jobs");
  expect(jobs.rows).toHaveLength(1);
  const all = JSON.stringify([jobs.rows, await payloadsOf("send_mail")]);
  expect(all).toContain(mailId);
  expect(all).not.toMatch(/committed@|t0ken/);

  const worker = await runWorker({ databaseUrl: env().databaseUrl, tasks: [sendMailTask([link])], schedules: [] });
  try {
    await vi.waitFor(async () => expect(await inbox()).toHaveLength(1), { timeout: 60_000 });
  } finally {
    await worker.stop();
  }
  const [mail] = await inbox();
  expect(mail).toMatchObject({ to: ["committed@example.com"], links: [props.url] });
  expect(mail?.messageId).toContain(mailId);
  expect((await pool().query("select 1 from graphile_worker.jobs")).rowCount).toBe(0);
});

it("queues nothing for a malformed address or invalid props", async () => {
  const send = (to: string, url: string) => inTransaction((tx) => sendMail(tx, { to, template: link, props: { url } }));
  await expect(send("not an address", props.url)).rejects.toThrow(z.ZodError);
  await expect(send("a@example.com", "not a url")).rejects.toThrow(z.ZodError);
});

describe("a mail that the server accepted", () => {
  const sentTo = async (to: string) => (await inbox()).filter((mail) => mail.to.includes(to)).length;
  const mailTo = (to: string, about?: { kind: string; id: string }) =>
    sealMail(newId(), link.name, { to, props, ...(about && { about }) });

  it("isn't sent again after a crash, but its outcome is reported", async () => {
    const mail = mailTo("crash@example.com", { kind: "test", id: "1" });
    const crashing = sendMailTask([link], async () => {
      throw new Error("the process died");
    });
    await expect(crashing.run(mail, firstRun)).rejects.toThrow("the process died");
    // Another process doesn't know what this one remembers.
    const elsewhere = await anotherCopy<typeof acceptances>("lib/platform/mail/acceptances");
    expect(await elsewhere.isAccepted(mail.mailId)).toBe(true);
    const heard: MailOutcome[] = [];
    await sendMailTask([link], async (outcome) => void heard.push(outcome)).run(mail, firstRun);
    expect(await sentTo("crash@example.com")).toBe(1);
    expect(heard).toMatchObject([{ accepted: true, code: "250" }]);
  });

  const hideTable = () => asOwner("ALTER TABLE mail_acceptances RENAME TO hidden");
  const showTable = () => asOwner("ALTER TABLE IF EXISTS hidden RENAME TO mail_acceptances");
  afterEach(showTable);

  it("isn't sent again by the same process, even if it couldn't record that", async () => {
    const mail = mailTo("unrecorded@example.com");
    const server = await startServer({
      onData: (stream, _, done) => {
        stream.resume().on("end", () => void hideTable().then(() => done(), done));
      },
    });
    const task = sendMailTask([link]);
    await expect(through(server.port, () => task.run(mail, firstRun))).rejects.toThrow("mail_acceptances");
    await server.close();
    await showTable();
    await task.run(mail, firstRun);
    expect(await sentTo("unrecorded@example.com")).toBe(0);
  });

  it("is not sent while that couldn't be recorded", async () => {
    await hideTable();
    await expect(sendMailTask([link]).run(mailTo("early@example.com"), firstRun)).rejects.toThrow("mail_acceptances");
    expect(await sentTo("early@example.com")).toBe(0);
  });

  it("is forgotten once its job can't be retried", async () => {
    const ids = [newId(), newId()] as const;
    await pool().query(
      "INSERT INTO mail_acceptances VALUES ($1, now() - interval '15 days'), ($2, now() - interval '13 days')",
      [...ids],
    );
    await forgetAcceptancesTask.run({}, firstRun);
    const { rows } = await pool().query("SELECT mail_id AS id FROM mail_acceptances WHERE mail_id = ANY($1)", [ids]);
    expect(rows).toEqual([{ id: ids[1] }]);
  });
});

/** A mail server that accepts everything, except what `options` refuse. */
async function startServer(options: SMTPServerOptions): Promise<{ port: number; close: () => Promise<void> }> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ["STARTTLS"], ...options });
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = z.object({ port: z.number() }).parse(listener.address());
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Runs with another mail server. */
async function through<T>(smtpPort: number, run: () => Promise<T>): Promise<T> {
  const before = env().smtpUrl;
  setVariables({ SMTP_URL: `smtp://127.0.0.1:${smtpPort}` });
  try {
    return await run();
  } finally {
    setVariables({ SMTP_URL: before });
  }
}

describe("a mail that is evidence", () => {
  const about = { kind: "test", id: "1" };
  const queued = (to: string, mailId = newId()) => sealMail(mailId, link.name, { to, props, about });
  /** Sends one mail, and returns the outcomes that it reported. */
  async function heardOf(mail: QueuedMail, { smtpPort = sink.smtpPort, lastAttempt = false } = {}) {
    const heard: MailOutcome[] = [];
    const task = sendMailTask([link], async (outcome) => void heard.push(outcome));
    const failure = await through(smtpPort, () =>
      task.run(mail, { ...firstRun, requestId: "request", lastAttempt }).catch((error: unknown) => error),
    );
    return { heard, failure };
  }

  it("reports that the server accepted it", async () => {
    const mailId = newId();
    const { heard, failure } = await heardOf(queued("one@example.com", mailId));
    expect(failure).toBeUndefined();
    expect(heard).toEqual([{ about, mailId, template: link.name, accepted: true, code: "250", requestId: "request" }]);
  });

  it("reports that the server refused the mailbox", async () => {
    const server = await startServer({
      onRcptTo: (_, __, callback) => callback(Object.assign(new Error("no such user"), { responseCode: 550 })),
    });
    const { heard, failure } = await heardOf(queued("two@example.com"), { smtpPort: server.port });
    await server.close();
    expect(failure).toBeUndefined();
    expect(heard).toMatchObject([{ accepted: false, code: "550" }]);
  });

  it("reports the last of several failures", async () => {
    const first = await heardOf(queued("three@example.com"), { smtpPort: 1 });
    expect(first.heard).toEqual([]);
    const last = await heardOf(queued("three@example.com"), { smtpPort: 1, lastAttempt: true });
    expect([first.failure, last.failure]).toEqual([expect.any(MailNotSent), expect.any(MailNotSent)]);
    expect(last.heard).toMatchObject([{ accepted: false, code: "ESOCKET" }]);
  });

  it("reports nothing about any other mail", async () => {
    const { heard } = await heardOf(sealMail(newId(), link.name, { to: "four@example.com", props }));
    expect(heard).toEqual([]);
  });
});
