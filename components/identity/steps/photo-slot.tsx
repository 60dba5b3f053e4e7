"use client";

import { Camera as CameraIcon, CircleCheck, ImageUp, RotateCcw, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ChangeEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { Button, buttonStyles } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field, FieldError, Input } from "@/components/ui/field";
import { SubmitButton } from "@/components/ui/form";
import { type DocumentType, type PhotoKind, photoTitle } from "@/lib/domain/identity/documents";
import { type LargestPhoto, sendPhoto, shrinkPhoto } from "./send-photo";

/** Most people never open it, so its script loads on the press. */
const Camera = lazy(async () => ({ default: (await import("./camera")).Camera }));

/** The accepted formats, HEIC among them: a computer's file dialog would grey out what isn't listed. */
const PHOTO_FORMATS = "image/jpeg,image/png,image/webp,image/heic,image/heif";

type PhotoSlotProps = {
  kind: PhotoKind;
  documentType: DocumentType | null;
  /** Where the photo is posted to, and read from. */
  address: string;
  /** The photo in the draft, if any. */
  photoId: string | null;
  /** The photo was taken on another device, which shows it. */
  isElsewhere?: boolean | undefined;
  problem?: string;
  largest: LargestPhoto;
  /** Not for a photo that a custodian asked for. */
  removeAction?: (form: FormData) => Promise<void>;
};

function guidance(kind: PhotoKind, documentType: DocumentType | null): string {
  if (kind === "person") return "Your face from the front, in even light. No sunglasses, hat or filter.";
  const what =
    documentType === "passport"
      ? "The page with your picture"
      : kind === "document_front"
        ? "The side with your picture"
        : "The other side";
  return `${what}, with all four edges visible, no glare, and readable text.`;
}

/**
 * One photo to take or choose, see and replace. Without scripts it is a plain form; with them, it sends the photo as soon as it
 * is chosen and leaves the page's other photos untouched.
 */
export function PhotoSlot({
  kind,
  documentType,
  address,
  photoId,
  problem,
  largest,
  removeAction,
  isElsewhere = false,
}: PhotoSlotProps) {
  const router = useRouter();
  const [ready, setReady] = useState(false);
  const [sending, setSending] = useState<{ preview: string; part: number } | null>(null);
  const [failure, setFailure] = useState(problem);
  const plain = useRef<HTMLDivElement>(null);
  const [camera, setCamera] = useState<"none" | "closed" | "open">("none");
  // Sends a file that was chosen before the script loaded. While the file dialog may still be open, the plain form stays,
  // because a removed input loses its file.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script has loaded
  useEffect(() => {
    if ("mediaDevices" in navigator) setCamera("closed");
    const chosen = [...(plain.current?.querySelectorAll("input") ?? [])].find((input) => input.files?.length);
    if (chosen) void send(chosen);
    else if (!plain.current?.contains(document.activeElement)) setReady(true);
  }, []);
  // A new id means the page has the photo that was just sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new id is the moment, not an input
  useEffect(() => setSending(null), [photoId]);

  const choose = (event: ChangeEvent<HTMLInputElement>) => void send(event.currentTarget);

  async function send(input: HTMLInputElement) {
    const file = input.files?.[0];
    if (!file) return;
    await upload(file);
    input.value = "";
  }

  function closeCamera(refusal?: string) {
    setCamera(refusal ? "none" : "closed");
    if (refusal) setFailure(refusal);
  }

  async function upload(file: Blob) {
    setReady(true);
    setCamera((before) => (before === "open" ? "closed" : before));
    const preview = URL.createObjectURL(file);
    setFailure(undefined);
    setSending({ preview, part: 0 });
    const photo = await shrinkPhoto(file);
    const problem = await sendPhoto({ address, photo, largest, onPart: (part) => setSending({ preview, part }) });
    URL.revokeObjectURL(preview);
    if (problem) {
      setSending(null);
      setFailure(problem);
    } else {
      router.refresh();
    }
  }

  const title = photoTitle(kind, documentType);
  return (
    <section
      aria-labelledby={`${kind}-title`}
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4 sm:p-6"
    >
      <div>
        <h2 id={`${kind}-title`} className="flex items-center gap-2 font-semibold">
          {title}
          {photoId && !sending ? <CircleCheck className="size-5 text-done" aria-label="added" /> : null}
        </h2>
        <p className="text-muted text-sm">{guidance(kind, documentType)}</p>
      </div>
      {isElsewhere && !sending ? <p className="text-sm">You added this one on your other device.</p> : null}
      {sending || (photoId && !isElsewhere) ? (
        // biome-ignore lint/performance/noImgElement: an ID is never cached, resized or proxied
        <img
          src={sending?.preview ?? `${address}?v=${photoId}`}
          alt={`Your photo: ${title.toLowerCase()}`}
          className={cn("max-h-72 w-full rounded-md bg-sunken object-contain", sending && "opacity-60")}
        />
      ) : null}
      {sending ? (
        <div className="flex flex-col gap-2" role="status">
          <progress
            className="h-2 w-full accent-accent"
            max={1}
            value={sending.part}
            aria-label={`Sending: ${title}`}
          />
          <p className="text-muted text-sm">{sending.part < 1 ? "Sending…" : "Sent. Checking the photo…"}</p>
        </div>
      ) : null}
      {failure ? <FieldError id={`${kind}-problem`}>{failure}</FieldError> : null}
      {camera === "open" ? (
        <Suspense>
          <Camera kind={kind} title={title} onPhoto={(photo) => void upload(photo)} onClose={closeCamera} />
        </Suspense>
      ) : null}
      {ready ? (
        <div className={cn("flex flex-wrap gap-3", sending && "hidden")}>
          {camera === "none" ? (
            <Choice
              capture={kind === "person" ? "user" : "environment"}
              again={photoId !== null}
              className="hidden pointer-coarse:inline-flex"
              describedBy={failure ? `${kind}-problem` : undefined}
              title={title}
              onChange={choose}
            />
          ) : (
            <Button
              variant={photoId ? "secondary" : "primary"}
              icon={<CameraIcon aria-hidden />}
              onClick={() => setCamera("open")}
            >
              Use the camera<span className="sr-only">: {title}</span>
            </Button>
          )}
          <Choice
            again={photoId !== null}
            describedBy={failure ? `${kind}-problem` : undefined}
            title={title}
            onChange={choose}
          />
          {photoId && removeAction && !isElsewhere ? <Remove kind={kind} action={removeAction} title={title} /> : null}
        </div>
      ) : (
        <div ref={plain} className="flex flex-col gap-3">
          <PlainForm address={address} kind={kind} replaces={photoId !== null} onChoose={choose} />
          {photoId && removeAction && !isElsewhere ? <Remove kind={kind} action={removeAction} title={title} /> : null}
        </div>
      )}
    </section>
  );
}

