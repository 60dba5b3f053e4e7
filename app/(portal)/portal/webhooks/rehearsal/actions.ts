"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { action, actionId, read } from "@/app/action";
import { openAfter, outcomeOf, refused, textOf } from "@/app/forms";
import { requireMember } from "@/app/session";
import type { FormState } from "@/components/ui/form";
import { endRehearsal, rehearse, startRehearsal } from "@/lib/domain/rehearsals";
import { STEP_NAMES } from "@/lib/domain/rehearsals/labels";

const PATH = "/portal/webhooks/rehearsal";

export const startRehearsalAction = action(
  requireMember,
  [read.state, read.form],
  async (ctx, _, form): Promise<FormState> => {
    const chosen = textOf(form, "endpointId");
    const endpointId = chosen ? actionId(chosen) : null;
    return openAfter(ctx, async (by) => `${PATH}/${(await startRehearsal(by, { endpointId })).rehearsalId}`);
  },
);

const Step = z.enum(STEP_NAMES);

export const rehearseAction = action(
  requireMember,
  [read.id, read.text, read.state, read.form],
  async (ctx, rehearsalId, name): Promise<FormState> => {
    const step = Step.safeParse(name);
    if (!step.success) return { message: "There is no such step." };
    const outcome = await outcomeOf(ctx, (by) => rehearse(by, { rehearsalId, step: step.data }));
    revalidatePath(`${PATH}/[rehearsalId]`, "page");
    return outcome.ok ? {} : refused(outcome);
  },
);

export const endRehearsalAction = action(
  requireMember,
  [read.id, read.state, read.form],
  (ctx, rehearsalId): Promise<FormState> => openAfter(ctx, (by) => endRehearsal(by, { rehearsalId }), PATH),
);
