"use client";

import { cn } from "./cn";
import { Modal, type ModalProps } from "./modal";

const sizes = { sm: "md:max-w-md", md: "md:max-w-xl", lg: "md:max-w-3xl" };

export type DrawerProps = ModalProps & { size?: "sm" | "md" | "lg" };

/** Details of one row beside the list they belong to. Fills a phone. */
export function Drawer({ size = "md", ...props }: DrawerProps) {
  return (
    <Modal
      {...props}
      className={cn(
        "my-0 mr-0 h-dvh max-h-dvh w-full max-w-full flex-col border-y-0 border-r-0 transition-transform starting:open:translate-x-8 open:flex",
        sizes[size],
      )}
    />
  );
}
