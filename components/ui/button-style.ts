import { cva } from "class-variance-authority";

/**
 * What makes a button busy: it does nothing, and says so. It is not `disabled`, which would take the focus from whoever
 * pressed it.
 */
export const busyProps = {
  "aria-busy": true,
  "aria-disabled": true,
  onClick: (event: { preventDefault: () => void }) => event.preventDefault(),
} as const;

/** What a button looks like, whatever element it is. */
export const buttonStyles = cva(
  "inline-flex shrink-0 cursor-pointer select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-accent text-accent-ink hover:bg-accent-hover",
        secondary: "border border-line-strong/60 bg-surface text-ink hover:bg-sunken",
        ghost: "text-ink hover:bg-sunken",
        danger: "bg-harm-solid text-harm-solid-ink hover:bg-harm-solid-hover",
      },
      size: {
        sm: "h-8 px-3 text-sm",
        md: "h-10 px-4 text-sm",
        lg: "h-12 px-6 text-base",
      },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);
