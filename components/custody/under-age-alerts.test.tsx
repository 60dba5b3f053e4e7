import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { UnderAgeAlert } from "@/lib/domain/custody/alerts";
import { newId } from "@/lib/platform/ids";
import { UnderAgeAlerts } from "./under-age-alerts";

const userId = newId();
const alert = (more: Partial<UnderAgeAlert> = {}): UnderAgeAlert => ({
  id: newId(),
  userId,
  email: "young@example.com",
  at: new Date("2026-11-26T12:00:00Z"),
  why: "at_shoot",
  checkId: newId(),
  productionId: null,
  scenes: [{ id: newId(), title: "Lake", platform: "Northlight" }],
  sceneCount: 1,
  session: null,
  ...more,
});
const shown = (alerts: UnderAgeAlert[]) =>
  renderToStaticMarkup(<UnderAgeAlerts alerts={alerts} reserved={0} close={async () => ({})} />).replace(
    /<!-- -->/g,
    "",
  );

it("shows each alert about a person, with a button for each, and counts the person once", () => {
  const html = shown([alert(), alert({ why: "in_production", productionId: newId() })]);
  expect(html).toContain("1 performer under 18");
  expect(html.match(/Close alert/g)).toHaveLength(2);
});

it("names the session that an alert is about", () => {
  const session = { id: newId(), accountId: newId(), title: "Beach day", platform: "Northlight" };
  const html = shown([alert({ session, scenes: [], sceneCount: 0 }), alert({ userId: newId() })]);
  expect(html).toContain("2 people under 18");
  expect(html).toContain("Attested to an upload");
  expect(html.match(/Beach day/g)).toHaveLength(1);
});
