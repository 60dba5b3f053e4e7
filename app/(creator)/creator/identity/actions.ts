"use server";

import { run } from "@/app/(creator)/creator/run";
import { actionId } from "@/app/action-id";
import type { FormState } from "@/components/ui/form-state";
import { addAlias, retireAlias } from "@/lib/domain/room";
import { AliasName } from "@/lib/domain/room/schemas";

const PATH = "/creator/identity";

export async function addAliasAction(_: FormState, form: FormData): Promise<FormState> {
  const typed = String(form.get("name") ?? "");
  const name = AliasName.safeParse(typed);
  const values = { name: typed };
  if (!name.success) return { values, errors: { name: name.error.issues[0]?.message ?? "Enter the name." } };
  const refused = await run(
    (ctx) => addAlias(ctx, name.data),
    () => `${PATH}?done=added`,
  );
  return { ...refused, values };
}

export async function retireAliasAction(aliasId: string, _: FormState, _form: FormData): Promise<FormState> {
  return run(
    (ctx) => retireAlias(ctx, actionId(aliasId)),
    () => `${PATH}?done=retired`,
  );
}
