import { beforeEach, expect, it } from "vitest";
import { setVariables } from "@/lib/testing/env";
import { checkReceiver } from "./endpoint-changes";

const own = "http://localhost:3000";
const refusal = (url: string) =>
  checkReceiver(url).then(
    () => "accepted",
    (error: Error) => error.message,
  );

beforeEach(() => setVariables({ ALLOW_PRIVATE_WEBHOOKS: undefined }));

it.each([
  ["http://localhost:3000", "http://localhost:9000/hooks"],
  ["http://127.0.0.1:3000", "http://127.0.0.1:9000/hooks"],
  ["http://localhost:3000", "https://192.168.1.4/hooks"],
])("a service at %s that refuses %s says how to allow it", async (baseUrl, url) => {
  setVariables({ BASE_URL: baseUrl });
  expect(await refusal(url)).toMatch(/ALLOW_PRIVATE_WEBHOOKS=1/);
});

it.each([
  ["https://records.example.com", "http://localhost:9000/hooks"],
  [own, "http://example.com/hooks"],
  [own, "hooks"],
])("a service at %s that refuses %s does not", async (baseUrl, url) => {
  setVariables({ BASE_URL: baseUrl });
  expect(await refusal(url)).toMatch(/https:\/\/\.$|not a URL\.$/);
});

it("where private addresses are allowed, accepts a receiver on this machine", async () => {
  setVariables({ BASE_URL: own, ALLOW_PRIVATE_WEBHOOKS: "1" });
  expect(await checkReceiver("http://localhost:9000/hooks#top")).toBe("http://localhost:9000/hooks");
});

it("refuses a name without a public address", async () => {
  setVariables({ BASE_URL: "https://records.example.com" });
  expect(await refusal("https://hooks.invalid/")).toMatch(/could not be found|public internet/);
});
