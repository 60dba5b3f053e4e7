import { cva, type VariantProps } from "class-variance-authority";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { Spinner } from "./spinner";

const buttonStyles = cva(
  "inline-flex shrink-0 cursor-pointer select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0",
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

type ButtonLook = VariantProps<typeof buttonStyles> & { icon?: ReactNode };

export type ButtonProps = ComponentProps<"button"> & ButtonLook & { loading?: boolean };

/** A button. `loading` keeps its width, disables it and says so; `icon` stands before the words. */
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
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      className={cn(buttonStyles({ variant, size }), className)}
    >
      {loading ? <Spinner /> : icon}
      {children}
    </button>
  );
}

export type ButtonLinkProps = ComponentProps<"a"> & ButtonLook & { href: string; external?: boolean };

/** A link that looks like a button: for going somewhere, never for doing something. */
export function ButtonLink({ variant, size, icon, href, external, className, children, ...props }: ButtonLinkProps) {
  const look = cn(buttonStyles({ variant, size }), className);
  const content = (
    <>
      {icon}
      {children}
    </>
  );
  // Downloads, other hosts and API paths are not pages of the router.
  if (external || !href.startsWith("/") || href.startsWith("/api/") || props.download !== undefined) {
    const away = external ? { target: "_blank", rel: "noopener noreferrer" } : {};
    return (
      <a {...away} {...props} href={href} className={look}>
        {content}
      </a>
    );
  }
  return (
    <Link {...props} href={href} className={look}>
      {content}
    </Link>
  );
}
