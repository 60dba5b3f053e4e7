import { expect, test } from "vitest";
import { longOutages } from "./outages";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const endpoint = (id: string, since: string | null, description: string | null = null) => ({
  id,
  url: `https://${id}.example.com/`,
  description,
  failingSince: since === null ? null : new Date(since),
});

test("endpoints that nothing has reached for more than a day are named", () => {
  const found = longOutages(
    [
      endpoint("long", "2026-11-01T00:00:00.000Z", "Ledger"),
      endpoint("bare", "2026-11-20T11:59:59.999Z"),
      endpoint("just", "2026-11-20T12:00:00.000Z"),
      endpoint("well", null),
    ],
    NOW,
  );
  expect(found).toEqual([
    { id: "long", name: "“Ledger”", since: "2026-11-01T00:00:00.000Z" },
    { id: "bare", name: "https://bare.example.com/", since: "2026-11-20T11:59:59.999Z" },
  ]);
});
