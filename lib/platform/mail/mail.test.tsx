import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { SealBroken } from "@/lib/platform/crypto";
import { newId } from "@/lib/platform/ids";
import { startMailSink } from "@/lib/platform/mail-sink/start";
import { setVariables } from "@/lib/testing/env";
import { firstRun } from "@/lib/testing/run-jobs";
import { openMail, sealMail } from "./send-mail";
import { composeMail, MailNotSent, sendMailTask } from "./send-mail-task";
import { defineMail } from "./template";

setVariables({ MAIL_FROM: "Vellum <records@mail.example>", CUSTODIAN_NAME: "A. Custodian" });

const dir = await mkdtemp(join(tmpdir(), "mail-"));
const sink = await startMailSink({ smtpPort: 0, httpPort: 0, dir });
afterAll(async () => {
  await sink.close();
  await rm(dir, { recursive: true });
});
beforeEach(() => {
  setVariables({ SMTP_URL: `smtp://127.0.0.1:${sink.smtpPort}` });
});

const invitation = defineMail("invitation", z.object({ name: z.string(), url: z.url() }), ({ name, url }) => ({
  subject: `${name}, please\nfinish your ID check`,
  preview: "It takes about five minutes.",
  heading: "Finish your ID check",
  body: (
    <>
      <p>Hello {name}, a platform asks for this.</p>
      <ul>
        <li>your ID</li>
        <li>a camera</li>
      </ul>
    </>
  ),
  action: { label: "Continue", url },
  why: "You get this because a platform named this address.",
  stop: "Ignore it, and nothing more comes.",
}));
const props = { name: "Zoë <b>Q</b>", url: "https://records.example/onboard/t0ken?a=1&b=2" };
const task = sendMailTask([invitation]);
const queued = (mailId: string, to = "zoe@example.com") => sealMail(mailId, "invitation", { to, props });

async function received(to: string): Promise<Record<string, unknown>[]> {
  const answer = await fetch(`${sink.url}/messages.json?to=${encodeURIComponent(to)}`);
  return z.array(z.record(z.string(), z.unknown())).parse(await answer.json());
}

