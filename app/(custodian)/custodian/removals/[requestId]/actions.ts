"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { action, read } from "@/app/action";
import { outcomeOf, refused, textOf, valuesOf } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import { requestHref, requestsHref } from "@/components/shell/addresses";
import type { FormState } from "@/components/ui/form";
import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import {
  addRemovalNote,
  askClaimant,
  assignRequest,
  attachItem,
  type ClusterDecision,
  closeRequest,
  confirmItem,
  decideCluster,
  dismissItem,
  isMine,
  openNext,
  reassignRequest,
  rejectItem,
  releaseRequest,
  removeFalseMatch,
} from "@/lib/domain/removals";
import { ConfirmWords, MessageToClaimant, RejectWords, RemovalNote } from "@/lib/domain/removals/custody/schemas";
import { InvalidField, NotFound } from "@/lib/platform/errors";
import { type Done, didOf } from "./done";

const OF_REQUEST = [read.id, read.state, read.form] as const;
const OF_ITEM = [read.id, read.id, read.state, read.form] as const;
const OF_CLUSTER = [read.id, read.ids, read.state, read.form] as const;

/** Takes a request on. */
export const assignAction = action(requireCustodian, OF_REQUEST, (ctx, requestId) =>
  doneAfter(ctx, { requestId, opens: "stay" }, async (by) => {
    await assignRequest(by, { requestId });
    return "assigned";
  }),
);

/** Gives a request back. */
export const releaseAction = action(requireCustodian, OF_REQUEST, (ctx, requestId) =>
  doneAfter(ctx, { requestId, opens: "stay" }, async (by) => {
    await releaseRequest(by, { requestId });
    return "released";
  }),
);

/** Keeps a note for the other custodians. */
export const noteAction = action(requireCustodian, OF_REQUEST, (ctx, requestId, _, form) =>
  withWords(form, noteOf(RemovalNote), (text) =>
    doneAfter(ctx, { requestId, opens: "stay" }, async (by) => {
      await addRemovalNote(by, { requestId, text });
      return "noted";
    }),
  ),
);

/** Reassigns a request to a colleague, and opens the next one. */
export const reassignAction = action(requireCustodian, OF_REQUEST, (ctx, requestId, _, form) =>
  withWords(form, noteOf(RemovalNote), (text) =>
    doneAfter(ctx, { requestId, opens: "leave" }, async (by) => {
      await reassignRequest(by, { requestId, to: textOf(form, "to"), text });
      return "reassigned";
    }),
  ),
);

/** Asks the claimant something, and opens the next request. */
export const askAction = action(requireCustodian, OF_REQUEST, (ctx, requestId, _, form) =>
  withWords(form, noteOf(MessageToClaimant), (text) =>
    doneAfter(ctx, { requestId, opens: "leave" }, async (by) => {
      await askClaimant(by, { requestId, text });
      return "asked";
    }),
  ),
);

