import type { ChangeEventHandler, ReactNode } from "react";
import { Field, Input } from "@/components/ui/field";
import { SubmitButton } from "@/components/ui/form";
import type { PhotoKind } from "@/lib/domain/identity/documents";

/** The accepted formats. iPhones convert their own format to JPEG when it is not in this list. */
export const PHOTO_FORMATS = "image/jpeg,image/png,image/webp";

type PlainPhotoFormProps = {
  address: string;
  kind: PhotoKind;
  replaces: boolean;
  /** Once the script has loaded, a chosen file is sent without the button. */
  onChoose: ChangeEventHandler<HTMLInputElement>;
  children: ReactNode;
};

/** The form for one photo, without scripts. Touch devices also offer the camera. */
export function PlainPhotoForm({ address, kind, replaces, onChoose, children }: PlainPhotoFormProps) {
  return (
    <div className="flex flex-col gap-3">
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
      {children}
    </div>
  );
}
