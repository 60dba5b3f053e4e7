"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { action, read } from "@/app/action";
import { stepPage } from "@/app/current-actor";
import { errorOf, outcomeOf, problemsOf, refused, textOf, valuesOf } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import { EXCHANGE_PATH, sourceHref } from "@/components/shell/addresses";
import { addSource, changeSource, decideMatch, endSource, setKeys } from "@/lib/domain/removals/exchange";
import { KEYS, SourceChange, SourceInput } from "@/lib/domain/removals/exchange/schemas";

/** Adds a source and opens it. */
export const addSourceAction = action(requireCustodian, [read.state, read.form], async (ctx, _, form) => {
  const values = valuesOf(form);
  const input = SourceInput.safeParse({ baseUrl: "", groupId: "", ...values });
  if (!input.success) return { errors: problemsOf(input.error), values };
  const outcome = await outcomeOf(ctx, (by) => addSource(by, input.data));
  if (!outcome.ok) return { ...refused(outcome), values };
  redirect(sourceHref({ id: outcome.value.sourceId }));
});

/** Changes a source's name and days. */
export const changeSourceAction = action(
  requireCustodian,
  [read.id, read.state, read.form],
  async (ctx, sourceId, _, form) => {
    const values = valuesOf(form);
    const input = SourceChange.safeParse(values);
    if (!input.success) return { errors: problemsOf(input.error), values };
    const outcome = await outcomeOf(ctx, (by) => changeSource(by, { sourceId, ...input.data }));
    if (!outcome.ok) return { ...refused(outcome), values };
    revalidatePath(sourceHref({ id: sourceId }));
    return { ok: true, values };
  },
);

/** Sets a source's keys. Custodians whose session isn't fresh prove first who they are. They aren't sent back to the form. */
export const setKeysAction = action(
  requireCustodian,
  [read.id, read.text, read.state, read.form],
  async (ctx, sourceId, sent, _, form) => {
    const kind = sent === "stopncii" ? sent : "threatexchange";
    const given = Object.fromEntries(Object.keys(KEYS[kind].shape).map((name) => [name, textOf(form, name)]));
    const keys = KEYS[kind].safeParse(given);
    if (!keys.success) return { errors: problemsOf(keys.error) };
    const outcome = await outcomeOf(ctx, async (by) => setKeys(by, { sourceId, kind, keys: keys.data }));
    if (!outcome.ok && outcome.code === "prove_again") redirect(stepPage("factor", sourceHref({ id: sourceId })));
    if (!outcome.ok) return refused(outcome);
    revalidatePath(sourceHref({ id: sourceId }));
    return { ok: true };
  },
);

/** Ends a source after what we submitted is withdrawn. */
export const endSourceAction = action(requireCustodian, [read.id], (ctx, sourceId) => end(ctx, sourceId));

/** Ends a source without withdrawing what we submitted. */
export const endSourceNowAction = action(requireCustodian, [read.id], (ctx, sourceId) =>
  end(ctx, sourceId, { leaves: true }),
);

async function end(ctx: Parameters<typeof endSource>[0], sourceId: string, how?: { leaves: true }) {
  const result = await errorOf(ctx, (by) => endSource(by, sourceId, how));
  revalidatePath(sourceHref({ id: sourceId }));
  return result;
}

/** Decides whether a match shows what is listed. */
export const decideMatchAction = action(
  requireCustodian,
  [read.id, read.text, read.state, read.form],
  async (ctx, matchId, outcome) => {
    const decided = await outcomeOf(ctx, (by) => decideMatch(by, { matchId, isSame: outcome === "same" }));
    revalidatePath(EXCHANGE_PATH);
    return decided.ok ? {} : refused(decided);
  },
);
