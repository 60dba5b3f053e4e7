import { expect, it } from "vitest";
import { env } from "@/lib/platform/env";
import { calledFrom } from "./called-from";

const ours = env().baseUrl;

it.each([
  [{ origin: ours, "sec-fetch-site": "same-origin" }, "own_page"],
  // A reload of our own page, or a picture in it, has no origin; a browser without the other header has only that.
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
  // Neither header can vouch for what the other one denies.
  [{ origin: ours, "sec-fetch-site": "cross-site" }, "other_site"],
  [{ origin: "https://evil.example", "sec-fetch-site": "same-origin" }, "other_site"],
  [{ origin: "https://evil.example", "sec-fetch-site": "none" }, "other_site"],
  // The name that the caller wrote over its request proves nothing.
  [{ origin: "https://evil.example", host: "evil.example" }, "other_site"],
])("%j was sent from: %s", (sent, place) => {
  expect(calledFrom(new Headers(sent as Record<string, string>))).toBe(place);
});
