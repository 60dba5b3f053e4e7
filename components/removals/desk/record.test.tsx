import { expect, it } from "vitest";
import type { RequestItem, ViewedItem, ViewedRequest } from "@/lib/domain/removals/custody";
import { draw, textOf } from "@/lib/testing/draw";
import { Claim, MatchedRecord } from "./record";

const AT = new Date("2026-11-22T12:00:00Z");

/** The answers that an earlier version kept for a withdrawal. */
const claim: ViewedRequest["claim"] = {
  ...{ name: "Ada Example", otherNames: [], actsFor: null, description: "" },
  ...{ kind: "intimate", age: "adult", spread: "published", consent: "withdrawn" },
};
const request = (more: Partial<ViewedRequest>) =>
  ({
    legalBasis: "AN_5196_APPEAL",
    email: "ada@example.com",
    requestedAt: AT,
    deadlineAt: AT,
    ...more,
  }) as ViewedRequest;
const answers = (more: Partial<ViewedRequest>): string =>
  textOf(
    <Claim request={request({ claim, urls: [], files: [], isWithdrawal: false, ...more })} selected={undefined} />,
  );

it("shows of a withdrawal only what its performer said", () => {
  const asked = /nude or sexual|18 or older|on a website|Yes, but/;
  expect(answers({})).toMatch(asked);
  const shown = answers({ isWithdrawal: true });
  expect(shown).toContain("Ada Example");
  expect(shown).toContain("Withdrawal of distribution");
  expect(shown).not.toMatch(asked);
});

it("says what each file of the claimant is, and shortens its hash", () => {
  const [first, second, third] = ["a", "b", "c"].map((letter) => letter.repeat(64)) as [string, string, string];
  const shown = answers({
    files: [
      { sha256: first, kind: "picture", frames: 0 },
      { sha256: second, kind: "video", frames: 61 },
      { sha256: third, kind: "file", frames: 0 },
    ],
  });
  expect(shown).toMatch(/A picture\W.*aaaa.*A video, 61 frames\W.*bbbb.*A file\W.*cccc/);
  expect(shown).not.toContain(first);
});

it("says how a record was found", () => {
  const item = { foundBy: "account", distance: null, title: "At the lake" } as RequestItem;
  const found = (isWithdrawal: boolean): string =>
    textOf(<MatchedRecord request={{ isWithdrawal }} item={item} viewed="erased" clocks={[]} />);
  expect(found(false)).toContain("Chosen in their account");
  expect(found(true)).toContain("Found by: Withdrawn release");
});

it("says whether the record's copy is compared", () => {
  const comparison = { isWaiting: false, isUnreadable: false, hashes: 61, frames: 61 };
  const record = { performers: [], holds: [], productionDate: AT, logged: { createdAt: AT, comparison } };
  const viewed: ViewedItem = { kind: "content", record: record as never, agreements: [] };
  const item = { foundBy: "url", distance: null, title: "At the lake" } as RequestItem;
  expect(textOf(<MatchedRecord request={{ isWithdrawal: false }} item={item} viewed={viewed} clocks={[]} />)).toContain(
    "Compared, 61 frames",
  );
});

it("shows a few rows whole, and shades the end of many", () => {
  const drawn = (count: number): string =>
    draw(
      <MatchedRecord
        request={{ isWithdrawal: false }}
        item={{ foundBy: "url", distance: null } as RequestItem}
        viewed={{
          ...{ kind: "publication", record: { title: "At the lake", performers: [], shootDate: null } as never },
          agreements: Array.from({ length: count }, (_, n) => ({
            ...{ who: `${n}`, isClaimant: false, what: "signed" as const, at: AT, scene: null },
          })),
        }}
        clocks={[]}
      />,
    );
  expect(drawn(6)).not.toContain("overflow-y-auto");
  expect(drawn(7)).toContain("overflow-y-auto scroll-shade");
});