describe("a rendered mail", () => {
  it("has one heading, one button, its link in plain text, who sent it, why, and how to stop it", async () => {
    const { subject, html, text } = await composeMail(invitation, props);
    expect(subject).toBe("Zoë <b>Q</b>, please finish your ID check");
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain("https://records.example/onboard/t0ken?a=1&amp;b=2</a>");
    for (const part of [html, text]) {
      expect(part).toContain("You get this because a platform named this address.");
      expect(part).toContain("Ignore it, and nothing more comes.");
      expect(part).toContain("Custodian of records");
    }
    expect(text).toContain("A. Custodian");
    expect(text).toContain("Continue: https://records.example/onboard/t0ken?a=1&b=2");
  });

  it("escapes user input, and loads nothing remote", async () => {
    const { html } = await composeMail(invitation, props);
    expect(html).not.toContain("<b>");
    expect(html).toContain("Zoë &lt;b&gt;Q&lt;/b&gt;");
    expect(html).not.toMatch(/<img|<link|<script|src=|url\(|@import/);
    expect(html).toContain("prefers-color-scheme: dark");
  });

  it("reads well as text", async () => {
    const { text } = await composeMail(invitation, props);
    expect(text.split("\n")[0]).toBe("Finish your ID check");
    expect(text).not.toMatch(/<(p|li|td)|&amp;|\u200c|It takes about five minutes/);
    expect(text.match(/t0ken/g)).toHaveLength(1);
    expect(text).toContain(" * a camera");
  });

  it("is rejected for invalid props", async () => {
    await expect(composeMail(invitation, { name: "x" })).rejects.toThrow(z.ZodError);
  });
});

describe("a queued mail", () => {
  it("hides the person and the link, and opens only as the mail it was sealed as", () => {
    const payload = queued("m1");
    const shown = JSON.stringify(payload) + Buffer.from(payload.sealed, "base64").toString("latin1");
    expect(shown).not.toMatch(/zoe@|t0ken|records\.example/);
    expect(openMail(payload)).toEqual({ to: "zoe@example.com", props, withheld: false });
    expect(() => openMail({ ...payload, mailId: "m2" })).toThrow(SealBroken);
    expect(() => openMail({ ...payload, template: "other" })).toThrow(SealBroken);
  });

  it("takes only one address", () => {
    expect(() => queued("m1", "a@example.com, b@example.com")).toThrow(z.ZodError);
    expect(() => queued("m1", "a@example.com\r\nBcc: b@example.com")).toThrow(z.ZodError);
  });
});

describe("the task that sends", () => {
  it("delivers both parts, with a Message-ID made from the mail's id", async () => {
    const mailId = newId();
    await task.run(queued(mailId, "parts@example.com"), firstRun);
    const [first] = await received("PARTS@example.com");
    expect(first?.messageId).toBe(`<${mailId}@mail.example>`);
    expect(first).toMatchObject({
      to: ["parts@example.com"],
      from: '"Vellum" <records@mail.example>',
      subject: "Zoë <b>Q</b>, please finish your ID check",
      links: [props.url],
    });
    const raw = await (await fetch(`${first?.url}/raw`)).text();
    expect(raw).toContain("Auto-Submitted: auto-generated");
    expect(raw).toContain("multipart/alternative");
  });

  it("reaches a mailbox at an international domain, by its ASCII name", async () => {
    const mailId = newId();
    await task.run(queued(mailId, "zoe@MÜNCHEN.example"), firstRun);
    const [mail] = await received("zoe@xn--mnchen-3ya.example");
    // In the envelope and in the header.
    expect(mail).toMatchObject({ to: ["zoe@xn--mnchen-3ya.example"], messageId: `<${mailId}@mail.example>` });
    expect(await (await fetch(`${mail?.url}/raw`)).text()).toContain("To: zoe@xn--mnchen-3ya.example");
  });

  it("fails and is retried when the server doesn't answer; the error names no address", async () => {
    setVariables({ SMTP_URL: "smtp://127.0.0.1:1" });
    const attempt = task.run(queued(newId()), firstRun);
    await expect(attempt).rejects.toThrow(MailNotSent);
    await expect(attempt).rejects.toThrow(/^SMTP: ESOCKET$|^SMTP: ECONNREFUSED$|^SMTP: ECONNECTION$/);
  });

  it.each([
    ["ends for a recipient refused for good", 550, "rcpt", true],
    ["fails for a recipient refused for now", 450, "rcpt", false],
    ["fails for a sender that is not allowed yet", 553, "from", false],
  ])("%s", async (_, responseCode, at, ends) => {
    const refuse = () => Object.assign(new Error("not zoe@example.com"), { responseCode });
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      closeTimeout: 1,
      onMailFrom: (_address, _session, done) => done(at === "from" ? refuse() : null),
      onRcptTo: (_address, _session, done) => done(at === "rcpt" ? refuse() : null),
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
    const address = server.server.address();
    setVariables({ SMTP_URL: `smtp://127.0.0.1:${typeof address === "object" ? address?.port : 0}` });
    try {
      const attempt = task.run(queued(newId()), firstRun);
      if (ends) await attempt;
      else await expect(attempt).rejects.toThrow(`SMTP: EENVELOPE ${responseCode}`);
    } finally {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    }
  });

  it("fails for an undeclared template, and rejects two with the same name", async () => {
    await expect(task.run(sealMail("m", "gone", { to: "a@example.com", props }), firstRun)).rejects.toThrow("gone");
    expect(() => sendMailTask([invitation, invitation])).toThrow();
  });
});

describe("the inbox", () => {
  const page = (path: string, headers: Record<string, string> = {}) => fetch(sink.url + path, { headers });

  it("stores a mail in a file that only this user can read", async () => {
    await task.run(queued(newId(), "file@example.com"), firstRun);
    const [mail] = await received("file@example.com");
    expect(await readdir(dir)).toContain(`${mail?.id}.eml`);
    expect(await readFile(join(dir, `${mail?.id}.eml`), "utf8")).toContain("Delivered-To: file@example.com");
  });

  it("shows a hostile mail without running any of it", async () => {
    const hostile = defineMail("hostile", z.object({}), () => ({
      subject: "<script>alert(1)</script>",
      preview: "",
      heading: "x",
      body: <p>x</p>,
      why: "",
      stop: "",
    }));
    const sealed = sealMail(newId(), "hostile", { to: "hostile@example.com", props: {} });
    await sendMailTask([hostile]).run(sealed, firstRun);
    const [mail] = await received("hostile@example.com");
    for (const path of ["/?to=hostile@example.com", `/messages/${mail?.id}`]) {
      const answer = await page(path);
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
      const html = await answer.text();
      expect(html).toContain("&lt;script&gt;alert(1)");
      expect(html).not.toContain("<script>alert");
    }
    const framed = await page(`/messages/${mail?.id}/html`);
    expect(framed.headers.get("content-security-policy")).toMatch(/sandbox allow-popups(?!.*allow-scripts)/);
    expect(await (await page(`/messages/${mail?.id}`)).text()).toMatch(/sandbox="allow-popups[^"]*"/);
  });

  it("answers only to this machine's names, and only to reads", async () => {
    const { request } = await import("node:http");
    const status = await new Promise((resolve) =>
      request({ port: sink.httpPort, host: "127.0.0.1", headers: { Host: "evil.example" } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).end(),
    );
    expect(status).toBe(403);
    expect((await fetch(sink.url, { method: "POST" })).status).toBe(405);
  });

  it.each(["/messages/nothing", "/messages/..%2f..%2fetc%2fpasswd/raw", "/favicon.ico"])(
    "returns 404 for %s",
    async (path) => {
      expect((await page(path)).status).toBe(404);
    },
  );

  it("says which port is taken, and leaves nothing listening", async () => {
    const other = await startMailSink({ smtpPort: 0, httpPort: 0, dir });
    await other.close();
    const attempt = startMailSink({ smtpPort: other.smtpPort, httpPort: sink.httpPort, dir });
    await expect(attempt).rejects.toMatchObject({ code: "EADDRINUSE", port: sink.httpPort });
    const again = await startMailSink({ smtpPort: other.smtpPort, httpPort: other.httpPort, dir });
    await again.close();
  });
});
