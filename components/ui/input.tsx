import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlStyle } from "./control-style";

/** A one-line field of any type. Put it in a Field, which labels it and wires hint and error. */
export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return (
    <input
      {...props}
      type={type}
      className={cn(
        controlStyle,
        type === "file"
          ? "cursor-pointer p-1 file:mr-3 file:h-8 file:cursor-pointer file:rounded-sm file:border-0 file:bg-sunken file:px-3 file:font-medium file:text-ink"
          : "h-10 px-3",
        className,
      )}
    />
  );
}
