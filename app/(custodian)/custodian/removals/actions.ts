"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { action, read } from "@/app/action";
import { outcomeOf, refused } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import { REQUESTS_PATH, requestHref } from "@/components/shell/addresses";
import { releaseRequests, takeNextRequest, takeRequests } from "@/lib/domain/removals";

const NONE_FREE = { message: "No request is free. Others are being worked on, or wait for a colleague." };

/** Takes the next request for the custodian and opens it. */
export const takeNextAction = action(requireCustodian, [read.state, read.form], async (ctx) => {
  const taken = await outcomeOf(ctx, (by) => takeNextRequest(by));
  if (!taken.ok) return refused(taken);
  if (taken.value === null) return NONE_FREE;
  redirect(requestHref({ id: taken.value }));
});

/** Takes the first free requests for the custodian. */
export const takeBatchAction = action(requireCustodian, [read.state, read.form], async (ctx) => {
  const outcome = await outcomeOf(ctx, (by) => takeRequests(by));
  if (!outcome.ok) return refused(outcome);
  if (outcome.value.taken === 0) return NONE_FREE;
  revalidatePath(REQUESTS_PATH);
  return {};
});

/** Puts all of the custodian's requests back. */
export const releaseAllAction = action(requireCustodian, [read.state, read.form], async (ctx) => {
  const outcome = await outcomeOf(ctx, releaseRequests);
  if (!outcome.ok) return refused(outcome);
  revalidatePath(REQUESTS_PATH);
  return {};
});
