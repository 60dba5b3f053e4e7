import { ActionForm } from "@/components/ui/action-form";
import type { FormState } from "@/components/ui/form";

export type Action = (state: FormState, form: FormData) => Promise<FormState>;

type RowActionProps = {
  action: Action;
  verb: string;
  /** What it is about, for screen readers: a list has several of these. */
  about: string;
};

/** The button of a row. */
export const RowAction = ({ action, verb, about }: RowActionProps) => (
  <div className="flex md:justify-end">
    <ActionForm
      action={action}
      size="sm"
      label={
        <>
          {verb}
          <span className="sr-only"> {about}</span>
        </>
      }
    />
  </div>
);
