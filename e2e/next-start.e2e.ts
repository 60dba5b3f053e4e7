import { expect, freshEmail, test, unique } from "./harness/journey";
import { liveKey } from "./harness/people";
import { startNext } from "./harness/service";

// The same routes must work under `next start`, without our own server.
test("under a plain next start the partner API, the health checks and the portal respond too", async ({ partner }) => {
  const key = await liveKey(partner.partnerId);
  const next = await startNext();
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${next.url}${path}`, {
      redirect: "manual",
      ...init,
      headers: { Authorization: `Bearer ${key}`, "X-Forwarded-For": "198.18.0.7", "X-Request-Id": "forged" },
    });
  const statusOf = async (path: string) => (await ask(path)).status;
  try {
    const made = await ask("/api/v1/solo-accounts", {
      method: "POST",
      body: new Blob(
        [
          JSON.stringify({
            externalUserId: `user-${unique()}`,
            email: freshEmail("creator"),
            callbackUrl: "https://platform.example.com/hooks",
          }),
        ],
        { type: "application/json" },
      ),
    });
    expect(made.status).toBe(201);
    expect(made.headers.get("x-ratelimit-remaining")).toBe("299");
    expect(made.headers.get("x-request-id")).toMatch(/^[0-9a-z]{25}$/);
    const { accountId } = await made.json();

    const read = await ask(`/api/v1/solo-accounts/${accountId}`);
    expect([read.status, await read.json()]).toMatchObject([200, { accountId, status: "pending_id_verification" }]);
    const unknown = await ask("/api/v1/nothing");
    expect([unknown.status, await unknown.json()]).toEqual([404, { error: expect.any(String) }]);
    expect(unknown.headers.get("x-ratelimit-remaining")).toBe("297");

    expect(await statusOf("/healthz")).toBe(200);
    expect(await statusOf("/readyz")).toBe(200);
    expect(await statusOf("/api/portal/requests")).toBe(401);
    expect(await statusOf("/docs/openapi.json")).toBe(200);
    expect(await statusOf("/sign-in")).toBe(200);
    expect(await statusOf("/_next/image?url=%2Fsocial.png&w=64&q=75")).toBe(404);
    expect(await statusOf("/.well-known/security.txt")).toBe(200);
    const keySet = await fetch(`${next.url}/.well-known/jwks.json`);
    expect([keySet.status, await keySet.json()]).toEqual([200, { keys: expect.any(Array) }]);
    // The public pages load no React there either.
    for (const [path, scripts] of [
      ["/", []],
      ["/docs/guide", ["/docs/docs.js"]],
    ] as const) {
      const page = await ask(path);
      expect(page.status).toBe(200);
      expect(page.headers.get("content-security-policy")).toMatch(/'nonce-/);
      const sources = [...(await page.text()).matchAll(/<script[^>]*\ssrc="([^"]*)"/g)].map(([, source]) => source);
      expect(sources).toEqual(scripts);
    }
  } finally {
    await next.stop();
  }
});
