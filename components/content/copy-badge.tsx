import { StatusBadge, type Tone } from "@/components/ui/badge";
import type { CopyStanding } from "@/lib/domain/content/list-schemas";

/** Where a compliance copy stands, in words. */
export const copyLabels: Record<CopyStanding, string> = {
  stored: "Copy stored",
  pending: "Copy awaited",
  late: "Copy not confirmed",
  missing: "No copy declared",
};

const tones: Record<CopyStanding, Tone> = { stored: "done", pending: "accent", late: "waiting", missing: "neutral" };

/** Where the compliance copy of a depiction stands. */
export function CopyBadge({ copy }: { copy: CopyStanding }) {
  return <StatusBadge tone={tones[copy]}>{copyLabels[copy]}</StatusBadge>;
}
