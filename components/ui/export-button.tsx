import { Download } from "lucide-react";
import { buttonStyles } from "./button-style";
import { FILTERS_FORM } from "./field-id";

/** Downloads a list as a table. It sends the filters' own form, so the file is what the page shows at this moment. */
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
