import { describe, expect, expectTypeOf, it, vi } from "vitest";
import type { RequestDetail } from "@/lib/api/request-log/list-requests";
import type { PortalKey } from "@/lib/domain/parties/keys/schemas";
import { portalFetch } from "./portal-fetch";

function answering(answer: Response) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return answer;
  });
  return asked;
}

describe("reading a data route of the portal", () => {
  it("returns the route's declared answer", async () => {
    const asked = answering(Response.json({ keys: [] }));
    const answer = await portalFetch("/api/portal/keys", {});
    expectTypeOf(answer).toEqualTypeOf<{ keys: PortalKey[] }>();
    expect(answer).toEqual({ keys: [] });
    expect(asked).toEqual(["/api/portal/keys"]);
  });

  it("writes parameters and the query into the URL as data", async () => {
    const asked = answering(Response.json({ id: "a" }));
    const query = new URLSearchParams({ q: "a b" });
    const answer = await portalFetch("/api/portal/requests/[requestId]", { params: { requestId: "../keys?x" }, query });
    expectTypeOf(answer).toEqualTypeOf<RequestDetail>();
    expect(asked).toEqual(["/api/portal/requests/..%2Fkeys%3Fx?q=a+b"]);
  });

  it.each([
    [Response.json({ error: "Sign in to continue" }, { status: 401 }), "Sign in to continue"],
    [new Response("<h1>Bad gateway</h1>", { status: 502 }), "Something went wrong on our side. Try again."],
    [new Response("<h1>Welcome to the hotel’s network</h1>"), "Something went wrong on our side. Try again."],
  ])("throws an error with a message for people (%#)", async (answer, message) => {
    answering(answer);
    await expect(portalFetch("/api/portal/keys", {})).rejects.toThrow(message);
  });
});
