import { afterEach, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { readEnv } from "@/lib/platform/env";
import { securityTxt } from "./security-txt";

afterEach(() => clock.reset());

const DAY_MS = 24 * 60 * 60 * 1000;
const fieldsOf = async (answer: Response) =>
  Object.fromEntries(
    (await answer.text())
      .trimEnd()
      .split("\r\n")
      .map((line) => line.split(/: (.*)/, 2)),
  );

it("names a contact, its own address and an expiry date", async () => {
  const answer = securityTxt();
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await fieldsOf(answer)).toEqual({
    Contact: "mailto:security@localhost",
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/),
    "Preferred-Languages": "en",
    Canonical: "http://localhost:3000/.well-known/security.txt",
  });
});

it("expires in the future, less than a year away, however long the process has run", async () => {
  for (const years of [0, 1, 10]) {
    const now = Date.now() + years * 365 * DAY_MS;
    clock.freeze(new Date(now));
    const { Expires = "" } = await fieldsOf(securityTxt());
    const left = (Date.parse(Expires) - now) / DAY_MS;
    expect(left).toBeGreaterThan(30);
    expect(left).toBeLessThan(365);
  }
});

it("names the contact that is configured", () => {
  const least = {
    DATABASE_URL: "postgresql://127.0.0.1/x",
    MASTER_KEY: Buffer.alloc(32).toString("base64"),
    AUTH_SECRET: "a".repeat(32),
  };
  const contactOf = (contact?: string) =>
    readEnv({ ...least, BASE_URL: "https://records.example.com", ...(contact && { SECURITY_CONTACT: contact }) })
      .securityContact;
  expect(contactOf()).toBe("mailto:security@records.example.com");
  expect(contactOf("https://example.com/report")).toBe("https://example.com/report");
  expect(contactOf("mailto:soc@example.com")).toBe("mailto:soc@example.com");
  expect(() => contactOf("soc@example.com")).toThrow("SECURITY_CONTACT");
  expect(() => contactOf("http://example.com")).toThrow("SECURITY_CONTACT");
  expect(() => contactOf("mailto:a@b.example\r\nExpires: never")).toThrow("SECURITY_CONTACT");
});
