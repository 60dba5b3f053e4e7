import { expect, it } from "vitest";
import { textOf } from "@/lib/testing/draw";
import { Shown } from "./copies";
import { absentOf, nearText } from "./resemblance";

const viewer = {
  view: { step: 0, quarters: 0, round: 0 },
  zoom: () => undefined,
  rotate: () => undefined,
  reset: () => undefined,
};
const label = "At the lake: 4 of 256 bits differ, quality 90 of 100";

it.each(["image/jpeg", "video/mp4"])("says of an opened copy of %s what it is, and how like it is", (mimeType) => {
  expect(textOf(<Shown copy={{ label, mimeType }} address="/copy" viewer={viewer} />)).toContain(label);
});

it("calls a claimant’s video a video", () => {
  const near = { nearDepictionId: null, nearTargetId: "1", nearTitle: null, nearMimeType: null };
  const says = (nearIsNamed: boolean, nearIsVideo: boolean): string => {
    const item = { ...near, nearIsNamed, nearIsVideo };
    return `${nearText(item)}. ${absentOf(item)?.label}`;
  };
  expect(says(true, true)).toBe(
    "the claimant’s own video, which we don’t have. Compared with: the claimant’s own video",
  );
  expect(says(true, false)).toBe(
    "the claimant’s own picture, which we don’t have. Compared with: the claimant’s own picture",
  );
  expect(says(false, true)).toBe(
    "a video whose removal was confirmed, which we no longer have. Compared with: a confirmed video",
  );
});
