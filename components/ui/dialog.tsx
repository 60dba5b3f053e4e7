"use client";

import { cn } from "./cn";
import { Modal, type ModalProps } from "./modal";

const sizes = { sm: "max-w-md", md: "max-w-xl", lg: "max-w-4xl" };

export type DialogProps = ModalProps & { size?: "sm" | "md" | "lg" };

/** One question or one task in the middle of the page. On a phone it stands at the bottom, near the thumb. */
export function Dialog({ size = "md", ...props }: DialogProps) {
  return (
    <Modal
      {...props}
      className={cn(
        "max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] flex-col rounded-lg open:flex max-md:mb-4",
        sizes[size],
      )}
    />
  );
}
