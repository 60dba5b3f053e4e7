import { Download } from "lucide-react";
import { buttonStyles } from "./button-style";
import { FILTERS_FORM } from "./field-id";

/** Downloads a list as CSV. It submits the filters' form, so the file matches what the page shows. */
export const ExportButton = ({ path }: { path: string }) => (
  <button
    type="submit"
    form={FILTERS_FORM}
    formAction={path}
    className={buttonStyles({ variant: "ghost", size: "sm" })}
  >
    <Download aria-hidden />
    Export CSV
  </button>
);
