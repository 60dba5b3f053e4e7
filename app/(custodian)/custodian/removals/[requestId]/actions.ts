"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { action, read } from "@/app/action";
import { outcomeOf, refused, textOf, valuesOf } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import { requestHref } from "@/components/shell/addresses";
import type { FormState } from "@/components/ui/form";
import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import {
  askClaimant,
  assignRequest,
  attachItem,
  closeRequest,
  confirmItem,
  dismissItem,
  rejectItem,
  releaseRequest,
} from "@/lib/domain/removals";
import { DecisionReason, MessageToClaimant } from "@/lib/domain/removals/custody/schemas";
import { InvalidField, NotFound } from "@/lib/platform/errors";
import type { Done } from "./done";

const OF_REQUEST = [read.id, read.state, read.form] as const;
const OF_ITEM = [read.id, read.id, read.state, read.form] as const;

/** Takes a request on. */
export const assignAction = action(requireCustodian, OF_REQUEST, (ctx, requestId) =>
  doneAfter(ctx, requestId, async (by) => {
    await assignRequest(by, { requestId });
    return "assigned";
  }),
);

/** Gives a request back. */
export const releaseAction = action(requireCustodian, OF_REQUEST, (ctx, requestId) =>
  doneAfter(ctx, requestId, async (by) => {
    await releaseRequest(by, { requestId });
    return "released";
  }),
);

/** Asks the claimant something. */
export const askAction = action(requireCustodian, OF_REQUEST, (ctx, requestId, _, form) =>
  withWords(form, { name: "question", schema: MessageToClaimant }, (text) =>
    doneAfter(ctx, requestId, async (by) => {
      await askClaimant(by, { requestId, text });
      return "asked";
    }),
  ),
);

/** Closes a request in which nothing is left to decide, or proposes to. */
export const closeAction = action(requireCustodian, OF_REQUEST, (ctx, requestId, _, form) =>
  withWords(form, { name: "closing", schema: orProposed(MessageToClaimant) }, (reason) =>
    doneAfter(ctx, requestId, async (by) => (await closeRequest(by, { requestId, reason })).outcome),
  ),
);

/** Ties any record to a request, by its id. */
export const attachOtherAction = action(requireCustodian, OF_REQUEST, async (ctx, requestId, _, form) => ({
  ...(await attach(ctx, { requestId, recordId: textOf(form, "recordId").trim().toLowerCase() })),
  values: valuesOf(form),
}));

/** Ties a suggested record to its request. */
export const attachAction = action(requireCustodian, OF_ITEM, (ctx, requestId, recordId) =>
  attach(ctx, { requestId, recordId }),
);

const attach = (ctx: Ctx<StaffActor>, record: { requestId: string; recordId: string }) =>
  doneAfter(ctx, record.requestId, async (by) => {
    const { outcome } = await attachItem(by, record).catch((error: unknown) => {
      throw error instanceof NotFound ? new InvalidField("recordId", "No record has this id.") : error;
    });
    return outcome;
  });

/** Dismisses a suggestion. */
export const dismissAction = action(requireCustodian, OF_ITEM, (ctx, requestId, itemId) =>
  doneAfter(ctx, requestId, async (by) => {
    await dismissItem(by, { itemId });
    return "dismissed";
  }),
);

/** Confirms the removal of a record. The claimant reads the reason. */
export const confirmAction = action(requireCustodian, OF_ITEM, (ctx, requestId, itemId, _, form) =>
  withWords(form, { name: "confirmReason", schema: DecisionReason }, (reason) =>
    doneAfter(ctx, requestId, async (by) => (await confirmItem(by, { itemId, reason })).outcome),
  ),
);

/** Rejects a record, or proposes to. The claimant reads the reason. */
export const rejectAction = action(requireCustodian, OF_ITEM, (ctx, requestId, itemId, _, form) =>
  withWords(form, { name: "rejectReason", schema: orProposed(DecisionReason) }, (reason) =>
    doneAfter(ctx, requestId, async (by) => (await rejectItem(by, { itemId, reason })).outcome),
  ),
);

/** After an act, opens the request with its next record. A failed one stays where it is and says why. */
async function doneAfter(
  ctx: Ctx<StaffActor>,
  requestId: string,
  act: (ctx: Ctx<StaffActor>) => Promise<Done>,
): Promise<FormState> {
  const outcome = await outcomeOf(ctx, act);
  revalidatePath(requestHref({ id: requestId }));
  if (!outcome.ok) return refused(outcome);
  redirect(requestHref({ id: requestId }, { done: outcome.value }));
}

/** Null for an empty field: the second custodian uses the reason of the first. */
const orProposed = (schema: z.ZodType<string>) =>
  z.union([
    z
      .string()
      .trim()
      .length(0)
      .transform(() => null),
    schema,
  ]);

type Words<Given> = { name: string; schema: z.ZodType<Given> };

async function withWords<Given>(
  form: FormData,
  { name, schema }: Words<Given>,
  act: (words: Given) => Promise<FormState>,
): Promise<FormState> {
  const values = valuesOf(form);
  const words = schema.safeParse(textOf(form, name));
  if (!words.success) return { errors: { [name]: words.error.issues[0]?.message ?? "Write a few words." }, values };
  return { ...(await act(words.data)), values };
}
