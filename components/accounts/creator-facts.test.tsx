import { expect, it } from "vitest";
import { textOf } from "@/lib/testing/draw";
import { SoloStatus } from "./solo-status";

it("shows a creator who isn't active yet as just that, whether verified elsewhere or never asked", () => {
  const badge = textOf(<SoloStatus status="pending_id_verification" reason={null} />);
  expect(badge.trim()).toBe("Not active yet");
});
