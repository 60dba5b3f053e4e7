import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ExtensionFees } from "./extension-fees";

const fee = { sceneId: "s", totalCents: 200, failure: null, createdAt: new Date(), paidAt: null } as const;
const charging = { ...fee, id: "a", status: "charging" } as const;
const unpaid = { ...fee, id: "b", status: "unpaid" } as const;
const paid = { ...fee, id: "c", status: "paid" } as const;
const none = { owed: [], unpaid: { fees: 0, cents: 0 }, charging: 0, paid: [], morePaid: false };

const act = async () => undefined;
const text = (fees: Parameters<typeof ExtensionFees>[0]["fees"]) =>
  renderToStaticMarkup(<ExtensionFees fees={fees} card={null} pay={act} addCard={act} />).replace(/<[^>]*>/g, "");

it("tells fees that are charging from unpaid ones", () => {
  const page = text({ ...none, owed: [charging], charging: 1 });
  expect(page).toContain("1 payment processing.");
  expect(page).not.toMatch(/unpaid for|Add a card/);
  expect(text({ ...none, owed: [charging, unpaid], charging: 1, unpaid: { fees: 1, cents: 200 } })).toMatch(
    /\$2\.00 unpaid for 1 extension\. 1 payment processing\. Add a card to pay/,
  );
});

it("says when it doesn't list all fees", () => {
  expect(text({ ...none, owed: [unpaid], unpaid: { fees: 30, cents: 6000 } })).toContain("The oldest 1 are below.");
  expect(text({ ...none, paid: [paid], morePaid: true })).toContain("Paid fees, the newest 1");
  expect(text({ ...none, paid: [paid] })).not.toContain("newest");
});
