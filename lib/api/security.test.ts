import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { env, readEnv } from "@/lib/platform/env";
import { calledFrom, securityTxt } from "./security";

const DAY_MS = 24 * 60 * 60 * 1000;
const fieldsOf = async (answer: Response) =>
  Object.fromEntries(
    (await answer.text())
      .trimEnd()
      .split("\r\n")
      .map((line) => line.split(/: (.*)/, 2)),
  );

it("has a contact, its own URL and an expiry date", async () => {
  const answer = securityTxt();
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await fieldsOf(answer)).toEqual({
    Contact: "mailto:security@localhost",
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/),
    "Preferred-Languages": "en",
    Canonical: "http://localhost:3000/.well-known/security.txt",
  });
});

it("always expires in the future, less than a year away", async () => {
  for (const years of [0, 1, 10]) {
    const now = Date.now() + years * 365 * DAY_MS;
    clock.freeze(new Date(now));
    const { Expires = "" } = await fieldsOf(securityTxt());
    const left = (Date.parse(Expires) - now) / DAY_MS;
    expect(left).toBeGreaterThan(30);
    expect(left).toBeLessThan(365);
  }
});

it("has the configured contact", () => {
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

const ours = env().baseUrl;

it.each([
  [{ origin: ours, "sec-fetch-site": "same-origin" }, "own_page"],
  // A reload of our page, or a picture in it, has no origin. A browser without the other header sends only that.
  [{ "sec-fetch-site": "same-origin" }, "own_page"],
  [{ origin: ours }, "own_page"],
  [{ "sec-fetch-site": "none" }, "address_bar"],
  [{}, "unsaid"],
  [{ "sec-fetch-site": "cross-site" }, "other_site"],
  [{ "sec-fetch-site": "same-site" }, "other_site"],
  [{ "sec-fetch-site": "" }, "other_site"],
  [{ "sec-fetch-site": "same-origin, cross-site" }, "other_site"],
  [{ origin: "null" }, "other_site"],
  [{ origin: "" }, "other_site"],
  [{ origin: `${ours}.evil.example` }, "other_site"],
  [{ origin: ours.replace("http:", "https:") }, "other_site"],
  // Neither header can overrule the other's denial.
  [{ origin: ours, "sec-fetch-site": "cross-site" }, "other_site"],
  [{ origin: "https://evil.example", "sec-fetch-site": "same-origin" }, "other_site"],
  [{ origin: "https://evil.example", "sec-fetch-site": "none" }, "other_site"],
  // The host that the caller sent proves nothing.
  [{ origin: "https://evil.example", host: "evil.example" }, "other_site"],
])("%j was sent from: %s", (sent, place) => {
  expect(calledFrom(new Headers(sent as Record<string, string>))).toBe(place);
});
