import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { CreatorCounts } from "@/components/overview/creator-counts";
import { SoloStatus } from "./solo-status";

const text = (markup: string) => markup.replace(/<[^>]*>/g, " ");

it("shows a creator who isn't active yet as just that, whether verified elsewhere or never asked", () => {
  const badge = text(renderToStaticMarkup(<SoloStatus status="pending_id_verification" reason={null} />));
  expect(badge.trim()).toBe("Not active yet");

  const counts = { active: 1, pending_id_verification: 2, subscribed_pending_id: 3, suspended: 4 };
  const tiles = text(renderToStaticMarkup(<CreatorCounts counts={counts} most={1000} />)).replace(/\s+/g, " ");
  expect(tiles).toContain("Not active yet 2 May not upload yet");
  expect(tiles).not.toMatch(/review|waits/i);
});
