import { Time } from "@/components/ui/time";

/** When a key was last used, exact to a minute; or that it never was. */
export function LastUse({ at }: { at: string | null }) {
  return at ? <Time at={at} /> : <span className="text-muted">Never</span>;
}
