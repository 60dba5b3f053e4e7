import { expect, it } from "vitest";
import { draw } from "@/lib/testing/draw";
import { MatchDecision } from "./decide-match";

const drawn = (match: Partial<Parameters<typeof MatchDecision>[0]["match"]>) => {
  const whole = { id: "1", status: "same" as const, isListed: true, removalId: null, ...match };
  const html = draw(<MatchDecision match={whole} decide={async () => ({})} />);
  const buttons = [...html.matchAll(/<button[^>]*>([^<]*)/g)].map(([, label]) => label);
  return { buttons, links: [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href) };
};

it("leads from a match to its record and the request about it, and lets custodians change their mind", () => {
  expect(drawn({ status: "open" })).toEqual({ buttons: ["Same", "Different"], links: [] });
  const led = { depictionId: "r", removalId: "q" };
  expect(drawn(led)).toEqual({
    buttons: ["Change to different"],
    links: ["/custodian/records/r", "/custodian/removals/q"],
  });
  expect(drawn({ ...led, status: "different" })).toEqual({ buttons: ["Change to same"], links: [] });
  expect(drawn({ isListed: false })).toEqual({ buttons: [], links: [] });
  expect(drawn({ status: "ended", isListed: false })).toEqual({ buttons: [], links: [] });
});
