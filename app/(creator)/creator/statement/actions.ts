"use server";

import { redirect } from "next/navigation";
import { action, read } from "@/app/action";
import { dateOf, openAfter, outcomeOf, problemsOf, refused, textOf, valuesOf } from "@/app/forms";
import { requireCreator } from "@/app/session";
import { StatementInput } from "@/lib/domain/creators/statement-schemas";
import { publishStatement, saveStatement, withdrawStatement } from "@/lib/domain/creators/statements";

const PATH = "/creator/statement";

export const saveStatementAction = action(requireCreator, [read.state, read.form], async (ctx, _, form) => {
  const values = valuesOf(form);
  const input = StatementInput.safeParse({
    displayName: textOf(form, "displayName"),
    workTitle: textOf(form, "covers") === "one" ? textOf(form, "workTitle") : null,
    producedOn: dateOf(form, "producedOn"),
    address: textOf(form, "address"),
    indexable: form.get("indexable") !== null,
  });
  if (!input.success) return { values, errors: problemsOf(input.error) };
  const outcome = await outcomeOf(ctx, (by) => saveStatement(by, input.data));
  if (!outcome.ok) return { ...refused(outcome), values };
  redirect(`${PATH}?done=saved`);
});

export const publishStatementAction = action(requireCreator, [], async (ctx) =>
  openAfter(ctx, publishStatement, `${PATH}?done=published`),
);

export const withdrawStatementAction = action(requireCreator, [], async (ctx) =>
  openAfter(ctx, withdrawStatement, `${PATH}?done=withdrawn`),
);
