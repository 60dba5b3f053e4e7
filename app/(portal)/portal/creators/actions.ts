"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { actionId } from "@/app/action-id";
import { errorOf, type Outcome, outcomeOf, refused } from "@/app/outcome";
import { requirePortalUser } from "@/app/session";
import { PROVISION_FIELDS } from "@/components/creators/provision-fields";
import type { ActionResult, FormState } from "@/components/ui/form-state";
import { deactivateAccount, provisionAccount, reactivateAccount } from "@/lib/domain/accounts";
import { CreateSoloAccountBody } from "@/lib/domain/accounts/schemas";
import { type AskedChange, type ChangePlan, planChange, startChange } from "@/lib/domain/roster";
import { CHANGE_KINDS, Selection } from "@/lib/domain/roster/schemas";

const PATH = "/portal/creators";
const Change = z.object({ kind: z.enum(CHANGE_KINDS), selection: Selection });
const NO_CHANGE = { ok: false, error: "Select some creators first." } as const;

/** What a deactivation or reactivation of many creators would come to. */
export async function planChangeAction(kind: unknown, selection: unknown): Promise<Outcome<ChangePlan>> {
  const ctx = await requirePortalUser("manage_records");
  const change = Change.safeParse({ kind, selection });
  return change.success ? outcomeOf(ctx, (by) => planChange(by, change.data)) : NO_CHANGE;
}

/** Begins it. */
export async function startChangeAction(kind: unknown, selection: unknown): Promise<Outcome<AskedChange>> {
  const ctx = await requirePortalUser("manage_records");
  const change = Change.safeParse({ kind, selection });
  return change.success ? outcomeOf(ctx, (by) => startChange(by, change.data)) : NO_CHANGE;
}

/** Takes one creator out of custody. */
export async function deactivateAction(id: string): Promise<ActionResult> {
  const ctx = await requirePortalUser("manage_records");
  const accountId = actionId(id);
  const result = await errorOf(ctx, (by) => deactivateAccount(by, accountId));
  revalidatePath(`${PATH}/${accountId}`);
  return result;
}

/** Takes one creator back. */
export async function reactivateAction(id: string): Promise<ActionResult> {
  const ctx = await requirePortalUser("manage_records");
  const accountId = actionId(id);
  const result = await errorOf(ctx, (by) => reactivateAccount(by, accountId));
  revalidatePath(`${PATH}/${accountId}`);
  return result;
}

/** Provisions a creator as a call of the API does, and shows them. */
export async function provisionAction(_: FormState, form: FormData): Promise<FormState> {
  const ctx = await requirePortalUser("manage_records");
  const sent = PROVISION_FIELDS.flatMap(({ name }) => {
    const text = String(form.get(name) ?? "").trim();
    return text ? [[name, text] as const] : [];
  });
  const values = Object.fromEntries(sent);
  const input = CreateSoloAccountBody.safeParse(values);
  if (!input.success) return { errors: problemsOf(input.error, values), values };
  const outcome = await outcomeOf(ctx, (by) => provisionAccount(by, input.data));
  if (!outcome.ok) return { ...refused(outcome), values };
  const { created, account } = outcome.value;
  redirect(`${PATH}/${account.accountId}?provisioned=${created ? "now" : "before"}`);
}

/** One problem for each field, in the order of the form. */
function problemsOf({ issues }: z.ZodError, values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    PROVISION_FIELDS.flatMap(({ name, missing, wrong }) =>
      issues.some(({ path }) => path[0] === name) ? [[name, values[name] ? wrong : missing] as const] : [],
    ),
  );
}
