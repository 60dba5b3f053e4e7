"use client";

import { useRef } from "react";
import { type OpenedCopy, StoredCopy } from "@/components/content/stored-copy";
import { Field, Select } from "@/components/ui/field";
import { purposeLabels, VIEW_PURPOSES } from "@/lib/domain/identity/view-purposes";

const OPTIONS = VIEW_PURPOSES.filter((purpose) => purpose !== "identity_review").map((value) => ({
  value,
  label: purposeLabels[value],
}));

type RecordCopyProps = {
  address: string;
  mimeType: string;
  title: string;
  show: (purpose: string) => Promise<OpenedCopy>;
};

/** The stored copy for a custodian, who states a purpose that is recorded before it is shown. */
export function RecordCopy({ show, ...copy }: RecordCopyProps) {
  const purpose = useRef<HTMLSelectElement>(null);
  return (
    <div className="flex flex-col gap-4">
      <Field name="purpose" label="Why" className="max-w-sm">
        <Select ref={purpose} options={OPTIONS} placeholder="Choose a reason" defaultValue="" />
      </Field>
      <StoredCopy {...copy} show={() => show(purpose.current?.value ?? "")} />
    </div>
  );
}
