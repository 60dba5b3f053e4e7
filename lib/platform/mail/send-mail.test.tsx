import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { afterAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { inTransaction, pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { runWorker } from "@/lib/platform/job-runner";
import { startMailSink } from "@/lib/platform/mail-sink/start";
import { type QueuedMail, sealMail, sendMail } from "./send-mail";
import { MailNotSent, type MailOutcome, sendMailTask } from "./send-mail-task";
import { defineMail } from "./template";

const overrides = vi.hoisted(() => ({ smtpUrl: "" }));
vi.mock(import("@/lib/platform/env"), async (original) => {
  const module = await original();
  return { ...module, env: () => ({ ...module.env(), ...overrides }) };
});

const dir = await mkdtemp(join(tmpdir(), "mail-"));
const sink = await startMailSink({ smtpPort: 0, httpPort: 0, dir });
overrides.smtpUrl = `smtp://127.0.0.1:${sink.smtpPort}`;
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
  await pool().query("delete from graphile_worker._private_jobs");
  const { mailId } = await inTransaction((tx) => sendMail(tx, { to: "committed@example.com", template: link, props }));
  const undone = inTransaction(async (tx) => {
    await sendMail(tx, { to: "undone@example.com", template: link, props });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");

  const jobs = await pool().query("select * from graphile_worker._private_jobs");
  expect(jobs.rows).toHaveLength(1);
  expect(JSON.stringify(jobs.rows)).toContain(mailId);
  expect(JSON.stringify(jobs.rows)).not.toMatch(/committed@|t0ken/);

  const worker = await runWorker({ databaseUrl: env().databaseUrl, tasks: [sendMailTask([link])], schedules: [] });
  try {
    await vi.waitFor(async () => expect(await inbox()).toHaveLength(1), { timeout: 60_000 });
  } finally {
    await worker.stop();
  }
  const [mail] = await inbox();
  expect(mail).toMatchObject({ to: ["committed@example.com"], links: [props.url] });
  expect(mail?.messageId).toContain(mailId);
  expect((await pool().query("select 1 from graphile_worker._private_jobs")).rowCount).toBe(0);
});

it("queues nothing for a malformed address or invalid props", async () => {
  const send = (to: string, url: string) => inTransaction((tx) => sendMail(tx, { to, template: link, props: { url } }));
  await expect(send("not an address", props.url)).rejects.toThrow(z.ZodError);
  await expect(send("a@example.com", "not a url")).rejects.toThrow(z.ZodError);
});

describe("a mail that is evidence", () => {
  const about = { kind: "test", id: "1" };
  const queued = (to: string) => sealMail(`mail-${to.slice(0, 3)}`, link.name, { to, props, about });
  /** Sends one mail, and returns the outcomes that it reported. */
  async function heardOf(mail: QueuedMail, { smtpPort = sink.smtpPort, lastAttempt = false } = {}) {
    const heard: MailOutcome[] = [];
    const before = overrides.smtpUrl;
    overrides.smtpUrl = `smtp://127.0.0.1:${smtpPort}`;
    const task = sendMailTask([link], async (outcome) => void heard.push(outcome));
    const failure = await task
      .run(mail, { requestId: "request", attempt: 1, lastAttempt, signal: undefined })
      .catch((error: unknown) => error);
    overrides.smtpUrl = before;
    return { heard, failure };
  }

  it("reports that the server accepted it", async () => {
    const { heard, failure } = await heardOf(queued("one@example.com"));
    expect(failure).toBeUndefined();
    expect(heard).toEqual([
      { about, mailId: "mail-one", template: link.name, accepted: true, code: "250", requestId: "request" },
    ]);
  });

  it("reports that the server refused the mailbox", async () => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onRcptTo: (_, __, callback) => callback(Object.assign(new Error("no such user"), { responseCode: 550 })),
    });
    const listening = Promise.withResolvers<void>();
    const listener = server.listen(0, "127.0.0.1", () => listening.resolve());
    await listening.promise;
    try {
      const { port } = z.object({ port: z.number() }).parse(listener.address());
      const { heard, failure } = await heardOf(queued("two@example.com"), { smtpPort: port });
      expect(failure).toBeUndefined();
      expect(heard).toMatchObject([{ accepted: false, code: "550" }]);
    } finally {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    }
  });

  it("reports the last of several failures", async () => {
    const first = await heardOf(queued("three@example.com"), { smtpPort: 1 });
    expect(first.heard).toEqual([]);
    const last = await heardOf(queued("three@example.com"), { smtpPort: 1, lastAttempt: true });
    expect([first.failure, last.failure]).toEqual([expect.any(MailNotSent), expect.any(MailNotSent)]);
    expect(last.heard).toMatchObject([{ accepted: false, code: "ESOCKET" }]);
  });

  it("reports nothing about any other mail", async () => {
    const { heard } = await heardOf(sealMail("mail", link.name, { to: "four@example.com", props }));
    expect(heard).toEqual([]);
  });
});
