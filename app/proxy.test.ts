import { readdirSync } from "node:fs";
import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { setVariables } from "@/lib/testing/env";
import { config, proxy } from "@/proxy";

const headersOf = (path: string) => proxy(new NextRequest(`http://localhost:3000${path}`)).headers;

test("every page gets its own nonce, and no script runs without one", () => {
  const nonce = (policy: string | null) => /script-src 'self' 'nonce-([^']+)' 'strict-dynamic'/.exec(policy ?? "")?.[1];
  const first = nonce(headersOf("/").get("content-security-policy"));
  expect(first).toBeTruthy();
  expect(nonce(headersOf("/").get("content-security-policy"))).not.toBe(first);
});

test("a client can't choose the page's nonce", () => {
  const request = new NextRequest("http://localhost:3000/", {
    headers: { "content-security-policy": "script-src 'nonce-chosen'" },
  });
  const rendered = proxy(request).headers.get("x-middleware-request-content-security-policy");
  expect(rendered).toContain("frame-ancestors 'none'");
  expect(rendered).not.toContain("chosen");
});

test("only the pages with ID steps may use the camera", () => {
  expect(headersOf("/onboard/token").get("permissions-policy")).toContain("camera=(self)");
  expect(headersOf("/consent/token/photos").get("permissions-policy")).toContain("camera=(self)");
  expect(headersOf("/approve/token").get("permissions-policy")).toContain("camera=()");
  expect(headersOf("/onboarding-guide").get("permissions-policy")).toContain("camera=()");
  expect(headersOf("/portal").get("permissions-policy")).toContain("camera=()");
});

test("a hosted form may redirect to a partner, a portal form may not", () => {
  expect(headersOf("/onboard/token").get("content-security-policy")).toContain("form-action 'self' https: http:;");
  expect(headersOf("/portal/keys").get("content-security-policy")).toContain("form-action 'self';");
});

test("a form on a payment page may redirect only to Stripe or its stand-in", async () => {
  const paying = ["/creator", "/creator/billing", "/portal/billing"];
  for (const path of paying) {
    expect(headersOf(path).get("content-security-policy")).toContain("form-action 'self' http://localhost:1;");
  }
  expect(headersOf("/portal/billings").get("content-security-policy")).toContain("form-action 'self';");
  setVariables({ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" });
  for (const path of paying) {
    const stripe = "form-action 'self' https://checkout.stripe.com https://billing.stripe.com;";
    expect(headersOf(path).get("content-security-policy")).toContain(stripe);
  }
});

test("a URL with a token is never sent as a referrer, and forms keep their Origin", () => {
  expect(headersOf("/onboard/token").get("referrer-policy")).toBe("same-origin");
});

test.each(["/onboard/a", "/approve/a", "/consent/a/sign", "/attest/a"])(
  "%s in a frame is a link to its own tab",
  async (path) => {
    const framed = (dest: string) =>
      proxy(new NextRequest(`http://localhost:3000${path}?b&c`, { headers: { "sec-fetch-dest": dest } }));
    for (const dest of ["iframe", "frame", "embed", "object"]) {
      const page = framed(dest);
      const policy = page.headers.get("content-security-policy");
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors *");
      expect(await page.text()).toContain(`<a href="${path}?b&amp;c" target="_blank" rel="noopener noreferrer">`);
    }
    for (const dest of ["document", "empty"]) {
      expect(framed(dest).headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    }
  },
);

test("a portal page in a frame stays blank", () => {
  const request = new NextRequest("http://localhost:3000/portal", { headers: { "sec-fetch-dest": "iframe" } });
  expect(proxy(request).headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
});

test.each([
  ["/api/v1/solo-accounts", false],
  ["/uploads/WyJjb3BpZXMi.abc", false],
  ["/.well-known/jwks.json", false],
  ["/_next/static/chunks/a.js", false],
  ["/healthz", false],
  ["/onboard/token/photos/selfie", false],
  ["/consent/token/photos/selfie", false],
  ["/consent/token/photos", true],
  ["/custodian/identities/0123/photos/selfie", false],
  ["/custodian/identities/0123", true],
  ["/custodian/records/0123/copy", false],
  ["/custodian/records/0123", true],
  ["/custodian/examinations/0123/order", false],
  ["/custodian/examinations/0123/access", true],
  ["/examine/token/proofs/scene/0123", false],
  ["/examine/token/questions", true],
  ["/portal/keys", true],
  ["/apiary", true],
  ["/", true],
  ["/nothing.png", true],
  ["/portal/icon.svg", true],
  ["/icon.svg/portal", true],
])("%s runs the proxy: %s", (path, passes) => expect(passesHere(path)).toBe(passes));

test("files in public bypass the proxy", () => {
  const files = readdirSync("public", { recursive: true, encoding: "utf8" }).filter((file) => file.includes("."));
  expect(files.filter((file) => passesHere(`/${file}`))).toEqual([]);
  expect(files).toContain("robots.txt");
});

function passesHere(path: string): boolean {
  return config.matcher.some((source) => new RegExp(`^${source}$`).test(path));
}
