import { afterEach, expect, it, vi } from "vitest";
import { checkReceiver } from "./endpoint-url";

const service = vi.hoisted(() => ({ baseUrl: "", allowPrivateWebhooks: false }));
vi.mock("@/lib/platform/env", async (original) => ({ ...(await original<object>()), env: () => service }));

const own = "http://localhost:3000";
const refusal = (url: string) =>
  checkReceiver(url).then(
    () => "accepted",
    (error: Error) => error.message,
  );

afterEach(() => Object.assign(service, { baseUrl: "", allowPrivateWebhooks: false }));

it.each([
  ["http://localhost:3000", "http://localhost:9000/hooks"],
  ["http://127.0.0.1:3000", "http://127.0.0.1:9000/hooks"],
  ["http://localhost:3000", "https://192.168.1.4/hooks"],
])("a service at %s that refuses %s says how to allow it", async (baseUrl, url) => {
  service.baseUrl = baseUrl;
  expect(await refusal(url)).toMatch(/ALLOW_PRIVATE_WEBHOOKS=1/);
});

it.each([
  ["https://records.example.com", "http://localhost:9000/hooks"],
  [own, "http://example.com/hooks"],
  [own, "hooks"],
])("a service at %s that refuses %s does not", async (baseUrl, url) => {
  service.baseUrl = baseUrl;
  expect(await refusal(url)).toMatch(/https:\/\/\.$|not a URL\.$/);
});

it("where private addresses are allowed, accepts a receiver on this machine", async () => {
  Object.assign(service, { baseUrl: own, allowPrivateWebhooks: true });
  expect(await checkReceiver("http://localhost:9000/hooks#top")).toBe("http://localhost:9000/hooks");
});

it("refuses a name without a public address", async () => {
  service.baseUrl = "https://records.example.com";
  expect(await refusal("https://hooks.invalid/")).toMatch(/could not be found|public internet/);
});
