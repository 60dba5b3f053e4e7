import { type ReactNode, useState } from "react";
import { type Acting, KeyedChoice, Numbered, Preview, useChosen } from "@/components/desk/panel";
import { Field, Textarea } from "@/components/ui/field";
import { type PhotoKind, photoSubjects, photosNeeded } from "@/lib/domain/identity/documents";
import {
  CUSTODIAN_REASONS,
  faultWordings,
  type Letter,
  PHOTO_FAULTS,
  photosLetter,
  rejectionLetter,
  rejectionWordings,
} from "@/lib/domain/identity/rejection-reasons";
import { type FormProps, PanelForm } from "./forms";

// What ends in a mail to the person: a rejection, or a request for better photos.

export const Reject = ({ name, role, partnerName, reject, act, back }: FormProps) => (
  <LetterForm
    title={`Reject ${name}`}
    label="Reject"
    tone="danger"
    {...{ role, act, back }}
    onSend={(form) => act.send(reject, form, `${name} rejected`)}
    legend="Reason"
    reasons={CUSTODIAN_REASONS}
    labelOf={(reason) => rejectionWordings[reason].label}
    letter={(reason, note) => rejectionLetter({ reason, note, partnerName, again: reason !== "under_age" })}
  />
);

const PHOTO_KEYS: Record<PhotoKind, string> = { document_front: "d", document_back: "b", person: "f" };

export function BetterPhoto({ name, role, partnerName, documentType, askPhotos, act, back }: FormProps) {
  const needed = photosNeeded(documentType);
  const { chosen: photos, toggle } = useChosen(needed);
  return (
    <LetterForm
      title="Ask for a better photo"
      label="Ask"
      {...{ role, act, back }}
      onSend={(form) => act.send(askPhotos, form, `Asked ${name} for a better photo`)}
      legend="What is wrong"
      reasons={PHOTO_FAULTS}
      labelOf={(fault) => faultWordings[fault].label}
      letter={(reason, note) =>
        photos.length > 0 ? photosLetter({ photos, documentType, reason, note, partnerName }) : null
      }
    >
      <fieldset className="flex flex-col">
        <legend className="mb-1 font-medium">Photo</legend>
        {needed.map((kind) => (
          <KeyedChoice
            key={kind}
            type="checkbox"
            name="photo"
            value={kind}
            keys={PHOTO_KEYS[kind]}
            label={photoSubjects[kind]}
            checked={photos.includes(kind)}
            onChoose={() => toggle(kind)}
          />
        ))}
      </fieldset>
    </LetterForm>
  );
}

type LetterFormProps<Reason extends string> = {
  title: string;
  label: string;
  tone?: "danger";
  role: string;
  act: Acting;
  back: () => void;
  onSend: (form: FormData) => void;
  legend: string;
  reasons: readonly Reason[];
  labelOf: (reason: Reason) => string;
  /** The mail, once everything that it needs is chosen. */
  letter: (reason: Reason, note: string | null) => Letter | null;
  children?: ReactNode;
};

/** A reason by its number, a note that the person reads word for word, and what their mail will say. */
function LetterForm<Reason extends string>(props: LetterFormProps<Reason>) {
  const { role, legend, reasons, labelOf, letter, children, ...form } = props;
  const [reason, setReason] = useState<Reason | null>(null);
  const [note, setNote] = useState("");
  const written = reason && letter(reason, note.trim() || null);
  return (
    <PanelForm {...form}>
      {children}
      <Numbered
        name="reason"
        legend={legend}
        options={reasons.map((value) => ({ value, label: labelOf(value) }))}
        value={reason}
        onChoose={setReason}
      />
      <Field name="note" label={`Note to the ${role}`} optional>
        <Textarea rows={2} maxLength={500} onChange={(event) => setNote(event.target.value)} />
      </Field>
      {written ? <Preview name="Preview of the email" says="The email says:" letter={written} /> : null}
    </PanelForm>
  );
}
