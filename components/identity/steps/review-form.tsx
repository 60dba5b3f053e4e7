"use client";

import { useActionState } from "react";
import { Heading } from "@/components/acts/parts";
import { KeyValue } from "@/components/ui/card";
import { Checkbox, fieldOf } from "@/components/ui/field";
import { ErrorSummary, type FormState, LargeSubmit } from "@/components/ui/form";
import { dateText } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import {
  DECLARATION,
  type DocumentType,
  documentLabels,
  type PhotoKind,
  photoTitle,
} from "@/lib/domain/identity/documents";

type ReviewFormProps = {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  /** The base path of the steps. */
  start: string;
  byVendor: boolean;
  details: { legalName: string; birthDate: Date; otherNames: readonly string[] };
  document: { type: DocumentType; country: string; number: string; expiry: Date | null } | null;
  photos: readonly { kind: PhotoKind; address: string }[];
};

/** Everything the person sends, and the declaration that it is true. */
export function ReviewForm({ action, start, byVendor, details, document, photos }: ReviewFormProps) {
  const [state, submit] = useActionState(action, {});
  return (
    <form action={submit} noValidate className="flex flex-col gap-8">
      <ErrorSummary errors={state.errors} message={state.message} />
      <Heading title={byVendor ? "Verify your ID" : "Review and send"}>
        {byVendor
          ? "Next, Stripe takes photos of your document and your face. We record your name and date of birth as shown on the document."
          : "Check that everything is correct. You can’t change it after you send it."}
      </Heading>
      <Part title="Your details" href={`${start}/details`}>
        <KeyValue
          items={[
            { label: "Legal name", value: details.legalName },
            { label: "Date of birth", value: dateText(details.birthDate.getTime()) },
            { label: "Other names", value: details.otherNames.length > 0 ? details.otherNames.join(", ") : "None" },
          ]}
        />
      </Part>
      {document ? (
        <Part title="Your document" href={`${start}/document`}>
          <KeyValue
            items={[
              { label: "Type", value: documentLabels[document.type] },
              { label: "Issued by", value: document.country },
              { label: "Number", value: <span className="font-mono">{document.number}</span> },
              { label: "Expires", value: document.expiry ? dateText(document.expiry.getTime()) : "Never" },
            ]}
          />
        </Part>
      ) : null}
      {photos.length > 0 ? (
        <Part title="Photos" href={`${start}/photos`}>
          <ul className="grid grid-cols-2 gap-3 pt-3 sm:grid-cols-3">
            {photos.map(({ kind, address }) => (
              <li key={kind} className="flex flex-col gap-1">
                {/* biome-ignore lint/performance/noImgElement: an ID is never cached, resized or proxied */}
                <img src={address} alt="" className="aspect-4/3 w-full rounded-md bg-sunken object-contain" />
                <span className="text-muted text-sm">{photoTitle(kind, document?.type ?? null)}</span>
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
      <div className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 sm:p-6">
        <Checkbox
          {...fieldOf(state, "attested")}
          required
          value={DECLARATION.version}
          label={DECLARATION.statement}
          description={DECLARATION.summary}
        />
      </div>
      <LargeSubmit>{byVendor ? "Continue with Stripe" : "Send"}</LargeSubmit>
    </form>
  );
}

function Part({ title, href, children }: { title: string; href: string; children: React.ReactNode }) {
  return (
    <section className="flex flex-col">
      <div className="flex items-baseline justify-between gap-4 border-line border-b pb-2">
        <h2 className="font-semibold">{title}</h2>
        <TextLink href={href}>
          Change<span className="sr-only">: {title.toLowerCase()}</span>
        </TextLink>
      </div>
      {children}
    </section>
  );
}
