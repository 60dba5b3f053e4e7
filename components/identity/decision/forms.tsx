import { type FormEvent, type ReactNode, useEffect, useRef, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { isRedirect } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";
import { KeyHint, useHotkey } from "@/components/ui/hotkeys";
import { toast } from "@/components/ui/toast";
import type { DocumentType, PhotoKind } from "@/lib/domain/identity/documents";
import type { Statement } from "@/lib/domain/identity/labels";
import type { PhotoFault } from "@/lib/domain/identity/rejection-reasons";

// What the forms of the panel share.

type Act = (form: FormData) => Promise<ActionResult>;

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

export type Acting = ReturnType<typeof useAct>;

/** Sends one form at a time. A refusal stays in the panel; a redirect means success. */
export function useAct(done: () => void) {
  const [error, setError] = useState<string>();
  const [pending, startTransition] = useTransition();
  function send(action: Act, form: FormData, success: string) {
    if (pending) return;
    setError(undefined);
    startTransition(async () => {
      const result = await action(form).catch((thrown: unknown) => {
        if (isRedirect(thrown)) toast("success", success);
        throw thrown;
      });
      setError(result.error);
      if (result.error) return;
      toast("success", success);
      done();
    });
  }
  return { error, pending, send, clear: () => setError(undefined), refuse: setError };
}

/** Which of some values are chosen, in their order. */
export function useChosen<Value>(all: readonly Value[]) {
  const [chosen, setChosen] = useState<readonly Value[]>([]);
  const keep = (are: (value: Value, now: readonly Value[]) => boolean) =>
    setChosen((now) => all.filter((value) => are(value, now)));
  return {
    chosen,
    toggle: (one: Value) => keep((value, now) => now.includes(value) !== (value === one)),
    choose: (more: readonly Value[]) => keep((value, now) => now.includes(value) || more.includes(value)),
  };
}

type PanelFormProps = {
  title: string;
  label: string;
  tone?: "danger" | "primary";
  act: Acting;
  back: () => void;
  onSend: (form: FormData) => void;
  /** Other buttons that send the form, with their `does`. */
  more?: ReactNode;
  children: ReactNode;
};

/** A form in the panel. The focus starts in it, Enter sends it, and Esc leaves it. */
export function PanelForm({ title, label, tone = "primary", act, back, onSend, more, children }: PanelFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input, select, textarea")?.focus(), []);
  useHotkey("mod+enter", () => form.current?.requestSubmit());
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    onSend(new FormData(event.currentTarget, submitter));
  }
  return (
    <form
      ref={form}
      aria-label={title}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === "Escape") back();
        if (event.key === "Enter" && event.target instanceof HTMLSelectElement) form.current?.requestSubmit();
      }}
      className="flex flex-col gap-4"
    >
      <h2 className="font-semibold text-base">{title}</h2>
      {children}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={tone} loading={act.pending}>
          {label} <KeyHint name="Enter" />
        </Button>
        {more}
        <Button variant="ghost" onClick={back} disabled={act.pending}>
          Back <KeyHint name="Esc" />
        </Button>
      </div>
    </form>
  );
}

type KeyedChoiceProps = {
  type: "radio" | "checkbox";
  name: string;
  value?: string;
  /** The key that chooses it. */
  keys: string;
  label: string;
  description?: string;
  checked: boolean;
  onChoose: () => void;
};

/** One choice of a list, with its key beside it. */
export function KeyedChoice({ keys, label, description, onChoose, ...input }: KeyedChoiceProps) {
  useHotkey(keys, onChoose);
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-sm px-1 py-1 hover:bg-sunken">
      <input {...input} onChange={onChoose} aria-keyshortcuts={keys} className="mt-0.5 size-4 shrink-0 accent-accent" />
      <span className="flex-1">
        {label}
        {description ? <span className="block text-muted text-sm">{description}</span> : null}
      </span>
      <KeyHint name={keys} />
    </label>
  );
}