type ChoiceProps = {
  capture?: "user" | "environment";
  again: boolean;
  title: string;
  className?: string;
  describedBy?: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

type PlainFormProps = Pick<PhotoSlotProps, "address" | "kind"> & {
  replaces: boolean;
  /** Once the script has loaded, a chosen file is sent without the button. */
  onChoose: ChoiceProps["onChange"];
};

/** The form for one photo, without scripts. Touch devices also offer the camera. */
const PlainForm = ({ address, kind, replaces, onChoose }: PlainFormProps) => (
  <form action={address} method="post" encType="multipart/form-data" className="flex flex-col gap-3">
    <Field name={`${kind}-camera`} label="Take a photo" className="hidden pointer-coarse:flex">
      <Input
        type="file"
        name="photo"
        accept={PHOTO_FORMATS}
        capture={kind === "person" ? "user" : "environment"}
        onChange={onChoose}
      />
    </Field>
    <Field name={`${kind}-file`} label="Choose a file">
      <Input type="file" name="photo" accept={PHOTO_FORMATS} onChange={onChoose} />
    </Field>
    <SubmitButton variant={replaces ? "secondary" : "primary"} className="self-start">
      {replaces ? "Replace photo" : "Send photo"}
    </SubmitButton>
  </form>
);

function Choice({ capture, again, title, className, describedBy, onChange }: ChoiceProps) {
  const Icon = capture ? (again ? RotateCcw : CameraIcon) : ImageUp;
  const words = capture ? (again ? "Take it again" : "Take a photo") : again ? "Choose another file" : "Choose a file";
  return (
    <label
      className={cn(
        buttonStyles({ variant: capture && !again ? "primary" : "secondary" }),
        "has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-focus-visible:outline-offset-2",
        className,
      )}
    >
      <Icon aria-hidden />
      {words}
      <span className="sr-only">: {title}</span>
      <input
        type="file"
        accept={PHOTO_FORMATS}
        capture={capture}
        className="sr-only"
        aria-describedby={describedBy}
        onChange={onChange}
      />
    </label>
  );
}

type RemoveProps = { kind: PhotoKind; action: (form: FormData) => Promise<void>; title: string };

function Remove({ kind, action, title }: RemoveProps) {
  return (
    <form action={action}>
      <input type="hidden" name="kind" value={kind} />
      <SubmitButton variant="ghost" icon={<Trash2 aria-hidden />}>
        Remove<span className="sr-only">: {title}</span>
      </SubmitButton>
    </form>
  );
}
