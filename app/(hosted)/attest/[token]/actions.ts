"use server";

import { redirect } from "next/navigation";
import { asStranger, networkMayAgain } from "@/app/(hosted)/browser";
import { action, LINK_FORM } from "@/app/action";
import { outcomeOf, refused, textOf, valuesOf } from "@/app/forms";
import { currentSession, requirePerson } from "@/app/session";
import { fieldCount, performerField } from "@/components/scenes/attest/parts";
import type { FormState } from "@/components/ui/form";
import { tooMany } from "@/lib/api/rate-limits";
import type { Ctx, PersonActor, SystemActor } from "@/lib/domain/core/context";
import { PERFORMERS_MAX } from "@/lib/domain/scenes/labels";
import {
  completeCollab,
  completeSolo,
  findSessionByToken,
  isOwnSession,
  NO_ADDRESS,
  readNames,
  type SessionOfLink,
} from "@/lib/domain/scenes/upload-sessions";
import { findDraft, forgetDraft, keepDraft } from "./draft";
import { getSession, isOpen, requireOpen, startOf, statementPageOf } from "./visitor";

/** The field of the domain's error for the creator's own address among the performers. */
const OWN_ADDRESS = /^performers\.(\d+)$/;

/** Takes the names of the other performers to the statement. Nothing is recorded or sent yet. */
export const nameAction = action(requireOpen, LINK_FORM, async (session, token, _, form): Promise<FormState> => {
  if (session.path !== "collab") redirect(startOf(token));
  if (form.has("more")) {
    const fields = fieldCount(Number(textOf(form, "fields")) + 1);
    return { values: { ...valuesOf(form), fields: String(fields) } };
  }
  const { performers, errors } = performersIn(form, session.partnerName);
  if (errors) return { errors, values: valuesOf(form) };
  await keepDraft(token, { performers, day: (await findDraft(token))?.day ?? "" });
  redirect(statementPageOf(token));
});

/** The click that attests. A second one, in any tab, changes nothing: the page then shows the first. */
export const attestAction = action(getSession, LINK_FORM, async (session, token, _, form): Promise<FormState> => {
  const [start, isCollab, day] = [startOf(token), session.path === "collab", textOf(form, "shootDate")];
  const { performers, errors } = performersIn(form, session.partnerName);
  if (!isOpen(session)) redirect(await resultOf(token, performers, day));
  if (isCollab) {
    if (errors) redirect(start);
    await keepDraft(token, { performers, day });
    if (form.has("change")) redirect(start);
  }
  const values = { shootDate: day };
  if (!(await networkMayAgain("attestations", 60))) {
    return { message: tooMany("attestations"), values };
  }
  const shootDate = session.shootDate === null ? day : null;
  const click = { sessionId: session.id, shootDate, shown: textOf(form, "shown") };
  const attest = (by: Ctx<SystemActor | PersonActor>) =>
    isCollab ? completeCollab(by, { ...click, performers }) : completeSolo(by, click);
  const creator = await signedInCreator(session);
  const done = creator ? await outcomeOf(creator, attest) : await asStranger("attest", (ctx) => outcomeOf(ctx, attest));
  if (done.ok) {
    if (isCollab) await forgetDraft(token);
    redirect(done.value.completed ? start : await resultOf(token, performers, day));
  }
  const own = OWN_ADDRESS.exec(done.field ?? "")?.[1];
  if (own) redirect(`${start}?own=${own}`);
  if (done.field === "shootDate") return { ...refused(done), values };
  if (done.code === "statement_changed") {
    // Others have their day in the draft.
    redirect(isCollab ? `${statementPageOf(token)}?changed` : `${start}?changed&day=${encodeURIComponent(day)}`);
  }
  // The start says what changed after the page was opened.
  redirect(start);
});

/** The creator whose upload it is, if they are signed in here. Anyone else clicks as the holder of the link. */
async function signedInCreator(session: SessionOfLink): Promise<Ctx<PersonActor> | null> {
  if (!(await currentSession())) return null;
  const ctx = await requirePerson();
  return (await isOwnSession(ctx, session)) ? ctx : null;
}

/** Where a click that recorded nothing leads. The page says so if an earlier one named other people or another day. */
async function resultOf(token: string, performers: readonly string[], day: string): Promise<string> {
  const session = await findSessionByToken(token);
  if (session?.status !== "completed") return startOf(token);
  const asked = session.scene?.performers.map(({ email }) => email) ?? null;
  const isSame =
    (!asked || [...asked].sort().join() === [...performers].sort().join()) &&
    (day === "" || session.shootDate?.toISOString().startsWith(day));
  return isSame ? startOf(token) : `${startOf(token)}?earlier`;
}

/** The different addresses in a form, without its empty fields, or what is wrong with them. */
function performersIn(form: FormData, partnerName: string): { performers: string[]; errors?: Record<string, string> } {
  const fields = Array.from({ length: PERFORMERS_MAX }, (_, n) => performerField(n));
  const { emails: performers, problems } = readNames(fields.map((field) => textOf(form, field)));
  if (problems.length === 0 && performers.length === 0) {
    problems.push({ at: 0, message: `${NO_ADDRESS} Only you? Go back to ${partnerName} and tell them.` });
  }
  if (problems.length === 0) return { performers };
  return { performers, errors: Object.fromEntries(problems.map(({ at, message }) => [performerField(at), message])) };
}
