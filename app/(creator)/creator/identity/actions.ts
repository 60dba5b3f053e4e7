"use server";

import { action, read } from "@/app/action";
import { openAfter, textOf } from "@/app/forms";
import { requireCreator } from "@/app/session";
import { addAlias, retireAlias } from "@/lib/domain/identity/names";
import { AliasName } from "@/lib/domain/identity/names/schemas";

const PATH = "/creator/identity";

export const addAliasAction = action(requireCreator, [read.state, read.form], async (ctx, _, form) => {
  const typed = textOf(form, "name");
  const name = AliasName.safeParse(typed);
  const values = { name: typed };
  if (!name.success) return { values, errors: { name: name.error.issues[0]?.message ?? "Enter the name." } };
  return { ...(await openAfter(ctx, (by) => addAlias(by, name.data), `${PATH}?done=added`)), values };
});

export const retireAliasAction = action(requireCreator, [read.id], async (ctx, aliasId) =>
  openAfter(ctx, (by) => retireAlias(by, aliasId), `${PATH}?done=retired`),
);
