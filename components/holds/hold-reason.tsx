import { Field, Textarea } from "@/components/ui/field";

/** Why a hold is placed or lifted. */
export const HoldReasonField = ({ hint }: { hint: string }) => (
  <Field name="reason" label="Reason" hint={hint}>
    <Textarea rows={3} maxLength={500} required minLength={3} />
  </Field>
);
