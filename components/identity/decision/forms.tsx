import type { ComponentProps } from "react";
import { type Act, type Acting, PanelForm as DeskForm, sending } from "@/components/desk/panel";
import type { DocumentType, PhotoKind } from "@/lib/domain/identity/documents";
import type { Statement } from "@/lib/domain/identity/labels";
import type { PhotoFault } from "@/lib/domain/identity/rejection-reasons";

// What the forms of the panel share.

export type DecisionProps = {
  decidable: boolean;
  /** The photos are open. */
  seen: boolean;
  name: string;
  /** What the person is to the platform. */
  role: "creator" | "performer";
  partnerName: string | null;
  documentType: DocumentType | null;
  /** The names they signed with that aren't on the ID. */
  signatures: readonly string[];
  /** The statements that the reading of the document confirms. */
  confirmed: readonly Statement[];
  /** The better photos that the person was asked for. */
  asked: { at: Date; photos: readonly PhotoKind[]; fault: PhotoFault | null; note: string | null } | null;
  /** Who waits for a second opinion. */
  opinion: { name: string; isMe: boolean } | null;
  colleagues: readonly { id: string; name: string }[];
  /** These redirect to the next check when they succeed. */
  approve: Act;
  reject: Act;
  askPhotos: Act;
  reassign: Act;
  /** Keeps a note or an opinion, as `does` in the form says. */
  write: Act;
  previous: string | null;
  next: string | null;
  /** The number of other waiting checks. */
  waiting: number;
};

/** What each form in the panel has: the check, how to send, and the way back. */
export type FormProps = DecisionProps & { act: Acting; back: () => void };

type PanelFormProps = Omit<ComponentProps<typeof DeskForm>, "pending" | "form"> & {
  act: Acting;
  onSend: (form: FormData) => void;
};

/** A form of the panel that sends with `act`. */
export const PanelForm = ({ act, onSend, ...form }: PanelFormProps) => (
  <DeskForm {...form} pending={act.pending} form={sending(onSend)} />
);
