import { Download } from "lucide-react";
import { buttonStyles } from "@/components/ui/button";
import { FILTERS_FORM } from "@/components/ui/field";

/** Downloads a list as CSV or PDF. It submits the filter form, so the file matches the page. */
export const ExportButton = ({ path, format = "CSV" }: { path: string; format?: "CSV" | "PDF" }) => (
  <button
    type="submit"
    form={FILTERS_FORM}
    formAction={path}
    className={buttonStyles({ variant: "ghost", size: "sm" })}
  >
    <Download aria-hidden />
    Export {format}
  </button>
);
