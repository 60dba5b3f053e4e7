import { expect, it } from "vitest";
import { CreatorCounts } from "@/components/overview/cards";
import { textOf } from "@/lib/testing/draw";
import { SoloStatus } from "./solo-status";

it("shows a creator who isn't active yet as just that, whether verified elsewhere or never asked", () => {
  const badge = textOf(<SoloStatus status="pending_id_verification" reason={null} />);
  expect(badge.trim()).toBe("Not active yet");

  const counts = { active: 1, pending_id_verification: 2, subscribed_pending_id: 3, suspended: 4 };
  const tiles = textOf(<CreatorCounts counts={counts} most={1000} />);
  expect(tiles).toContain("Not active yet 2 May not upload yet");
  expect(tiles).not.toMatch(/review|waits/i);
});
