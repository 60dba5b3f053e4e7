"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { action, read } from "@/app/action";
import { change, outcomeOf, refused, textOf } from "@/app/forms";
import { requireEditor } from "@/app/session";

import { deactivateAccount, provisionAccount, reactivateAccount } from "@/lib/domain/accounts";
import { planChange, startChange } from "@/lib/domain/accounts/roster";
import { CHANGE_KINDS, Selection } from "@/lib/domain/accounts/roster/schemas";
import { CreateSoloAccountBody } from "@/lib/domain/accounts/schemas";

const PATH = "/portal/creators";
const Change = z.object({ kind: z.enum(CHANGE_KINDS), selection: Selection });
const NO_CHANGE = { ok: false, error: "Select creators first." } as const;

/** Counts what a bulk deactivation or reactivation would do. */
export const planChangeAction = action(requireEditor, [read.data, read.data], async (ctx, kind, selection) => {
  const change = Change.safeParse({ kind, selection });
  return change.success ? outcomeOf(ctx, (by) => planChange(by, change.data)) : NO_CHANGE;
});

export const startChangeAction = action(requireEditor, [read.data, read.data], async (ctx, kind, selection) => {
  const change = Change.safeParse({ kind, selection });
  return change.success ? outcomeOf(ctx, (by) => startChange(by, change.data)) : NO_CHANGE;
});

export const deactivateAction = action(requireEditor, [read.id], (ctx, accountId) =>
  change(ctx, `${PATH}/${accountId}`, (by) => deactivateAccount(by, accountId)),
);

export const reactivateAction = action(requireEditor, [read.id], (ctx, accountId) =>
  change(ctx, `${PATH}/${accountId}`, (by) => reactivateAccount(by, accountId)),
);

// The fields of the API call, in its order, and what the form says when one is missing or wrong.
const PROVISION_FIELDS = [
  {
    name: "externalUserId",
    missing: "Enter your id for this creator.",
    wrong: "Your user id can have up to 450 characters and no line breaks.",
  },
  {
    name: "email",
    missing: "Enter the creator’s email address.",
    wrong: "Enter an email address like name@example.com.",
  },
  { name: "firstName", missing: "", wrong: "This first name has characters we can’t store." },
  { name: "lastName", missing: "", wrong: "This last name has characters we can’t store." },
  {
    name: "callbackUrl",
    missing: "Enter a URL. We keep it for your reference.",
    wrong: "Enter a URL that starts with https:// and has no password.",
  },
  {
    name: "redirectUrl",
    missing: "",
    wrong: "Enter a URL that starts with https:// and has no password.",
  },
] as const;

/** Provisions a creator like the API does, and opens their page. */
export const provisionAction = action(requireEditor, [read.state, read.form], async (ctx, _, form) => {
  const sent = PROVISION_FIELDS.flatMap(({ name }) => {
    const text = textOf(form, name).trim();
    return text ? [[name, text] as const] : [];
  });
  const values = Object.fromEntries(sent);
  const input = CreateSoloAccountBody.safeParse(values);
  if (!input.success) return { errors: problemsOf(input.error, values), values };
  const outcome = await outcomeOf(ctx, (by) => provisionAccount(by, input.data));
  if (!outcome.ok) return { ...refused(outcome), values };
  const { created, account } = outcome.value;
  redirect(`${PATH}/${account.accountId}?provisioned=${created ? "now" : "before"}`);
});

/** One problem for each field, in the order of the form. */
function problemsOf({ issues }: z.ZodError, values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    PROVISION_FIELDS.flatMap(({ name, missing, wrong }) =>
      issues.some(({ path }) => path[0] === name) ? [[name, values[name] ? wrong : missing] as const] : [],
    ),
  );
}
