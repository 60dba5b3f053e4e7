import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlStyle } from "./control-style";

/** A field for several lines; grows with its text where the browser can. */
export function Textarea({ className, rows = 4, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea {...props} rows={rows} className={cn(controlStyle, "field-sizing-content min-h-24 p-3", className)} />
  );
}