/** Closes a request in which nothing is left to decide, or proposes to. */
export const closeAction = action(requireCustodian, OF_REQUEST, (ctx, requestId, _, form) =>
  withWords(form, noteOf(MessageToClaimant.or(NOTHING)), (reason) =>
    doneAfter(ctx, { requestId }, async (by) => (await closeRequest(by, { requestId, reason })).outcome),
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
  doneAfter(ctx, { requestId: record.requestId, opens: "stay" }, async (by) => {
    const { outcome } = await attachItem(by, record).catch((error: unknown) => {
      throw error instanceof NotFound ? new InvalidField("recordId", "No record has this id.") : error;
    });
    return outcome;
  });

/** Dismisses a suggestion. */
export const dismissAction = action(requireCustodian, OF_ITEM, (ctx, requestId, itemId) =>
  doneAfter(ctx, { requestId }, async (by) => {
    await dismissItem(by, { itemId });
    return "dismissed";
  }),
);

/** Confirms the removal of a record. The claimant reads the reason. */
export const confirmAction = action(requireCustodian, OF_ITEM, (ctx, requestId, itemId, _, form) =>
  withWords(form, ConfirmWords, (reason) =>
    doneAfter(ctx, { requestId }, async (by) => (await confirmItem(by, { itemId, reason })).outcome),
  ),
);

/** Rejects a record, or proposes to. The claimant reads the reason. */
export const rejectAction = action(requireCustodian, OF_ITEM, (ctx, requestId, itemId, _, form) =>
  withWords(form, RejectWords, (reason) =>
    doneAfter(ctx, { requestId }, async (by) => (await rejectItem(by, { itemId, reason })).outcome),
  ),
);

/** Forgets a false match, so that near copies of the dismissed record are suggested again. Opens the record, which stays dismissed. */
export const removeFalseMatchAction = action(requireCustodian, OF_ITEM, (ctx, requestId, itemId) =>
  doneAfter(ctx, { requestId, opens: "stay" }, async (by) => {
    await removeFalseMatch(by, { itemId });
    return { done: "false_match_removed", open: { item: itemId } };
  }),
);

/** Ties suggested records that look alike to their request, and opens them to decide. */
export const attachAllAction = action(requireCustodian, OF_CLUSTER, (ctx, requestId, itemIds) =>
  decideAll(ctx, { requestId, itemIds, decision: { act: "attach" } }),
);

/** Dismisses suggestions that look alike. */
export const dismissAllAction = action(requireCustodian, OF_CLUSTER, (ctx, requestId, itemIds) =>
  decideAll(ctx, { requestId, itemIds, decision: { act: "dismiss" } }),
);

/** Confirms the removal of records that look alike. The claimant reads the reason. */
export const confirmAllAction = action(requireCustodian, OF_CLUSTER, (ctx, requestId, itemIds, _, form) =>
  withWords(form, ConfirmWords, (reason) =>
    decideAll(ctx, { requestId, itemIds, decision: { act: "confirm", reason } }),
  ),
);

/** Rejects records that look alike, or proposes to. The claimant reads the reason. */
export const rejectAllAction = action(requireCustodian, OF_CLUSTER, (ctx, requestId, itemIds, _, form) =>
  withWords(form, RejectWords, (reason) => decideAll(ctx, { requestId, itemIds, decision: { act: "reject", reason } })),
);

type Cluster = { requestId: string; itemIds: readonly string[]; decision: ClusterDecision };

/** Decides alike about several records. What was left is opened, and attached ones are, to decide about them. */
const decideAll = (ctx: Ctx<StaffActor>, cluster: Cluster) =>
  doneAfter(ctx, { requestId: cluster.requestId }, async (by) => {
    const outcome = await decideCluster(by, cluster);
    const [left, first] = [outcome.left[0]?.itemId, cluster.itemIds[0]];
    const open = left ? { item: left } : first && outcome.did.attached ? { item: first, all: "1" as const } : null;
    return { did: didOf(outcome), open };
  });

type Acted = {
  requestId: string;
  /** Which page follows. Without it, this request while something in it waits for this custodian, and then the next one. */
  opens?: "stay" | "leave";
};

/** What an act did, and which records to open. `did`: a decision about several records. */
type Outcome = ({ done: Done } | { did: string }) & { open: { item: string; all?: "1" } | null };

/** After an act, opens what is next. A failed one stays where it is and says why. */
async function doneAfter(
  ctx: Ctx<StaffActor>,
  { requestId, opens }: Acted,
  act: (ctx: Ctx<StaffActor>) => Promise<Done | Outcome>,
): Promise<FormState> {
  const wasMine = await isMine(ctx, requestId);
  const outcome = await outcomeOf(ctx, act);
  revalidatePath(requestHref({ id: requestId }));
  if (!outcome.ok) return refused(outcome);
  const { open = null, ...told } = typeof outcome.value === "string" ? { done: outcome.value } : outcome.value;
  const next =
    opens === "stay" || open ? requestId : await openNext(ctx, { after: requestId, wasMine, stay: opens !== "leave" });
  if (next === requestId) redirect(requestHref({ id: requestId }, { ...open, ...told }));
  redirect(next ? requestHref({ id: next }, { ...told, from: requestId }) : requestsHref({ ...told, from: requestId }));
}

/** The reason of another custodian's proposal is used. */
const NOTHING = z
  .string()
  .trim()
  .length(0)
  .transform(() => null);

/** Only words, without a reason to choose. */
const noteOf = <Text>(note: z.ZodType<Text>) => z.object({ note }).transform((sent) => sent.note as Text);

/** Acts with what a form says, in the words of `schema`. */
async function withWords<Given>(
  form: FormData,
  schema: z.ZodType<Given>,
  act: (words: Given) => Promise<FormState>,
): Promise<FormState> {
  const values = valuesOf(form);
  const words = schema.safeParse({ reason: form.get("reason"), note: textOf(form, "note") });
  if (!words.success) return { errors: { note: words.error.issues[0]?.message ?? "Write a few words." }, values };
  return { ...(await act(words.data)), values };
}
