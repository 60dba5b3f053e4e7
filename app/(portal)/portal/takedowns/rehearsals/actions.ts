"use server";

import { z } from "zod";
import { action, actionId, read } from "@/app/action";
import { change, openAfter, textOf } from "@/app/forms";
import { requireEditor } from "@/app/session";
import { deadlineRehearsalHref } from "@/components/rehearsals/deadline-rehearsal";
import { DEADLINE_REHEARSALS_PATH } from "@/components/shell/addresses";
import type { FormState } from "@/components/ui/form";
import { endDeadlineRehearsal, startDeadlineRehearsal } from "@/lib/domain/rehearsals";
import { DEADLINE_NAMES } from "@/lib/domain/rehearsals/labels";

const Deadline = z.enum(DEADLINE_NAMES);

export const startDeadlineAction = action(
  requireEditor,
  [read.state, read.form],
  async (ctx, _, form): Promise<FormState> => {
    const deadline = Deadline.safeParse(textOf(form, "deadline"));
    if (!deadline.success) return { errors: { deadline: "Choose a deadline." } };
    const chosen = textOf(form, "endpointId");
    const endpointId = chosen ? actionId(chosen) : null;
    const started = { deadline: deadline.data, endpointId };
    return openAfter(ctx, async (by) =>
      deadlineRehearsalHref({ id: (await startDeadlineRehearsal(by, started)).rehearsalId }),
    );
  },
);

export const markRehearsedAction = action(requireEditor, [read.id], (ctx, rehearsalId) =>
  change(ctx, deadlineRehearsalHref({ id: rehearsalId }), (by) => endDeadlineRehearsal(by, { rehearsalId })),
);

export const cancelDeadlineAction = action(
  requireEditor,
  [read.id, read.state, read.form],
  (ctx, rehearsalId): Promise<FormState> =>
    openAfter(ctx, (by) => endDeadlineRehearsal(by, { rehearsalId, isCanceled: true }), DEADLINE_REHEARSALS_PATH),
);
