import { dayOf, endOf, textOf, timeOf } from "@/app/forms";

/** The fields of the forms that open records to somebody or hand them over. Each schema takes those that its form has. */
export function openingFields(form: FormData) {
  const text = (name: string) => textOf(form, name);
  return {
    profile: text("profile"),
    agency: text("agency"),
    examiner: text("examiner"),
    credential: text("credential"),
    requester: text("requester"),
    authority: text("authority"),
    reason: text("reason"),
    opensAt: timeOf(text("opensAt")),
    closesAt: timeOf(text("closesAt")),
    producedFrom: dayOf(text("producedFrom")),
    producedUntil: endOf(dayOf(text("producedUntil"))),
    toldAfter: dayOf(text("toldAfter")),
    delayReason: text("delayReason").trim() || null,
  };
}
