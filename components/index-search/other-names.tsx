import type { FoundDepiction } from "@/lib/domain/content";

/** The other names of somebody in the index; one that they no longer use is marked, and found like the rest. */
export function OtherNames({ names }: { names: FoundDepiction["performers"][number]["aliases"] }) {
  if (names.length === 0) return null;
  return (
    <span className="block text-muted text-xs">
      {names.map(({ name, retired }) => (retired ? `${name} (no longer used)` : name)).join(", ")}
    </span>
  );
}
