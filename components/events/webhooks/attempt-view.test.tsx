import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { showAttempt } from "@/lib/domain/events/get-delivery";
import type { Attempt } from "@/lib/domain/events/sending/attempt";
import { startReceiver } from "@/lib/testing/receiver";
import { AttemptView, attemptCurl } from "./attempt-view";

const answered = (responseBody: Uint8Array | null, more: Partial<Attempt> = {}) =>
  showAttempt(
    {
      url: "https://example.com/hooks",
      at: new Date("2026-11-21T12:00:00Z"),
      durationMs: 12.4,
      requestHeaders: { "X-SVC-Event": "test.ping" },
      responseStatus: 500,
      responseHeaders: { "content-type": "text/html", "set-cookie": ["a=1", "b=2"] },
      error: null,
      succeeded: false,
      ...more,
      responseBody,
    },
    '{"id":"evt_1"}',
  );

const html = (...args: Parameters<typeof answered>) =>
  renderToStaticMarkup(<AttemptView attempt={answered(...args)} />);

describe("a receiver's response", () => {
  it("is text, whatever its content", () => {
    const shown = html(Buffer.from("<script>alert(1)</script>\u202egnp.exe\0"), {
      responseHeaders: { "x-evil": "<img src=x onerror=alert(1)>" },
    });
    expect(shown).not.toContain("<script>");
    expect(shown).not.toContain("<img");
    expect(shown).toContain("&lt;script&gt;alert(1)&lt;/script&gt;\\u{202e}gnp.exe\\u{0}");
  });

  it("has a line for each of its headers", () => {
    expect(html(null)).toContain("set-cookie: a=1\nset-cookie: b=2");
  });

  it("is shown byte by byte if it isn't text", () => {
    const shown = answered(Buffer.from([0x50, 0x4b, 0xff, 0xfe, 0x0a]));
    expect(shown).toMatchObject({ responseBody: "PK\\xff\\xfe\n", responseBodyIs: { bytes: true, cut: false } });
    expect(html(Buffer.from([0xff]))).toContain("Not UTF-8");
  });

  it("is marked as cut at 8 KB, and is text even if cut inside a character", () => {
    const cut = Buffer.from(`${"x".repeat(8191)}é`).subarray(0, 8192);
    expect(answered(cut)).toMatchObject({
      responseBody: "x".repeat(8191),
      responseBodyIs: { bytes: false, cut: true },
    });
    expect(html(cut)).toContain("Cut off here");
    expect(html(Buffer.from("short"))).not.toContain("Cut off here");
  });

  it("is shown as missing if there was none", () => {
    const shown = html(null, { responseStatus: null, responseHeaders: null, error: "The connection was refused." });
    expect(shown).toContain("The connection was refused.");
    expect(shown).toContain("No response arrived.");
  });
});

it("is a curl command that sends the same bytes and headers", async () => {
  const receiver = await startReceiver();
  const sent = {
    url: `${receiver.url}&a[]={1,2}&q='$(id)'`,
    requestHeaders: { "Content-Type": "application/json", "User-Agent": "x/1", "X-SVC-Signature": "t=1,v1='ab\"$c" },
    requestBody: `{"name":"O'Hara \\"$HOME\\" \`id\` é\\n @file"}`,
  };
  await promisify(execFile)("bash", ["-c", `${attemptCurl(sent)} -s -o /dev/null`]);
  // curl would expand a URL with a pattern into several.
  expect(receiver.received).toHaveLength(1);
  const [got] = receiver.received;
  expect(got?.body.toString()).toBe(sent.requestBody);
  for (const [name, value] of Object.entries(sent.requestHeaders)) expect(got?.headers[name.toLowerCase()]).toBe(value);
  expect(got?.headers.accept).toBeUndefined();
  await receiver.close();
});
