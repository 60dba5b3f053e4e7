import type { Ctx, StaffActor } from "@/lib/domain/context";
import { Forbidden } from "@/lib/platform/errors";

/** Nobody decides about or looks into what is about themself. Throws `Forbidden` `own_record`. */
export function assertNotOwn(
  { actor }: Ctx<StaffActor>,
  people: readonly (string | null | undefined)[],
  what = "record",
): void {
  if (!people.includes(actor.userId)) return;
  throw new Forbidden(`This is your own ${what}. Another custodian has to look at it.`, "own_record");
}
