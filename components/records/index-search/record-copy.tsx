"use client";

import { useRef } from "react";
import { PurposeField } from "@/components/custody/evidence-form";
import { type OpenedCopy, StoredCopy } from "@/components/records/content/stored-copy";

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
      <PurposeField ref={purpose} className="max-w-sm" />
      <StoredCopy {...copy} show={() => show(purpose.current?.value ?? "")} />
    </div>
  );
}
