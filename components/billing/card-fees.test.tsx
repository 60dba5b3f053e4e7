import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { CardFees } from "./card-fees";
import { SceneFeeLines } from "./invoices";

const fee = {
  kind: "extension",
  sceneId: "s",
  jobId: null,
  totalCents: 200,
  failure: null,
  createdAt: new Date(),
  paidAt: null,
} as const;
const charging = { ...fee, id: "a", status: "charging" } as const;
const unpaid = { ...fee, id: "b", status: "unpaid" } as const;
const paid = { ...fee, id: "c", status: "paid" } as const;
type Fees = Parameters<typeof CardFees>[0]["fees"];
const owed = (...rows: Fees["paid"]) => ({ rows, newer: null, older: null });
const none = { owed: owed(), unpaid: { fees: 0, cents: 0 }, charging: 0, paid: [], morePaid: false };

const act = async () => undefined;
const at = (cursor: string) => `/billing?fees=${cursor}`;
const page = (fees: Fees) => renderToStaticMarkup(<CardFees fees={fees} at={at} card={null} pay={act} addCard={act} />);
const text = (fees: Fees) => page(fees).replace(/<[^>]*>/g, "");

it("tells fees that are charging from unpaid ones", () => {
  const one = text({ ...none, owed: owed(charging), charging: 1 });
  expect(one).toContain("1 payment processing.");
  expect(one).not.toMatch(/unpaid for|Add a card/);
  expect(text({ ...none, owed: owed(charging, unpaid), charging: 1, unpaid: { fees: 1, cents: 200 } })).toMatch(
    /\$2\.00 unpaid for 1 fee\. 1 payment processing\. Add a card to pay/,
  );
});

it("leads to all unpaid fees, and says when it doesn't list all paid ones", () => {
  const more = { ...none, owed: { ...owed(unpaid), newer: "newer.b" }, unpaid: { fees: 30, cents: 6000 } };
  expect(text(more)).toContain("Oldest first.");
  expect(page(more)).toContain('href="/billing?fees=newer.b"');
  expect(text({ ...none, owed: owed(unpaid), unpaid: { fees: 1, cents: 200 } })).not.toMatch(/Oldest first|Newer/);
  expect(text({ ...none, paid: [paid], morePaid: true })).toContain("Paid fees, the newest 1");
  expect(text({ ...none, paid: [paid] })).not.toContain("newest");
});

it("lists the fee of an erased scene without a link", () => {
  const fee = { sceneFeeId: "a", sceneId: "s1", kind: "scene", job: null, cents: 500, createdAt: new Date() } as const;
  const kept = { ...fee, sceneFeeId: "b", sceneId: "s2", title: "Beach" };
  const page = renderToStaticMarkup(<SceneFeeLines fees={[{ ...fee, title: null }, kept]} isLinked />);
  expect(page).toContain("Erased scene");
  expect([...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(["/portal/scenes/s2"]);
});
