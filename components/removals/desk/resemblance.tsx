import { counted } from "@/components/ui/format";
import type { RequestItem } from "@/lib/domain/removals/custody";

type Similar = Pick<RequestItem, "distance" | "quality" | "frames" | "framesOf" | "turn" | "mimeType">;

// In the order of the hashes.
const HELD = [null, "turned", "turned", "turned", "mirrored", "mirrored", "turned and mirrored", "turned and mirrored"];

/** How much a record is like what it resembles: "3 of 256 bits differ, quality 90 of 100, mirrored". Null for one that was found otherwise. */
export function likenessOf({ distance, quality, frames, framesOf, turn, mimeType }: Similar): string | null {
  if (distance === null) return null;
  const isFilm = mimeType?.startsWith("video/");
  const parts = [
    `${distance} of 256 bits differ`,
    quality === null ? null : `quality ${quality} of 100`,
    HELD[turn ?? 0],
    isFilm && frames !== null && framesOf !== null ? `${frames} of ${counted(framesOf, "frame")} alike` : null,
  ];
  return parts.filter(Boolean).join(", ");
}

/** What the numbers of a likeness say. */
export const LikenessHelp = () => (
  <details className="mt-1 text-xs">
    <summary className="cursor-pointer">What the numbers say</summary>
    <p>0 to 10 bits: nearly always the same picture, scaled or re-encoded. 11 to 31: looks alike, so compare them.</p>
    <p>
      Quality says how much there is to see, from 50 to 100. Plain pictures have a low one, and match others by chance.
    </p>
  </details>
);

/** The label of what a record is compared with. */
export const comparedWith = (title: string | null): string => `Compared with: ${title ?? "another record"}`;

type Near = Pick<RequestItem, "nearDepictionId" | "nearTargetId" | "nearTitle" | "nearIsNamed" | "nearIsVideo">;

const filmOr = ({ nearIsVideo }: Near): string => (nearIsVideo ? "video" : "picture");
const hashesOf = ({ nearIsVideo }: Near): string => (nearIsVideo ? "hashes" : "hash");

/** What a similar record resembles, in a sentence. */
export const nearText = (near: Near): string =>
  !near.nearTargetId
    ? `“${near.nearTitle ?? "another record"}”`
    : near.nearIsNamed
      ? `the claimant’s own ${filmOr(near)}, which we don’t have`
      : `a ${filmOr(near)} whose removal was confirmed, which we no longer have`;

/** In place of a picture that isn't there: why. Null if there is one, or the record resembles none. */
export function absentOf(item: Near & Pick<RequestItem, "nearMimeType">): { label: string; why: string } | null {
  if (item.nearTargetId && item.nearIsNamed) {
    return {
      label: comparedWith(`the claimant’s own ${filmOr(item)}`),
      why: `We don’t have it. It stays on their device, and we only have its ${hashesOf(item)}.`,
    };
  }
  if (item.nearTargetId) {
    return {
      label: comparedWith(`a confirmed ${filmOr(item)}`),
      why: `We no longer have it. Its removal was confirmed, and we kept its ${hashesOf(item)}.`,
    };
  }
  if (item.nearDepictionId && !item.nearMimeType) {
    return { label: comparedWith(item.nearTitle), why: "We have no stored copy of it." };
  }
  return null;
}
