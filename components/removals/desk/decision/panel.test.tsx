import { expect, it } from "vitest";
import type { RequestItem } from "@/lib/domain/removals/custody";
import { draw } from "@/lib/testing/draw";
import { Decision } from "./panel";
import type { DecisionProps } from "./posted";

const none = async () => ({});
const item = (status: RequestItem["status"], id = "1"): RequestItem =>
  ({ id, status, kind: "content", rejectedByIds: [], proposedById: null }) as unknown as RequestItem;

const primaries = (one: RequestItem, alike: RequestItem[] = []): string[] => {
  const html = draw(
    <Decision
      {...({
        ...{ statuses: [one.status], item: one, alike, otherwise: null, isHeld: false, reader: "me", colleagues: [] },
        ...{ start: "decide", actions: new Proxy({}, { get: () => none }), previous: null, next: null, place: "" },
        request: { id: "r", status: "open", legalBasis: "DMCA", custodian: null, closingBy: null, closedByIds: [] },
      } as unknown as DecisionProps)}
    />,
  );
  const drawn = [...html.matchAll(/<(?:button|a) [^>]*?class="([^"]*)"[^>]*>(.*?)<\/(?:button|a)>/g)];
  return drawn.flatMap(([, styles, label]) =>
    styles?.split(" ").includes("bg-accent") ? [label?.replace(/<.*/, "").trim() ?? ""] : [],
  );
};

it("has one primary button", () => {
  expect(primaries(item("suggested"))).toEqual(["Attach to request"]);
  expect(primaries(item("suggested"), [item("suggested"), item("suggested", "2")])).toEqual(["Attach all 2"]);
  expect(primaries(item("dismissed"))).toEqual(["Close request"]);
  expect(primaries(item("rejected"))).toEqual(["Close request"]);
  expect(primaries(item("open"))).toEqual(["Confirm removal"]);
});
