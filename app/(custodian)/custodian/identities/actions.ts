"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { action, read } from "@/app/action";
import { outcomeOf, refused } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import { releaseAll, takeBatch, takeNext } from "@/lib/domain/identity";

const PATH = "/custodian/identities";
const NONE_FREE = { message: "No check is free. Others are being worked on, or reserved for a colleague." };

/** Takes the next check for the custodian and opens it. */
export const takeNextAction = action(requireCustodian, [read.state, read.form], async (ctx) => {
  const taken = await outcomeOf(ctx, (by) => takeNext(by));
  if (!taken.ok) return refused(taken);
  if (taken.value === null) return NONE_FREE;
  redirect(`${PATH}/${taken.value}`);
});

/** Takes the oldest free checks for the custodian. */
export const takeBatchAction = action(requireCustodian, [read.state, read.form], async (ctx) => {
  const outcome = await outcomeOf(ctx, (by) => takeBatch(by));
  if (!outcome.ok) return refused(outcome);
  if (outcome.value.taken === 0) return NONE_FREE;
  revalidatePath(PATH);
  return {};
});

/** Puts all of the custodian's checks back. */
export const releaseAllAction = action(requireCustodian, [read.state, read.form], async (ctx) => {
  const outcome = await outcomeOf(ctx, releaseAll);
  if (!outcome.ok) return refused(outcome);
  revalidatePath(PATH);
  return {};
});
