import { cva, type VariantProps } from "class-variance-authority";
import { LoaderCircle } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

export type ButtonProps = ComponentProps<"button"> & ButtonVariant & { icon?: ReactNode; loading?: boolean };

/** A button. While `loading` it keeps the focus and ignores clicks. `icon` comes before the label. */
export function Button({
  variant,
  size,
  icon,
  loading = false,
  className,
  children,
  disabled,
  type = "button",
  ...props
}: ButtonProps) {
  return (
    <button
      {...props}
      type={type}
      disabled={disabled}
      {...(loading && busyProps)}
      className={cn(buttonStyles({ variant, size }), className)}
    >
      {loading ? <Spinner /> : icon}
      {children}
    </button>
  );
}

/** Makes a button ignore clicks while it is busy. `disabled` would take the focus away. */
export const busyProps = {
  "aria-busy": true,
  "aria-disabled": true,
  onClick: (event: { preventDefault: () => void }) => event.preventDefault(),
} as const;

/** The look of a button, on any element. */
export const buttonStyles = cva(
  // On paper it does nothing.
  "inline-flex shrink-0 cursor-pointer select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0 print:hidden",
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

export type ButtonVariant = VariantProps<typeof buttonStyles>;

/** A spinning circle. Screen readers announce it only with a `label`. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span className={cn("inline-flex", className)} role={label ? "status" : undefined}>
      <LoaderCircle className="size-4 animate-spin" aria-hidden />
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  );
}
