import { revalidatePath } from "next/cache";
import type { z } from "zod";
import { errorOf } from "@/app/forms";
import type { ActionResult } from "@/components/ui/form";
import type { Ctx, StaffActor } from "@/lib/domain/core/context";

type Reason = { form: FormData; schema: z.ZodType<string>; path: string };

/** Acts for the reason that a custodian gives in the form, then renders the page at `path` again. */
export async function withReason(
  ctx: Ctx<StaffActor>,
  { form, schema, path }: Reason,
  act: (by: Ctx<StaffActor>, reason: string) => Promise<unknown>,
): Promise<ActionResult> {
  const reason = schema.safeParse(form.get("reason") ?? "");
  if (!reason.success) return { error: reason.error.issues[0]?.message ?? "Say why, in a few words." };
  const result = await errorOf(ctx, (by) => act(by, reason.data));
  revalidatePath(path);
  return result;
}
