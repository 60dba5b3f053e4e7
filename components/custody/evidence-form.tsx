import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field, Select } from "@/components/ui/field";
import {
  type EvidencePurpose,
  isEvidencePurpose,
  purposeLabels,
  VIEW_PURPOSES,
} from "@/lib/domain/identity/view-purposes";

const PURPOSES = VIEW_PURPOSES.filter(isEvidencePurpose).map((value) => ({ value, label: purposeLabels[value] }));

/** Why a custodian views a piece of evidence. */
export const PurposeField = ({
  id,
  className,
  defaultValue = "",
  ...select
}: Pick<ComponentProps<typeof Select>, "id" | "className" | "ref" | "required"> & {
  defaultValue?: EvidencePurpose | "";
}) => (
  <Field name="purpose" id={id} label="Why" className={className}>
    <Select {...select} options={PURPOSES} placeholder="Choose a reason" defaultValue={defaultValue} />
  </Field>
);

type EvidenceFormProps = {
  address: string;
  /** The button's label. */
  label: string;
  /** The field's id, where a page has more than one of these forms. */
  id?: string;
  className?: string;
};

/** Downloads a file of evidence for a stated purpose, which the ledger records first. */
export const EvidenceForm = ({ address, label, id, className }: EvidenceFormProps) => (
  <form action={address} className={cn("flex flex-wrap items-end gap-3", className)}>
    <PurposeField id={id} className="w-72 max-w-full" required />
    <Button type="submit">{label}</Button>
  </form>
);

/** Downloads a signed PDF. */
export const SignedCopy = ({ address }: { address: string }) => (
  <EvidenceForm address={address} label="Download signed PDF" className="mt-2" />
);
